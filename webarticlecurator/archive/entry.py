"""Whether a window is walked in this run, and where its walk begins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta

from webarticlecurator.archive.address import fill
from webarticlecurator.archive.dates import Window
from webarticlecurator.archive.fingerprint import fingerprint
from webarticlecurator.archive.modes import MODES
from webarticlecurator.archive.reasons import UNFINISHED
from webarticlecurator.archive.state import Earlier, WalkState
from webarticlecurator.model.portal import Portal, Span

TRIES = 2
"""So often a walk that gets no further is taken up where it stood; then it begins at the top, where something new may be."""


@dataclass(frozen=True)
class Beginning:
    """The day of the run (in the portal's zone) and whether everything is to be walked (``--full``)."""

    today: date
    full: bool = False


def over(window: Window | None, settle: timedelta, day: date) -> bool:
    """True if on ``day`` the window's end is ``settle`` ago; never for a span without dates."""
    if window is None:
        return False
    return day.toordinal() > window.last.toordinal() - (-settle // timedelta(days=1))


def due(span: Span, window: Window | None, earlier: Earlier | None, *, full: bool = False) -> bool:
    """Whether the window is to be walked. It is not if it was walked to its end by a walk that *began* when it was over: one
    that ended while the window was open cannot have seen what was published after it."""
    if full or earlier is None or not _counts(span, window, earlier) or not earlier.state.complete:
        return True
    return not over(window, span.settle, date.fromisoformat(earlier.state.began))


def start(portal: Portal, span: Span, window: Window | None, earlier: Earlier | None, begin: Beginning) -> WalkState:
    """The state in which the walk of one window begins; request its ``address`` and give the answer to ``advance``.

    - nothing earlier, or ``full``: at the top, to the end;
    - an unfinished walk: one page before where it stood (at the top if that brought it no further several times);
    - a finished one, the window over by now: at the top, to the end, once more; that closes it;
    - a finished one, still open: newest first at the top, until two pages of known links; oldest first at its last page.
      The values of ``pages:`` are places, not a sequence: all of them again.
    """
    top = at_top(portal, span, window, begin.today)
    if earlier is None or not _counts(span, window, earlier):
        return top
    state = earlier.state
    if not state.complete:
        previous = _address(portal, span, window, state.previous, state.previous_page)
        return _unfinished(top, state, previous, begin)
    if begin.full or over(window, span.settle, begin.today) or span.pagination.pages:
        return top
    if span.newest_first:
        return replace(top, early=True, whole=False)
    return _moved(top, state.tail_page, _address(portal, span, window, state.tail, state.tail_page), entry="tail")


def at_top(portal: Portal, span: Span, window: Window | None, today: date) -> WalkState:
    """A new walk at the first page."""
    page = MODES[span.pagination.mode].first(span.pagination)
    return WalkState(
        column=span.column,
        span=span.number,
        window=window.key if window else "",
        page=page,
        address=address_of(portal, span, window, page),
        began=today.isoformat(),
        rules=fingerprint(span),
    )


def address_of(portal: Portal, span: Span, window: Window | None, page: str) -> str:
    """The address of a page by its value; the first page has ``first_url`` where that is given."""
    template, pagination = span.url, span.pagination
    if pagination.first_url and page == MODES[pagination.mode].first(pagination):
        template = pagination.first_url
    return fill(template, window=window, page=page, column=span.column, language=portal.language)


def _counts(span: Span, window: Window | None, earlier: Earlier) -> bool:
    """Whether the stored walk is one of this window by these rules."""
    state = earlier.state
    return state.rules == fingerprint(span) and state.window == (window.key if window else "")


def _unfinished(top: WalkState, state: WalkState, previous: str | None, begin: Beginning) -> WalkState:
    if begin.full and not state.whole:
        return top
    if state.since == 0 and state.ended == "":
        return state  # begun, but nothing was read yet
    no_further = state.entry == "again" and state.ended != "" and state.since <= 2
    tries = state.tries + 1 if no_further else 0
    if tries >= TRIES or state.ended not in UNFINISHED or previous is None:
        return replace(top, early=state.early, whole=not state.early)
    taken = _moved(top, state.previous_page, previous, entry="again")
    if taken.entry == "again":
        taken = replace(taken, previous=previous, previous_page=state.previous_page, tries=tries)
    walked = max(state.walked - 1, 0)
    return replace(taken, early=state.early, whole=state.whole, began=state.began, walked=walked)


def _moved(top: WalkState, page: str, address: str | None, *, entry: str) -> WalkState:
    """``top``, but at a later page; at the top if there is none."""
    if address is None or address == top.address:
        return top
    return replace(top, address=address, page=page, entry=entry, whole=False)


def _address(portal: Portal, span: Span, window: Window | None, stored: str | None, page: str) -> str | None:
    """A stored page's address; where it has a page value, by the template as it is written now."""
    return address_of(portal, span, window, page) if stored is not None and page else stored
