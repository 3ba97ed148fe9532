"""Numbers beside a list that may be its total: those that grow as it does, from crawl to crawl.

"300 articles" and "340 photos" look the same on the first day. A total grows by as many as the list
lists new articles; any other number by more, or not at all. One that counts several lists may grow
so while the others rest: it is no total of one of them if all lists together have as many, nor once
it has grown by more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.crawling.archive.page_counts import (
    MAX_LENGTH,
    MIN_MORE,
    CountedPart,
    ListCount,
    ListSize,
    is_much_more,
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


def follow_numbers(
    state: WalkState, counted: Iterable[ListCount], size: ListSize, known_articles: int
) -> WalkState:
    """Return the state of a walk that has ended, with the numbers that may be the total of its
    list; and with how much of the list was read, if one of them is. ``known_articles``: how many
    all lists have."""
    counts = {each.form: each for each in counted}
    known = {each[:2]: each for each in _read_followed(state)}
    if state.is_full_walk and state.entry == "top":
        lone = [(count.form, place) for count, place in list_lone_numbers(counts.values(), size)]
        known = {key: known.get(key) or FollowedNumber(*key, 0, 0) for key in lone[:MAX_FOLLOWED]}
    followed = []
    for before in known.values():
        after = _follow(state, before, counts)
        followed += [after] if after else []
        if before.form not in counts:
            continue
        if state.counted[2:] == (before.number,) and state.stop_reason == "known":
            state = replace(state, counted=())  # what it counts now is said again
        if after and not state.counted:
            state = replace(state, counted=_find_part(state, after, counts, known_articles))
    return replace(state, followed=tuple(json.dumps(each) for each in followed))


def list_lone_numbers(
    counts: Iterable[ListCount], size: ListSize
) -> Iterator[tuple[ListCount, int]]:
    """Yield the texts with a number that stays and is much larger than a list whose last page is
    full, and its place among the numbers: it may count that list, or anything else."""
    for count in counts if size.is_full else ():
        constants = count.constants if count.is_shown and max(count.steps, default=0) <= 0 else ()
        for number in constants:
            if number > size.first and is_much_more(number, size.articles):
                yield count, list(count.numbers).index(number)


def _find_part(
    state: WalkState, number: FollowedNumber, counts: Mapping[str, ListCount], known_articles: int
) -> CountedPart | tuple[()]:
    """Return how much of a list was read, if a number is its total."""
    total = number.number
    is_of_all = max(total, known_articles) < MIN_MORE * min(total, known_articles)
    is_total = number.agreed >= MIN_AGREED and is_much_more(total, state.listed_count)
    if is_of_all or not is_total:
        return ()
    return CountedPart(counts[number.form].describe(), state.listed_count, total)


def _follow(
    state: WalkState, before: FollowedNumber, counts: Mapping[str, ListCount]
) -> FollowedNumber | None:
    """Return a number as it is now, or None if it does not count the list."""
    shown = counts[before.form].numbers[before.place :] if before.form in counts else ()
    if not shown:
        return before
    after = before.compare(shown[0], state.ever_listed) if before.number else None
    if after is None and state.is_full_walk:
        return FollowedNumber(before.form, before.place, shown[0], state.ever_listed)
    return after


def find_larger_number(state: WalkState) -> CountedPart | None:
    """Return the first number alone in a short text beside a list of several pages, or in a link
    or button there, that is much larger than what was read of it."""
    for form, _, number, *_ in _read_followed(state) if state.counted_page > 1 else ():
        count = ListCount(form, (number,))
        if form.count("#") == 1 and len(form) <= MAX_LENGTH:
            return CountedPart(count.describe(), state.listed_count, number)
    return None


def _read_followed(state: WalkState) -> list[FollowedNumber]:
    return [FollowedNumber(*json.loads(each)) for each in state.followed]
