"""The line that says how a command is getting on, in every tab that shows the view."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from nicegui import ui

from webarticlecurator.base.text.translation import translate
from webarticlecurator.studio.frame.command_log import read_log
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import refill
from webarticlecurator.studio.frame.draft_line import LOOK_INTERVAL
from webarticlecurator.studio.frame.run_processes import RunProcesses
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.widgets import open_details, write_button, write_element
from webarticlecurator.studio.frame.window_timer import WindowTimer

_LAST_LINES = 12
"""Lines of a failed command that are shown."""


def write_run_line(
    runs: RunProcesses, portal_id: str, verb: str, words: str, after: Callable[[], Awaitable[None]]
) -> None:
    """Write what the command ``verb`` of a portal is doing, with a button that stops it; call
    ``after`` when it has ended well. ``words`` say what it does."""
    words = translate(words)
    place = ui.element("div").props('role="status"').classes("studio-stack")
    # the run whose end is not shown any more: at first one that had ended before
    ended: str | None = None
    # of the run that is shown: its button stays, since a press on a new one would be lost
    line: tuple[str, ui.label] | None = None

    async def update() -> None:
        nonlocal ended, line
        run = await asyncio.to_thread(runs.find_last, portal_id, verb)
        if ended is None:
            ended = run.record.id if run is not None and not run.is_running else ""
        if run is None or run.record.id == ended:
            return
        messages = (await asyncio.to_thread(read_log, run.record.log)).splitlines()
        if run.is_running:
            if line is None or line[0] != run.record.id:
                stop = partial(asyncio.to_thread, runs.stop, run.record)
                with refill(place), ui.element("div").classes("form-row"):
                    line = run.record.id, ui.label()
                    write_button("Stop", showing_errors(stop))
            last = messages[-1] if messages else ""
            line[1].set_text(f"{words}: {runs.seconds(run.record)} s. {last}")
            return
        ended, line = run.record.id, None
        lines = "\n".join(messages[-_LAST_LINES:])
        with refill(place):
            if run.failed:
                write_element(
                    "p", translate("{words} stopped before it was finished:", words=words)
                )
                write_element("p", messages[-1] if messages else translate("It was stopped."))
                with open_details("Details"):
                    write_element("pre", lines, "studio-lines studio-quiet")
            else:
                write_element("p", lines, "studio-lines studio-quiet")
        await after()

    WindowTimer(LOOK_INTERVAL, showing_errors(update))


def write_report_button(
    context: StudioContext, portal_id: str, words: str, action: Sequence[str], name: str
) -> None:
    """Write a button that starts a command as ``StudioContext.start_report``."""
    start = partial(asyncio.to_thread, context.start_report, portal_id, action, name)
    write_button(words, showing_errors(start))
