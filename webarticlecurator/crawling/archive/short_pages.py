"""Short pages of lists whose addresses count articles: what comes behind the last article of one
that is not the last page is asked for once more.
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.pagination_modes import mode_of
from webarticlecurator.base.model.portal import Portal, Span
from webarticlecurator.crawling.archive.entry import build_page_address
from webarticlecurator.crawling.archive.file_walk import fail_page
from webarticlecurator.crawling.archive.rerun import window_of
from webarticlecurator.crawling.archive.state import PageRead, WalkState

NO_GAP = "none"
"""In place of an address: what came behind a short page of this walk was known."""


def ask_behind(
    portal: Portal, span: Span, before: WalkState, after: WalkState, read: PageRead
) -> WalkState:
    """Return the state ``after`` a page of a list whose addresses count articles. If the page
    ``before`` has listed fewer than the address goes on by, and is not the last one, what comes
    right behind its last article is asked for first: the portal may have sent a part of the page.
    """
    pagination, listed = span.pagination, before.previous_link_count
    is_counted = mode_of(pagination).counts_pages and not pagination.pages and not before.has_date
    is_short = 0 < listed < pagination.step and listed <= len(read.links)
    is_asked = before.is_at_entry or before.gap or not read.unseen_link_count
    if not (is_counted and is_short and after.address) or is_asked:
        return after
    first = int(before.page) - pagination.step
    if str(first) != before.previous_page:
        return after
    page = str(first + listed)
    address = build_page_address(portal, span, window_of(span, after), page)
    return replace(after, address=address, gap=address)


def advance_gap(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state after what comes behind a short page: at the next page of the list. A
    portal may have no such page; without any answer, one more crawl asks for it."""
    if (read.status is None or read.status >= 500) and not state.stalled_resumes:
        return fail_page(state, read)
    return replace(
        state,
        address=build_page_address(portal, span, window_of(span, state), state.page),
        gap="" if read.unseen_link_count else NO_GAP,
        listed_count=state.listed_count + read.unseen_link_count,
    )
