"""Date windows: the whole days, months or years that meet a span's range, in walking order, made
only when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import overload

from webarticlecurator.model.portal import Dates, Span
from webarticlecurator.model.timezone import find_zone


@dataclass(frozen=True, order=True)
class Window:
    """One whole day, month or year, by its first and last day."""

    first: date
    last: date

    @property
    def after(self) -> date:
        """The day after the last; 9999-12-31 stands for the day that no calendar has."""
        return self.last if self.last == date.max else self.last + timedelta(days=1)

    @property
    def key(self) -> str:
        """The first day as YYYY-MM-DD: what a walk is stored under."""
        return self.first.isoformat()

    @classmethod
    def around(cls, day: date, step: str) -> Window:
        """The window of ``step`` (day, month, year) that ``day`` lies in."""
        return _window(_number(day, step), step)


class Windows(Sequence[Window]):
    """All windows of a range in walking order; length and any window are known without making the
    others."""

    def __init__(self, start: date, until: date, step: str, newest_first: bool) -> None:
        self._step = step
        numbers = (
            range(_number(start, step), _number(until, step) + 1) if start <= until else range(0)
        )
        self._numbers = numbers[::-1] if newest_first else numbers

    def touching(self, since: date | None, until: date | None) -> Windows:
        """The windows among these that meet [since, until]; None leaves that side open."""
        found = Windows(date.max, date.min, self._step, newest_first=self._numbers.step < 0)
        numbers = self._numbers[::-1] if self._numbers.step < 0 else self._numbers
        low = 0 if since is None else max(_number(since, self._step) - numbers.start, 0)
        high = (
            len(numbers)
            if until is None
            else max(_number(until, self._step) - numbers.start + 1, 0)
        )
        found._numbers = numbers[low:high][:: self._numbers.step]
        return found

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Window: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Window, ...]: ...
    def __getitem__(self, index: int | slice) -> Window | tuple[Window, ...]:
        if isinstance(index, slice):
            return tuple(_window(n, self._step) for n in self._numbers[index])
        return _window(self._numbers[index], self._step)

    def __iter__(self) -> Iterator[Window]:
        return (_window(n, self._step) for n in self._numbers)

    def __contains__(self, window: object) -> bool:
        return isinstance(window, Window) and _number(window.first, self._step) in self._numbers


def today_in(timezone: str, now: datetime) -> date:
    """The calendar day in the zone ``timezone`` (IANA name) at the moment ``now`` (aware)."""
    return now.astimezone(find_zone(timezone)).date()


def list_windows(dates: Dates, today: date) -> Windows:
    """The windows that meet [start, until], never clipped. ``today`` is a day in the portal's zone:
    without ``until`` the range ends with the day before it. A range that has not begun yet has no
    windows."""
    if dates.until is not None:
        until = dates.until
    elif today > date.min:
        until = today - timedelta(days=1)
    else:
        return Windows(date.max, date.min, dates.step, dates.newest_first)
    return Windows(dates.start, until, dates.step, dates.newest_first)


def windows_in_range(dates: Dates, window: Window) -> bool:
    """True if the window is, or some day will be, one of the range."""
    return window.last >= dates.start and (dates.until is None or window.first <= dates.until)


def span_windows(span: Span, today: date) -> Sequence[Window | None]:
    """What a span is walked by: its windows, or one None where it has no dates."""
    return list_windows(span.dates, today) if span.dates else (None,)


def _number(day: date, step: str) -> int:
    if step == "day":
        return day.toordinal()
    return day.year * 12 + day.month - 1 if step == "month" else day.year


def _window(number: int, step: str) -> Window:
    if step == "day":
        day = date.fromordinal(number)
        return Window(day, day)
    if step == "year":
        return Window(date(number, 1, 1), date(number, 12, 31))
    first = date(number // 12, number % 12 + 1, 1)
    return Window(first, _last_of_month(first))


def _last_of_month(first: date) -> date:
    if first.month == 12:
        return date(first.year, 12, 31)
    return date(first.year, first.month + 1, 1) - timedelta(days=1)
