"""The calendar of a walk as rows of cells, and in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from webarticlecurator.base.text.calendar_words import CalendarNames, calendar_names
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import current_language, make_message, translate
from webarticlecurator.studio.archive.walk_calendar import CalendarWindow, WindowState


def names_of_days() -> CalendarNames:
    return calendar_names(current_language())


STATE_NAMES: dict[WindowState, str] = {
    "fetched": make_message("fetched"),
    "listed": make_message("listed, not all fetched"),
    "no-page": make_message("the portal has no such page"),
    "missing": make_message("not read to the end"),
    "not-asked": make_message("not requested yet"),
    "not-due": make_message("not due"),
}
STEP_NAMES = {
    "day": make_message("By day"),
    "week": make_message("By week"),
    "month": make_message("By month"),
    "year": make_message("By year"),
}
STATE_SIGNS: dict[WindowState, str] = {
    "fetched": "✓",
    "listed": "…",
    "no-page": "∅",
    "missing": "!",
    "not-asked": "·",
    "not-due": "",
}
"""The sign in a cell, beside its colour."""
EMPTY_SIGN = "–"
"""The sign in the cell of a window that was read, and listed nothing."""


def describe_window(window: CalendarWindow) -> str:
    """Return a window in one sentence, for who points at its cell or hears it."""
    first, last = (write_date(f"{day}") for day in (window.first, window.last))
    days = first if first == last else translate("{first} to {last}", first=first, last=last)
    text = f"{days}: {translate(STATE_NAMES[window.state])}"
    if window.listed:
        text += translate(", {listed} listed", listed=window.listed)
    elif window.state == "fetched":
        text += translate(", nothing listed")
    if window.unfetched:
        text += translate(", {unfetched} of them not fetched", unfetched=window.unfetched)
    return f"{text} ({translate(window.note)})" if window.note else text


def choose_sign(window: CalendarWindow) -> str:
    """Return the sign of a window."""
    is_empty = window.state == "fetched" and not window.listed
    return EMPTY_SIGN if is_empty else STATE_SIGNS[window.state]


def group_windows(windows: Sequence[CalendarWindow], step: str) -> dict[str, list[CalendarWindow]]:
    """Return the windows by the name of their row, or their table: days by month; years by decade;
    all others by year."""
    rows: dict[str, list[CalendarWindow]] = defaultdict(list)
    for window in windows:
        month = names_of_days().months_alone[window.first.month - 1]
        names = {
            "day": translate("{month} {year}", month=month, year=window.first.year),
            "year": f"{window.first.year // 10}0s",
        }
        rows[names.get(step, str(window.first.year))].append(window)
    return dict(rows)
