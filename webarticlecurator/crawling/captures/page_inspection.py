"""Parse a stored page of an article and check it: the rejection, and the addresses it leads to."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from webarticlecurator.articles.by_rules.identity import canonical_address, declared_url
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.model.capture import Body
from webarticlecurator.base.model.claimed_place import ClaimedPlace
from webarticlecurator.base.model.verdict import GATED, TRANSIENT
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule_watch import WATCH
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.landing_pages import (
    describe_landing_page,
    describe_landing_redirect,
)
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.crawling.captures.article_pages import ArticlePage, ArticleStart
from webarticlecurator.crawling.captures.portal_pages import read_portal_page
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.page_end import find_break

if TYPE_CHECKING:
    from webarticlecurator.articles.by_rules.loaded_parts import LoadedPart
    from webarticlecurator.articles.by_rules.page_claims import PageClaims


def read_stored_page(portal: Portal, body: Body, start: ArticleStart, requested: str) -> Page:
    """Parse the body that is stored for a requested address; the page has the final one."""
    WATCH.begin_page()
    return read_portal_page(
        portal,
        body.capture.url,
        body.content,
        body.content_type,
        column=start.column,
        captured=today_in(portal.timezone, body.capture.time),
        listed=start.listed,
        headers=body.headers,
        first_url=_leave_out_parameters(
            body.capture.url if requested == start.url else start.url, portal
        ),
    )


def _leave_out_parameters(url: str, portal: Portal) -> str:
    """Return the address of the first page of an article as its own links have it: without what a
    list adds."""
    return canonical_address(url, replace(portal.address, replace=())) if "?" in url else url


@dataclass(frozen=True)
class InspectionRequest:
    """A stored page, the start of its article, the requested address, and ``shared`` as in
    ``describe_refusal``. ``part``: the page is that of a part, which no page check applies to."""

    body: Body
    start: ArticleStart
    requested: str
    shared: frozenset[str] = frozenset()
    part: LoadedPart | None = None


InspectPage = Callable[[Portal, InspectionRequest], "tuple[ArticlePage, int | None]"]
"""Returns a page, and a hash of what it shows (``article.hash_shown_text``)."""


def inspect_page(portal: Portal, request: InspectionRequest) -> tuple[ArticlePage, int | None]:
    """Parse a stored page and check it, in this process."""
    from webarticlecurator.articles.by_rules.loaded_parts import (
        find_loaded_parts,
        find_next_part_page,
        find_single_page,
    )
    from webarticlecurator.articles.by_rules.one_page import find_next_page
    from webarticlecurator.articles.by_rules.page_assets import find_assets
    from webarticlecurator.articles.walls.visible_text import hash_shown_text

    body = request.body
    page = read_stored_page(portal, body, request.start, request.requested)
    last = find_break(body.content)
    found = ArticlePage(request.requested, page, body.capture, body.fault, body.words, last=last)
    if request.part is not None:
        next_page = find_next_part_page(page, request.part.rules)
        return replace(found, next_page=next_page), None
    refused = _describe_place(
        request, page, describe_refusal(portal, request.requested, page, request.shared)
    )
    use_declared = portal.address.canonical == "link" and refused is None
    declared = find_declared_address(portal, request.requested, page) if use_declared else None
    next_page = find_next_page(portal, page)
    is_later = request.requested != request.start.url
    claims = _read_claims(portal, page) if next_page is not None or is_later else None
    found = replace(
        found, refused=refused, next_page=next_page, declared_address=declared, claims=claims
    )
    text = hash_shown_text(page)
    if refused is not None:
        return found, text
    found = replace(found, claimed=_read_claimed_place(portal, page))
    single_page = find_single_page(portal, page)
    parts = find_loaded_parts(portal, page)
    assets = find_assets(portal, page)
    return replace(found, single_page=single_page, parts=parts, assets=assets), text


def _read_claimed_place(portal: Portal, page: Page) -> ClaimedPlace:
    from webarticlecurator.articles.by_rules.layout_choice import select_layout
    from webarticlecurator.articles.by_rules.page_claims import read_claimed_place

    return read_claimed_place(portal, page, select_layout(portal, page).rules)


def _read_claims(portal: Portal, page: Page) -> PageClaims | None:
    """Return what a page says of itself, where the next page of articles is found by addresses
    alone."""
    from webarticlecurator.articles.by_rules.layout_choice import select_layout
    from webarticlecurator.articles.by_rules.page_claims import read_claims

    rules = select_layout(portal, page).rules
    has_own_pager = any(each.pager and not each.pager.current for each in rules.next_page)
    return read_claims(portal, page, rules) if has_own_pager else None


def describe_refusal(
    portal: Portal, requested: str, page: Page, shared: Collection[str] = ()
) -> Rejected | None:
    """Return the rejection of a page by the page checks, or None.

    ``requested`` is the address that was requested for it. ``shared`` are addresses to which
    several listed ones redirect and which are not listed themselves.
    """
    from webarticlecurator.articles.by_rules.layout_choice import select_layout
    from webarticlecurator.articles.walls.page_checks import check_page

    rules = select_layout(portal, page).rules
    rejected = check_page(page, rules)
    if rejected is not None and (rejected.reason in TRANSIENT or rejected.reason not in GATED):
        return rejected  # a reject rule of the portal is more specific than the checks below

    if "soft-404" not in rules.gate_off:
        evidence = describe_landing_redirect(portal, requested, page.url)
        if evidence:
            return Rejected(requested, "soft-404", evidence)
    if page.url in shared:
        return Rejected(
            requested,
            "shared-redirect",
            make_message(
                "{requested} redirects to {url}, as another listed address does",
                requested=requested,
                url=page.url,
            ),
        )
    return rejected


def _describe_place(
    request: InspectionRequest, page: Page, refused: Rejected | None
) -> Rejected | None:
    """Return the rejection of a page that is ``refused`` for what it shows, or not, with regard to
    where a redirect has led."""
    if refused is not None and refused.reason in TRANSIENT:
        return refused
    if page.url in request.start.foreign:
        return Rejected(
            request.requested, "off-portal", make_message("redirects to {url}", url=page.url)
        )
    if refused is None and page.url in request.start.others:
        return Rejected(
            request.requested,
            "duplicate",
            make_message("redirects to {url}, another article", url=page.url),
        )
    return refused


def find_declared_address(portal: Portal, requested: str, page: Page) -> str | None:
    """Return the canonical address that a page declares (``address: {canonical: link}``).

    None if it declares none or its own, or if the declared page belongs to another portal, or is
    the home page or an archive page.
    """
    declared = declared_url(page, portal.address)
    own = canonical_address(page.url, portal.address)
    if declared == own or not portal_hosts(portal).belongs(declared, requested):
        return None
    if describe_landing_page(portal, declared) and not describe_landing_page(portal, own):
        return None
    return declared
