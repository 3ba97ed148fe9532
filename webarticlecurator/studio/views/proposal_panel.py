"""The panel that shows a proposed portal file and writes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from nicegui import ui

from webarticlecurator.base.text.translation import translate
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button, label_prop, refill
from webarticlecurator.studio.frame.short_commands import run_command
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.widgets import write_heading
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.views.portal_file_writing import (
    DOUBT,
    LOOKING,
    NO_FILE,
    write_portal,
)

AfterWriting = Callable[[Path, str], Awaitable[None]]
"""Called with the new file and the id of its portal, before its next step opens."""


class ProposalPanel:
    """Where a form shows what it proposes. ``warcs`` are listed beside the file that is written;
    ``after_writing`` is called then."""

    def __init__(
        self,
        context: StudioContext,
        warcs: Sequence[Path] = (),
        after_writing: AfterWriting | None = None,
    ) -> None:
        self._context, self._warcs, self._after_writing = context, warcs, after_writing
        self._place = ui.column().classes("studio-part")

    async def propose(self, arguments: Sequence[str]) -> None:
        """Run ``curator new`` with arguments and show what it proposes. Raises UsageError if it
        proposes nothing."""
        with refill(self._place), ui.column().props('role="status"').classes("studio-log"):
            ui.label(translate("Proposing a portal file …"))
            log = ui.label().classes("studio-lines studio-quiet")

        settings = self._context.settings
        words = [
            *("new", *arguments),
            *(("--proxy", settings.proxy) if settings.proxy else ()),
            *(("--ca", settings.ca_file) if settings.ca_file else ()),
            *("--output", "-"),
        ]
        try:
            _, text, messages = await run_command(
                self._context.commands, words, lambda lines: log.set_text("\n".join(lines[-8:]))
            )
        except BaseException:
            self._place.clear()
            raise
        await self.show(text, messages)

    async def show(self, text: str, messages: Sequence[str] = ()) -> None:
        """Show what was said on the way to a proposed file, what it reads, and the file itself
        folded to a line. Raises ConfigError."""
        portal = await asyncio.to_thread(
            load_portal, self._context.settings.folder / NO_FILE, content=text.encode("utf-8")
        )
        with refill(self._place):
            if messages:
                write_heading("What the file reads")
            doubts = (translate(DOUBT).partition("\0")[0], "  ")
            for line in (each for each in messages if each.startswith(doubts)):
                ui.label(line).classes("studio-error studio-anywhere")
            rest = [each for each in messages if not each.startswith((*doubts, *LOOKING))]
            if rest:
                ui.label("\n".join(rest)).classes("studio-listing").props(
                    f'tabindex="0" role="region" {label_prop("What the file reads")}'
                )
            ui.label(
                translate(
                    "Its rules are a first guess; the next views show what they find,"
                    " and change them."
                )
            ).classes("studio-quiet")
            with ui.element("details"):
                with ui.element("summary"):
                    ui.label(translate("The proposed file"))
                ui.label(text).classes("studio-listing").props(
                    f'tabindex="0" role="region" {label_prop("The proposed file")}'
                )
            name = (
                ui.input(translate("Id of the portal"), value=portal.id)
                .props("outlined dense")
                .tooltip(translate("It names the file and the folder of the corpus."))
            )
            write = showing_errors(lambda: self._write(text, name.value))
            add_button("Write the file", write, is_main=True)

    async def _write(self, text: str, given_id: str) -> None:
        context, portal_id = self._context, (given_id or "").strip()
        known = [entry.id for entry in await asyncio.to_thread(context.catalog.entries)]
        path = await asyncio.to_thread(
            write_portal, context.settings.folder, text, portal_id, known, self._warcs
        )
        context.catalog.read_again()
        if self._after_writing is not None:
            await self._after_writing(path, portal_id)
        ui.navigate.to(view_address(portal_id))
