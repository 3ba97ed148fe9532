"""Run a command that proposes rules or a file, and say that it is at work."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from nicegui import ui

from webarticlecurator.base.text.translation import translate
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import refill
from webarticlecurator.studio.frame.short_commands import run_command

_PAGE_READ = "looking at "
"""How the commands say, in English, that they read a page."""


async def run_proposal(
    context: StudioContext, place: ui.element, command: Sequence[str], doing: str
) -> dict[str, Any]:
    """Run a command with ``--json``, and return what it proposes. Meanwhile, ``place`` has what is
    ``doing`` and how many pages were read; a command that fails empties it. Raises UsageError."""
    with refill(place), ui.element("div").classes("studio-stack").props('role="status"'):
        ui.label(doing)
        progress = ui.label().classes("studio-quiet")

    def show_progress(lines: Sequence[str]) -> None:
        pages = sum(line.startswith(_PAGE_READ) for line in lines)
        progress.set_text(translate("Pages that were read: {number}", number=pages))

    show_progress(())
    settings = context.settings
    words = [
        *command,
        *(("--proxy", settings.proxy) if settings.proxy else ()),
        *(("--ca", settings.ca_file) if settings.ca_file else ()),
        "--json",
    ]
    try:
        _, answer, _ = await run_command(context.commands, words, show_progress)
    except BaseException:
        place.clear()
        raise
    found: dict[str, Any] = json.loads(answer)
    return found
