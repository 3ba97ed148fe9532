"""The views that run commands: of one portal, and of several."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from nicegui import ui
from starlette.datastructures import QueryParams

from webarticlecurator.articles.by_rules.page_assets import PAGE
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button, refill
from webarticlecurator.studio.frame.draft_line import DraftLine
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.run_processes import RunState
from webarticlecurator.studio.frame.shown_errors import showing_errors, write_error, writing_errors
from webarticlecurator.studio.frame.widgets import (
    open_details,
    write_button,
    write_heading,
    write_items,
)
from webarticlecurator.studio.frame.window import INSTANT, add_page, open_window, view_address
from webarticlecurator.studio.new_portal.given_files import GivenFiles
from webarticlecurator.studio.portal.corpus_state import adopt_files, build_words, start_command
from webarticlecurator.studio.portal.portal_facts import read_portal_facts
from webarticlecurator.studio.portal.portal_steps import is_finished
from webarticlecurator.studio.portal.run_words import read_crawls
from webarticlecurator.studio.run.crawl_form import write_crawl_form
from webarticlecurator.studio.run.page_sheet import write_page_sheet
from webarticlecurator.studio.run.run_panel import RunPanel


def add_runs_view(context: StudioContext) -> None:
    """Add the view of the runs of several portals to the application."""
    processes = context.runs

    @add_page("/run")
    async def show_runs(run: str = "") -> None:
        with open_window("Crawl several portals"):
            entries = await asyncio.to_thread(context.catalog.entries)
            portals = [entry.portal for entry in entries if entry.portal is not None]
            chosen: dict[str, ui.checkbox] = {}

            def choose_all(value: bool) -> None:
                for box in chosen.values():
                    box.set_value(value)

            with ui.element("fieldset").classes("run-portals"):
                with ui.element("legend"):
                    ui.label(translate("Portals"))
                if len(portals) > 1:
                    ui.checkbox(translate("all"), on_change=lambda event: choose_all(event.value))
                for portal in portals:
                    chosen[portal.id] = ui.checkbox(portal.id)
            write_crawl_form(
                context.settings,
                processes,
                lambda: [context.catalog.find(name) for name, box in chosen.items() if box.value],
                "/run",
                is_main=True,
            )
            await _write_runs(context, await asyncio.to_thread(processes.list_runs), run)


async def write_run_view(
    context: StudioContext, portal_id: str, draft: PortalDraft, query: QueryParams
) -> None:
    """Write the run of the query, or the latest, and what can be run."""
    processes = context.runs
    portal = await asyncio.to_thread(context.catalog.find, portal_id)
    address = view_address(portal_id, "run")
    settings = context.settings

    async def build() -> None:
        now = await asyncio.to_thread(context.catalog.find, portal_id)
        if not await asyncio.to_thread(has_corpus, settings.corpus_folder(portal_id)):
            raise UsageError(
                "nothing to build: no page is stored yet",
                "Crawl first, or add files to the corpus.",
            )
        await start_command(
            processes, address, build_words(settings, now, everything=everything.value), [now]
        )

    async def show_crawls() -> None:
        with refill(crawls_place), writing_errors():
            write_heading("Crawls")
            crawls = await asyncio.to_thread(
                read_crawls, portal_id, settings.corpus_folder(portal_id)
            )
            if not crawls:
                ui.label(translate("Nothing is stored yet."))
            for crawl in write_items(crawls, "run-list"):
                ui.label(crawl)
        facts = await asyncio.to_thread(read_portal_facts, context, portal_id, draft)
        if facts.sample and not is_finished(facts):
            with refill(sheet_place):
                write_page_sheet(context, portal, facts.sample)

    DraftLine(draft)
    runs = await asyncio.to_thread(processes.list_runs, portal_id)
    places = (ui.column().classes("studio-part") for _ in range(3))
    runs_place, sheet_place, crawls_place = places
    with runs_place:
        await _write_runs(context, runs, query.get("run", ""), show_crawls)
    await show_crawls()
    with open_details("Other ways to crawl and build, or add files", "studio-panel"):
        columns = [column.name for column in portal.columns]
        write_crawl_form(
            settings, processes, lambda: [context.catalog.find(portal_id)], address, columns
        )
        with ui.row().classes("studio-row"):
            add_button("Build", showing_errors(build))
            everything = ui.checkbox(translate("Rebuild everything, whether or not it has changed"))
        write_files_form(context, portal_id)
        if portal.article.assets != PAGE:
            store = partial(draft.set, ("article", "assets"), PAGE)
            write_button("Store what pages look like from the next crawl on", store)


def write_files_form(context: StudioContext, portal_id: str) -> None:
    """Write the form that takes files into the corpus of a portal, and builds what is new."""

    async def adopt() -> None:
        portal = await asyncio.to_thread(context.catalog.find, portal_id)
        pages = given.list_page_options()
        warcs = [str(file) for file in given.warcs]
        if not pages and not warcs:
            raise UsageError("no file given", "Choose saved pages, WARC or WACZ files first.")
        ui.notify(translate("Copying the pages into the corpus …"))
        if warcs:
            await adopt_files(context, portal, warcs)
        if pages:
            await adopt_files(context, portal, [f"--date={saved.value}", *pages])
        words = build_words(context.settings, portal, everything=False)
        await start_command(context.runs, view_address(portal_id, "run"), words, [portal])

    with (
        ui.expansion(translate("Adopt files: saved pages, WARC, WACZ"))
        .classes("studio-field")
        .props(INSTANT)
    ):
        given = GivenFiles(
            context,
            on_warcs=lambda: status_label.set_text(", ".join(file.name for file in given.warcs)),
        )
        status_label = ui.label().props('role="status"').classes("studio-quiet")
        saved = ui.input(
            translate("Day on which pages were saved"), value=f"{context.clock.now():%Y-%m-%d}"
        ).props('outlined dense type="date" stack-label')
        add_button("Take them into the corpus", showing_errors(adopt))


async def _write_runs(
    context: StudioContext,
    runs: Sequence[RunState],
    run_id: str,
    on_end: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Write the run with an id, by default the latest; ``on_end`` is called when it has ended."""
    shown = next((run for run in runs if run.record.id == run_id), None)
    if run_id and shown is None:
        write_error(
            UsageError(
                make_message("no such run: {run_id}", run_id=run_id), "It is no longer kept."
            )
        )
    shown = shown or next(iter(runs), None)
    if shown is None:
        return
    await RunPanel(context, shown.record, on_end).follow()
