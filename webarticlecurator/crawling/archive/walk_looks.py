"""Seen once is not final: the looks at an archive that seems to end, or to have nothing.

A walk that ends at an answer that proves nothing (an empty day, a 404, pages that only repeat) is
complete, but doubtful: its state has the looks at it, and ``model.verdict.judge_looks`` says when
the next one is due. Then the walk looks again where the doubts are. Once they are confirmed, the
looks remain as evidence, and nothing is due.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.looks import Judgement, Look, judge_looks
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Span
from webarticlecurator.crawling.archive.state import PageRead, RunContext, WalkState

GONE_PAGE, EMPTY_PAGE, GAP, CUT = "gone", "empty", "gap", "cut"
OTHER_PAGE = "other-page"
"""Words of looks: a page that does not exist; one that lists nothing; one between others that lists
nothing; a page that breaks off; another page in place of one of the list. Others are the reason why
the walk ended."""
MAX_LOOKS = 10
"""Looks that are kept. A list that is read at every crawl has no bound; five make it final."""
PAGES_AGAIN = 3
"""Pages of a look: the one before the doubt, and two more."""


def list_looks(state: WalkState, run: RunContext) -> tuple[Look, ...]:
    """Return the looks that a stored walk keeps, oldest first."""
    looks = []
    for look in state.looks:
        written, _, answer = look.partition(" ")
        time = datetime.fromisoformat(written)
        looks.append(Look(time, answer, run.was_well(time, "")))
    return tuple(looks)


def has_no_page(state: WalkState) -> bool:
    """Return True if a walk has listed nothing since its page does not exist."""
    return (
        state.stop_reason == "day-empty"
        and state.looks[-1:] != ()
        and (state.looks[-1].endswith(f" {GONE_PAGE}"))
    )


def judge_walk(state: WalkState, run: RunContext) -> Judgement | None:
    """Return what the looks of a complete walk prove; None where it left no doubt."""
    return judge_looks(list_looks(state, run), run.confirm) if state.complete else None


def is_look_due(state: WalkState, run: RunContext) -> bool:
    """Return True if a doubtful walk is to be looked at again in this run."""
    if not state.looks or run.now is None:
        return False
    judged = judge_walk(state, run)
    return judged is not None and judged.due is not None and judged.due <= run.now


def add_doubt(span: Span, state: WalkState, word: str, *, at_previous: bool = False) -> WalkState:
    """Return the state with a doubt after the last page that listed something new, or
    ``at_previous``: after the page read last."""
    has_values = mode_of(span.pagination).counts_pages
    last_new = state.last_new_page if has_values else state.last_new_address
    previous = state.previous_page if has_values else state.previous_address
    place = (previous if at_previous else None) or last_new or previous
    places = (*state.new_doubts, place) if place else state.new_doubts
    return replace(state, doubt=state.doubt or word, new_doubts=tuple(dict.fromkeys(places)))


def is_cut(state: WalkState, read: PageRead) -> bool:
    """Return True if a page of a list without dates breaks off, unlike others of the list. (Those
    of dates are compared with each other.)"""
    return read.has_end is False and state.ends_html and not state.has_date


def add_cut_doubt(span: Span, state: WalkState, read: PageRead, confirm: timedelta) -> WalkState:
    """Return the state with a doubt at a page that breaks off; with a problem, unless it did so
    ``confirm`` before."""
    state = add_doubt(span, state, CUT)
    if was_seen_before(state, CUT, read.time, confirm):
        return state
    return state.add_problem("list-not-whole", read.url, "cut")


def times_of(state: WalkState, word: str) -> list[datetime]:
    """Return when the looks of a walk found what a word says."""
    looks = (look.partition(" ") for look in state.looks)
    return [datetime.fromisoformat(time) for time, _, answer in looks if answer == word]


def was_seen_before(state: WalkState, word: str, time: datetime | None, confirm: timedelta) -> bool:
    """Return True if a look of a walk found what a word says ``confirm`` before a time."""
    times = times_of(state, word)
    return bool(times) and time is not None and time - times[0] >= confirm


def record_look(state: WalkState, time: datetime | None) -> WalkState:
    """Return the state of a walk that has ended, with the look that it was, or without doubts where
    it looked at them and found none."""
    ended = replace(
        state, doubt="", new_doubts=(), pages_to_look=(), look_phase="", nothing_in_a_row=0
    )
    if state.doubt and time is not None:
        previous_looks = () if state.look_phase == "found" else state.looks[: MAX_LOOKS - 1]
        looks = (*previous_looks, f"{time.isoformat()} {state.doubt}")
        return replace(ended, looks=looks, doubtful_pages=state.new_doubts, pages_moved=0)
    was_empty_day = bool(state.looks) and not state.doubtful_pages
    if state.is_full_walk or state.look_phase or was_empty_day:
        return replace(ended, looks=(), doubtful_pages=(), pages_moved=0)
    moved = state.pages_moved + state.pages_with_unseen if state.doubtful_pages else 0
    return replace(ended, pages_moved=moved)
