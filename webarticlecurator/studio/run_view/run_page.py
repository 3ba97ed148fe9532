"""The views that run commands: of one portal, and of several."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from nicegui import ui

from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.html_elements import write_heading
from webarticlecurator.studio.run_text import describe_run
from webarticlecurator.studio.run_view.command_form import CommandForm
from webarticlecurator.studio.run_view.run_account import read_account
from webarticlecurator.studio.run_view.run_panel import RunPanel
from webarticlecurator.studio.run_view.run_processes import RunProcesses, RunState
from webarticlecurator.studio.run_view.run_words import describe_run_state, name_run
from webarticlecurator.studio.window import add_page, open_window, view_address, write_error

SHOWN_RUNS = 20


def add_run_views(context: StudioContext) -> None:
    """Add the views to the application."""
    processes = RunProcesses(context.settings.corpora, context.clock)

    @add_page("/portal/{portal_id}/run")
    async def show_run(portal_id: str, run: str = "") -> None:
        with open_window("Run", portal_id, "run"):
            await _write_portal_run(context, processes, portal_id, run)

    @add_page("/run")
    async def show_runs(run: str = "") -> None:
        with open_window("Run several portals"):
            await _write_several(context, processes, run)


async def _write_portal_run(
    context: StudioContext, processes: RunProcesses, portal_id: str, run_id: str
) -> None:
    try:
        portal = await asyncio.to_thread(context.catalog.find, portal_id)
    except (CuratorError, OSError) as error:
        write_error(error)
        return

    def open_run(new_id: str) -> None:
        ui.navigate.to(view_address(portal_id, "run", run=new_id))

    draft = context.drafts.find(portal.path)
    if draft is not None and not draft.is_saved:
        ui.label("The portal file has changes that are not saved: commands do not know them.")
    columns = [column.name for column in portal.columns]
    form = CommandForm(
        context, processes, lambda: [context.catalog.find(portal_id)], open_run, columns
    )
    form.write_crawl()
    form.write_build()
    runs = await asyncio.to_thread(processes.list_runs, portal_id)
    runs_place, account_place = ui.column().classes("studio-part"), ui.column()

    async def show_account() -> None:
        account_place.clear()
        with account_place:
            await _write_account(context, portal)

    with runs_place:
        await _write_runs(processes, runs, run_id, view_address(portal_id, "run"), show_account)
    await show_account()


async def _write_several(context: StudioContext, processes: RunProcesses, run_id: str) -> None:
    entries = await asyncio.to_thread(context.catalog.entries)
    portals = [entry.portal for entry in entries if entry.portal is not None]
    chosen: dict[str, ui.checkbox] = {}

    def find_chosen() -> list[Portal]:
        return [context.catalog.find(name) for name, box in chosen.items() if box.value]

    def open_run(new_id: str) -> None:
        ui.navigate.to(f"/run?run={new_id}")

    def choose_all(value: bool) -> None:
        for box in chosen.values():
            box.set_value(value)

    with ui.element("fieldset").classes("run-portals"):
        with ui.element("legend"):
            ui.label("Portals")
        if len(portals) > 1:
            ui.checkbox("all", on_change=lambda event: choose_all(event.value))
        for portal in portals:
            chosen[portal.id] = ui.checkbox(portal.id)
    CommandForm(context, processes, find_chosen, open_run).write_crawl()
    runs = await asyncio.to_thread(processes.list_runs)
    await _write_runs(processes, runs, run_id, "/run", _do_nothing)


async def _do_nothing() -> None:
    pass


async def _write_runs(
    processes: RunProcesses,
    runs: Sequence[RunState],
    run_id: str,
    address: str,
    on_end: Callable[[], Awaitable[None]],
) -> None:
    """Write the run with an id, by default the latest, and links to the others; ``on_end`` is
    called when it has ended."""
    shown = next((run for run in runs if run.record.id == run_id), None)
    if run_id and shown is None:
        write_error(UsageError(f"no such run: {run_id}", "It is no longer kept."))
    shown = shown or next(iter(runs), None)
    if shown is None:
        return
    await RunPanel(processes, shown.record, on_end).follow()
    others = [run for run in runs if run is not shown][:SHOWN_RUNS]
    if others:
        write_heading("Other runs from the studio")
    with ui.element("ul").classes("run-list"):
        for run in others:
            with ui.element("li"):
                ui.link(name_run(run), f"{address}?run={run.record.id}")
                state = describe_run_state(run, processes.was_stopped(run.record))
                ui.label(state).classes("studio-quiet")


async def _write_account(context: StudioContext, portal: Portal) -> None:
    write_heading("The corpus now")
    try:
        folder = context.corpus_folder(portal.id)
        account = await asyncio.to_thread(read_account, portal, folder)
    except (CuratorError, OSError) as error:
        write_error(error)
        return
    if account is None:
        ui.label("Nothing is stored yet.")
        return
    ui.label("\n".join(account.lines)).classes("studio-lines")
    write_heading("Its crawls")
    with ui.element("ul").classes("run-list"):
        for crawl in account.crawls:
            with ui.element("li"):
                ui.label(describe_run(crawl))
