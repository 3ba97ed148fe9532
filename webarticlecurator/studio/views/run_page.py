"""The views that run commands: of one portal, and of several."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path

from nicegui import ui

from webarticlecurator.errors import COMMAND_ENDS, CuratorError, UsageError
from webarticlecurator.model.corpus_numbers import Run
from webarticlecurator.model.portal import Portal
from webarticlecurator.states.summary import summarise
from webarticlecurator.store import view_corpus
from webarticlecurator.stored_pages.captured_pages import has_corpus
from webarticlecurator.studio.frame.context import StudioContext, StudioSettings
from webarticlecurator.studio.frame.run_processes import (
    LogPage,
    RunProcesses,
    RunRecord,
    RunState,
    read_log,
)
from webarticlecurator.studio.frame.widgets import write_element, write_heading, write_table_head
from webarticlecurator.studio.frame.window import (
    INSTANT,
    add_button,
    add_page,
    format_time,
    label_prop,
    open_window,
    refill,
    show_error,
    showing_errors,
    view_address,
    write_error,
    writing_errors,
)
from webarticlecurator.studio.views.corpus_state import (
    adopt_files,
    build_words,
    crawl_words,
    is_worked_on,
    start_command,
)
from webarticlecurator.studio.views.given_files import GivenFiles
from webarticlecurator.studio.views.page_look import write_look_form
from webarticlecurator.studio.views.portal_steps import write_steps
from webarticlecurator.text.translation import make_message, translate

# What the view says of a run, and the words of the commands that it starts.


KILLED = make_message("killed, or the machine was switched off; run it again to continue")
"""How a run has ended that left no exit code."""


def describe_run_state(state: RunState, was_stopped: bool) -> str:
    """Return whether a command runs, or how it has ended."""
    if state.is_running:
        return translate("ending") if was_stopped else translate("running")
    if state.exit_code is None:
        return translate(KILLED)
    end = COMMAND_ENDS.get(state.exit_code)
    if end is None:
        return translate("ended with exit code {code}", code=state.exit_code)
    return translate(end.advice)


def name_run(state: RunState) -> str:
    """Return what a run is called: its command, its portals and when it began."""
    record = state.record
    names = ", ".join(record.portals[:3])
    more = len(record.portals) - 3
    portals = translate("{names} and {more} more", names=names, more=more) if more > 0 else names
    return f"{record.command[0]} {portals}, {describe_time(record.started)}"


def describe_time(warc_date: str) -> str:
    """Return a WARC date as ``2024-05-02 12:00 UTC``, or as the language of the reader has it."""
    return f"{format_time(datetime.fromisoformat(warc_date[:16]))} UTC"


def describe_run(run: Run, *, is_running: bool = False) -> str:
    """Return when a run began and how it ended; ``is_running``: what runs on its corpus has not
    ended."""
    ended = translate("running") if is_running else translate("interrupted")
    if run.finished:
        ended = translate(run.outcome or "")
    return f"{describe_time(run.started)}, {ended}"


# The account of a corpus: what became of its articles, and its crawls.


SHOWN_RUNS = 20
"""Crawls, and runs from the studio, that are listed."""


def read_account(portal: Portal, folder: Path) -> tuple[list[str], list[str]] | None:
    """Return the lines of ``curator status`` for the corpus in ``folder``, and its latest crawls by
    whatever command, in words; None if there is none. Raises CorpusMismatch, StoreDamaged."""
    if not has_corpus(folder):
        return None
    with view_corpus(folder, portal.id) as corpus:
        is_running = is_worked_on(folder, corpus)
        crawls = corpus.run_log.latest_runs("crawl", SHOWN_RUNS)
        # one at a time: of those without an end, only the last one can be running
        words = [
            describe_run(run, is_running=is_running and place == 0)
            for place, run in enumerate(crawls)
        ]
        return [*summarise(portal, corpus).lines()], words


def add_run_views(context: StudioContext) -> None:
    """Add the views to the application."""
    processes = context.runs

    @add_page("/portal/{portal_id}/run")
    async def show_run(portal_id: str, run: str = "") -> None:
        with open_window("Run", portal_id, "run"):
            write_steps(context, portal_id)
            await _write_portal_run(context, processes, portal_id, run)

    @add_page("/run")
    async def show_runs(run: str = "") -> None:
        with open_window("Run several portals"):
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
            )
            runs = await asyncio.to_thread(processes.list_runs)
            await _write_runs(processes, runs, run, "/run")


async def _write_portal_run(
    context: StudioContext, processes: RunProcesses, portal_id: str, run_id: str
) -> None:
    portal = await asyncio.to_thread(context.catalog.find, portal_id)
    address = view_address(portal_id, "run")
    settings = context.settings

    async def build() -> None:
        now = await asyncio.to_thread(context.catalog.find, portal_id)
        if not await asyncio.to_thread(has_corpus, settings.corpus_folder(portal_id)):
            raise UsageError(
                "nothing is stored yet that could be built",
                "Crawl first, or take files into the corpus.",
            )
        await start_command(
            processes, address, build_words(settings, now, everything=everything.value), [now]
        )

    async def show_account() -> None:
        with refill(account_place), writing_errors():
            write_heading("The corpus now")
            account = await asyncio.to_thread(
                read_account, portal, context.settings.corpus_folder(portal.id)
            )
            if account is None:
                ui.label(translate("Nothing is stored yet."))
                return
            lines, crawls = account
            ui.label("\n".join(map(translate, lines))).classes("studio-lines")
            write_heading("Its crawls")
            with ui.element("ul").classes("run-list"):
                for crawl in crawls:
                    with ui.element("li"):
                        ui.label(crawl)

    draft = await asyncio.to_thread(context.open_draft, portal_id)
    if not draft.is_saved:
        ui.label(
            translate("The portal file has changes that are not saved: commands do not know them.")
        )
    columns = [column.name for column in portal.columns]
    write_crawl_form(
        settings, processes, lambda: [context.catalog.find(portal_id)], address, columns
    )
    with ui.row().classes("studio-row"):
        add_button("Build", showing_errors(build))
        everything = ui.checkbox(translate("Build everything again, changed or not"))
    write_files_form(context, portal_id)
    write_look_form(context, portal_id, portal, draft)
    runs = await asyncio.to_thread(processes.list_runs, portal_id)
    runs_place, account_place = ui.column().classes("studio-part"), ui.column()
    with runs_place:
        await _write_runs(processes, runs, run_id, address, show_account)
    await show_account()


def write_files_form(context: StudioContext, portal_id: str) -> None:
    """Write the form that takes files into the corpus of a portal, and builds what is new."""

    async def adopt() -> None:
        portal = await asyncio.to_thread(context.catalog.find, portal_id)
        pages = given.list_page_options()
        warcs = [str(file) for file in given.warcs]
        if not pages and not warcs:
            raise UsageError("no file given", "Choose saved pages, WARC or WACZ files first.")
        ui.notify(translate("The pages are copied into the corpus …"))
        if warcs:
            await adopt_files(context, portal, warcs)
        if pages:
            await adopt_files(context, portal, [f"--date={saved.value}", *pages])
        words = build_words(context.settings, portal, everything=False)
        await start_command(context.runs, view_address(portal_id, "run"), words, [portal])

    def name_warcs() -> None:
        said.set_text(", ".join(file.name for file in given.warcs))

    with (
        ui.expansion(translate("Adopt files: saved pages, WARC, WACZ"))
        .classes("studio-field")
        .props(INSTANT)
    ):
        given = GivenFiles(context, on_warcs=name_warcs)
        said = ui.label().props('role="status"').classes("studio-quiet")
        saved = ui.input(
            translate("Day on which pages were saved"), value=f"{context.clock.now():%Y-%m-%d}"
        )
        saved.props('outlined dense type="date" stack-label')
        add_button("Take them into the corpus", showing_errors(adopt))


async def _write_runs(
    processes: RunProcesses,
    runs: Sequence[RunState],
    run_id: str,
    address: str,
    on_end: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Write the run with an id, by default the latest, and links to the others; ``on_end`` is
    called when it has ended."""
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
    await RunPanel(processes, shown.record, on_end).follow()
    others = [run for run in runs if run is not shown][:SHOWN_RUNS]
    if others:
        write_heading("Other runs from the studio")
    with ui.element("ul").classes("run-list"):
        for run in others:
            with ui.element("li"):
                ui.link(name_run(run), f"{address}?run={run.record.id}")
                ui.label(describe_run_state(run, processes.was_stopped(run.record))).classes(
                    "studio-quiet"
                )


