"""The end of a rerun: it requests failed pages again, and checks the far end of the list.

A rerun of a list that is newest first reads its first pages until two of them list known links
only. That the list is newest first is a guess, so the rerun also requests the page at the far end.
If that page lists something new, the list grows there, and the whole span is walked.

A rerun of a list that is oldest first begins at its last page. If it finds nothing new, it checks
the first page.
"""

from __future__ import annotations

from datetime import date

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.capture import GONE, NO_SUCH_NUMBER
from webarticlecurator.base.model.verdict import make_problem
from webarticlecurator.base.portal.pagination import NEXT_LINK
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.crawling.archive.entry import (
    build_page_address,
    find_page_after,
    start_at_top,
)
from webarticlecurator.crawling.archive.list_identity import (
    AGAIN,
    doubt_end,
    doubt_short_pages,
    is_other_end,
)
from webarticlecurator.crawling.archive.lost_links import find_lost_links
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.archive.state import PageRead, WalkState
from webarticlecurator.crawling.archive.walk_looks import record_look
from webarticlecurator.crawling.archive.walk_proofs import UNSURE_END, is_shuffled, note_proof
from webarticlecurator.crawling.archive.windows import AnyWindow, parse_window


def finish_rerun(
    portal: Portal, span: Span, state: WalkState, reason: str, read: PageRead
) -> WalkState:
    """Return the state at the end of the walk, or with a page that is to be requested before it."""
    if is_other_end(state, read, reason):
        state = doubt_end(span, state)
    state = doubt_short_pages(state)
    if state.retry_target:  # the walk came to an end before it reached that page
        failed_pages = (*state.failed_pages, state.retry_target)
        state = replace(state, retry_target="", failed_pages=failed_pages)
    if state.pages_to_retry:
        # one page before the first page that failed; the walk goes on from there until two pages
        # list known links only, as the list may have grown
        retry_target, *others = state.pages_to_retry
        page = mode_of(span.pagination).page_before(span.pagination, retry_target)
        return replace(
            state,
            address=build_page_address(portal, span, window_of(span, state), page),
            page=page,
            retry_target=retry_target,
            pages_to_retry=tuple(others),
            known_in_a_row=0,
            stops_at_known=True,
        )
    if _is_end_seen_once(span, state, reason, read):
        state = replace(state, pages_to_look=(read.url,), look_phase=AGAIN)
    if state.pages_to_look:
        return _look_again(portal, span, state, read)
    far_end = _look_at_far_end(portal, span, state, reason, read)
    return far_end or end_walk(span, state, reason, read)


MIN_REQUESTS, MIN_OF_FULL = 100, 40
"""Requests of a list after which one more is less than a hundredth; and where its last page is
full, as one in ten is, so that most lists need none."""


def _is_end_seen_once(span: Span, state: WalkState, reason: str, read: PageRead) -> bool:
    """Return True at the first end of a linked list that asks at once for its last page again: one
    of several servers may be behind the others. The page is full, or the list is long."""
    is_end = reason == "no-next" and bool(read.links) and state.counted_page > 1
    is_first = state.is_full_walk and not (state.look_phase or state.has_date)
    is_open = state.proof in ("", UNSURE_END) and not is_shuffled(state)
    is_list = mode_of(span.pagination).name == NEXT_LINK.name and span.stop.max_pages is None
    least = MIN_OF_FULL if state.last_new_is_full else MIN_REQUESTS
    is_long = state.listed_count + state.pages_walked >= least
    return is_end and is_first and is_open and is_list and is_long


def end_walk(span: Span, state: WalkState, reason: str, read: PageRead) -> WalkState:
    """Return the state of the ended walk, whose last page was ``read``.

    The walk is complete unless a page failed, or nothing was listed in a span without dates (a date
    may well be empty).
    """
    state = replace(state, address=None, stop_reason=reason, complete=not state.failed_pages)
    state = note_proof(span, record_look(state, read.time), reason, read, describe_walk(state))
    may_be_empty = state.has_date or state.entry != "top"
    if may_be_empty or state.pages_with_new or state.problems:
        return state
    problem = (
        find_lost_links(read.url, describe_walk(state))
        if state.stops_at_known
        else make_problem(
            "empty-archive-page", "", "list", column=state.column, number=state.span + 1
        )
    )
    return replace(state, complete=False, problems=(problem,))


