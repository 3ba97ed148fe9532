"""How the pages of a window follow each other: a row for each ``pagination.mode``.

The row of a pagination mode: the keys it reads and needs, the first and the next page, what ends
it.

Of ``pagination.pages``, ``"7-9"`` is 7, 8, 9; ``"08-10"`` keeps its zeros; ``"9-7"`` counts down.
Ranges are not expanded: counting values and finding one by its index take time proportional to the
entries of the list, not to the numbers in them.
"""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Protocol

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.portal import Pagination

MAX_PAGES = 1_000_000
"""Most pages that one walk may name: at one request a second they take eleven days."""


@dataclass(frozen=True)
class _Run:
    """Consecutive numbers in the order of the walk, written with at least ``width`` digits; or one
    ``text`` that is not a number."""

    numbers: range
    width: int = 0
    text: str = ""

    def value(self, index: int) -> str:
        return self.text or str(self.numbers[index]).zfill(self.width)


class PageValues:
    """The values of one list in walking order; a repeated value counts at its first place."""

    def __init__(self, pages: tuple[str, ...]) -> None:
        self._runs = tuple(
            replace(run, numbers=part) for _, run, kept in _entries(pages) for part in kept
        )
        self._ends = tuple(accumulate(len(run.numbers) for run in self._runs))
        self._by_width: dict[int, list[int]] = {}
        self._texts: dict[str, int] = {}
        for index, run in enumerate(self._runs):
            if run.text:
                self._texts[run.text] = index
            else:
                self._by_width.setdefault(run.width, []).append(index)
        for runs in self._by_width.values():
            runs.sort(key=self._lowest)

    @property
    def count(self) -> int:
        return self._ends[-1]

    def at(self, place: int) -> str:
        """Return the value at a place, counted from 0."""
        index = bisect_right(self._ends, place)
        before = self._ends[index - 1] if index else 0
        return self._runs[index].value(place - before)

    def place(self, value: str) -> int | None:
        """Return the place of a value, or None if it is not in the list."""
        index = self._texts.get(value)
        if index is not None:
            return self._ends[index] - 1
        if not re.fullmatch("[0-9]{1,18}", value):
            return None
        number = int(value)
        runs = self._by_width.get(_width(value), [])
        position = bisect_right(runs, number, key=self._lowest) - 1
        if position < 0 or number not in self._runs[runs[position]].numbers:
            return None
        run = self._runs[runs[position]]
        return self._ends[runs[position]] - len(run.numbers) + run.numbers.index(number)

    def _lowest(self, index: int) -> int:
        return min(self._runs[index].numbers[0], self._runs[index].numbers[-1])


@lru_cache(maxsize=256)
def parse_page_values(pages: tuple[str, ...]) -> PageValues:
    """Return the values of ``pages``, which is not empty."""
    return PageValues(pages)


def _width(text: str) -> int:
    """Return the digits of a number with leading zeros, else 0: ``08`` and ``8`` differ."""
    return len(text) if text.startswith("0") and len(text) > 1 else 0


def find_repeat(pages: tuple[str, ...]) -> tuple[int, str] | None:
    """Return the index of the first entry that repeats a value of an earlier one, with that value;
    None if there is none."""
    for index, run, kept in _entries(pages):
        if sum(map(len, kept)) == len(run.numbers):
            continue
        if not kept or kept[0][0] != run.numbers[0]:
            return index, run.value(0)
        return index, run.value(len(kept[0]))
    return None


def _entries(pages: tuple[str, ...]) -> Iterator[tuple[int, _Run, list[range]]]:
    """Yield the index of an entry, a run of it, and the ranges of it that are in no earlier run."""
    texts: set[str] = set()
    taken: dict[int, list[tuple[int, int]]] = {}
    for index, run in ((index, run) for index, page in enumerate(pages) for run in _runs_of(page)):
        if run.text:
            kept = [] if run.text in texts else [run.numbers]
            texts.add(run.text)
        else:
            known = taken.setdefault(run.width, [])
            kept = _without(run.numbers, known)
            for numbers in kept:
                insort(known, (min(numbers[0], numbers[-1]), max(numbers[0], numbers[-1])))
        yield index, run, kept


