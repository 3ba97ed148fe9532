"""How the pages of a window follow each other: a row for each ``pagination.mode``.

The row of a pagination mode: the keys it reads and needs, the first and the next page, what ends
it.
"""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Protocol

from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.model.portal import Pagination

# The values of ``pagination.pages``: ``"7-9"`` is 7, 8, 9; ``"08-10"`` keeps its zeros; ``"9-7"``
# counts down.
#
# Ranges are not expanded: counting values and finding one by its index take time proportional to
# the entries of the list, not to the numbers in them.

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


def name_no_last_page(_pagination: Pagination) -> bool:
    """Return False: the portal file cannot name the last page."""
    return False


@dataclass(frozen=True)
class Mode:
    """One pagination mode.

    - ``name``, ``meaning``: the value of ``pagination.mode``, and what it does, for the reference;
    - ``reads``: the keys of ``pagination`` that it reads; ``needs``: those that must be there;
    - ``needs_page_field``: the address must have ``{page}``; ``page_field_key``: a key that has
      an effect only where the address has it, or "";
    - ``first_page``: the page value of the first address; ``next_page``: the page after one with a
      page value, which links the given address (None: no next link);
    - ``count_pages``: the maximum number of pages of a walk, None where only the walk can tell;
    - ``names_last_page``: the portal file names the last page, at which a first walk must end;
    - ``is_exhausted``: pages without new links have gone on for too long;
    - ``is_numbered``: the pages come by number, so a missing or empty page is the end of the list,
      not a broken link;
    - ``passes_empty_first``: an empty first page does not end the walk.
    """

    name: str
    meaning: str
    first_page: Callable[[Pagination], str]
    next_page: Callable[[Pagination, str, str | None], NextPage]
    count_pages: Callable[[Pagination], int | None]
    reads: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    needs_page_field: bool = False
    page_field_key: str = ""
    names_last_page: Callable[[Pagination], bool] = name_no_last_page
    is_exhausted: Callable[[PageCounts], bool] = has_nothing_new
    is_numbered: bool = False
    passes_empty_first: bool = False

    @property
    def reads_page_field(self) -> bool:
        """True if it fills ``{page}`` of the address."""
        return self.needs_page_field or bool(self.page_field_key)

    def __post_init__(self) -> None:
        unread = {*self.needs, self.page_field_key} - {*self.reads, ""}
        if unread:
            raise TypeError(f"pagination mode {self.name} does not read {', '.join(unread)}")


# ``none``: one page per window, or one page in total.


def _first_page(_pagination: Pagination) -> str:
    return ""


def _next_page(_pagination: Pagination, _page: str, _linked: str | None) -> NextPage:
    return NextPage(stop_reason="last-page")


def _count_pages(_pagination: Pagination) -> int | None:
    return 1


NONE = Mode("none", "one page", _first_page, _next_page, _count_pages)


# ``numbered``: first, first + step … up to last; or each value of ``pages``, whatever the other
# pages list.

_NUMBER = re.compile("-?[0-9]{1,18}")


def count_pages(pagination: Pagination) -> int | None:
    """Return the maximum number of pages, or None where only the walk can tell."""
    if pagination.pages:
        return parse_page_values(pagination.pages).count
    return None if pagination.last is None else len(_page_numbers(pagination, pagination.last))


def page_at(pagination: Pagination, index: int) -> str:
    """Return the page value at ``index`` (from 0)."""
    if pagination.pages:
        return parse_page_values(pagination.pages).at(index)
    return str(pagination.first + index * pagination.step)


def _page_numbers(pagination: Pagination, last: int) -> range:
    return range(pagination.first, last + (1 if pagination.step > 0 else -1), pagination.step)


def count_pages_from(pagination: Pagination, page: str) -> int:
    """Return the number of pages from ``page`` on, where the portal file names the last one.

    A page that is none of them counts as the first.
    """
    if pagination.pages:
        values = parse_page_values(pagination.pages)
        return values.count - (values.place(page) or 0)
    numbers = _page_numbers(pagination, pagination.last or pagination.first)
    is_known = bool(_NUMBER.fullmatch(page)) and int(page) in numbers
    return len(numbers) - (numbers.index(int(page)) if is_known else 0)


def has_page(pagination: Pagination, page: str) -> bool:
    """Return True if ``page`` is a page value of this pagination."""
    if pagination.pages:
        return parse_page_values(pagination.pages).place(page) is not None
    if not _NUMBER.fullmatch(page):
        return False
    if pagination.last is not None and int(page) not in _page_numbers(pagination, pagination.last):
        return False

    steps, rest = divmod(int(page) - pagination.first, pagination.step)
    return steps >= 0 and rest == 0


def is_beyond_last(pagination: Pagination, page: str) -> bool:
    """Return True if ``page`` would be a page value without ``last``, and comes after it."""
    if pagination.last is None or pagination.pages:
        return False
    return has_page(replace(pagination, last=None), page) and not has_page(pagination, page)


