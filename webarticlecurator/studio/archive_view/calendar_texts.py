"""The calendar of a walk as rows of cells, and in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date

from webarticlecurator.run.analysis.walk_calendar import (
    CalendarWindow,
    CalendarYear,
    UndatedWalk,
    WindowState,
)

WEEKDAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
MONTHS = (
    "January February March April May June July August September October November December"
).split()
STATE_NAMES: dict[WindowState, str] = {
    "fetched": "fetched",
    "listed": "listed, not all fetched",
    "missing": "missing",
    "not-due": "not due",
}
STATE_SIGNS: dict[WindowState, str] = {"fetched": "✓", "listed": "…", "missing": "!", "not-due": ""}
"""The sign in a cell, beside its colour."""
EMPTY_SIGN = "–"
"""The sign in the cell of a window that was read, and listed nothing."""


def describe_window(window: CalendarWindow) -> str:
    """Return a window in one sentence, for who points at its cell or hears it."""
    days = f"{window.first}" if window.first == window.last else f"{window.first} to {window.last}"
    text = f"{days}: {STATE_NAMES[window.state]}"
    if window.listed:
        text += f", {window.listed} listed"
    elif window.state == "fetched":
        text += ", nothing listed"
    if window.unfetched:
        text += f", {window.unfetched} of them not fetched"
    return f"{text} ({window.note})" if window.note else text


def choose_sign(window: CalendarWindow) -> str:
    """Return the sign of a window."""
    is_empty = window.state == "fetched" and not window.listed
    return EMPTY_SIGN if is_empty else STATE_SIGNS[window.state]


def describe_undated_walk(walk: UndatedWalk) -> str:
    """Return the state of a walk without dates, and what of it is missing."""
    state = f"{STATE_SIGNS[walk.state]} {STATE_NAMES[walk.state]}"
    return f"{state} ({walk.note})" if walk.note else state


def arrange_month(windows: Sequence[CalendarWindow]) -> list[list[CalendarWindow | None]]:
    """Return the days of one month as weeks from Monday, with None for days of other months."""
    weeks: list[list[CalendarWindow | None]] = []
    for window in windows:
        weekday = window.first.weekday()
        if not weeks or (weekday == 0 and any(weeks[-1])):
            weeks.append([None] * len(WEEKDAYS))
        weeks[-1][weekday] = window
    return weeks


def group_by_month(windows: Sequence[CalendarWindow]) -> dict[date, list[CalendarWindow]]:
    """Return the windows by the first day of their month."""
    months: dict[date, list[CalendarWindow]] = defaultdict(list)
    for window in windows:
        months[window.first.replace(day=1)].append(window)
    return dict(months)


def group_in_rows(windows: Sequence[CalendarWindow], step: str) -> dict[str, list[CalendarWindow]]:
    """Return the windows by the name of their row: their year; for years, their decade."""
    rows: dict[str, list[CalendarWindow]] = defaultdict(list)
    for window in windows:
        year = window.first.year
        rows[f"{year // 10}0s" if step == "year" else str(year)].append(window)
    return dict(rows)


def label_cell(window: CalendarWindow, step: str) -> str:
    """Return the short text of a cell: the day, the beginning of the week, the month, the year."""
    if step == "month":
        return MONTHS[window.first.month - 1][:3]
    if step == "year":
        return str(window.first.year)
    return str(window.first.day) if step == "day" else f"{window.first.day}.{window.first.month}."


def describe_year(year: CalendarYear) -> str:
    """Return a year with the number of its missing windows."""
    return f"{year.year} ({year.missing} missing)" if year.missing else str(year.year)
