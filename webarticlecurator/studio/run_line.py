"""The line that says how a command is getting on, in every tab that shows the view."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from webarticlecurator.studio.command_runs import CommandRun, CommandRuns
from webarticlecurator.studio.html_elements import write_button, write_element
from webarticlecurator.studio.window import showing_errors

_INTERVAL = 1.0
"""Seconds between two looks."""
_LAST_LINES = 12
"""Lines of a failed command that are shown."""


def write_run_line(
    runs: CommandRuns, portal_id: str, words: str, after: Callable[[], Awaitable[None]]
) -> None:
    """Write what the command of a portal is doing, with a button that stops it; call ``after`` when
    it has ended well. ``words`` say what it does."""
    line = _RunLine(runs, portal_id, words, after)
    ui.timer(_INTERVAL, showing_errors(line.update))


class _RunLine:
    def __init__(
        self, runs: CommandRuns, portal_id: str, words: str, after: Callable[[], Awaitable[None]]
    ) -> None:
        self._runs, self._portal_id, self._words, self._after = runs, portal_id, words, after
        run = runs.find(portal_id)
        self._ended = run if run is not None and not run.is_running else None
        self._place = ui.element("div").props('role="status"').classes("studio-stack")

    async def update(self) -> None:
        """Show the command that runs, or once how it ended."""
        run = self._runs.find(self._portal_id)
        if run is None or run is self._ended:
            return
        self._place.clear()
        if run.is_running:
            with self._place:
                self._write_running(run)
            return
        self._ended = run
        with self._place:
            self._write_end(run)
        await self._after()

    def _write_running(self, run: CommandRun) -> None:
        with ui.element("div").classes("form-row"):
            ui.label(f"{self._words}: {run.seconds} s. {run.messages[-1] if run.messages else ''}")
            write_button("Stop", run.stop)

    def _write_end(self, run: CommandRun) -> None:
        lines = "\n".join(run.messages[-_LAST_LINES:])
        if run.failed:
            write_element("p", f"{self._words} ended before its end:")
            write_element("pre", lines or "It was stopped.", "studio-lines studio-error")
        else:
            write_element("p", lines, "studio-lines studio-quiet")