def first_page(pagination: Pagination) -> str:
    """Return the first page value."""
    return page_at(pagination, 0)


def next_page(pagination: Pagination, page: str, _linked: str | None) -> NextPage:
    """Return the page value after ``page``, or the stop reason ``last-page``."""
    if pagination.pages:
        values = parse_page_values(pagination.pages)
        place = values.place(page)
        if place is None or place + 1 == values.count:
            return NextPage(stop_reason="last-page")
        return NextPage(page=values.at(place + 1))

    if not _NUMBER.fullmatch(page):
        return NextPage(stop_reason="last-page")
    number = int(page) + pagination.step
    if pagination.last is not None and number not in _page_numbers(pagination, pagination.last):
        return NextPage(stop_reason="last-page")
    return NextPage(page=str(number))


def _names_last_page(pagination: Pagination) -> bool:
    """Return True if the portal file names the last page."""
    return bool(pagination.pages) or pagination.last is not None


NUMBERED = Mode(
    "numbered",
    "page by number, up to `last`; or each of `pages`",
    first_page,
    next_page,
    count_pages,
    reads=("first", "step", "last", "first_url", "pages"),
    needs_page_field=True,
    names_last_page=_names_last_page,
    is_numbered=True,
    passes_empty_first=True,
)


# ``infinite-scroll``: numbers up to the first page without links.

INFINITE_SCROLL: Mode = replace(
    NUMBERED,
    name="infinite-scroll",
    meaning="page by number, up to the first page without links",
    reads=("first", "step", "first_url"),
    names_last_page=name_no_last_page,
    passes_empty_first=False,
)


# ``expanding``: numbers up to the first page without links, in an archive that grows at its top
# during the walk.
#
# An article of page 7 may have moved to page 9 when page 8 is requested. So pages without new links
# do not mean the end: ending after two of them, as in the other modes, would lose everything
# behind.
#
# They cannot go on forever either. Where the archive lists each article once, the links of a walk
# fill as many pages as they were read from, and while the walk passes them again the archive may
# grow once more. So the walk ends when the consecutive pages without new links are more than twice
# the pages with new links.
#
# A portal that answers every number past the end with the same page is recognized by its repeated
# links. Both limits are at least twenty pages, because archives also grow in bursts.

PATIENCE = 20
"""Consecutive pages without new links that the walk tolerates in any case."""


def is_exhausted(counts: PageCounts) -> bool:
    """Return True if the walk repeats the same page, or pages that it has listed before."""
    if counts.identical_in_a_row >= PATIENCE:
        return True
    return counts.pages_without_new > max(PATIENCE, 2 * counts.pages_with_new)


EXPANDING: Mode = replace(
    INFINITE_SCROLL,
    name="expanding",
    meaning="the same in an archive that grows while it is walked",
    is_exhausted=is_exhausted,
)


# ``next-link``: each page links the one after it; ``{page}`` in the address is filled for the
# first page only.


def _linked_first_page(pagination: Pagination) -> str:
    return str(pagination.first)


def _linked_next_page(_pagination: Pagination, _page: str, linked: str | None) -> NextPage:
    return NextPage(address=linked) if linked else NextPage(stop_reason="no-next")


def _count_linked_pages(_pagination: Pagination) -> int | None:
    return None


NEXT_LINK = Mode(
    "next-link",
    "each page links the next one",
    _linked_first_page,
    _linked_next_page,
    _count_linked_pages,
    reads=("next", "first"),
    needs=("next",),
    page_field_key="first",
)


# ``browser-list``: one page, which a browser makes longer by scrolling or clicking.

NAME = "browser-list"

BROWSER_LIST: Mode = replace(
    NONE,
    name=NAME,
    meaning="one page in a browser, which scrolls or clicks until the list ends",
    reads=("scroll", "click", "until", "max"),
)


# How the pages of one window follow each other: one row per ``pagination.mode``. Read pagination.py
# first.
#
# A new mode is a module with its row, and a place in ``MODES``. The check of the portal file, its
# schema, the reference, the plan and the walk follow from the row.

MODES: dict[str, Mode] = {
    row.name: row
    for row in (
        NONE,
        NEXT_LINK,
        NUMBERED,
        INFINITE_SCROLL,
        EXPANDING,
        BROWSER_LIST,
    )
}
"""Value of ``pagination.mode`` → its row."""


def mode_of(pagination: Pagination) -> Mode:
    """Return the row of the mode of a pagination."""
    return MODES[pagination.mode]


def names_last_page(pagination: Pagination) -> bool:
    """Return True if the portal file names the last page, at which a first walk must end."""
    return mode_of(pagination).names_last_page(pagination)


__all__ = ["MODES", "Mode", "NextPage", "PageCounts", "mode_of", "names_last_page"]