# The form that starts a crawl.


def write_crawl_form(
    settings: StudioSettings,
    processes: RunProcesses,
    find_portals: Callable[[], Sequence[Portal]],
    address: str,
    columns: Sequence[str] = (),
) -> None:
    """Write the button that crawls portals, which are found when it is pressed, and its options.
    ``columns``: those that the crawl may be limited to."""

    async def crawl() -> None:
        portals = await asyncio.to_thread(find_portals)
        if not portals:
            raise UsageError("no portal is chosen", "Choose one or several.")
        words = crawl_words(
            settings,
            portals,
            since=since.value or "",
            until=until.value or "",
            column=column.value if column is not None else "",
            limit=int(limit.value) if limit.value else None,
            full=full.value,
            warc_only=warc_only.value,
        )
        await start_command(processes, address, words, portals)

    add_button("Crawl", showing_errors(crawl), is_main=True)
    with ui.expansion(translate("Options of the crawl")).classes("studio-field").props(INSTANT):
        with ui.row().classes("studio-row"):
            since, until = (
                ui.input(label).props('outlined dense type="date" stack-label').classes("run-date")
                for label in (translate("From (only archives by date)"), translate("Until"))
            )
            limit = ui.number(translate("At most so many new articles"), min=1, precision=0)
            limit.props("outlined dense").classes("run-number")
        column: ui.select | None = None
        if len(columns) > 1:
            names = {"": translate("all columns"), **{name: name for name in columns}}
            column = ui.select(names, value="", label=translate("Column")).props("outlined dense")
        full = ui.checkbox(translate("Walk the whole archive again, closed spans too"))
        warc_only = ui.checkbox(translate("Only store pages, and make no TEI"))


