"""What may lie between two pages of a counted list, or behind its last one, is asked for once more:
a page that lists nothing and is followed by one that lists something new; where addresses count
articles, what comes behind the last article of a short page; and a page farther behind two that
list nothing, if the last one before them was full, or links further ones.

The portal may have sent a part of the page, or none of it. An empty page that stays so is a doubt,
and proves no end.
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.crawling.archive.entry import build_page_address, find_page_after
from webarticlecurator.crawling.archive.file_walk import fail_page
from webarticlecurator.crawling.archive.list_identity import doubt_end
from webarticlecurator.crawling.archive.rerun import finish_rerun, window_of
from webarticlecurator.crawling.archive.state import NO_GAP, PageRead, WalkState
from webarticlecurator.crawling.archive.walk_looks import (
    EMPTY_PAGE,
    GAP,
    OTHER_PAGE,
    add_doubt,
    was_seen_before,
)
from webarticlecurator.crawling.archive.walk_proofs import find_part


def ask_between(
    portal: Portal, span: Span, before: WalkState, after: WalkState, read: PageRead
) -> WalkState:
    """Return the state ``after`` a page of a list, or one that asks first for what may lie between
    that page and the last one before it that listed something (``before``)."""
    if after.address is None or span.pagination.pages or before.is_at_entry:
        return after
    gap = _find_empty_page(span, before, read) or _find_rest(span, before, after, read)
    return _ask_for(portal, span, after, gap) if gap else after


def _find_empty_page(span: Span, before: WalkState, read: PageRead) -> str:
    """Return the value of a page that lists nothing and that one with something new follows, or
    ""."""
    mode = mode_of(span.pagination)
    # What lists known articles alone is a page of the list: a newer article may have moved them.
    is_followed = before.nothing_in_a_row and before.last_new_address and read.new_link_count
    if not is_followed or not mode.counts_pages or mode.names_last_page(span.pagination):
        return ""
    return mode.page_before(span.pagination, before.page)


def _find_rest(span: Span, before: WalkState, after: WalkState, read: PageRead) -> str:
    """Return the value of what comes behind the last article of a short page, where addresses count
    articles: one that a page with something new follows, or the last one of the list; or ""."""
    step, listed = span.pagination.step, before.previous_link_count
    is_counted = mode_of(span.pagination).counts_pages and not before.has_date
    if not is_counted or before.gap == NO_GAP or not 0 < listed < step:
        return ""
    first = int(before.page) - step
    is_open = read.unseen_link_count if read.links else after.nothing_in_a_row == 1
    return str(first + listed) if is_open and str(first) == before.previous_page else ""


PLACES_BEHIND = (2, 1, 6, 14, 30, 62)
"""How many pages behind two that list nothing other ones are asked for, in this order."""
REQUESTS_EACH = 200
"""Requests of a list after which one more of them is asked for."""


def _may_go_on(state: WalkState) -> bool:
    """Return True if a counted list may go on behind pages that list nothing, by its last page that
    lists something: that links further ones, or is as full as the one before, and neither the
    last one of a pager nor of as many as the pages count."""
    if state.has_pager:
        return state.leads_on and not state.has_date
    if not state.last_new_is_full or state.counted_page < 2:
        return False
    part = find_part(state)
    return part is None or part.counted < part.of


def end_list(
    portal: Portal, span: Span, state: WalkState, reason: str, read: PageRead
) -> WalkState:
    """Return the state after two pages that list nothing: the end of the walk, with a doubt where
    the list may go on, or one that asks first for a page farther behind."""
    behind = _find_page_behind(span, state)
    if behind:
        return _ask_for(portal, span, state, behind)
    # pages that only repeated may have stood in place of the last ones; after a full page, the
    # first of these two may have been the last one of the list
    if state.previous_page != state.last_new_page:
        state = doubt_end(span, state)
    elif _may_go_on(state):
        state = add_doubt(span, state, OTHER_PAGE)
    elif state.last_new_is_full and not state.has_date:
        state = add_doubt(span, state, EMPTY_PAGE)
    return finish_rerun(portal, span, replace(state, gap=""), reason, read)


def _find_page_behind(span: Span, state: WalkState) -> str:
    """Return the value of the next page to ask for behind two that list nothing, or ""."""
    is_open = _may_go_on(state)
    if state.has_pager and not is_open:
        return ""
    first, requests = len(state.looks), state.listed_count + state.pages_walked
    number = is_open * (2 if first else 1) + requests // REQUESTS_EACH
    pages = [_find_page_at(span, state.page, each) for each in PLACES_BEHIND[first:][:number]]
    asked = pages.index(state.gap) + 1 if state.gap in pages else 0
    return pages[asked] if asked < len(pages) else ""


def _find_page_at(span: Span, page: str, places: int) -> str:
    for _ in range(places):
        page = find_page_after(span, page) or page
    return page


def _ask_for(portal: Portal, span: Span, state: WalkState, gap: str) -> WalkState:
    address = build_page_address(portal, span, window_of(span, state), gap)
    return replace(state, address=address, gap=gap)


def advance_gap(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state after what lies between two pages: at what comes behind it, if it is short
    again, or at the next page of the list. A portal may have no such page; without any answer, one
    more crawl asks for it, but for a page behind the end."""
    is_behind = state.nothing_in_a_row > 1
    is_failed = read.status is None or read.status >= 500
    if is_failed and not (is_behind or state.stalled_resumes):
        return fail_page(state, read)
    state = replace(
        state,
        listed_count=state.listed_count + read.unseen_link_count,
        ever_listed=state.ever_listed + read.unseen_link_count,
    )
    if is_behind:
        return _after_page_behind(portal, span, state, read)
    step = span.pagination.step
    if read.unseen_link_count and step > 1:
        behind = int(state.gap) + len(read.links)
        if behind < int(state.page) - step:
            return _ask_for(portal, span, state, str(behind))
    is_page = mode_of(span.pagination).has_page(span.pagination, state.gap)
    if state.nothing_in_a_row and not is_page and not read.links:
        # nothing comes behind the last article, and nothing on the page after it
        return finish_rerun(portal, span, state, "empty", read)
    if is_page and not read.links:
        state = _add_empty_page(portal, span, state, read)
    elif is_page and not read.unseen_link_count:
        state = replace(state, has_gap=True)
    elif is_page and state.doubt == OTHER_PAGE and len(state.new_doubts) == 1:
        state = replace(state, doubt="", new_doubts=())
    address = build_page_address(portal, span, window_of(span, state), state.page)
    has_rest = is_page or read.unseen_link_count
    return replace(state, address=address, gap="" if has_rest else NO_GAP)


def _after_page_behind(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state after a page behind two that list nothing: the walk goes on with the page
    after these if it lists something new."""
    if not read.new_link_count:
        return end_list(portal, span, state, "empty", read)
    state = _add_empty_page(portal, span, replace(state, gap=state.page), read)
    if read.unseen_link_count:  # also where a rerun finds it, the list is read to its end
        found = "found" if state.look_phase else ""
        state = replace(state, look_phase=found, stops_at_known=False, is_full_walk=True)
    page = _find_page_at(span, state.page, 1)
    state = replace(state, page=page, nothing_in_a_row=0, known_in_a_row=0)
    return replace(_ask_for(portal, span, state, page), gap="")


def _add_empty_page(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state with the doubt that an empty page is no page of the list; with a problem,
    unless it was empty ``fetch.confirm`` before."""
    before = mode_of(span.pagination).page_before(span.pagination, state.gap)
    places = tuple(dict.fromkeys((*state.new_doubts, before)))
    state = replace(state, doubt=state.doubt or GAP, new_doubts=places, has_gap=True)
    if was_seen_before(state, GAP, read.time, portal.fetch.confirm):
        return state
    address = build_page_address(portal, span, window_of(span, state), state.gap)
    return state.add_problem("empty-archive-page", address, "between")
