"""Seen once is not final: the looks at an archive that seems to end, or to have nothing.

A walk that ends at an answer that proves nothing (an empty day, a 404, pages that only repeat) is
complete, but doubtful: its state has the looks at it, and ``model.looks`` says when the next one is
due. Then the walk looks again where the doubts are. Once they are confirmed, the looks remain as
evidence, and nothing is due.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from webarticlecurator.archive.sources import PagePlace, source_of
from webarticlecurator.archive.state import RunContext, WalkState
from webarticlecurator.model.archive_rules import Span
from webarticlecurator.model.pagination import mode_of, names_last_page
from webarticlecurator.model.verdict import Judgement, Look, judge_looks

GONE_PAGE, EMPTY_PAGE, GAP = "gone", "empty", "gap"
"""Words of looks: a page that does not exist; one that lists nothing; pages without new links that
are followed by new ones, or links in another order. Others are the reason why the walk ended."""
OLD_END = "end"
"""Word of the look of an older version at the end of a list, of which it noted no more: the next
look that finds the end there says the same."""
MAX_LOOKS = 10
"""Looks that are kept. A list that is read at every crawl has no bound; five make it final."""
_ENDS = ("empty", "not-found", "no-next", "nothing-new", "repeated-address", "known")
"""Reasons that say that a list ends, not that the portal file ends the walk."""
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
    is_numbered = mode_of(span.pagination).is_numbered
    last_new = state.last_new_page if is_numbered else state.last_new_address
    previous = state.previous_page if is_numbered else state.previous_address
    place = (previous if at_previous else None) or last_new or previous
    places = (*state.new_doubts, place) if place else state.new_doubts
    return replace(state, doubt=state.doubt or word, new_doubts=tuple(dict.fromkeys(places)))


def record_look(state: WalkState, time: datetime | None) -> WalkState:
    """Return the state of a walk that has ended, with the look that it was, or without doubts where
    it looked at them and found none."""
    ended = replace(
        state, doubt="", new_doubts=(), pages_to_look=(), look_phase="", nothing_in_a_row=0
    )
    if state.doubt and time is not None:
        earlier = () if state.look_phase == "found" else state.looks[: MAX_LOOKS - 1]
        earlier = tuple(_name_old_end(look, state.doubt) for look in earlier)
        looks = (*earlier, f"{time.isoformat()} {state.doubt}")
        return replace(ended, looks=looks, doubtful_pages=state.new_doubts, pages_moved=0)
    was_empty_day = bool(state.looks) and not state.doubtful_pages
    if state.is_full_walk or state.look_phase or was_empty_day:
        return replace(ended, looks=(), doubtful_pages=(), pages_moved=0)
    moved = state.pages_moved + state.pages_with_unseen if state.doubtful_pages else 0
    return replace(ended, pages_moved=moved)


def has_old_end(state: WalkState) -> bool:
    """Return True if an older version walked a list to an end that was not looked at since."""
    return any(look.endswith(f" {OLD_END}") for look in state.looks)


def _name_old_end(look: str, doubt: str) -> str:
    time, _, word = look.partition(" ")
    return f"{time} {doubt}" if word == OLD_END else look


def count_look_pages(state: WalkState) -> int:
    """Return how many pages the next look at a doubtful walk requests, if nothing has changed."""
    return max(len(state.doubtful_pages) * PAGES_AGAIN + state.pages_moved, 1)


@dataclass(frozen=True)
class ListEnd:
    """The last page of a list that listed something new: its address and its page value.

    ``is_proved``: the list ends there. ``is_kept``: a rerun that ended before has kept it; then it
    may be the page after that one, and has moved on by what was found since.
    """

    address: str
    page: str
    is_proved: bool
    is_kept: bool


def find_list_end(span: Span, state: WalkState) -> ListEnd | None:
    """Return where the walk of an older version ended; None where the portal file says where, and
    where a rerun goes on from there anyway.

    That version took one page without links, or two without new ones, for the end of a list.
    """
    is_list = source_of(span).is_list(PagePlace(window=state.window))
    if not is_list or not state.complete or names_last_page(span.pagination):
        return None
    if state.stop_reason not in _ENDS or not (state.has_date or span.newest_first):
        return None
    # a rerun that met what it knew has kept the end that the walk before it found
    is_kept = state.stop_reason == "known" and span.newest_first
    address = state.far_end_address if is_kept else state.last_new_address
    page = state.far_end_page if is_kept else state.last_new_page
    has_next = state.far_end_has_next if is_kept else state.last_new_has_next
    return ListEnd(address, page, _is_proved(span, state, has_next), is_kept) if address else None


def _is_proved(span: Span, state: WalkState, has_next: bool) -> bool:
    """Return True for an end that proves itself today, too: a last page without a next link; in a
    window of dates, a loop, a page that does not exist, or an empty one after a page that was
    shorter than the one before it."""
    if not mode_of(span.pagination).is_numbered:
        is_loop = state.stop_reason == "repeated-address" and not state.pages_without_new
        return not has_next or (is_loop and state.has_date)
    is_short = state.stop_reason == "empty" and not state.last_new_is_full
    return state.has_date and (is_short or state.stop_reason == "not-found")
