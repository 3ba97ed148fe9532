"""The panel that shows a proposed portal file and writes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from nicegui import ui

from webarticlecurator.studio.command_answer import run_command
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.html_elements import write_heading
from webarticlecurator.studio.new_portal_view.portal_writing import read_proposal, write_portal
from webarticlecurator.studio.window import add_button, showing_errors, view_address

AfterWriting = Callable[[Path, str], Awaitable[None]]
"""Called with the new file and the id of its portal, before the archive view opens."""


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
        self._place.clear()
        with self._place, ui.column().props('role="status"').classes("studio-log"):
            ui.label("Proposing a portal file …")
            log = ui.label().classes("studio-lines studio-quiet")
        lines: list[str] = []

        def show_message(text: str) -> None:
            lines.append(text)
            log.set_text("\n".join(lines[-8:]))

        settings = self._context.settings
        network = [*(("--proxy", settings.proxy) if settings.proxy else ())]
        network += ("--ca", settings.ca_file) if settings.ca_file else ()
        words = ["new", *arguments, *network, "--output", "-"]
        try:
            answer = await run_command(words, show_message)
        except BaseException:
            self._place.clear()
            raise
        await self.show(answer.output, answer.messages)

    async def show(self, text: str, messages: Sequence[str] = ()) -> None:
        """Show a proposed file, and what was said on the way. Raises ConfigError."""
        folder = self._context.settings.folder
        portal = await asyncio.to_thread(read_proposal, folder, text)
        self._place.clear()
        with self._place:
            write_heading("The proposed file")
            if messages:
                ui.label("\n".join(messages)).classes("studio-lines studio-quiet")
            listing = ui.label(text).classes("studio-listing")
            listing.props('tabindex="0" role="region" aria-label="The proposed file"')
            ui.label(
                "Its rules are a first guess; the next views show what they find, and change them."
            ).classes("studio-quiet")
            name = ui.input("Id of the portal", value=portal.id).props("outlined dense")
            name.tooltip("It names the file and the folder of the corpus.")
            write = showing_errors(lambda: self._write(text, name.value))
            add_button("Write the file", write, is_main=True)

    async def _write(self, text: str, given_id: str) -> None:
        context, portal_id = self._context, (given_id or "").strip()
        path = await asyncio.to_thread(self._write_file, text, portal_id)
        context.catalog.read_again()
        if self._after_writing is not None:
            await self._after_writing(path, portal_id)
        ui.navigate.to(view_address(portal_id, "archive"))

    def _write_file(self, text: str, portal_id: str) -> Path:
        known = [entry.id for entry in self._context.catalog.entries()]
        return write_portal(self._context.settings.folder, text, portal_id, known, self._warcs)
