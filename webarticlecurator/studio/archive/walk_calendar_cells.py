"""The walk of a column as a calendar: a cell for each window of its archive."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date
from functools import partial

from nicegui import ui
from starlette.datastructures import QueryParams

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.portal import Column, Dates, Portal, Span
from webarticlecurator.base.text.translation import format_number, translate
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.storage.store.view import CorpusView, view_corpus
from webarticlecurator.studio.archive.calendar_texts import (
    EMPTY_SIGN,
    STATE_NAMES,
    STATE_SIGNS,
    STEP_NAMES,
    choose_sign,
    describe_window,
    group_windows,
    names_of_days,
)
from webarticlecurator.studio.archive.walk_calendar import (
    WINDOW_STATES,
    CalendarWindow,
    CalendarYear,
    count_states,
    list_years,
    read_calendar,
)
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import label_prop, write_nav
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.view_query import read_query_number
from webarticlecurator.studio.frame.widgets import (
    write_element,
    write_heading,
    write_items,
)
from webarticlecurator.studio.frame.window import view_address

MAX_COLUMNS = 60
"""Columns that are offered."""


@dataclass(frozen=True)
class ShownWalk:
    """The windows of a span of a column: those of one year, if they are days or weeks."""

    column: Column
    span: Span
    dates: Dates
    years: Sequence[CalendarYear]
    year: int
    windows: Sequence[CalendarWindow]


async def write_walk(
    context: StudioContext, portal_id: str, portal: Portal, query: QueryParams
) -> None:
    """Write the calendar of the columns with dates: that of the query is shown, or the first, one
    of its spans, and a year, or the last. Raises CorpusMismatch, StoreDamaged."""
    dated = [each for each in portal.columns if any(span.dates for span in each.spans)]
    if not dated:
        return
    column = next((each for each in dated if each.name == query.get("column")), dated[0])
    today = today_in(portal.timezone, context.clock.now())
    folder = context.settings.corpus_folder(portal_id)
    span, year = (read_query_number(query, name, 0) for name in ("span", "year"))
    work = partial(_read_walk, portal, column, span, year, today)

    def read() -> ShownWalk:
        if not has_corpus(folder):
            return work(None)
        with view_corpus(folder, portal.id) as corpus, corpus.snapshot():
            return work(corpus)

    shown = await show_while_waiting("Reading what the walk has listed …", asyncio.to_thread(read))
    with ui.element("section").classes("walk").props(label_prop("Calendar of the walk")):
        write_heading("Calendar of the walk")
        _write_columns(portal_id, dated, shown)
        _write_years(portal_id, shown)
        counts = count_states(shown.windows)
        samples = [
            (
                STATE_SIGNS[state],
                state,
                f"{translate(STATE_NAMES[state])}: {format_number(counts[state])}",
            )
            for state in WINDOW_STATES
        ]
        empty = (EMPTY_SIGN, "fetched", translate("nothing listed"))
        for sign, name, words in write_items([*samples, empty], "walk-legend"):
            ui.label(sign).classes(f"walk-sample walk-{name}").props('aria-hidden="true"')
            ui.label(words)
        _write_windows(portal_id, shown)


def _read_walk(
    portal: Portal, column: Column, number: int, year: int, today: date, corpus: CorpusView | None
) -> ShownWalk:
    """Return a span of a column that has dates."""
    dated = [(span, span.dates) for span in column.spans if span.dates is not None]
    span, dates = next((each for each in dated if each[0].number == number), dated[-1])
    years = list_years(span, dates, corpus, today)
    known = [each.year for each in years]
    year = year if year in known else known[-1]
    shown = (year, year) if dates.step in ("day", "week") else (known[0], known[-1])
    windows = read_calendar(portal, span, dates, corpus, today, shown)
    return ShownWalk(column, span, dates, years, year, windows)


def _write_columns(portal_id: str, columns: Sequence[Column], shown: ShownWalk) -> None:
    """Write the columns with dates, and the spans of the shown one, as links."""
    places = [
        (
            each.name,
            number,
            each.name
            if not number
            else translate("{column}, span {number}", column=each.name, number=number + 1),
        )
        for each in columns[:MAX_COLUMNS]
        for number in (part.number for part in each.spans if part.dates)
        if each is shown.column or number == each.spans[0].number
    ]
    if len(places) > 1:
        write_nav(
            "Columns",
            (
                (
                    words,
                    view_address(portal_id, "archive", column=name, span=str(number)),
                    (name, number) == (shown.column.name, shown.span.number),
                )
                for name, number, words in places
            ),
            "walk-years",
        )


def _write_years(portal_id: str, shown: ShownWalk) -> None:
    """Write the years as links, where only one is shown."""
    query = {"column": shown.column.name, "span": str(shown.span.number)}
    if len({each.first.year for each in shown.windows}) <= 1 < len(shown.years):
        write_nav(
            "Years",
            (
                (
                    translate("{year} ({unread} not read)", year=each.year, unread=each.unread)
                    if each.unread
                    else str(each.year),
                    view_address(portal_id, "archive", **query, year=str(each.year)),
                    each.year == shown.year,
                )
                for each in shown.years
            ),
            "walk-years",
        )


def _write_windows(portal_id: str, shown: ShownWalk) -> None:
    step = shown.dates.step
    name = translate(STEP_NAMES[step])
    with (
        write_element("div", classes="studio-wide", tabindex="0", role="region", aria_label=name),
        ui.element("table").classes("walk-table"),
    ):
        write_element("caption", name)
        for name, windows in group_windows(shown.windows, step).items():
            with ui.element("tr"):
                write_element("th", name, scope="row")
                for window in windows:
                    _write_cell(portal_id, window, step)


def _write_cell(portal_id: str, window: CalendarWindow, step: str) -> None:
    text = describe_window(window)
    with ui.element("td").classes(f"walk-{window.state}"):
        first = window.first
        label = {
            "day": f"{first.day}",
            "month": names_of_days().short_alone[first.month - 1],
            "year": f"{first.year}",
        }.get(step, f"{first.day}.{first.month}.")
        if window.state == "not-due":
            ui.label(label).props["title"] = text
            return
        link = ui.link(
            f"{label} {choose_sign(window)}", view_address(portal_id, "archive", url=window.address)
        )
        link.props["title"] = link.props["aria-label"] = text
