"""The first view: the portals of the folder."""

from __future__ import annotations

import asyncio

from nicegui import ui

from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.home_view.month_bars import draw_months
from webarticlecurator.studio.home_view.portal_overview import PortalOverview, PortalOverviews
from webarticlecurator.studio.run_text import describe_run
from webarticlecurator.studio.waiting import show_while_waiting
from webarticlecurator.studio.window import add_page, open_window, view_address

_COLUMNS = ("Portal", "Articles", "By month", "Last crawl", "Problems")
SHOWN_PROBLEMS = 3
"""Problems of a portal file that a row shows; the editor shows all of them."""


def add_home_view(context: StudioContext) -> None:
    """Add the view to the application."""
    overviews = PortalOverviews(context.clock.now)

    @add_page("/")
    async def show_home() -> None:
        with open_window("Portals"):
            links = ui.row().classes("studio-row")
            with links:
                ui.link("New portal", "/new").classes("studio-link-button")
            reading = asyncio.to_thread(_read_portals, context, overviews)
            rows = await show_while_waiting("Reading the portals …", reading)
            if rows:
                with links:
                    ui.link("Crawl several", "/run").classes("studio-link-button")
            if rows:
                _write_table(rows)
            else:
                ui.label(f"There is no portal file in {context.settings.folder} yet.")


def _read_portals(context: StudioContext, overviews: PortalOverviews) -> tuple[PortalOverview, ...]:
    entries = context.catalog.entries()
    return overviews.read(entries, [context.corpus_folder(entry.id) for entry in entries])


def _write_table(rows: tuple[PortalOverview, ...]) -> None:
    with ui.element("table").classes("studio-table portal-table"):
        with ui.element("thead"), ui.element("tr"):
            for name in _COLUMNS:
                with ui.element("th").props('scope="col"'):
                    ui.label(name)
        with ui.element("tbody"):
            for row in rows:
                _write_row(row)


def _write_row(row: PortalOverview) -> None:
    with ui.element("tr"):
        with ui.element("td"):
            ui.link(row.id, view_address(row.id, "archive")).classes("portal-name")
            if row.title:
                ui.label(row.title).classes("studio-quiet")
        with ui.element("td").classes("number").props('data-label="Articles"'):
            _write_articles(row)
        with ui.element("td"):
            if chart := draw_months(row.months):
                ui.html(chart, sanitize=False)
        with ui.element("td").props('data-label="Last crawl"'):
            words = describe_run(row.last_run) if row.last_run else "never"
            ui.link(words, view_address(row.id, "run"))
        with ui.element("td"):
            _write_problems(row)


def _write_articles(row: PortalOverview) -> None:
    if not row.listed:
        ui.label("–")
        return
    ui.link(f"{row.in_tei:,}", view_address(row.id, "corpus"))
    if row.listed != row.in_tei:
        ui.label(f"of {row.listed:,} listed").classes("studio-quiet")


def _write_problems(row: PortalOverview) -> None:
    for problem in row.problems[:SHOWN_PROBLEMS]:
        ui.label(problem).classes("studio-lines state-dropped portal-problem")
    if row.problems:
        more = len(row.problems) - SHOWN_PROBLEMS
        words = f"Mend these and {more} more" if more > 0 else "Mend"
        ui.link(words, view_address(row.id, "article"))
    elif row.serious:
        problems = "1 problem" if row.serious == 1 else f"{row.serious:,} problems"
        ui.link(f"{problems} of the last crawl", view_address(row.id, "run"))
    else:
        ui.label("none").classes("studio-quiet")
