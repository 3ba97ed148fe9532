"""The archive walk, a state machine: what a page says decides which page comes next, or why the
walk of this window is over.

``entry.start`` gives the first state. The order in which the ends are looked at is the order of the
functions below; ``rerun.py`` holds what comes before an end: pages that failed in an earlier walk,
and the look at the other end of the list.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from webarticlecurator.archive.address_match import match_address
from webarticlecurator.archive.entry import page_address
from webarticlecurator.archive.modes import MODES, NextPage
from webarticlecurator.archive.rerun import end_look, end_walk, finish_rerun, window_of
from webarticlecurator.archive.state import PageRead, WalkState
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.patterns import search_pattern
from webarticlecurator.model.portal import DEFAULT_MAX_PAGES, Portal, Span
from webarticlecurator.model.verdict import Problem

MOST_MISSED = 100
"""A walk to a named last page ends as failed when more pages than these failed: then it is the
portal that fails."""

ASK_AGAIN = "`curator crawl --full` asks for it again"


def advance(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """The state after the page at ``state.address`` was read: with the next address to request, or
    ended.

    Raises ValueError for a state that has ended or a page that was not asked for.
    """
    if state.address is None or read.url != state.address:
        raise ValueError(f"the walk asked for {state.address}, not for {read.url}")
    state = replace(state, problems=(), anew=False)
    if state.entry == "look":
        return end_look(portal, span, state, read)
    if span.pagination.bounded:
        state = _asked_again(state)
    if read.status in GONE:
        return _gone(portal, span, state, read)
    if read.status is None or not 200 <= read.status < 300:
        return _failed(portal, span, state, read)
    return _answered(portal, span, state, read)


def _asked_again(state: WalkState) -> WalkState:
    """A page that failed in an earlier walk is asked for now; if it fails again, it is ``missed``
    again."""
    retry = tuple(page for page in state.retry if page != state.page)
    return replace(state, retry=retry, aim="" if state.aim == state.page else state.aim)


def _failed(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    ended = fail_page(state, read)
    if not span.pagination.bounded or len(state.missed) >= MOST_MISSED:
        return ended
    missed = tuple(dict.fromkeys((*state.missed, state.page)))
    return _go_on(
        portal, span, _passed(replace(state, missed=missed, problems=ended.problems)), read
    )


def fail_page(state: WalkState, read: PageRead) -> WalkState:
    """The state after a page that could not be read: the next crawl goes on there."""
    answer = read.trouble or (f"status {read.status}" if read.status else "no usable answer")
    said = f"{answer}; `curator why` says what happened, the next crawl tries again"
    return replace(
        state,
        address=None,
        ended="failed",
        problems=(Problem("archive-page-failed", read.url, said),),
    )


def _gone(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    if state.at_entry and state.entry != "top":
        return _from_the_top(portal, span, state)
    top = state.at_entry and state.entry == "top"
    if top and span.dates:
        return finish_rerun(portal, span, state, "day-empty", read)
    said = f"status {read.status} for an archive page that should be there; {ASK_AGAIN}"
    found = Problem("missing-archive-page", read.url, said)
    if span.pagination.bounded:
        return _go_on(portal, span, _passed(replace(state, problems=(found,))), read)
    if top:
        return replace(end_walk(replace(state, problems=(found,)), "not-found"), complete=False)
    state = state if MODES[span.pagination.mode].counted else replace(state, problems=(found,))
    return finish_rerun(portal, span, state, "not-found", read)


def _answered(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    if not read.links and not read.next_page and state.at_entry and state.entry != "top":
        return _from_the_top(portal, span, state)
    top = state.at_entry and state.entry == "top"
    state = _counted(state, read)
    if read.links:
        state = replace(state, previous=read.url, previous_page=state.page)
    if read.lost_pager and not read.next_page and span.pagination.mode == "next-link":
        said = (
            "it has a pager whose `current` selects no number (expected the number of the page);"
            " look at pagination.next"
        )
        return _broken_off(state, "pager-current", Problem("pager-current", read.url, said))
    if not read.links:
        return _empty(portal, span, state, read, top)
    return _go_on(portal, span, state, read)


def _empty(portal: Portal, span: Span, state: WalkState, read: PageRead, top: bool) -> WalkState:
    """A page that lists nothing."""
    counted = MODES[span.pagination.mode].counted
    if span.pagination.bounded:
        # nothing may have been published on these days
        early_date = span.dates is not None and not state.fertile
        said = (
            "it lists nothing, but the portal file names it; look at the links rules (curator"
            f" links), {ASK_AGAIN}"
        )
        found = () if early_date else (Problem("empty-archive-page", read.url, said),)
        return _go_on(portal, span, replace(state, problems=found), read)
    if not counted and read.next_page:
        said = "it lists nothing but has a next page; look at the links rules (curator links)"
        found = (Problem("empty-archive-page", read.url, said),)
        return _go_on(
            portal,
            span,
            replace(state, previous=read.url, previous_page=state.page, problems=found),
            read,
        )
    if top and span.dates:
        return finish_rerun(portal, span, state, "day-empty", read)
    if top and span.pagination.mode == "numbered":
        return _go_on(portal, span, state, read)
    return finish_rerun(portal, span, state, "empty" if counted or top else "no-next", read)


def _go_on(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """To the next page, unless something ends the walk here."""
    if read.beyond:
        said = (
            f"the page links {read.beyond}, a page after `last`; raise pagination.last, or leave"
            " it out"
        )
        state = replace(state, problems=(*state.problems, Problem("beyond-last", read.url, said)))
    turn = MODES[span.pagination.mode].turn(span.pagination, state.page, read)
    reason = turn.ended or _stopped(span, state, read)
    if reason:
        return finish_rerun(portal, span, state, reason, read)
    address = turn.address or page_address(portal, span, window_of(span, state), turn.page)
    if _other_window(portal, span, state, address):
        return finish_rerun(portal, span, state, "other-window", read)
    if any(search_pattern(pattern, address, span.stop.rule) for pattern in span.stop.at):
        return finish_rerun(portal, span, state, "stop-at", read)
    if not span.pagination.bounded:
        ended = _endless(portal, span, state, read, address)
        if ended is not None:
            return ended
    return _at(state, address, turn)


def _at(state: WalkState, address: str, turn: NextPage) -> WalkState:
    return replace(state, address=address, page=turn.page)


def _endless(
    portal: Portal, span: Span, state: WalkState, read: PageRead, address: str
) -> WalkState | None:
    """The ends of a walk whose last page nobody names."""
    if address == read.url or read.was_requested(address):
        return finish_rerun(portal, span, state, "repeated-address", read)
    if MODES[span.pagination.mode].exhausted(state):
        if not read.links:
            return replace(end_walk(state, "nothing-new"), complete=False)
        return finish_rerun(portal, span, state, "nothing-new", read)
    if not portal_hosts(portal).belongs(address, read.url):
        said = (
            f"the next link leads to {address}, outside the portal; look at pagination.next, or"
            " name it in stop.at"
        )
        found = Problem("next-off-portal", read.url, said)
        return finish_rerun(
            portal, span, replace(state, problems=(*state.problems, found)), "off-portal", read
        )
    if span.stop.max_pages is None and state.walked >= DEFAULT_MAX_PAGES:
        said = (
            f"page {state.walked} of one walk, and there is a next one: {address} (expected at most"
            f" {DEFAULT_MAX_PAGES} pages); if the archive is so long, write stop: {{max_pages: …}},"
            " and the next crawl goes on from here; if addresses with a session id or an endless"
            " calendar lead on, look at pagination.next"
        )
        return _broken_off(state, "page-limit", Problem("page-limit", read.url, said))
    return None


def _broken_off(state: WalkState, reason: str, found: Problem) -> WalkState:
    return replace(
        state, address=None, ended=reason, complete=False, problems=(*state.problems, found)
    )


def _other_window(portal: Portal, span: Span, state: WalkState, address: str) -> bool:
    """True for the very first address of another window: a link from day to day. If that day is one
    of the span's, it is walked by itself; if not, it is none of its business."""
    if span.dates is None or not span.url.dated:
        return False
    found = match_address(span, address, portal.language)
    if found is None or found.window is None or found.window.key == state.window:
        return False
    mode = MODES[span.pagination.mode]
    return page_address(portal, span, found.window, mode.first(span.pagination)) == address