def _look_again(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state at the page before the next doubt of the earlier walk.

    Pages that this walk has read are passed over where their values are known. If the list has
    grown, the doubt has moved on by as many pages as this walk found new ones.
    """
    address, *others = state.pages_to_look
    page = ""
    if mode_of(span.pagination).counts_pages:
        window = window_of(span, state)
        page = address
        address = build_page_address(portal, span, window, page)
        while _was_read(address, read):
            following = find_page_after(span, page)
            if following is None:
                break
            page, address = following, build_page_address(portal, span, window, following)
    return replace(
        state,
        address=address,
        page=page,
        previous_address=address,
        previous_page=page,
        last_new_address=address,
        last_new_page=page,
        pages_to_look=tuple(others),
        look_phase=state.look_phase or "looking",
        stops_at_known=True,
        known_in_a_row=0,
        identical_in_a_row=0,
        nothing_in_a_row=0,
        pages_without_new=-1,
    )


def _look_at_far_end(
    portal: Portal, span: Span, state: WalkState, reason: str, read: PageRead
) -> WalkState | None:
    """Return the state at the page at the far end, or None if there is none or the walk read it."""
    mode = mode_of(span.pagination)
    looking = replace(state, entry="look", previous_address=read.url, previous_page=state.page)
    if state.entry == "tail" and not state.pages_with_unseen:
        return _at_page(portal, span, looking, mode.first_page(span.pagination), read)

    if reason != "known" or state.far_end_address is None:
        return None
    if not _was_read(state.far_end_address, read):
        return replace(looking, address=state.far_end_address, page=state.far_end_page)
    if mode.counts_pages:
        return _at_page(portal, span, looking, find_page_after(span, state.far_end_page), read)
    return _at_new_next_page(looking, read) if read.url == state.far_end_address else None


def _was_read(address: str, read: PageRead) -> bool:
    return address == read.url or read.was_requested(address)


def _at_page(
    portal: Portal, span: Span, looking: WalkState, page: str | None, read: PageRead
) -> WalkState | None:
    if page is None:
        return None
    address = build_page_address(portal, span, window_of(span, looking), page)
    return None if _was_read(address, read) else replace(looking, address=address, page=page)


def _at_new_next_page(looking: WalkState, read: PageRead) -> WalkState | None:
    """Return the state at the page after the far end, if the far end had no next link before.

    The list has then grown by a page, at whichever end.
    """
    if not read.next_page or looking.far_end_has_next:
        return None
    following = normalize_address(read.next_page)
    if not following or _was_read(following, read):
        return None
    return replace(
        looking,
        address=following,
        page="",
        far_end_address=following,
        far_end_page="",
        far_end_has_next=True,
    )


def end_look(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state after the page at the far end.

    The walk has ended, or begins again at the top if the page lists something new.
    """
    if read.status is None or not 200 <= read.status < 300:
        problem = make_problem("archive-page-failed", read.url, "far-end")
        ended = end_walk(span, state, "known", read)
        problems = () if is_page_missing(span, state, read.status) else (problem,)
        return replace(ended, problems=(*ended.problems, *problems))
    if read.unseen_link_count:
        return _walk_whole_span(portal, span, state, read)

    if read.url != state.far_end_address:
        return end_walk(span, state, "known", read)
    following = None if mode_of(span.pagination).counts_pages else _at_new_next_page(state, read)
    return following or end_walk(
        span, replace(state, far_end_has_next=bool(read.next_page)), "known", read
    )


def _walk_whole_span(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state at the top; with the problem that the order of the list is wrong, if it has
    grown at its end and not between other links."""
    top = start_at_top(portal, span, window_of(span, state), date.fromisoformat(state.began))
    top = replace(top, restarted=True)
    if read.is_grown_inside:
        return top
    orders = ("newest-first", "oldest-first")
    assumed, cure = orders if span.newest_first else orders[::-1]
    return top.add_problem(
        "wrong-order",
        describe_walk(state),
        number=read.unseen_link_count,
        column=span.column,
        span=span.number + 1,
        url=read.url,
        assumed=assumed,
        cure=cure,
    )


def is_page_missing(span: Span, state: WalkState, status: int | None) -> bool:
    """Return True if the status of the requested page says that the list has no such page."""
    return status in GONE or (status in NO_SUCH_NUMBER and is_number_past_first(span, state))


def is_number_past_first(span: Span, state: WalkState) -> bool:
    """Return True for a page of a counted list without a named last page, unless the walk enters
    the list there: a portal may answer anything to numbers past the last page."""
    mode, pagination = mode_of(span.pagination), span.pagination
    is_past_first = state.page not in ("", mode.first_page(pagination)) and not state.is_at_entry
    return is_past_first and mode.counts_pages and not mode.names_last_page(pagination)


def describe_walk(state: WalkState) -> str:
    """Return the column, span and window of a walk as the place of a ``wrong-order`` problem.

    The place is not an address: problems of an address disappear when it is read again, and the
    pages of this walk are read again at once.
    """
    return f"{state.column}, span {state.span + 1}" + (f", {state.window}" if state.window else "")


def window_of(span: Span, state: WalkState) -> AnyWindow:
    """Return the window of a walk, or None for a span without dates."""
    return parse_window(span, state.window)