# The part of the view that follows one run: its state, its portals and its log.

REFRESH_SECONDS = 1.0
_COLUMNS = {
    "portal": make_message("Portal"),
    "state": make_message("State"),
    "count": make_message("Done"),
    "left": make_message("Left"),
    "part": make_message("Now"),
    "articles": make_message("Articles"),
    "due": make_message("Due"),
    "requests_per_minute": make_message("Requests a minute"),
    "trouble": make_message("Trouble"),
}
"""Attribute of ``PortalProgress`` → the head of its column."""


class RunPanel:
    """The panel of a run. While it runs, the panel reads it again each second, and calls ``on_end``
    when it has ended."""

    def __init__(
        self,
        processes: RunProcesses,
        record: RunRecord,
        on_end: Callable[[], Awaitable[None]] | None,
    ) -> None:
        self._processes, self._record, self._on_end = processes, record, on_end
        self._cells: dict[tuple[str, str], ui.label] = {}
        self._log: LogPage = ("", 0)
        self._before: int | None = None
        self._heading = write_heading()
        with ui.row().classes("studio-row"):
            self._state = ui.label().props('role="status"').classes("run-state")
            self._stop = add_button("Stop", self._stop_run)
        with write_element(
            "div", classes="studio-wide", tabindex="0", role="region", aria_label=translate("State")
        ):
            self._table = ui.element("table").classes("studio-table run-table")
        self._log_text = ui.label().classes("studio-listing run-log")
        self._log_text.props(f'tabindex="0" role="region" {label_prop("What the command printed")}')
        with ui.row().classes("studio-row"):
            self._earlier = add_button("Earlier lines", lambda: self._turn_to(self._log[1]))
            self._latest = add_button("Latest lines", lambda: self._turn_to(None))
        ui.label(f"curator {' '.join(record.command)}").classes("studio-lines run-command")

    async def follow(self) -> None:
        """Show the run, and go on while it runs."""

        async def refresh_again() -> None:
            if not await self._refresh():
                timer.deactivate()
                if self._on_end is not None:
                    await self._on_end()

        if await self._refresh():
            timer = ui.timer(REFRESH_SECONDS, refresh_again)

    async def _refresh(self) -> bool:
        """Show the run as it is now; return whether it runs."""
        state = await asyncio.to_thread(self._processes.read, self._record)
        was_stopped = self._processes.was_stopped(self._record)
        self._heading.set_text(name_run(state))
        self._state.set_text(describe_run_state(state, was_stopped))
        self._stop.set_visibility(state.is_running)
        self._stop.set_enabled(self._processes.can_stop(self._record))
        self._stop.set_text(translate("Stop once more") if was_stopped else translate("Stop"))
        rows = state.progress.portals if state.progress is not None else ()
        if {row.portal for row in rows} != {portal for portal, _ in self._cells}:
            self._make_table([row.portal for row in rows])
        for row in rows:
            for name in _COLUMNS:
                value = getattr(row, name)
                cell = self._cells[row.portal, name]
                text = f"{value:,}" if isinstance(value, int) else value
                if cell.text != text:
                    cell.set_text(text)
        await self._turn_to(self._before)
        return state.is_running

    async def _stop_run(self) -> None:
        try:
            await asyncio.to_thread(self._processes.stop, self._record)
        except (CuratorError, OSError) as error:
            show_error(error)
        await self._refresh()

    def _make_table(self, portals: list[str]) -> None:
        self._cells.clear()
        with refill(self._table):
            write_table_head([(head, "") for head in _COLUMNS.values()])
            with ui.element("tbody"):
                for portal in portals:
                    with ui.element("tr"):
                        for name in _COLUMNS:
                            with ui.element("td"):
                                self._cells[portal, name] = ui.label()

    async def _turn_to(self, before: int | None) -> None:
        """Show the lines of the log before a byte, by default the last ones."""
        self._before = before
        page = await asyncio.to_thread(read_log, self._record.log, before)
        if page != self._log or not self._log_text.text:
            self._log = page
            self._log_text.set_text(page[0] or translate("Nothing is printed yet."))
        self._earlier.set_visibility(page[1] > 0)
        self._latest.set_visibility(self._before is not None)
