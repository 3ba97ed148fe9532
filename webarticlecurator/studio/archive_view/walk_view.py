"""The walk of a column as a calendar: a cell for each day, week, month or year, which opens its
archive page."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from nicegui import ui

from webarticlecurator.archive import today_in
from webarticlecurator.model.portal import Column, Dates, Portal, Span
from webarticlecurator.run.analysis.walk_calendar import (
    WINDOW_STATES,
    CalendarWindow,
    CalendarYear,
    count_states,
    list_years,
    read_calendar,
)
from webarticlecurator.service.page_reading import has_corpus
from webarticlecurator.store import CorpusView, view_corpus
from webarticlecurator.studio.archive_view.calendar_texts import (
    MONTHS,
    STATE_NAMES,
    STATE_SIGNS,
    WEEKDAYS,
    arrange_month,
    describe_window,
    describe_year,
    group_by_month,
    group_in_rows,
    label_cell,
)
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.window import view_address

MAX_COLUMNS = 60
"""Columns that are offered."""


@dataclass(frozen=True)
class WalkQuery:
    """What of the walk is shown: a column, one of its spans from 0, a year. "" means the first
    column with dates, and the last year."""

    column: str = ""
    span: int = 0
    year: int = 0


@dataclass(frozen=True)
class _ShownWalk:
    span: Span
    dates: Dates
    years: Sequence[CalendarYear]
    year: int
    windows: Sequence[CalendarWindow]


async def write_walk(
    context: StudioContext, portal_id: str, portal: Portal, query: WalkQuery
) -> None:
    """Write the calendar; nothing for a portal whose archive has no dates. Raises
    CorpusMismatch, StoreDamaged."""
    dated = [each for each in portal.columns if any(span.dates for span in each.spans)]
    if not dated:
        return
    column = next((each for each in dated if each.name == query.column), dated[0])
    today = today_in(portal.timezone, context.clock.now())
    shown = await asyncio.to_thread(_read_walk, context, portal_id, portal, column, query, today)
    with ui.element("section").classes("walk").props('aria-label="Calendar of the walk"'):
        ui.label("Calendar of the walk").props('role="heading" aria-level="2"').classes(
            "studio-heading"
        )
        _write_columns(portal_id, dated, column, shown.span)
        _write_years(portal_id, column, shown)
        _write_legend(shown.windows)
        _write_windows(portal_id, shown)


def _read_walk(
    context: StudioContext,
    portal_id: str,
    portal: Portal,
    column: Column,
    query: WalkQuery,
    today: date,
) -> _ShownWalk:
    dated = [span for span in column.spans if span.dates is not None]
    span = next((each for each in dated if each.number == query.span), dated[-1])
    dates = span.dates
    assert dates is not None
    folder = context.corpus_folder(portal_id)
    if not has_corpus(folder):
        return _read_span(portal, span, dates, query.year, today, None)
    with view_corpus(folder, portal.id) as corpus, corpus.snapshot():
        return _read_span(portal, span, dates, query.year, today, corpus)


def _read_span(
    portal: Portal, span: Span, dates: Dates, year: int, today: date, corpus: CorpusView | None
) -> _ShownWalk:
    years = list_years(span, dates, corpus, today)
    known = [each.year for each in years]
    year = year if year in known else known[-1]
    shown = (year, year) if dates.step in ("day", "week") else (known[0], known[-1])
    windows = read_calendar(portal, span, dates, corpus, today, shown)
    return _ShownWalk(span, dates, years, year, windows)


def _write_columns(portal_id: str, columns: Sequence[Column], shown: Column, span: Span) -> None:
    """Write the columns with dates, and the spans of the shown one, as links."""
    places = [
        (each.name, number, each.name if not number else f"{each.name}, span {number + 1}")
        for each in columns[:MAX_COLUMNS]
        for number in (part.number for part in each.spans if part.dates)
        if each is shown or number == each.spans[0].number
    ]
    if len(places) < 2:
        return
    with ui.element("nav").classes("walk-years").props('aria-label="Columns"'):
        for name, number, words in places:
            link = ui.link(words, view_address(portal_id, "archive", column=name, span=str(number)))
            if (name, number) == (shown.name, span.number):
                link.props('aria-current="true"')


def _write_years(portal_id: str, column: Column, shown: _ShownWalk) -> None:
    """Write the years as links, where only one is shown."""
    if len({each.first.year for each in shown.windows}) > 1 or len(shown.years) < 2:
        return
    with ui.element("nav").classes("walk-years").props('aria-label="Years"'):
        for each in shown.years:
            query = {"column": column.name, "span": str(shown.span.number), "year": str(each.year)}
            link = ui.link(describe_year(each), view_address(portal_id, "archive", **query))
            if each.year == shown.year:
                link.props('aria-current="true"')


def _write_legend(windows: Sequence[CalendarWindow]) -> None:
    counts = count_states(windows)
    with ui.element("ul").classes("walk-legend"):
        for state in WINDOW_STATES:
            with ui.element("li"):
                ui.label(STATE_SIGNS[state]).classes(f"walk-sample walk-{state}").props(
                    'aria-hidden="true"'
                )
                ui.label(f"{STATE_NAMES[state]}: {counts[state]:,}")


def _write_windows(portal_id: str, shown: _ShownWalk) -> None:
    if shown.dates.step == "day":
        with ui.element("div").classes("walk-months"):
            for month, windows in group_by_month(shown.windows).items():
                _write_month(portal_id, month, windows)
        return
    with ui.element("div").classes("studio-wide"), ui.element("table").classes("walk-table"):
        _write_caption(f"By {shown.dates.step}")
        for name, windows in group_in_rows(shown.windows, shown.dates.step).items():
            with ui.element("tr"):
                with ui.element("th").props('scope="row"'):
                    ui.label(name)
                for window in windows:
                    _write_cell(portal_id, window, shown.dates.step)


def _write_month(portal_id: str, month: date, windows: Sequence[CalendarWindow]) -> None:
    with ui.element("table").classes("walk-table"):
        _write_caption(f"{MONTHS[month.month - 1]} {month.year}")
        with ui.element("tr"):
            for weekday in WEEKDAYS:
                with ui.element("th").props('scope="col"'):
                    ui.label(weekday)
        for week in arrange_month(windows):
            with ui.element("tr"):
                for window in week:
                    if window is None:
                        ui.element("td")
                    else:
                        _write_cell(portal_id, window, "day")


def _write_caption(text: str) -> None:
    with ui.element("caption"):
        ui.label(text)


def _write_cell(portal_id: str, window: CalendarWindow, step: str) -> None:
    text = describe_window(window)
    with ui.element("td").classes(f"walk-{window.state}"):
        label = label_cell(window, step)
        if window.state == "not-due":
            ui.label(label).props["title"] = text
            return
        address = view_address(portal_id, "archive", url=window.address)
        link = ui.link(f"{label} {STATE_SIGNS[window.state]}", address)
        link.props["title"] = text
        link.props["aria-label"] = text
