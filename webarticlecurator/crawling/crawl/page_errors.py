"""Why an address gives no page: whose fault it is, and what to do about it."""

from __future__ import annotations

from webarticlecurator.base.errors import PortalRefused, PortalUnreachable, UsageError
from webarticlecurator.base.model.capture import GONE
from webarticlecurator.base.model.verdict import CURES, WALLS
from webarticlecurator.base.portal.hosts import origin_of
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.crawling.crawl.page_visits import PageVisit
from webarticlecurator.pages.page.page import Page

OFFLINE = make_message("--offline writes a plain file without looking")
"""The end of messages of ``curator new``."""
_NOTHING_ANSWERS = {
    "dns": make_message(
        "no such host (expected the address that a browser shows); check the spelling"
    ),
    "connect": make_message(
        "no server answers there (expected a portal); check the address and its port"
    ),
    "tls": make_message(
        "its certificate is not trusted; name the file of its authority with --ca, or begin the"
        " address with http://"
    ),
    "timeout": make_message("no answer in time; try again later, or {offline}", offline=OFFLINE),
    "disconnect": make_message(
        "the connection was closed without an answer; check http:// or https://"
    ),
    "bad-response": make_message("the answer is not HTTP; check the address and its port"),
    "proxy": make_message("the proxy does not answer; check --proxy"),
}
"""Kind of a failure without an answer → what is wrong, and what to do."""


def unreachable(url: str, kind: str, message: str) -> PortalUnreachable | None:
    """Return the error for a failure of a kind without an answer; None for any other one."""
    cause = _NOTHING_ANSWERS.get(kind)
    detail = message.split(": ", 1)[-1]  # without the address
    if cause is None:
        return None
    return PortalUnreachable(
        make_message("{url}: {cause} ({said})", url=origin_of(url), cause=cause, said=detail)
    )


def require_page(visit: PageVisit) -> None:
    """Raise PortalUnreachable if nothing answers, UsageError if the address is wrong, PortalRefused
    if the portal refuses it; do nothing if there is a page."""
    url, trouble = visit.url, visit.trouble
    if not trouble:
        return
    if error := unreachable(url, visit.failure, trouble):
        raise error
    if visit.is_forbidden:
        raise PortalRefused(
            make_message(
                "{trouble}; ask the portal, or {offline}", trouble=trouble, offline=OFFLINE
            )
        )
    if visit.status in GONE or visit.failure:
        cure = make_message("open the address in a browser, and copy it from there")
        raise UsageError(
            make_message(
                "{url}: {trouble} (expected a page that lists articles); {cure}",
                url=url,
                trouble=trouble,
                cure=cure,
            )
        )
    raise PortalRefused(
        make_message(
            "{url}: {trouble}; ask the portal for access, try again later, or {offline}",
            url=url,
            trouble=trouble,
            offline=OFFLINE,
        )
    )


def require_no_wall(page: Page) -> None:
    """Raise PortalRefused for a page that the portal sends in place of another one (a login form,
    a consent page, a bot challenge), UsageError for one that says 'not found'."""
    from webarticlecurator.articles.walls.page_checks import check_by_words

    wall = check_by_words(page) if page.json is None else None
    if wall is None or wall.reason == "empty":
        return
    found = make_message(
        "{url}: {reason} instead of a list of articles ({evidence})",
        url=page.url,
        reason=wall.reason,
        evidence=wall.evidence,
    )
    error = PortalRefused if wall.reason in WALLS else UsageError
    raise error(
        make_message(
            "{problem}; {cure}; {offline}",
            problem=found,
            cure=as_message(CURES[wall.reason]),
            offline=OFFLINE,
        )
    )
