"""What may lie between two pages of a counted list, or behind its last one, is asked for once more:
a page that lists nothing and is followed by one that lists something new; and, where addresses
count articles, what comes behind the last article of a short page.

The portal may have sent a part of the page, or none of it. An empty page that stays so is a doubt,
and proves no end.
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.pagination_modes import mode_of
from webarticlecurator.base.model.portal import Portal, Span
from webarticlecurator.crawling.archive.entry import build_page_address
from webarticlecurator.crawling.archive.file_walk import fail_page
from webarticlecurator.crawling.archive.rerun import finish_rerun, window_of
from webarticlecurator.crawling.archive.state import NO_GAP, PageRead, WalkState
from webarticlecurator.crawling.archive.walk_looks import GAP, OTHER_PAGE, is_seen_again


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


def _ask_for(portal: Portal, span: Span, state: WalkState, gap: str) -> WalkState:
    address = build_page_address(portal, span, window_of(span, state), gap)
    return replace(state, address=address, gap=gap)


def advance_gap(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state after what lies between two pages: at what comes behind it, if it is short
    again, or at the next page of the list. A portal may have no such page; without any answer, one
    more crawl asks for it."""
    if (read.status is None or read.status >= 500) and not state.stalled_resumes:
        return fail_page(state, read)
    state = replace(state, listed_count=state.listed_count + read.unseen_link_count)
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


def _add_empty_page(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state with the doubt that an empty page is no page of the list; with a problem,
    unless it was empty ``fetch.confirm`` before."""
    before = mode_of(span.pagination).page_before(span.pagination, state.gap)
    places = tuple(dict.fromkeys((*state.new_doubts, before)))
    state = replace(state, doubt=state.doubt or GAP, new_doubts=places, has_gap=True)
    looks = [look for look in state.looks if look.endswith(f" {GAP}")]
    if is_seen_again(looks, read.time, portal.fetch.confirm):
        return state
    return state.add_problem("empty-archive-page", read.url, "between")
