"""The archive walk, a state machine: what a page says decides which page comes next, or why the walk of this window is over.

``entry.start`` gives the first state. The order in which the ends are looked at is the order of the functions below.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from hashlib import sha256

from webarticlecurator.archive.dates import Window
from webarticlecurator.archive.entry import address_of
from webarticlecurator.archive.match import match
from webarticlecurator.archive.modes import MODES
from webarticlecurator.archive.state import PageRead, WalkState
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.model.verdict import Problem


def advance(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """The state after the page at ``state.address`` was read: with the next address to request, or ended.

    Raises ValueError for a state that has ended or a page that was not asked for.
    """
    if state.address is None or read.url != state.address:
        raise ValueError(f"the walk asked for {state.address}, not for {read.url}")
    state = replace(state, problems=())
    if read.status in GONE:
        return _gone(portal, span, state, read)
    if read.status is None or not 200 <= read.status < 300:
        return _failed(portal, span, state, read)
    return _answered(portal, span, state, read)


def _failed(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    answer = read.trouble or (f"status {read.status}" if read.status else "no usable answer")
    found = Problem("archive-page-failed", read.url, f"{answer}; `curator why` says what happened, the next crawl tries again")
    if span.pagination.pages:
        return _go_on(portal, span, _passed(replace(state, gaps=True, problems=(found,))), read)
    return replace(state, address=None, ended="failed", problems=(found,))


def _gone(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    if state.at_entry and state.entry != "top":
        return _from_the_top(portal, span, state)
    top = state.at_entry and state.entry == "top"
    if top and span.dates:
        return _end(state, "day-empty")
    found = Problem("missing-archive-page", read.url, f"status {read.status} for an archive page that should be there")
    if span.pagination.pages:
        return _go_on(portal, span, _passed(replace(state, problems=(found,))), read)
    if top:
        return replace(_end(replace(state, problems=(found,)), "not-found"), complete=False)
    return _end(state if MODES[span.pagination.mode].counted else replace(state, problems=(found,)), "not-found")


def _answered(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    if not read.links and not read.next_page and state.at_entry and state.entry != "top":
        return _from_the_top(portal, span, state)
    top = state.at_entry and state.entry == "top"
    state = _counted(state, read)
    if not read.links:
        return _empty(portal, span, state, read, top)
    return _go_on(portal, span, replace(state, previous=read.url, previous_page=state.page), read)


def _empty(portal: Portal, span: Span, state: WalkState, read: PageRead, top: bool) -> WalkState:
    """A page that lists nothing."""
    counted = MODES[span.pagination.mode].counted
    if span.pagination.pages:
        return _go_on(portal, span, state, read)
    if not counted and read.next_page:
        found = Problem(
            "empty-archive-page", read.url, "it lists nothing but has a next page; look at the links rules (curator links)"
        )
        state = replace(state, previous=read.url, previous_page=state.page, problems=(found,))
        return _go_on(portal, span, state, read)
    if top and span.dates:
        return _end(state, "day-empty")
    if top and span.pagination.mode == "numbered":
        return _go_on(portal, span, state, read)
    return _end(state, "empty" if counted or top else "no-next")


def _go_on(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """To the next page, unless something ends the walk here."""
    mode = MODES[span.pagination.mode]
    turn = mode.turn(span.pagination, state.page, read)
    reason = turn.ended or _stopped(span, state, read)
    if reason:
        return _end(state, reason)
    address = turn.address or address_of(portal, span, _window(span, state), turn.page)
    if _other_window(portal, span, state, address):
        return _end(state, "other-window")
    if any(re.search(pattern, address) for pattern in span.stop.at):
        return _end(state, "stop-at")
    if address == read.url or read.was_requested(address):
        return _end(state, "repeated-address")
    if not span.pagination.pages and mode.exhausted(state):
        return replace(_end(state, "nothing-new"), complete=bool(read.links))
    return replace(state, address=address, page=turn.page)


def _other_window(portal: Portal, span: Span, state: WalkState, address: str) -> bool:
    """True for the very first address of another window: a link from day to day. If that day is one of the span's, it is walked
    by itself; if not, it is none of its business."""
    if span.dates is None or not span.url.dated:
        return False
    found = match(span, address, portal.language)
    if found is None or found.window is None or found.window.key == state.window:
        return False
    mode = MODES[span.pagination.mode]
    return address_of(portal, span, found.window, mode.first(span.pagination)) == address


def _stopped(span: Span, state: WalkState, read: PageRead) -> str:
    """The user's own ends, and the early end of a rerun."""
    if any(re.search(pattern, link) for pattern in span.stop.listed for link in read.links):
        return "listed-stop"
    if span.stop.max_pages is not None and state.walked >= span.stop.max_pages:
        return "max-pages"
    return "known" if state.early and state.known >= 2 else ""


def _end(state: WalkState, reason: str) -> WalkState:
    """Ended. Complete, unless a page of a list failed, or nothing at all was listed where there are no dates to be empty."""
    state = replace(state, address=None, ended=reason, complete=not state.gaps)
    if state.entry != "top" or state.fertile or state.window or state.early or state.problems:
        return state
    found = Problem("empty-archive-page", "", f"column {state.column}, span {state.span}: no page of it lists anything")
    return replace(state, complete=False, problems=(found,))


def _counted(state: WalkState, read: PageRead) -> WalkState:
    if read.new:
        state = replace(state, tail=read.url, tail_page=state.page)
    digest = sha256("\n".join(read.links).encode("utf-8")).hexdigest()[:16]
    return replace(
        _passed(state),
        barren=0 if read.new else state.barren + 1,
        known=state.known + 1 if read.links and read.known else 0,
        same=state.same + 1 if digest == state.listed else 0,
        fertile=state.fertile + bool(read.new),
        listed=digest,
    )


def _passed(state: WalkState) -> WalkState:
    return replace(state, walked=state.walked + 1, since=state.since + 1)


def _from_the_top(portal: Portal, span: Span, state: WalkState) -> WalkState:
    """The page at which an earlier walk was to be taken up is gone: the archive has changed, so begin again."""
    page = MODES[span.pagination.mode].first(span.pagination)
    address = address_of(portal, span, _window(span, state), page)
    return replace(
        state, address=address, page=page, entry="top", whole=not state.early, walked=0, previous=None, previous_page=""
    )


def _window(span: Span, state: WalkState) -> Window | None:
    return Window.around(date.fromisoformat(state.window), span.dates.step) if span.dates else None
