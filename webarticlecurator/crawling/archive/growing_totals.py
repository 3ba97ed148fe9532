"""Numbers beside a list that may be its total: those that grow as it does, from crawl to crawl.

"300 articles" and "340 photos" look the same on the first day. A total grows by as many as the list
lists new articles; any other number by more, or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.crawling.archive.page_counts import (
    CountedPart,
    ListCount,
    ListSize,
    is_much_more,
    list_lone_numbers,
)
from webarticlecurator.crawling.archive.state import WalkState

MIN_AGREED = 2
"""Crawls in which a number grew as its list did, that make it the total: once may be chance."""
MAX_STILL = 10
"""New articles beside which a number that stays is no total. (Some are counted a day late.)"""
MAX_FOLLOWED = 20


class FollowedNumber(NamedTuple):
    """A number in a text of a list page: the ``form`` of the text and its ``place`` there; its
    value when the walk had ``listed`` so many articles at any time; and in how many crawls it
    ``agreed``, as it grew as they did."""

    form: str
    place: int
    number: int
    listed: int
    agreed: int = 0

    def compare(self, number: int, listed: int) -> FollowedNumber | None:
        """Return the number as it is now, or None if it counts something else."""
        grown, new = number - self.number, listed - self.listed
        if grown > new or (grown == 0 and new >= MAX_STILL):
            return None
        # what is moved or taken back grows less than the list
        agreed = self.agreed + (grown == new > 0)
        return self._replace(number=number, listed=listed, agreed=agreed) if grown else self


def follow_numbers(state: WalkState, counted: Iterable[ListCount], size: ListSize) -> WalkState:
    """Return the state of a walk that has ended, with the numbers that may be the total of its
    list; and with how much of the list was read, if one of them is."""
    counts = {each.form: each for each in counted}
    known = {each[:2]: each for each in _read_followed(state)}
    if state.is_full_walk and state.entry == "top":
        lone = [(count.form, place) for count, place in list_lone_numbers(counts.values(), size)]
        known = {key: known.get(key) or FollowedNumber(*key, 0, 0) for key in lone[:MAX_FOLLOWED]}
    followed = [*_follow_each(state, known.values(), counts)]
    for each in followed if not state.counted else ():
        is_short = is_much_more(each.number, state.listed_count)
        if each.agreed >= MIN_AGREED and each.form in counts and is_short:
            says = counts[each.form].describe()
            state = replace(state, counted=CountedPart(says, state.listed_count, each.number))
    return replace(state, followed=tuple(json.dumps(each) for each in followed))


def _follow_each(
    state: WalkState, numbers: Iterable[FollowedNumber], counts: Mapping[str, ListCount]
) -> Iterator[FollowedNumber]:
    for each in numbers:
        shown = counts[each.form].numbers[each.place :] if each.form in counts else ()
        after = each.compare(shown[0], state.ever_listed) if shown and each.number else None
        if after is None and shown and state.is_full_walk:
            after = FollowedNumber(each.form, each.place, shown[0], state.ever_listed)
        if after is not None or not shown:
            yield after or each


def find_larger_number(state: WalkState) -> CountedPart | None:
    """Return the first number alone in a text beside a list of several pages that is much larger
    than what was read of it."""
    for form, _, number, *_ in _read_followed(state) if state.counted_page > 1 else ():
        count = ListCount(form, (number,))
        if form.count("#") == 1 and not count.is_weak:
            return CountedPart(count.describe(), state.listed_count, number)
    return None


def _read_followed(state: WalkState) -> list[FollowedNumber]:
    return [FollowedNumber(*json.loads(each)) for each in state.followed]
