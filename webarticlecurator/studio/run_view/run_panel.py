"""The part of the view that follows one run: its state, its portals and its log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from nicegui import ui

from webarticlecurator.errors import CuratorError
from webarticlecurator.run.progress_file import PortalProgress
from webarticlecurator.studio.html_elements import write_heading
from webarticlecurator.studio.run_view.log_pages import LogPage, read_log
from webarticlecurator.studio.run_view.run_processes import RunProcesses, RunState
from webarticlecurator.studio.run_view.run_records import RunRecord
from webarticlecurator.studio.run_view.run_words import describe_run_state, name_run
from webarticlecurator.studio.window import add_button, show_error

REFRESH_SECONDS = 1.0
_COLUMNS = {
    "portal": "Portal",
    "state": "State",
    "count": "Done",
    "left": "Left",
    "part": "Now",
    "articles": "Articles",
    "due": "Due",
    "requests_per_minute": "Requests a minute",
    "trouble": "Trouble",
}
"""Attribute of ``PortalProgress`` → the head of its column."""


class RunPanel:
    """The panel of a run. While it runs, the panel reads it again each second, and calls ``on_end``
    when it has ended."""

    def __init__(
        self, processes: RunProcesses, record: RunRecord, on_end: Callable[[], Awaitable[None]]
    ) -> None:
        self._processes, self._record, self._on_end = processes, record, on_end
        self._timer: ui.timer | None = None
        self._cells: dict[tuple[str, str], ui.label] = {}
        self._log = LogPage("", 0, 0)
        self._before: int | None = None
        self._heading = write_heading()
        with ui.row().classes("studio-row"):
            self._state = ui.label().props('role="status"').classes("run-state")
            self._stop = add_button("Stop", self._stop_run)
        with ui.element("div").classes("studio-wide"):
            self._table = ui.element("table").classes("studio-table run-table")
        self._write_log()
        ui.label(f"curator {' '.join(record.command)}").classes("studio-lines run-command")

    async def follow(self) -> None:
        """Show the run, and go on while it runs."""
        if await self._refresh():
            self._timer = ui.timer(REFRESH_SECONDS, self._refresh_again)

    async def _refresh_again(self) -> None:
        if not await self._refresh() and self._timer is not None:
            self._timer.deactivate()
            await self._on_end()

    async def _refresh(self) -> bool:
        """Show the run as it is now; return whether it runs."""
        state = await asyncio.to_thread(self._processes.read, self._record)
        self._show_state(state)
        rows = state.progress.portals if state.progress is not None else ()
        if {row.portal for row in rows} != {portal for portal, _ in self._cells}:
            self._make_table([row.portal for row in rows])
        for row in rows:
            self._show_row(row)
        self._show_log(await asyncio.to_thread(read_log, self._record.log, self._before))
        return state.is_running

    def _show_state(self, state: RunState) -> None:
        was_stopped = self._processes.was_stopped(self._record)
        self._heading.set_text(name_run(state))
        self._state.set_text(describe_run_state(state, was_stopped))
        self._stop.set_visibility(state.is_running)
        self._stop.set_enabled(self._processes.can_stop(self._record))
        self._stop.set_text("Stop once more" if was_stopped else "Stop")

    async def _stop_run(self) -> None:
        try:
            await asyncio.to_thread(self._processes.stop, self._record)
        except (CuratorError, OSError) as error:
            show_error(error)
        await self._refresh()

    def _make_table(self, portals: list[str]) -> None:
        self._table.clear()
        self._cells.clear()
        with self._table:
            with ui.element("thead"), ui.element("tr"):
                for head in _COLUMNS.values():
                    with ui.element("th").props('scope="col"'):
                        ui.label(head)
            with ui.element("tbody"):
                for portal in portals:
                    with ui.element("tr"):
                        for name in _COLUMNS:
                            with ui.element("td"):
                                self._cells[portal, name] = ui.label()

    def _show_row(self, row: PortalProgress) -> None:
        for name in _COLUMNS:
            value = getattr(row, name)
            text = f"{value:,}" if isinstance(value, int) else value
            cell = self._cells[row.portal, name]
            if cell.text != text:
                cell.set_text(text)

    def _write_log(self) -> None:
        self._log_text = ui.label().classes("studio-listing run-log")
        self._log_text.props('tabindex="0" role="region" aria-label="What the command printed"')
        with ui.row().classes("studio-row"):
            self._earlier = add_button("Earlier lines", lambda: self._turn_to(self._log.start))
            self._latest = add_button("Latest lines", lambda: self._turn_to(None))

    async def _turn_to(self, before: int | None) -> None:
        self._before = before
        self._show_log(await asyncio.to_thread(read_log, self._record.log, before))

    def _show_log(self, page: LogPage) -> None:
        if page != self._log or not self._log_text.text:
            self._log = page
            self._log_text.set_text(page.text or "Nothing is printed yet.")
        self._earlier.set_visibility(page.start > 0)
        self._latest.set_visibility(self._before is not None)
