"""The archive walk, a state machine: each page that was read decides which page comes next, or why
the walk of this window ends.

``entry.start_walk`` returns the first state. The stop reasons are checked in the order of the
functions below; ``rerun.py`` contains what comes before an end: pages that failed in an earlier
walk, and the look at the far end of the list.
"""

from __future__ import annotations

from itertools import islice

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.capture import GONE
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.pagination import NEXT_LINK
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.patterns import search_pattern
from webarticlecurator.base.portal.portal import DEFAULT_MAX_PAGES, Portal, Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.address_match import match_address
from webarticlecurator.crawling.archive.entry import build_page_address
from webarticlecurator.crawling.archive.file_walk import ASK_AGAIN, advance_file, fail_page
from webarticlecurator.crawling.archive.link_source import PagePlace
from webarticlecurator.crawling.archive.link_sources import source_of
from webarticlecurator.crawling.archive.list_gaps import advance_gap, ask_between, end_list
from webarticlecurator.crawling.archive.list_identity import (
    doubt_end,
    doubt_page,
    doubt_top,
    ends_short,
    is_known_rerun,
    is_other_end,
    is_other_page,
    is_seen_again,
    lacks_usual_end,
    note_marks,
)
from webarticlecurator.crawling.archive.lost_links import find_lost_links, find_shrunk_list
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.archive.pager_links import MAX_PERIODS
from webarticlecurator.crawling.archive.rerun import (
    describe_walk,
    end_look,
    end_walk,
    finish_rerun,
    is_page_missing,
    window_of,
)
from webarticlecurator.crawling.archive.state import PageRead, WalkState
from webarticlecurator.crawling.archive.walk_counts import count_links, count_page
from webarticlecurator.crawling.archive.walk_looks import (
    EMPTY_PAGE,
    GONE_PAGE,
    MAX_LOOKS,
    PAGES_AGAIN,
    add_cut_doubt,
    add_doubt,
    is_cut,
    was_seen_before,
)
from webarticlecurator.crawling.archive.walk_proofs import LOOPED, UNSURE_END
from webarticlecurator.crawling.archive.windows import Window, is_of_days

UNSURE = "unsure"
MAX_UNWALKED = 40
"""Pages that were not read, of which a walk remembers the first."""
MAX_LEFT = 20
"""Links that no rule takes, of which a walk without any article remembers the first."""
MAX_BARREN = 2
"""Pages without anything new, after which no more of these are read."""
MAX_FAILED_PAGES = 100
"""A walk to a named last page ends as failed when more pages than these fail: then the portal is
down."""


