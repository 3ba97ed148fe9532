"""The line that says what of a portal file is not saved yet, in every view that changes it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from nicegui import ui

from webarticlecurator.base.text.translation import translate
from webarticlecurator.studio.frame.controls import refill
from webarticlecurator.studio.frame.file_edits import list_edits
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.widgets import (
    set_disabled,
    write_button,
    write_edits,
    write_element,
)
from webarticlecurator.studio.frame.window_timer import WindowTimer

LOOK_INTERVAL = 1.0
"""Seconds between two looks: another tab may have changed the text."""


class DraftLine:
    """What is not saved of a draft, with buttons that save it or take the last edit back.
    ``update`` is for edits of the same view, which are seen at once."""

    def __init__(self, draft: PortalDraft) -> None:
        self._draft = draft
        self._shown: tuple[int, bool] | None = None
        name = draft.file.name
        with write_element(
            "section", classes="studio-panel", aria_label=translate("Changes of {name}", name=name)
        ) as self._panel:
            write_element("p", translate("{name} has changes that are not saved:", name=name))
            self._lines = write_element("div")
            with ui.element("div").classes("form-row"):
                write_button(
                    translate("Save {name}", name=name),
                    showing_errors(partial(self._change, draft.save)),
                )
                self._back = write_button(
                    "Undo the last change",
                    showing_errors(partial(self._change, draft.undo)),
                )
        self.update()
        WindowTimer(LOOK_INTERVAL, self.update)

    def update(self) -> None:
        """Write the lines again if the text, or what is saved of it, has changed. The buttons stay:
        one may be pressed just now."""
        state = (self._draft.version, self._draft.is_saved)
        if state == self._shown:
            return
        self._shown = state
        self._panel.set_visibility(not self._draft.is_saved)
        set_disabled(self._back, not self._draft.can_undo)
        with refill(self._lines):
            write_edits(list_edits(self._draft.saved_text, self._draft.text))

    async def _change(self, work: Callable[[], None]) -> None:
        await asyncio.to_thread(work)
        self.update()
