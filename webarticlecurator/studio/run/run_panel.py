"""The part of the view that follows one run: its state, its portals and its log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from nicegui import ui

from webarticlecurator.base.command_ends import COMMAND_ENDS, WITH_PROBLEMS
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.crawling.workers.progress_file import PortalProgress
from webarticlecurator.studio.frame.command_log import read_log
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button, label_prop
from webarticlecurator.studio.frame.draft_line import LOOK_INTERVAL
from webarticlecurator.studio.frame.run_records import RunRecord
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.widgets import (
    open_details,
    write_element,
    write_heading,
)
from webarticlecurator.studio.frame.window_timer import WindowTimer
from webarticlecurator.studio.home.portal_overview import read_overview
from webarticlecurator.studio.portal.mended_doubts import find_mending, write_mending
from webarticlecurator.studio.portal.run_words import describe_run_state, name_run
from webarticlecurator.studio.run.latest_articles import write_latest

_PARTS = {
    "count": make_message("Done"),
    "part": make_message("Now"),
    "left": make_message("Left"),
    "trouble": make_message("Problems"),
}
"""Attribute of ``PortalProgress`` → what it is called."""


class RunPanel:
    """The panel of a run. While it runs, the panel reads it again each second, and calls ``on_end``
    when it has ended."""

    def __init__(
        self,
        context: StudioContext,
        record: RunRecord,
        on_end: Callable[[], Awaitable[None]] | None,
    ) -> None:
        self._context, self._processes = context, context.runs
        self._record, self._on_end = record, on_end
        self._heading = write_heading()
        with ui.row().classes("studio-row"):
            self._state = ui.label().props('role="status"').classes("run-state")
            self._stop = add_button("Stop", showing_errors(self._stop_run))
        self._bar = write_element("progress", classes="run-bar")
        self._bar.set_visibility(False)
        self._words = ui.label().classes("studio-quiet studio-lines run-words")
        self._show_latest = write_latest(context, record.portals[0])
        self._mendings = ui.column().classes("studio-part")
        with open_details("Details"):
            words = f"curator {' '.join(record.command)}\n{record.log}"
            ui.label(words).classes("studio-lines run-command")
            self._log_text = (
                ui.label()
                .classes("studio-listing run-log")
                .props(f'tabindex="0" role="region" {label_prop("What the command printed")}')
            )

    async def follow(self) -> None:
        """Show the run, and go on while it runs."""

        async def refresh_again() -> None:
            if await self._refresh():
                with suppress(CuratorError, OSError):
                    await self._show_latest()
                return
            timer.stop()
            if self._on_end is not None:
                await self._on_end()

        if await self._refresh():
            timer = WindowTimer(LOOK_INTERVAL, refresh_again)

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
        self._show_progress(rows, is_running=state.is_running)
        log = await asyncio.to_thread(read_log, self._record.log)
        self._log_text.set_text(log or translate("Nothing has been printed yet."))
        if not state.is_running:
            await self._write_mendings()
        return state.is_running

    def _show_progress(self, rows: Sequence[PortalProgress], *, is_running: bool) -> None:
        """Show how far the work on all portals is, and of each what it does, or why it has ended;
        of several behind their names."""
        articles = sum(row.articles for row in rows)
        total = articles + sum(row.due for row in rows)
        done = translate("{number:,} of about {total:,} articles", number=articles, total=total)
        lines = [done] if is_running and total else []
        is_named = len(self._record.portals) > 1
        lines += [_describe_progress(r, is_running=is_running, is_named=is_named) for r in rows]
        self._words.set_text("\n".join(filter(None, lines)))
        self._bar.set_visibility(is_running and total > 0)
        self._bar.props.update({"max": total, "value": articles, "aria-label": done})
        self._bar.update()

    async def _write_mendings(self) -> None:
        """Write what is wrong with each of several portals; of one, the steps say it."""
        for portal_id in self._record.portals if len(self._record.portals) > 1 else ():
            entry = await asyncio.to_thread(self._context.catalog.find_entry, portal_id)
            folder = self._context.settings.corpus_folder(portal_id)
            overview = await asyncio.to_thread(read_overview, entry, folder)
            if overview.doubt is not None:
                with self._mendings, write_element("div", classes="form-row"):
                    ui.label(portal_id)
                    write_mending(portal_id, find_mending(overview.doubt, overview.in_tei))

    async def _stop_run(self) -> None:
        await asyncio.to_thread(self._processes.stop, self._record)
        await self._refresh()


def _describe_progress(row: PortalProgress, *, is_running: bool, is_named: bool) -> str:
    """Return what is done for a portal now; of what has ended, only why it has. What ``is_named``
    begins with its name and state, but its problems are said where they are mended."""
    ends = COMMAND_ENDS[WITH_PROBLEMS].state, COMMAND_ENDS[0].state
    state = translate(ends[1] if row.state == ends[0] else row.state)
    values = {name: getattr(row, name) for name in (_PARTS if is_running else ("trouble",))}
    words = [f"{row.portal}: {state}"] * is_named
    words += [
        f"{translate(_PARTS[name])}: {translate(each)}" for name, each in values.items() if each
    ]
    return ". ".join(words)
