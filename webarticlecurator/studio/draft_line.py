"""The line that says what of a portal file is not saved yet, in every view that changes it."""

from __future__ import annotations

import asyncio
import difflib

from nicegui import ui

from webarticlecurator.studio.html_elements import write_button, write_element
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.window import showing_errors

_INTERVAL = 1.0
"""Seconds between two looks: another tab may have changed the text."""


def write_draft_line(draft: PortalDraft) -> None:
    """Write what is not saved, with buttons that save it or take the last edit back."""
    line = _DraftLine(draft)
    line.update()
    ui.timer(_INTERVAL, line.update)


class _DraftLine:
    def __init__(self, draft: PortalDraft) -> None:
        self._draft = draft
        self._shown: tuple[int, bool] | None = None
        self._place = ui.element("div").classes("studio-stack")

    def update(self) -> None:
        """Write the line again if the text, or what is saved of it, has changed."""
        state = (self._draft.version, self._draft.is_saved)
        if state == self._shown:
            return
        self._shown = state
        self._place.clear()
        if not self._draft.is_saved:
            with self._place:
                self._write()

    def _write(self) -> None:
        name = self._draft.file.name
        with write_element("section", classes="studio-panel", aria_label=f"Changes of {name}"):
            write_element("p", f"{name} has changes that are not saved:")
            write_difference(self._draft.saved_text, self._draft.text)
            with ui.element("div").classes("form-row"):
                write_button(f"Save {name}", showing_errors(self._save))
                if self._draft.can_undo:
                    write_button("Take the last change back", self._undo)

    async def _save(self) -> None:
        await asyncio.to_thread(self._draft.save)
        self.update()

    def _undo(self) -> None:
        self._draft.undo()
        self.update()


def write_difference(before: str, after: str) -> None:
    """Write the lines that differ between two texts."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1)
    with write_element("div", classes="studio-difference"):
        for line in [*lines][2:]:
            kind = {"+": "state-kept", "-": "state-dropped"}.get(line[:1], "studio-quiet")
            write_element("div", line, kind)
