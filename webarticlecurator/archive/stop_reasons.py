"""Why a walk ended, and why its next page is not known: closed lists, in words for the user."""

from __future__ import annotations

from webarticlecurator.model.portal import DEFAULT_MAX_PAGES

STOP_REASONS: dict[str, str] = {
    "no-next": "the page has no link to a next page",
    "last-page": "it was the last page that the portal file names",
    "empty": "the page lists nothing: the archive ends here",
    "not-found": "the portal answers 404 or 410: there is no such archive page",
    "day-empty": "the portal has nothing for this date",
    "repeated-address": "the next page was already requested in this span",
    "nothing-new": "the last pages listed nothing that this walk had not listed before",
    "known": "every link of the last two pages was listed by an earlier, complete walk",
    "other-window": (
        "the next page is the first one of another date, which belongs to another walk or to none"
    ),
    "off-portal": "the next link leaves the portal",
    "stop-at": "the next page is an address at which the portal file says stop",
    "max-pages": "the portal file allows no more pages",
    "page-limit": (
        f"no walk gets further than {DEFAULT_MAX_PAGES} pages where stop.max_pages says nothing"
    ),
    "listed-stop": "the page lists an address at which the portal file says stop",
    "pager-current": "the page has a pager, but its `current` selects no number",
    "same-page": "the next link leads to the page itself",
    "no-rule": "the portal file has no rule for the next page of this article",
    "failed": "the page could not be fetched; the next crawl goes on from here",
}

NOT_KNOWN: dict[str, str] = {
    "column-unknown": (
        "it depends on the column, and the address does not say which; name it with --column"
    ),
    "page-unknown": "the address is that of no page of the column, so its number is not known",
    "window-unknown": "the address does not say for which date the page is",
}
"""Reason → why the next page of a page that is looked at alone is not known, whether or not there
is one."""


def describe_stop(reason: str) -> str:
    """A reason of either list in words: why there is no next page, or that it is not known and
    why."""
    return (
        f"none ({STOP_REASONS[reason]})"
        if reason in STOP_REASONS
        else f"not known ({NOT_KNOWN[reason]})"
    )


UNFINISHED = frozenset({"", "failed", "nothing-new", "page-limit", "pager-current"})
"""Ends after which a walk that is not complete is taken up where it stood; after others it starts
again at the top."""

STOPPED = frozenset({"stop-at", "max-pages", "listed-stop"})
"""Ends that the portal file asks for, wherever the list ends."""

REACHED = frozenset({"last-page", "known", *STOPPED})
"""Ends at which a walk was through its list, also where pages of it failed."""
