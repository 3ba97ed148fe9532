"""Date windows: the whole days, ISO weeks, months or years that overlap a span's range, in walking
order and created on demand."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import TypeAlias, overload

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.portal import Dates, Span
from webarticlecurator.base.text.times import find_zone

_DATE = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(?:[-/_.]?(0[1-9]|1[0-2])(?:[-/_.]?(0[1-9]|[12]\d|3[01]))?)(?!\d)"
)

_INDEX_LEVEL = re.compile(r"#index-(\d{1,2})\Z")


@dataclass(frozen=True, order=True)
class Window:
    """One whole day, ISO week (from Monday), month or year, by its first and last day."""

    first: date
    last: date

    @property
    def after(self) -> date:
        """The day after the last; 9999-12-31 has no following day and stays itself."""
        return self.last if self.last == date.max else self.last + timedelta(days=1)

    @property
    def key(self) -> str:
        """The first day as YYYY-MM-DD, under which a walk is stored."""
        return self.first.isoformat()

    @classmethod
    def around(cls, day: date, step: str) -> Window:
        """Return the window of ``step`` (day, week, month, year) that contains ``day``."""
        return _window_at(_window_number(day, step), step)


@dataclass(frozen=True)
class NamedWindow:
    """The window of a page of the archive that another page names, by the ``key`` under which its
    walk is stored: its address, and how deep in an index it is (``NamedPage.key``)."""

    key: str

    @property
    def address(self) -> str:
        """The address of the page."""
        return self.key.partition("#")[0]

    @property
    def index_level(self) -> int | None:
        """How deep a page of an index is, as in ``NamedPage``; None for any other page."""
        level = _INDEX_LEVEL.search(self.key)
        return int(level[1]) if level else None


AnyWindow: TypeAlias = Window | NamedWindow | None
"""A date window, a named page, or None for a span without dates."""


OF_WARCS = "warc"
"""The key in place of a window, for what WARC files of other tools list."""


def is_named_window(key: str) -> bool:
    """Return True if the key of a window is that of a named page."""
    return "://" in key


def parse_window(span: Span, key: str) -> AnyWindow:
    """Return the window with a key, or None for "", for ``OF_WARCS``, and for a date in a span
    without dates."""
    if is_named_window(key):
        return NamedWindow(key)
    if key in ("", OF_WARCS) or span.dates is None:
        return None
    return Window.around(date.fromisoformat(key), span.dates.step)


class Windows(Sequence[Window]):
    """All windows of a range in walking order.

    The length and any single window are computed without creating the others.
    """

    def __init__(self, start: date, until: date, step: str, newest_first: bool) -> None:
        self._step = step
        numbers = (
            range(_window_number(start, step), _window_number(until, step) + 1)
            if start <= until
            else range(0)
        )
        self._numbers = numbers[::-1] if newest_first else numbers

    def overlapping(self, since: date | None, until: date | None) -> Windows:
        """Return the windows that overlap [since, until]; None leaves that side open."""
        newest_first = self._numbers.step < 0
        ascending = self._numbers[::-1] if newest_first else self._numbers
        low, high = 0, len(ascending)
        if since is not None:
            low = max(_window_number(since, self._step) - ascending.start, 0)
        if until is not None:
            high = max(_window_number(until, self._step) - ascending.start + 1, 0)

        windows = Windows(date.max, date.min, self._step, newest_first)
        windows._numbers = ascending[low:high][:: self._numbers.step]
        return windows

    def number_of(self, day: date) -> int | None:
        """Return the place of the window that contains a day, None if it is in none of them."""
        number = _window_number(day, self._step)
        return self._numbers.index(number) if number in self._numbers else None

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Window: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Window, ...]: ...
    def __getitem__(self, index: int | slice) -> Window | tuple[Window, ...]:
        if isinstance(index, slice):
            return tuple(_window_at(number, self._step) for number in self._numbers[index])
        return _window_at(self._numbers[index], self._step)

    def __iter__(self) -> Iterator[Window]:
        return (_window_at(number, self._step) for number in self._numbers)

    def __contains__(self, window: object) -> bool:
        return (
            isinstance(window, Window) and _window_number(window.first, self._step) in self._numbers
        )


def today_in(timezone: str, now: datetime) -> date:
    """Return the calendar day in ``timezone`` (IANA name) at the moment ``now`` (aware)."""
    return now.astimezone(find_zone(timezone)).date()


def list_windows(dates: Dates, today: date) -> Windows:
    """Return the windows that overlap [start, until], never clipped.

    Without ``until``, the range ends with ``today``, a day in the portal's zone, or with the day
    before. A range that has not begun yet has no windows.
    """
    if dates.until is not None:
        until = dates.until
    elif dates.includes_today:
        until = today
    elif today > date.min:
        until = today - timedelta(days=1)
    else:
        return Windows(date.max, date.min, dates.step, dates.newest_first)
    return Windows(dates.start, until, dates.step, dates.newest_first)


def is_in_range(dates: Dates, window: Window) -> bool:
    """Return True if the window is, or some day will be, one of the range."""
    return window.last >= dates.start and (dates.until is None or window.first <= dates.until)


def span_windows(span: Span, today: date) -> Sequence[Window | None]:
    """Return the windows of a span, or a single None for a span without dates."""
    return list_windows(span.dates, today) if span.dates else (None,)


def _window_number(day: date, step: str) -> int:
    """Return the number of the window that contains ``day``; consecutive windows count up by 1."""
    if step == "day":
        return day.toordinal()
    if step == "week":
        return (day.toordinal() - 1) // 7  # 0001-01-01 is a Monday
    return day.year * 12 + day.month - 1 if step == "month" else day.year


def _window_at(number: int, step: str) -> Window:
    if step == "day":
        day = date.fromordinal(number)
        return Window(day, day)
    if step == "week":
        monday = date.fromordinal(number * 7 + 1)
        return Window(monday, date.fromordinal(min(number * 7 + 7, date.max.toordinal())))
    if step == "year":
        return Window(date(number, 1, 1), date(number, 12, 31))
    first = date(number // 12, number % 12 + 1, 1)
    return Window(first, first.replace(day=monthrange(first.year, first.month)[1]))


def is_of_days(links: Iterable[str], window: Window) -> bool | None:
    """Return True if an address has a date within a window, None if none has a date."""
    spans = [span for link in links for span in _dates_in(link)]
    if not spans:
        return None
    return any(first <= window.last and last >= window.first for first, last in spans)


def _dates_in(address: str) -> Iterable[tuple[date, date]]:
    for match in _DATE.finditer(address):
        year, month, day = match.groups()
        try:
            first = date(int(year), int(month), int(day or 1))
        except ValueError:
            continue
        window = Window.around(first, "day" if day else "month")
        yield window.first, window.last
