"""The first view: the portals of the folder, and the ways to begin in an empty one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from functools import partial

from nicegui import ui

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.text.translation import format_number, translate
from webarticlecurator.portal_file.config.corpus_file import NAME as CORPUS_FILE
from webarticlecurator.proposing.trial.demo_files import write_demo_files
from webarticlecurator.studio.articles.articles_page import SEVERAL_VIEW
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button
from webarticlecurator.studio.frame.page_frame import PageFrame
from webarticlecurator.studio.frame.short_commands import run_command
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.terms import explain_element
from webarticlecurator.studio.frame.widgets import write_element, write_table_body
from webarticlecurator.studio.frame.window import add_page, open_window, view_address
from webarticlecurator.studio.frame.window_timer import WindowTimer
from webarticlecurator.studio.home.month_bars import draw_months
from webarticlecurator.studio.home.portal_overview import PortalOverview, PortalOverviews
from webarticlecurator.studio.portal.mended_doubts import find_mending, write_mending
from webarticlecurator.studio.portal.portal_facts import MAX_LISTS
from webarticlecurator.studio.portal.run_words import describe_run

DEMO = "demo"
"""The portal of the demo."""
MAX_PICTURES = 24
"""Portals, the first ones, whose names have a picture beside them: each is a page in a frame."""
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
                ui.link(translate("New portal"), "/new").classes("studio-link-button")
            rows = await show_while_waiting(
                "Reading the portals …", asyncio.to_thread(_read_portals, context, overviews)
            )
            if not rows:
                links.clear()
                _write_doors(context)
                return
            with links:
                ui.link(translate("Crawl several"), "/run").classes("studio-link-button")
                if (context.settings.folder / CORPUS_FILE).is_file():
                    ui.link(
                        translate("{file}: several portals as one", file=CORPUS_FILE), SEVERAL_VIEW
                    )
            with ui.element("table").classes("studio-table portal-table"):
                columns = (
                    (translate("Portal"), ""),
                    (translate("Articles"), "number"),
                    (translate("By month"), ""),
                    (translate("Last crawl"), ""),
                    (translate("Problems"), ""),
                )
                frames = {
                    row.id: PageFrame(title=row.id) for row in rows[:MAX_PICTURES] if row.listed
                }
                for row in write_table_body(rows, columns):
                    _write_row(row, frames.get(row.id))
            WindowTimer(0, showing_errors(partial(_show_pictures, context, frames)), is_once=True)


def _write_doors(context: StudioContext) -> None:
    """Write the three ways to begin in a folder without portal files."""
    ui.label(translate("There is no portal file in {folder} yet.", folder=context.settings.folder))

    async def try_demo() -> None:
        await asyncio.to_thread(write_demo_files, context.settings.folder)
        context.catalog.read_again()
        await run_command(
            context.commands,
            ["demo", "--corpus", str(context.settings.corpus_folder(DEMO).resolve()), "--json"],
            lambda lines: status_label.set_text("\n".join(lines[-2:])),
        )
        ui.navigate.to(view_address(DEMO))

    with ui.element("ul").classes("studio-plain home-doors"):
        with ui.element("li"):
            add_button("Try it with the demo portal", showing_errors(try_demo), is_main=True)
            ui.label(
                translate(
                    "It crawls a made-up portal of 318 articles on this computer, in a minute."
                )
            )
            status_label = ui.label().props('role="status"').classes("studio-lines studio-quiet")
        for words, method, note in (
            (
                translate("A portal from its address"),
                "address",
                translate(
                    "Paste the address of a page that lists articles. The studio proposes a"
                    " portal file."
                ),
            ),
            (
                translate("From WARC, WACZ or saved pages"),
                "pages",
                translate("Choose files that you already have. No request goes to the portal."),
            ),
        ):
            with ui.element("li"):
                link = ui.link(words, f"/new?by={method}").classes("studio-link-button")
                if method == "pages":
                    explain_element(link, "WARC")
                ui.label(note)


def _read_portals(context: StudioContext, overviews: PortalOverviews) -> tuple[PortalOverview, ...]:
    context.catalog.read_again()  # another view may have looked a moment ago
    entries = context.catalog.entries()
    return overviews.read(entries, [context.settings.corpus_folder(entry.id) for entry in entries])


async def _show_pictures(context: StudioContext, frames: Mapping[str, PageFrame]) -> None:
    """Show a stored page of the list of each portal, one after the other: the first that people
    read."""
    for portal_id, frame in frames.items():
        portal = await asyncio.to_thread(context.catalog.find, portal_id)
        for url in await asyncio.to_thread(context.sources.list_stored_lists, portal, MAX_LISTS):
            with suppress(CuratorError, OSError):
                stored = await asyncio.to_thread(context.sources.read, portal, url)
                if "html" in (stored.content_type or "html"):
                    await frame.show_stored(context, portal, stored)
                    break


def _write_row(row: PortalOverview, frame: PageFrame | None) -> None:
    with ui.element("td"):
        if frame is not None:
            # nothing in it can be pressed, or reached by the keyboard
            with write_element("div", classes="sheet-page portal-picture", inert=True) as picture:
                frame.move(picture)
        ui.link(row.id, view_address(row.id)).classes("portal-name")
        if row.title:
            ui.label(row.title).classes("studio-quiet")
    with write_element("td", classes="number", data_label=translate("Articles")):
        if row.listed:
            ui.link(format_number(row.in_tei), view_address(row.id, "corpus"))
            if row.listed != row.in_tei:
                ui.label(translate("of {number:,} listed", number=row.listed)).classes(
                    "studio-quiet"
                )
            if row.state.stale:
                ui.label(translate("{number:,} by older rules", number=row.state.stale)).classes(
                    "studio-quiet"
                )
        else:
            ui.label("–")
    with ui.element("td"):
        if chart := draw_months(row.months):
            ui.html(chart, sanitize=False)
    never = translate("never")
    with write_element("td", data_label=translate("Last crawl")):
        is_running = row.state.is_running
        words = describe_run(row.last_run, is_running=is_running) if row.last_run else never
        ui.link(words, view_address(row.id, "run"))
    is_right = not (row.problems or row.doubt)
    with write_element("td", data_label=is_right and translate("Problems")):
        for problem in row.problems[:SHOWN_PROBLEMS]:
            ui.label(problem).classes("studio-lines state-dropped portal-problem")
        if row.problems:
            more = len(row.problems) - SHOWN_PROBLEMS
            words = (
                translate("Fix these and {more} more", more=more) if more > 0 else translate("Fix")
            )
            ui.link(words, view_address(row.id, "article"))
        elif row.doubt:
            write_mending(row.id, find_mending(row.doubt, row.in_tei))
        else:
            ui.label(translate("none")).classes("studio-quiet")
