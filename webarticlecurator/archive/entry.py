"""Whether a window is walked in this run, and where its walk begins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from hashlib import sha256

from webarticlecurator.archive.modes import MODES
from webarticlecurator.archive.page_address import fill_template
from webarticlecurator.archive.state import PageRead, StoredWalk, WalkState
from webarticlecurator.archive.stop_reasons import STOPPED, UNFINISHED
from webarticlecurator.archive.windows import Window
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.model.stored_words import STORED_CLASSES


def digest_span(span: Span) -> str:
    """Return 16 hex digits over address, step, pagination and stops.

    Other link rules do not change which pages there are; where a rule stands in its file does not
    count.
    """
    step = span.dates.step if span.dates else ""
    shape = (span.url.text, step, span.pagination, span.stop)
    return sha256(_canonical(shape).encode("utf-8")).hexdigest()[:16]


def _canonical(value: object) -> str:
    stored = STORED_CLASSES.get(type(value))
    if stored is not None:
        attributes = stored.attributes.items()
        inner = ",".join(
            f"{word}={_canonical(getattr(value, attribute))}" for attribute, word in attributes
        )
        return f"{stored.word}({inner})"
    if isinstance(value, tuple):
        return "(" + ",".join(_canonical(v) for v in value) + ")"
    return repr(value)


TRIES = 2
"""So often a walk that gets no further is taken up where it stood; then it begins at the top, where
something new may be."""


@dataclass(frozen=True)
class RunContext:
    """The day of the run (in the portal's zone) and whether everything is to be walked
    (``--full``)."""

    today: date
    full: bool = False


def is_closed(window: Window | None, settle: timedelta, day: date) -> bool:
    """True if on ``day`` the window's end is ``settle`` ago; never for a span without dates."""
    if window is None:
        return False
    return day.toordinal() > window.last.toordinal() - (-settle // timedelta(days=1))


def is_due(
    span: Span, window: Window | None, earlier: StoredWalk | None, *, full: bool = False
) -> bool:
    """Whether the window is to be walked. It is not if it was walked to its end by a walk that
    *began* when it was over: one that ended while the window was open cannot have seen what was
    published after it."""
    if full or earlier is None or not _counts(span, window, earlier) or not earlier.state.complete:
        return True
    return not is_closed(window, span.settle, date.fromisoformat(earlier.state.began))


def start_walk(
    portal: Portal, span: Span, window: Window | None, earlier: StoredWalk | None, begin: RunContext
) -> WalkState:
    """The state in which the walk of one window begins; request its ``address`` and give the answer
    to ``advance``.

    - nothing earlier, or ``full``: at the top, to the end;
    - an unfinished walk: one page before where it stood (at the top if that brought it no further
    several times);
    - a finished one, the window over by now: at the top, to the end, once more; that closes it;
    - a finished one, still open, or one that came to its end past pages that failed: newest first
    at the top, until two
      pages of known links; oldest first at its last page; what failed is asked for before it ends.
      The values of ``pages:`` are places, not a sequence: all of them again.
    """
    top = start_at_top(portal, span, window, begin.today)
    if earlier is None or not _counts(span, window, earlier):
        return top
    state, place = earlier.state, _Place(portal, span, window)
    if not state.reached_end:
        return _unfinished(place, top, state, begin)
    if begin.full or _closes(span, window, state, begin.today) or span.pagination.pages:
        return top
    if state.missed:
        top = replace(top, retry=_still_missed(state), began=state.began)
    if span.newest_first:
        return _with_end(place, replace(top, early=True, whole=False), state)
    return _moved(top, state.tail_page, place.address(state.tail, state.tail_page), entry="tail")


@dataclass(frozen=True)
class _Place:
    """The window of a span whose walk begins."""

    portal: Portal
    span: Span
    window: Window | None

    def address(self, stored: str | None, page: str) -> str | None:
        """A stored page's address; where it has a page value, by the template as it is written
        now."""
        if stored is None or not page:
            return stored
        return page_address(self.portal, self.span, self.window, page)


def _closes(span: Span, window: Window | None, state: WalkState, today: date) -> bool:
    """True if the window is over by now, and was open when the stored walk began: it is walked to
    its end once more."""
    began_open = not is_closed(window, span.settle, date.fromisoformat(state.began))
    return is_closed(window, span.settle, today) and (state.complete or began_open)


def _with_end(place: _Place, top: WalkState, state: WalkState) -> WalkState:
    """``top`` with the page at the other end of the list, as the last walk that got there left it.
    A walk that the portal file stopped before did not get there."""
    if state.ended in STOPPED:
        return top
    if state.ended == "known":
        return replace(
            top,
            end=place.address(state.end, state.end_page),
            end_page=state.end_page,
            end_next=state.end_next,
        )
    page = (page_after(place.span, state.tail_page) if state.tail_full else None) or state.tail_page
    return replace(
        top, end=place.address(state.tail, page), end_page=page, end_next=state.tail_next
    )


def start_at_top(portal: Portal, span: Span, window: Window | None, today: date) -> WalkState:
    """A new walk at the first page."""
    page = MODES[span.pagination.mode].first(span.pagination)
    return WalkState(
        column=span.column,
        span=span.number,
        window=window.key if window else "",
        page=page,
        address=page_address(portal, span, window, page),
        began=today.isoformat(),
        rules=digest_span(span),
    )


def page_address(portal: Portal, span: Span, window: Window | None, page: str) -> str:
    """The address of a page by its value; the first page has ``first_url`` where that is given."""
    template, pagination = span.url, span.pagination
    if pagination.first_url and page == MODES[pagination.mode].first(pagination):
        template = pagination.first_url
    return fill_template(
        template, window=window, page=page, column=span.column, language=portal.language
    )


def page_after(span: Span, page: str) -> str | None:
    """The page value after ``page`` where pages are counted; None at the last one, and where they
    are not."""
    mode = MODES[span.pagination.mode]
    turn = mode.turn(span.pagination, page, PageRead("", 200)) if mode.counted else None
    return turn.page if turn is not None and not turn.ended else None


def _counts(span: Span, window: Window | None, earlier: StoredWalk) -> bool:
    """Whether the stored walk is one of this window by these rules. One that came to the default
    limit of pages is, too, where only the limit has changed since."""
    state = earlier.state
    if state.window != (window.key if window else ""):
        return False
    unlimited = replace(span, stop=replace(span.stop, max_pages=None))
    return state.rules == digest_span(span) or (
        state.ended == "page-limit" and state.rules == digest_span(unlimited)
    )


def _unfinished(place: _Place, top: WalkState, state: WalkState, begin: RunContext) -> WalkState:
    if begin.full and not state.whole:
        return top
    if state.ended == "" and (state.since == 0 or state.entry == "look"):
        return state  # what it asks for now was not read yet
    no_further = (
        state.entry == "again" and state.ended not in ("", "page-limit") and state.since <= 2
    )
    tries = state.tries + 1 if no_further else 0
    previous = place.address(state.previous, state.previous_page)
    top = replace(top, end=state.end, end_page=state.end_page, end_next=state.end_next)
    if tries >= TRIES or state.ended not in UNFINISHED or previous is None:
        return replace(
            top,
            early=state.early,
            whole=not state.early,
            retry=_still_missed(state) if state.early else (),
        )
    taken = _moved(top, state.previous_page, previous, entry="again")
    if taken.entry == "again":
        taken = replace(taken, previous=previous, previous_page=state.previous_page, tries=tries)
    walked, aim = max(state.walked - 1, 0), (state.aim,) if state.aim else ()
    taken = replace(taken, missed=state.missed, retry=(*aim, *state.retry))
    return replace(taken, early=state.early, whole=state.whole, began=state.began, walked=walked)


def _still_missed(state: WalkState) -> tuple[str, ...]:
    aim = (state.aim,) if state.aim else ()
    return tuple(dict.fromkeys((*state.missed, *aim, *state.retry)))


def _moved(top: WalkState, page: str, address: str | None, *, entry: str) -> WalkState:
    """``top``, but at a later page; at the top if there is none."""
    if address is None or address == top.address:
        return top
    return replace(top, address=address, page=page, entry=entry, whole=False)