def _runs_of(page: str) -> Iterator[_Run]:
    """Yield one entry as runs: a range with leading zeros is divided before the first number that
    fills its width without them."""
    bounds = re.fullmatch(r"([0-9]+)\s*[-–]\s*([0-9]+)", page)
    if bounds is None and not re.fullmatch("[0-9]{1,18}", page):
        yield _Run(range(1), text=page)
        return
    low, high = (bounds[1], bounds[2]) if bounds else (page, page)
    width, start, end = _width(low), int(low), int(high)
    split = 10 ** (width - 1) if width else 0
    upwards = start <= end
    bottom, top = min(start, end), max(start, end)
    parts = [
        _Run(range(bottom, min(top + 1, split)), width),
        _Run(range(max(bottom, split), top + 1)),
    ]
    for part in parts if upwards else parts[::-1]:
        if part.numbers:
            yield part if upwards else _Run(part.numbers[::-1], part.width)


def _without(numbers: range, taken: list[tuple[int, int]]) -> list[range]:
    """Return the ranges of ``numbers`` outside the closed intervals ``taken`` (sorted, disjoint),
    in their own direction."""
    bottom, top = min(numbers[0], numbers[-1]), max(numbers[0], numbers[-1])
    free: list[range] = []
    index = max(bisect_right(taken, (bottom,)) - 1, 0)
    while bottom <= top:
        low, high = taken[index] if index < len(taken) else (top + 1, top + 1)
        if bottom < low:
            free.append(range(bottom, min(low, top + 1)))
        bottom = max(bottom, high + 1)
        index += 1
    return free if numbers.step > 0 else [part[::-1] for part in reversed(free)]


@dataclass(frozen=True)
class NextPage:
    """Where the walk goes after a page: a page value, an address, or a key of ``STOP_REASONS``."""

    page: str = ""
    address: str | None = None
    stop_reason: str = ""


class PageCounts(Protocol):
    """How many pages a walk read: with a new link, and in a row without one or with the links of
    the page before."""

    @property
    def pages_with_new(self) -> int: ...
    @property
    def pages_without_new(self) -> int: ...
    @property
    def identical_in_a_row(self) -> int: ...


def has_nothing_new(counts: PageCounts) -> bool:
    """Return True after three consecutive pages with the same links, or five without a link that is
    new to the walk."""
    return counts.identical_in_a_row >= 2 or counts.pages_without_new >= 5


def end_list(_linked: str | None = None) -> NextPage:
    """Return that there is no page after the last one."""
    return NextPage(stop_reason="last-page")