def _stopped(span: Span, state: WalkState, read: PageRead) -> str:
    """The user's own ends, and the early end of a rerun."""
    if any(
        search_pattern(pattern, link, span.stop.rule)
        for pattern in span.stop.listed
        for link in read.links
    ):
        return "listed-stop"
    if span.stop.max_pages is not None and state.walked >= span.stop.max_pages:
        return "max-pages"
    return "known" if state.early and state.known >= 2 and not state.aim else ""


def _counted(state: WalkState, read: PageRead) -> WalkState:
    if read.new:
        full = len(read.links) >= state.size
        state = replace(
            state,
            tail=read.url,
            tail_page=state.page,
            tail_next=bool(read.next_page),
            tail_full=full,
        )
    digest = sha256("\n".join(read.links).encode("utf-8")).hexdigest()[:16]
    return replace(
        _passed(state),
        barren=0 if read.new else state.barren + 1,
        known=state.known + 1 if read.links and read.known else 0,
        same=state.same + 1 if digest == state.listed else 0,
        fertile=state.fertile + bool(read.new),
        unseen=state.unseen + bool(read.unseen),
        size=len(read.links),
        listed=digest,
    )


def _passed(state: WalkState) -> WalkState:
    return replace(state, walked=state.walked + 1, since=state.since + 1)


def _from_the_top(portal: Portal, span: Span, state: WalkState) -> WalkState:
    """The page at which an earlier walk was to be taken up is gone: the archive has changed, so
    begin again."""
    page = MODES[span.pagination.mode].first(span.pagination)
    address = page_address(portal, span, window_of(span, state), page)
    return replace(
        state,
        address=address,
        page=page,
        entry="top",
        whole=not state.early,
        walked=0,
        previous=None,
        previous_page="",
    )
