"""The archive view: the page on the left, what the rules make of it on the right."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path

from nicegui import ui

from webarticlecurator.archive import plan_spans, today_in
from webarticlecurator.crawl.page_rendering import find_render_steps_at
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import ConfigError, CuratorError, UsageError
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.portal import Column, Dates, Portal, Span
from webarticlecurator.store import CorpusView, view_corpus
from webarticlecurator.stored_pages.captured_pages import has_corpus
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.widgets import (
    add_fetch_button,
    open_table,
    write_element,
    write_heading,
    write_link,
    write_turns,
)
from webarticlecurator.studio.frame.window import (
    add_page,
    label_prop,
    open_window,
    refill,
    show_while_waiting,
    showing_errors,
    view_address,
    write_error,
    write_nav,
)
from webarticlecurator.studio.views.archive_lists import (
    WINDOW_STATES,
    CalendarWindow,
    CalendarYear,
    UndatedWalk,
    WindowState,
    count_states,
    list_walks_without_dates,
    list_years,
    read_calendar,
    write_addresses,
)
from webarticlecurator.studio.views.archive_panel import PagePanel
from webarticlecurator.studio.views.editor_panel import EditorPanel
from webarticlecurator.studio.views.portal_steps import write_steps
from webarticlecurator.text.translation import current_language, make_message, translate
from webarticlecurator.text.words import CalendarNames, calendar_names

# The walk of a column as a calendar: a cell for each day, week, month or year, which opens its
# archive page.


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
    context: StudioContext, portal_id: str, portal: Portal, name: str, span: int, year: int
) -> None:
    """Write the calendar of the columns with dates, and a table of the others. Of the columns with
    dates that with a ``name`` is shown, or the first, one of its spans, and a year, or the last.
    Raises CorpusMismatch, StoreDamaged."""
    dated = [each for each in portal.columns if any(span.dates for span in each.spans)]
    column = next((each for each in dated if each.name == name), next(iter(dated), None))
    today = today_in(portal.timezone, context.clock.now())
    folder = context.settings.corpus_folder(portal_id)
    work = partial(_read_walks, portal, column, span, year, today)

    def read() -> tuple[ShownWalk | None, Sequence[UndatedWalk]]:
        if not has_corpus(folder):
            return work(None)
        with view_corpus(folder, portal.id) as corpus, corpus.snapshot():
            return work(corpus)

    shown, others = await show_while_waiting(
        "Reading what the walk has listed …", asyncio.to_thread(read)
    )
    if shown is not None:
        with _open_section("Calendar of the walk"):
            _write_columns(portal_id, dated, shown)
            _write_years(portal_id, shown)
            counts = count_states(shown.windows)
            with ui.element("ul").classes("walk-legend"):
                for state in WINDOW_STATES:
                    words = f"{translate(STATE_NAMES[state])}: {counts[state]:,}"
                    _write_sample(STATE_SIGNS[state], state, words)
                _write_sample(EMPTY_SIGN, "fetched", translate("nothing listed"))
            _write_windows(portal_id, shown)
    if others:
        with _open_section("Columns without dates"):
            numbers = (
                (words, "number")
                for words in (
                    translate("Pages read"),
                    translate("Listed"),
                    translate("Not fetched"),
                )
            )
            with open_table([(translate("Column"), ""), (translate("State"), ""), *numbers]):
                for walk in others[:MAX_COLUMNS]:
                    with write_element("tr"):
                        label = (
                            walk.column
                            if not walk.span
                            else translate(
                                "{column}, span {number}", column=walk.column, number=walk.span + 1
                            )
                        )
                        with write_element("td"):
                            write_link(label, view_address(portal_id, "archive", url=walk.address))
                        described = (
                            f"{STATE_SIGNS[walk.state]} {translate(STATE_NAMES[walk.state])}"
                        )
                        write_element(
                            "td",
                            f"{described} ({translate(walk.note)})" if walk.note else described,
                        )
                        for number in (walk.pages, walk.listed, walk.unfetched):
                            write_element("td", f"{number:,}", "number")


def _read_walks(
    portal: Portal,
    column: Column | None,
    number: int,
    year: int,
    today: date,
    corpus: CorpusView | None,
) -> tuple[ShownWalk | None, Sequence[UndatedWalk]]:
    """Return a span of a column that has dates, and the walks of spans without dates: none without
    a corpus, since a table of what was not walked would say nothing."""
    others = [] if corpus is None else list_walks_without_dates(portal, corpus)
    if column is None:
        return None, others
    dated = [(span, span.dates) for span in column.spans if span.dates is not None]
    span, dates = next((each for each in dated if each[0].number == number), dated[-1])
    years = list_years(span, dates, corpus, today)
    known = [each.year for each in years]
    year = year if year in known else known[-1]
    shown = (year, year) if dates.step in ("day", "week") else (known[0], known[-1])
    windows = read_calendar(portal, span, dates, corpus, today, shown)
    return ShownWalk(column, span, dates, years, year, windows), others


@contextmanager
def _open_section(title: str) -> Iterator[None]:
    with ui.element("section").classes("walk").props(label_prop(title)):
        write_heading(title)
        yield


def _write_sample(sign: str, state: str, words: str) -> None:
    with ui.element("li"):
        ui.label(sign).classes(f"walk-sample walk-{state}").props('aria-hidden="true"')
        ui.label(words)


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
                    translate("{year} ({missing} missing)", year=each.year, missing=each.missing)
                    if each.missing
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
    if step == "day":
        with ui.element("div").classes("walk-months"):
            for month, windows in group_windows(shown.windows, step).items():
                with ui.element("table").classes("walk-table"):
                    write_element("caption", month)
                    with ui.element("tr"):
                        for weekday in _names_of_days().days_alone:
                            write_element("th", weekday[:2], scope="col")
                    for week in arrange_month(windows):
                        with ui.element("tr"):
                            for window in week:
                                _write_cell(portal_id, window, step)
        return
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


def _write_cell(portal_id: str, window: CalendarWindow | None, step: str) -> None:
    if window is None:
        ui.element("td")
        return
    text = describe_window(window)
    with ui.element("td").classes(f"walk-{window.state}"):
        first = window.first
        names = {
            "day": f"{first.day}",
            "month": _names_of_days().short_alone[first.month - 1],
            "year": f"{first.year}",
        }
        label = names.get(step, f"{first.day}.{first.month}.")
        if window.state == "not-due":
            ui.label(label).props["title"] = text
            return
        link = ui.link(
            f"{label} {choose_sign(window)}", view_address(portal_id, "archive", url=window.address)
        )
        link.props["title"] = link.props["aria-label"] = text


# The calendar of a walk as rows of cells, and in words.


def _names_of_days() -> CalendarNames:
    return calendar_names(current_language())


STATE_NAMES: dict[WindowState, str] = {
    "fetched": make_message("fetched"),
    "listed": make_message("listed, not all fetched"),
    "missing": make_message("missing"),
    "not-due": make_message("not due"),
}
STEP_NAMES = {
    "day": make_message("By day"),
    "week": make_message("By week"),
    "month": make_message("By month"),
    "year": make_message("By year"),
}
STATE_SIGNS: dict[WindowState, str] = {"fetched": "✓", "listed": "…", "missing": "!", "not-due": ""}
"""The sign in a cell, beside its colour."""
EMPTY_SIGN = "–"
"""The sign in the cell of a window that was read, and listed nothing."""


def describe_window(window: CalendarWindow) -> str:
    """Return a window in one sentence, for who points at its cell or hears it."""
    days = (
        f"{window.first}"
        if window.first == window.last
        else translate("{first} to {last}", first=window.first, last=window.last)
    )
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


def arrange_month(windows: Sequence[CalendarWindow]) -> list[list[CalendarWindow | None]]:
    """Return the days of one month as weeks from Monday, with None for days of other months."""
    weeks: list[list[CalendarWindow | None]] = []
    for window in windows:
        weekday = window.first.weekday()
        if not weeks or (weekday == 0 and any(weeks[-1])):
            weeks.append([None] * len(_names_of_days().days))
        weeks[-1][weekday] = window
    return weeks


def group_windows(windows: Sequence[CalendarWindow], step: str) -> dict[str, list[CalendarWindow]]:
    """Return the windows by the name of their row, or their table: days by month; years by decade;
    all others by year."""
    rows: dict[str, list[CalendarWindow]] = defaultdict(list)
    for window in windows:
        year = window.first.year
        month = _names_of_days().months_alone[window.first.month - 1]
        names = {
            "day": translate("{month} {year}", month=month, year=year),
            "year": f"{year // 10}0s",
        }
        rows[names.get(step, str(year))].append(window)
    return dict(rows)


def add_archive_view(context: StudioContext) -> None:
    """Add the view to the application."""

    @add_page("/portal/{portal_id}/archive")
    async def show_archive(
        portal_id: str,
        url: str = "",
        contains: str = "",
        kind: str = "",
        column: str = "",
        span: int = 0,
        year: int = 0,
        now: bool = False,
        point: str = "",
        leave: str = "",
    ) -> None:
        ui.add_css(Path(__file__).with_name("archive_view.css"))
        with open_window("Archive pages", portal_id, "archive"):
            write_steps(context, portal_id)
            draft = await asyncio.to_thread(context.open_draft, portal_id)
            try:
                portal = await asyncio.to_thread(draft.portal)
            except ConfigError:
                ui.label(
                    translate(
                        "The pages are shown when the problems of the portal file are mended."
                    )
                )

                async def open_again() -> None:
                    if not await asyncio.to_thread(draft.problems):
                        ui.navigate.reload()

                EditorPanel(draft, open_again)
                return
            if url:
                await write_archive_page(context, portal_id, draft, portal, url, now, point, leave)
                return
            await write_walk(context, portal_id, portal, column, span, year)
            await write_stored_addresses(context, portal_id, draft, contains, kind)


async def write_archive_page(
    context: StudioContext,
    portal_id: str,
    draft: PortalDraft,
    portal: Portal,
    url: str,
    now: bool,
    point: str,
    leave: str,
) -> None:
    """Write an archive page, or why it cannot be shown; with ``now``, as it was fetched here, even
    where the corpus has it; ``point`` names what is pointed at, ``leave`` is an article that is to
    be left out. Raises as ``PagePanel.show``."""
    stored: StoredPage | None = None
    problem: CuratorError | None = None
    try:
        stored = await asyncio.to_thread(context.sources.read, portal, url, fetched_first=now)
    except UsageError as error:
        problem = error
    with ui.element("div").classes("archive-bar"):
        ui.link(translate("All stored pages"), view_address(portal_id, "archive"))
        ui.label(url).classes("archive-address")
        if now and stored is not None:
            steps = find_render_steps_at(portal, url)
            words = translate("as fetched here, not by a crawl")
            if steps is not None:
                only = translate(" after one round of its list") if steps.is_list else ""
                words = translate("as a browser renders it{only}, fetched here", only=only)
            ui.label(words).classes("studio-quiet")
        if stored is not None and stored.status in GONE:
            words = translate("the portal answered {status}: nothing is here", status=stored.status)
            ui.label(words).classes("studio-quiet")
        words = translate("Fetch this page now")
        add_fetch_button(context, portal_id, draft, "archive", lambda: url, words)
    if problem is not None:
        write_error(problem)
    elif stored is not None:
        await PagePanel(context, portal_id, draft, url, stored, portal).show(point, leave)


# The list of stored pages from which an archive page is chosen.

PAGES = 40
"""Addresses that are shown at once."""
ARCHIVE, ALL = "archive", "all"


async def write_stored_addresses(
    context: StudioContext, portal_id: str, draft: PortalDraft, contains: str, kind: str
) -> None:
    """Write the addresses of stored pages as links to them, some at a time: of a ``kind``, by
    default the archive pages of the corpus, if there are any. Raises as ``PageSources.read``, and
    ConfigError."""

    async def read(kind: str, contains: str, after: str, limit: int) -> list[str]:
        sources = context.sources
        portal = await asyncio.to_thread(draft.portal)
        find = sources.list_archive_pages if kind == ARCHIVE else sources.list_addresses
        return await asyncio.to_thread(find, portal, contains, after, limit)

    async def show(contains: str, after: str = "") -> None:
        """Write the pages behind an address that have a text in theirs."""
        found = await read(kind, contains, after, PAGES + 1)
        with refill(place):
            if not found:
                ui.label(
                    translate("No such page is stored.")
                    if contains
                    else translate(
                        "No page is stored yet: fetch one by its address, or crawl in Run."
                    )
                )
            write_addresses(portal_id, found[:PAGES])
            further = found[PAGES - 1] if len(found) > PAGES else ""
            write_turns(partial(show, contains), after, further)

    async def narrow() -> None:
        words = field.value or ""
        ui.navigate.history.replace(view_address(portal_id, "archive", contains=words, kind=kind))
        await show(words)

    has_archive_pages = bool(await read(ARCHIVE, "", "", 1))
    if kind not in (ARCHIVE, ALL) or not has_archive_pages:
        kind = ARCHIVE if has_archive_pages else ALL
    write_heading("Stored pages")
    ui.label(translate("Choose a page that lists articles.")).classes("studio-quiet")
    if has_archive_pages:
        kinds = (
            (ARCHIVE, translate("Archive pages of the corpus")),
            (ALL, translate("All stored pages")),
        )
        write_nav(
            "Kinds of pages",
            (
                (
                    words,
                    view_address(portal_id, "archive", contains=contains, kind=each),
                    each == kind,
                )
                for each, words in kinds
            ),
            "walk-years",
        )
    with ui.row().classes("studio-row"):
        portal = await asyncio.to_thread(draft.portal)
        plan = plan_spans(portal, today_in(portal.timezone, context.clock.now()))
        first = "" if has_archive_pages else next((each.first for each in plan), "")
        address = ui.input(translate("Address of a page of the portal"), value=first).classes(
            "studio-field"
        )
        address.props('outlined dense type="url"')
        add_fetch_button(context, portal_id, draft, "archive", lambda: address.value)
    field = ui.input(translate("Addresses that contain"), value=contains)
    field.props("outlined dense clearable debounce=300").classes("studio-field")
    place = ui.column().classes("studio-part")
    field.on_value_change(showing_errors(narrow))
    await show_while_waiting("Looking for stored pages …", show(contains))