@dataclass(frozen=True)
class Mode:
    """One pagination mode.

    A mode that has ``find_place`` counts its pages: each has a value of its own, which fills
    ``{page}`` of the address, and a missing or empty page is the end of the list, not a broken
    link. Any other mode has one page, or follows links.

    - ``name``, ``meaning``: the value of ``pagination.mode``, and what it does, for the reference;
    - ``page_at``: the page value at a place, counted from 0; where pages are not counted, only that
      of the first page is asked for;
    - ``count_pages``: the maximum number of pages of a walk, None where only the walk can tell;
    - ``find_place``: the place of a page value, None for any other text; of a value after the last
      page, the place that it would have, or None;
    - ``follow_link``: the page after one that links the given address (None: no next link);
    - ``reads``: the keys of ``pagination`` that it reads; ``needs``: those that must be there;
    - ``page_field_key``: a key that has an effect only where the address has ``{page}``, or "";
    - ``is_exhausted``: pages without new links have gone on for too long;
    - ``passes_empty_first``: an empty first page does not end the walk.
    """

    name: str
    meaning: str
    page_at: Callable[[Pagination, int], str]
    count_pages: Callable[[Pagination], int | None]
    find_place: Callable[[Pagination, str], int | None] | None = None
    follow_link: Callable[[str | None], NextPage] = end_list
    reads: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    page_field_key: str = ""
    is_exhausted: Callable[[PageCounts], bool] = has_nothing_new
    passes_empty_first: bool = False

    @property
    def counts_pages(self) -> bool:
        """True if each page has a value of its own; the address must have ``{page}``."""
        return self.find_place is not None

    @property
    def reads_page_field(self) -> bool:
        """True if it fills ``{page}`` of the address."""
        return self.counts_pages or bool(self.page_field_key)

    def names_last_page(self, pagination: Pagination) -> bool:
        """Return True if the portal file names the last page, at which a first walk must end."""
        return self.counts_pages and self.count_pages(pagination) is not None

    def first_page(self, pagination: Pagination) -> str:
        """Return the page value of the first address."""
        return self.page_at(pagination, 0)

    def has_page(self, pagination: Pagination, page: str) -> bool:
        """Return True if ``page`` is a page value of this pagination."""
        place = self._find_place(pagination, page)
        return place is not None and not self._is_after_last(pagination, place)

    def is_beyond_last(self, pagination: Pagination, page: str) -> bool:
        """Return True if ``page`` is a page value after the last one that the portal file names."""
        place = self._find_place(pagination, page)
        return place is not None and self._is_after_last(pagination, place)

    def next_page(self, pagination: Pagination, page: str, linked: str | None) -> NextPage:
        """Return the page after ``page``, which links the address ``linked`` (None: no next
        link)."""
        if not self.counts_pages:
            return self.follow_link(linked)
        place = self._find_place(pagination, page)
        if place is None or self._is_after_last(pagination, place + 1):
            return end_list()
        return NextPage(page=self.page_at(pagination, place + 1))

    def page_before(self, pagination: Pagination, page: str) -> str:
        """Return the page value before ``page``; the first one of the first page, and of a text
        that is no page value."""
        return self.page_at(pagination, max((self._find_place(pagination, page) or 0) - 1, 0))

    def count_pages_from(self, pagination: Pagination, page: str) -> int:
        """Return the number of pages from ``page`` on, where it is known before the walk.

        A page that is none of them counts as the first.
        """
        count = self.count_pages(pagination) or 1
        return count - (
            self._find_place(pagination, page) or 0 if self.has_page(pagination, page) else 0
        )

    def _find_place(self, pagination: Pagination, page: str) -> int | None:
        return None if self.find_place is None else self.find_place(pagination, page)

    def _is_after_last(self, pagination: Pagination, place: int) -> bool:
        count = self.count_pages(pagination)
        return count is not None and place >= count

    def __post_init__(self) -> None:
        unread = {*self.needs, self.page_field_key} - {*self.reads, ""}
        if unread:
            raise TypeError(f"pagination mode {self.name} does not read {', '.join(unread)}")


# ``none``: one page per window, or one page in total.
NONE = Mode("none", "one page", lambda *_: "", lambda _pagination: 1)


# ``next-link``: each page links the one after it; ``{page}`` in the address is filled for the
# first page only.
NEXT_LINK = Mode(
    "next-link",
    "each page links the next one",
    lambda pagination, _place: str(pagination.first),
    lambda _pagination: None,
    follow_link=lambda linked: (
        NextPage(address=linked) if linked else NextPage(stop_reason="no-next")
    ),
    reads=("next", "first"),
    needs=("next",),
    page_field_key="first",
)


# ``browser-list``: one page, which a browser makes longer by scrolling or clicking.
BROWSER_LIST: Mode = replace(
    NONE,
    name="browser-list",
    meaning="one page in a browser, which scrolls or clicks until the list ends",
    reads=("scroll", "click", "until", "max"),
)