def advance(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state after the page at ``state.address`` was read.

    The new state has the next address to request, or a stop reason. Raises ValueError for a walk
    that has ended, and for a page that was not requested.
    """
    if state.address is None or read.url != state.address:
        raise ValueError(f"not the requested page: {read.url} (expected {state.address})")

    state = replace(state, problems=(), restarted=False)
    source = source_of(span)
    if not source.is_list(PagePlace(window=state.window)):
        after = advance_file(state, read)
        return replace(after, proof=source.proof) if after.complete else after
    if state.asks_gap:
        return advance_gap(portal, span, state, read)
    was_leading_back = state.leads_back
    state = _note_pager(doubt_page(portal, span, state, read) if read.links else state, read)
    if state.entry == "look":
        return end_look(portal, span, state, read)
    names_last = mode_of(span.pagination).names_last_page(span.pagination)
    state = _note_retry(state) if names_last else state
    if is_page_missing(span, state, read.status):
        return _after_gone(portal, span, state, read)
    if read.status is None or not 200 <= read.status < 300:
        return _after_failure(portal, span, state, read)
    if lacks_usual_end(span, state, read, was_leading_back):
        unsure = _end_unsure(portal, state, read)
        if unsure is not None:
            return unsure
    return _after_answer(portal, span, state, read)


def _after_failure(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state after a page without a usable answer: the walk goes on where the portal file
    names the last page, unless too many fail."""
    failed = fail_page(state, read)
    names_last = mode_of(span.pagination).names_last_page(span.pagination)
    if not names_last or len(state.failed_pages) >= MAX_FAILED_PAGES:
        return failed

    failed_pages = tuple(dict.fromkeys((*state.failed_pages, state.page)))
    state = replace(state, failed_pages=failed_pages, problems=failed.problems)
    return _go_on(portal, span, count_page(state), read)


def _note_retry(state: WalkState) -> WalkState:
    """Return the state with its page requested again, if it has failed before. If it fails again,
    it becomes one of ``failed_pages`` again."""
    pages_to_retry = tuple(page for page in state.pages_to_retry if page != state.page)
    retry_target = "" if state.retry_target == state.page else state.retry_target
    return replace(state, pages_to_retry=pages_to_retry, retry_target=retry_target)


def _note_pager(state: WalkState, read: PageRead) -> WalkState:
    """Return the state with the links of a page to other pages of the list, of which those stay
    that were not read. What a page without links names beyond itself proves nothing."""
    linked = dict.fromkeys((*state.unwalked, *(read.pager if read.links else ())))
    # an earlier crawl may have left a page that it has read, as it lists nothing
    left = (
        each
        for each in linked
        if each != read.url
        and not (read.was_requested(each) if each in state.unwalked else read.was_walked(each))
    )
    state = replace(state, unwalked=tuple(islice(left, MAX_UNWALKED)))
    if read.has_end is not None:
        was_cut = state.is_cut and not state.is_at_entry
        ends_html = state.ends_html or read.has_end
        state = replace(state, is_cut=was_cut or not read.has_end, ends_html=ends_html)
    if not read.links:
        return state
    return replace(
        state,
        has_pager=state.has_pager or bool(read.pager),
        leads_back=any(read.was_requested(each) for each in read.pager),
        leads_on=not {*state.unwalked}.isdisjoint(read.pager),
        periods=tuple(sorted({*state.periods, *read.periods})[:MAX_PERIODS]),
        skips_links=bool(read.skipped) or (state.skips_links and not state.is_at_entry),
    )


def _end_unsure(portal: Portal, state: WalkState, read: PageRead) -> WalkState | None:
    """Return the end of a walk at a page that lacks what the pages before it have: it is not
    complete, and the next crawl looks at that page again. None if the page was the same ``confirm``
    after it was seen first."""
    if was_seen_before(state, UNSURE, read.time, portal.fetch.confirm):
        return None
    problem = make_problem(
        "list-not-whole",
        describe_walk(state),
        "two-states" if is_seen_again(state) else "unsure-end",
        page=read.url,
        lacks=make_message("breaks off (</html> is missing)")
        if is_cut(state, read)
        else make_message("links no other pages of the list")
        if read.links
        else make_message("lists nothing"),
    )
    if read.time is not None:
        looks = [look for look in state.looks if look.endswith(f" {UNSURE}")]
        looks = [*looks, f"{read.time.isoformat()} {UNSURE}"][-MAX_LOOKS:]
        state = replace(state, looks=tuple(looks))
    left = state.unwalked if read.links else (*state.unwalked, read.url)
    if is_seen_again(state):  # the whole list is read again
        state = replace(state, previous_address=None, stops_at_known=False)
    state = replace(state, proof=UNSURE_END, unwalked=left)
    # its links are not lost, and it is not what the next crawl begins with
    return _break_off(count_links(state, read), UNSURE, problem)


def _after_gone(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state after an archive page that answered 404 or 410.

    The page where a rerun enters a list: begin at its top. The first page of a date: the day is
    empty, in doubt. A page that the portal file names: a problem, and the walk goes on. The first
    page of a list: the walk ends incomplete. A counted page: the list may end before it. A page
    that a link led to: the walk ends in doubt, and if it ends in the middle, with a problem. When a
    doubtful end is believed says ``model.verdict.judge_looks``.
    """
    if state.is_at_entry and state.entry != "top":
        return _restart_at_top(portal, span, state)
    is_top_page = state.is_at_entry and state.entry == "top"
    if is_top_page and state.has_date:
        return finish_rerun(portal, span, replace(state, doubt=GONE_PAGE), "day-empty", read)

    with_problem = state.add_problem(
        "missing-archive-page", read.url, status=read.status, ask_again=ASK_AGAIN
    )
    mode = mode_of(span.pagination)
    if mode.names_last_page(span.pagination):
        with_problem = add_doubt(span, with_problem, GONE_PAGE, at_previous=True)
        return _go_on(portal, span, count_page(with_problem), read)
    if is_top_page:
        return replace(end_walk(span, with_problem, "not-found", read), complete=False)
    if mode.counts_pages:
        # no problem: where the list has ended, a portal answers so
        return _after_nothing(portal, span, count_page(state), read, "not-found")
    found = state if ends_short(state) else with_problem
    return finish_rerun(
        portal, span, add_doubt(span, found, GONE_PAGE, at_previous=True), "not-found", read
    )


def _after_answer(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    if not read.links and not read.next_page and state.is_at_entry and state.entry != "top":
        return _restart_at_top(portal, span, state)

    is_top_page, before = state.is_at_entry and state.entry == "top", state
    is_other_top = is_top_page and state.stops_at_known and is_other_page(state, read)
    state = count_links(note_marks(state, read), read)
    if is_other_top:
        state = doubt_top(state, read, portal.fetch.confirm)
    if is_cut(state, read):
        state = add_cut_doubt(span, state, read, portal.fetch.confirm)
    if read.links:
        state = replace(
            state,
            previous_address=read.url,
            previous_page=state.page,
            nothing_in_a_row=0,
        )

    shrunk = find_shrunk_list(state, read, describe_walk(state)) if is_top_page else None
    if shrunk is not None:
        return _break_off(state, "shrunk", shrunk)
    if is_top_page and (read.unseen_link_count or not state.top_link_count):
        state = replace(state, top_link_count=len(read.links))
    if read.pager_without_current and not read.next_page:
        return _break_off(state, "pager-current", make_problem("pager-current", read.url))
    if not read.links:
        return _after_empty_page(portal, span, state, read, is_top_page)
    return ask_between(portal, span, before, _go_on(portal, span, state, read), read)


def _after_empty_page(
    portal: Portal, span: Span, state: WalkState, read: PageRead, is_top_page: bool
) -> WalkState:
    """Return the state after a page that lists nothing."""
    mode = mode_of(span.pagination)
    if mode.names_last_page(span.pagination):
        # the portal may have published nothing on these days
        may_be_empty = state.has_date and not state.pages_with_new
        if not may_be_empty:
            problem = make_problem("empty-archive-page", read.url, "named", ask_again=ASK_AGAIN)
            state = add_doubt(span, state, EMPTY_PAGE, at_previous=True)
            state = replace(state, problems=(problem,))
        return _go_on(portal, span, state, read)

    is_lost = not mode.counts_pages or state.top_link_count
    if is_lost and is_top_page and state.stops_at_known and not state.has_date:
        return _break_off(state, "empty", find_lost_links(read.url, describe_walk(state)))
    is_followed = read.next_page and not _is_of_other_window(portal, span, state, read.next_page)
    if not mode.counts_pages and is_followed:
        state = replace(
            state,
            previous_address=read.url,
            previous_page=state.page,
            problems=(make_problem("empty-archive-page", read.url, "linked"),),
        )
        return _go_on(portal, span, state, read)

    if is_top_page and state.has_date:
        left = read.left_links[:MAX_LEFT]
        empty = replace(state, doubt=EMPTY_PAGE, left_links=left, empty_marks=read.marks)
        return finish_rerun(portal, span, empty, "day-empty", read)
    if is_top_page and mode.passes_empty_first:
        return _go_on(portal, span, replace(state, nothing_in_a_row=1), read)
    if is_top_page:
        return finish_rerun(portal, span, state, "empty", read)
    if mode.counts_pages:
        return _after_nothing(portal, span, state, read, "empty")
    return finish_rerun(
        portal, span, add_doubt(span, state, EMPTY_PAGE, at_previous=True), "no-next", read
    )


def _after_nothing(
    portal: Portal, span: Span, state: WalkState, read: PageRead, reason: str
) -> WalkState:
    """Return the state after a page past the first one of a counted list that lists nothing: the
    list ends there if that is proved, or the page after it lists nothing either."""
    state = replace(state, nothing_in_a_row=state.nothing_in_a_row + 1)
    if is_other_end(state, read, reason):
        state = doubt_end(span, state)
    elif read.is_blank and not is_known_rerun(state):
        state = add_doubt(span, state, EMPTY_PAGE)
    is_short_day = state.has_date and not read.is_blank and not state.last_new_is_full
    is_no_page_of_day = state.has_date and read.status in GONE
    if is_short_day or is_no_page_of_day or is_known_rerun(state):
        return finish_rerun(portal, span, state, reason, read)
    if state.nothing_in_a_row > 1:
        return end_list(portal, span, state, reason, read)
    return ask_between(portal, span, state, _go_on(portal, span, state, read), read)


def _go_on(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state at the next page, or the end where something stops the walk here."""
    if read.link_beyond_last:
        state = state.add_problem("beyond-last", read.url, address=read.link_beyond_last)

    linked = normalize_address(read.next_page) if read.next_page else None
    if linked is None and _has_left_pages(span, state):
        linked = state.unwalked[0]
    next_page = mode_of(span.pagination).next_page(span.pagination, state.page, linked)
    # what a person names as the oldest article is an end, whether a page follows or not
    reason = "listed-stop" if _lists_stop(span, state, read) else next_page.stop_reason
    reason = reason or _find_early_stop(span, state)
    if reason:
        return finish_rerun(portal, span, state, reason, read)

    address = next_page.address or build_page_address(
        portal, span, window_of(span, state), next_page.page
    )
    if _is_of_other_window(portal, span, state, address):
        return finish_rerun(portal, span, state, "other-window", read)
    if any(search_pattern(pattern, address, span.stop.rule) for pattern in span.stop.at):
        return finish_rerun(portal, span, state, "stop-at", read)

    if not mode_of(span.pagination).names_last_page(span.pagination):
        ended = _end_unbounded(portal, span, state, read, address)
        if ended is not None:
            return ended
    return replace(state, address=address, page=next_page.page)


def _has_left_pages(span: Span, state: WalkState) -> bool:
    """Return True at the end of a list whose pages link others of it that were not read."""
    is_list = mode_of(span.pagination).name == NEXT_LINK.name and not state.has_date
    is_over = is_known_rerun(state) or state.pages_without_new >= MAX_BARREN
    return is_list and bool(state.unwalked) and not is_over


def _end_unbounded(
    portal: Portal, span: Span, state: WalkState, read: PageRead, address: str
) -> WalkState | None:
    """Return the end of a walk whose last page the portal file does not name, or None to go on."""
    # the page behind a gap was requested before those in it
    was_read = read.was_requested(address) and not (state.look_phase or state.has_gap)
    if address == read.url or was_read:
        # a loop is the end of many lists, but also what one page sent in place of another makes;
        # from day to day, it is the rule
        if not (state.has_date or is_known_rerun(state)):
            state = add_doubt(span, state, "repeated-address")
        state = replace(state, proof=LOOPED if _is_loop(span, state, read, address) else "")
        return finish_rerun(portal, span, state, "repeated-address", read)

    mode = mode_of(span.pagination)
    # of a counted list, the next page says whether it ends at a page that lists nothing
    may_go_on = state.look_phase or (mode.counts_pages and not read.links)
    if not may_go_on and mode.is_exhausted(state):
        if not read.links:
            return replace(end_walk(span, state, "nothing-new", read), complete=False)
        return finish_rerun(portal, span, state, "nothing-new", read)

    if not portal_hosts(portal).belongs(address, read.url):
        state = state.add_problem("next-off-portal", read.url, address=address)
        return finish_rerun(portal, span, state, "off-portal", read)

    if span.stop.max_pages is None and state.pages_walked >= DEFAULT_MAX_PAGES:
        problem = make_problem(
            "page-limit",
            read.url,
            number=state.pages_walked,
            address=address,
            most=DEFAULT_MAX_PAGES,
        )
        return _break_off(state, "page-limit", problem)
    return None


def _is_loop(span: Span, state: WalkState, read: PageRead, address: str) -> bool:
    """Return True if a next link leads back to a page before, which is the end of no list: one
    leads nowhere or to the last page itself, unless all numbers of its pager were read."""
    if address == read.url or state.has_date or mode_of(span.pagination).counts_pages:
        return False
    is_read_by_pager = state.has_pager and not state.unwalked
    return not (is_read_by_pager or is_known_rerun(state))


def _break_off(state: WalkState, reason: str, problem: Problem) -> WalkState:
    problems = (*state.problems, problem)
    return replace(state, address=None, stop_reason=reason, complete=False, problems=problems)


def _is_of_other_window(portal: Portal, span: Span, state: WalkState, address: str) -> bool:
    """Return True for the address of a page of another window: a link from one day or month to
    another, in whatever form.

    If that window is one of the span's, it has a walk of its own; if not, it is outside the span.
    """
    window = window_of(span, state)
    if not isinstance(window, Window) or not span.url.dated:
        return False
    match = match_address(span, address, portal.language)
    if match is not None and match.window is not None:
        return match.window.key != state.window
    return is_of_days([address], window) is False


def _lists_stop(span: Span, state: WalkState, read: PageRead) -> bool:
    """Return True if a page lists an article at which the portal file stops the walk, in its place:
    one that is pinned to the top of the first page, or of each page, is no end.

    In its place, it is below all that no complete walk has listed; a walk that reads everything
    again does not ask what others have listed. On a page behind the one at which the walk began, it
    is new itself, or below something new; older ones may follow there.
    """
    ends = max((len(read.links) if state.is_full_walk else read.known_from) - 1, 0)
    if state.pages_since_entry > 1:
        ends = min(ends, read.first_new)
    return any(
        search_pattern(pattern, link, span.stop.rule)
        for pattern in span.stop.listed
        for link in read.links[ends:]
    )


def _find_early_stop(span: Span, state: WalkState) -> str:
    """Return the reason why the portal file, or the known pages of a rerun, end the walk; or ""."""
    if span.stop.max_pages is not None and state.pages_walked >= span.stop.max_pages:
        return "max-pages"
    # where it looks again at a doubt, that may have moved by as many pages as have come before it
    moved = state.pages_moved + state.pages_with_unseen
    at_end = PAGES_AGAIN + moved if state.look_phase else 2
    only_known = state.stops_at_known and state.known_in_a_row >= at_end
    return "known" if only_known and not state.retry_target else ""


def _restart_at_top(portal: Portal, span: Span, state: WalkState) -> WalkState:
    """Return the state at the first page.

    The page at which an earlier walk was to be resumed no longer exists: the archive has changed.
    """
    page = mode_of(span.pagination).first_page(span.pagination)
    return replace(
        state,
        address=build_page_address(portal, span, window_of(span, state), page),
        page=page,
        entry="top",
        stops_at_known=state.stops_at_known and not state.look_phase,
        is_full_walk=bool(state.look_phase) or not state.stops_at_known,
        look_phase="",
        pages_to_look=() if state.look_phase else state.pages_to_look,
        pages_walked=0,
        previous_address=None,
        previous_page="",
    )
