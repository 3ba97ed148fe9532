"""The line that says what of a portal file is not saved yet, in every view that changes it."""

from __future__ import annotations

import asyncio

from nicegui import ui

from webarticlecurator.studio.effect_view.file_edits import list_edits
from webarticlecurator.studio.html_elements import write_button, write_element
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.window import showing_errors

_INTERVAL = 1.0
"""Seconds between two looks: another tab may have changed the text."""


def write_draft_line(draft: PortalDraft) -> DraftLine:
    """Write what is not saved, with buttons that save it or take the last edit back."""
    line = DraftLine(draft)
    ui.timer(_INTERVAL, line.update)
    return line


class DraftLine:
    """What is not saved of a draft. ``update`` is for edits of the same view, which are seen at
    once."""

    def __init__(self, draft: PortalDraft) -> None:
        self._draft = draft
        self._shown: tuple[int, bool] | None = None
        name = draft.file.name
        with write_element(
            "section", classes="studio-panel", aria_label=f"Changes of {name}"
        ) as panel:
            write_element("p", f"{name} has changes that are not saved:")
            self._lines = write_element("div", classes="studio-difference")
            with ui.element("div").classes("form-row"):
                write_button(f"Save {name}", showing_errors(self._save))
                self._back = write_button("Take the last change back", self._undo)
        self._panel = panel
        self.update()

    def update(self) -> None:
        """Write the lines again if the text, or what is saved of it, has changed. The buttons stay:
        one may be pressed just now."""
        state = (self._draft.version, self._draft.is_saved)
        if state == self._shown:
            return
        self._shown = state
        self._panel.set_visibility(not self._draft.is_saved)
        self._back.props["disabled"] = not self._draft.can_undo
        self._back.update()
        self._lines.clear()
        with self._lines:
            for line in list_edits(self._draft.saved_text, self._draft.text):
                kind = {"+": "state-kept", "-": "state-dropped"}.get(line[:1], "studio-quiet")
                write_element("div", line, kind)

    async def _save(self) -> None:
        await asyncio.to_thread(self._draft.save)
        self.update()

    def _undo(self) -> None:
        self._draft.undo()
        self.update()
