"""The elements of the editor panel.

While somebody types, nothing is sent to the editor but by ``run_method``: every other change of an
element of NiceGUI sends its whole value, and would put back a text that is older than the keys.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from nicegui import ui

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.text.translation import translate, translate_count
from webarticlecurator.studio.frame.controls import add_button, label_prop, refill
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import dismiss_error, show_error
from webarticlecurator.studio.frame.widgets import write_items
from webarticlecurator.studio.frame.window_timer import WindowTimer
from webarticlecurator.studio.portal.line_notes import (
    LineNote,
    count_lines,
    from_editor_text,
    make_decorations,
    make_line_notes,
    to_editor_text,
)

PAUSE_SECONDS = 0.4
"""A pause in typing after which the text is taken as one edit."""
_TICK_SECONDS = 0.2
_PREPARE = Path(__file__).with_name("editor_panel.js").read_text(encoding="utf-8")


class EditorPanel:
    """The editor of a draft, its buttons and its problems. ``on_change`` is called after each edit,
    whoever made it: here, in another part of the view, or in another tab. ``in_drawer``: a button
    beside the others opens the editor over the view."""

    def __init__(
        self,
        draft: PortalDraft,
        on_change: Callable[[], Awaitable[None] | None],
        *,
        in_drawer: bool = False,
    ) -> None:
        self._draft, self._on_change = draft, on_change
        self._shown_version = draft.version
        self._typed_at: float | None = None
        self._is_setting = False
        with ui.element("section").classes("editor-panel").props(label_prop("Portal file")):
            with ui.element("div").classes("editor-tools"):
                save = partial(self._edit, draft.save)
                undo, redo = partial(self._edit, draft.undo), partial(self._edit, draft.redo)
                self._undo_button = _add_sign_button("↶", "Undo", undo)
                self._redo_button = _add_sign_button("↷", "Redo", redo)
                self._save_button = add_button("Save", save).props("dense")
                self._state = ui.label().props('role="status"').classes("editor-state")
                if in_drawer:
                    add_button("Portal file", self._open_drawer).classes("editor-opener")
            with ui.element("div").classes("editor-drawer" if in_drawer else "editor-body") as body:
                self._body = body
                with ui.row().classes("studio-row"):
                    add_button("Read again", partial(self._edit, draft.read_again)).props("dense")
                    if in_drawer:
                        add_button("Close", lambda: body.classes(remove="is-open")).props("dense")
                self._problems = ui.element("div").classes("editor-problems")
                self._editor = ui.codemirror(
                    to_editor_text(draft.text),
                    language="YAML",
                    indent="  ",
                    line_wrapping=True,
                    theme="githubLight",
                    keymap={"Mod-s": save},
                ).classes("editor-text")
        self._editor.on_value_change(self._note_typing)
        self._show_state()
        WindowTimer(0, self._prepare, is_once=True)
        WindowTimer(_TICK_SECONDS, self._tick)

    def _open_drawer(self) -> None:
        self._body.classes(add="is-open")

    def edit_line(self, line: int) -> None:
        """Open the drawer at a line of the file, from 1."""
        self._open_drawer()
        self._editor.reveal_line(line)

    async def refresh(self) -> None:
        """Show the text of the draft, if it is another one, and call ``on_change``."""
        if self._draft.version != self._shown_version:
            self._shown_version = self._draft.version
            self._typed_at = None
            text = to_editor_text(self._draft.text)
            if text != self._editor.value:
                self._is_setting = True
                self._editor.set_value(text)
                self._is_setting = False
            self._show_state()
            await self._show_problems()
            followed = self._on_change()
            if inspect.isawaitable(followed):
                await followed
        self._show_state()

    def take_typed(self) -> None:
        """Take what was typed as one edit of the draft, without waiting for a pause."""
        if self._typed_at is not None:
            self._typed_at = None
            self._draft.replace(from_editor_text(self._editor.value, self._draft.text))

    async def _edit(self, change: Callable[[], None]) -> None:
        """Change the draft behind what was typed."""
        self.take_typed()
        try:
            await asyncio.to_thread(change)
            dismiss_error(self)
        except (CuratorError, OSError) as error:
            show_error(error, self)
        await self.refresh()

    def _note_typing(self) -> None:
        if not self._is_setting:
            self._typed_at = time.monotonic()

    async def _tick(self) -> None:
        if self._typed_at is not None:
            if time.monotonic() - self._typed_at < PAUSE_SECONDS:
                return
            self.take_typed()
        await self.refresh()

    async def _prepare(self) -> None:
        """Name the editor for who cannot see it, and give it the colours of the window."""
        label = translate("Portal file, in YAML. Press Escape, then Tab, to leave the editor.")
        ui.run_javascript(f"{_PREPARE}({self._editor.id}, {json.dumps(label)})")
        await self._show_problems()

    async def _show_problems(self) -> None:
        version = self._draft.version
        problems = await asyncio.to_thread(self._draft.problems)
        if version != self._draft.version:
            return  # a later edit shows its own
        text = to_editor_text(self._draft.text)
        notes = make_line_notes(problems, self._draft.file, count_lines(text))
        with refill(self._problems):
            self._write_problems(notes)
        if self._typed_at is None:
            # not by `decorations`: that would send the text, too
            self._editor.run_method("setDecorations", make_decorations(notes, text))

    def _show_state(self) -> None:
        draft = self._draft
        self._state.set_text(translate("saved") if draft.is_saved else translate("not saved"))
        for button, is_enabled in (
            (self._undo_button, draft.can_undo),
            (self._redo_button, draft.can_redo),
            (self._save_button, not draft.is_saved),
        ):
            if button.enabled != is_enabled:
                button.set_enabled(is_enabled)

    def _write_problems(self, notes: list[LineNote]) -> None:
        if not notes:
            ui.label(translate("No problems: the file can be used.")).classes("studio-quiet")
            return
        ui.label(translate_count("{number:,} problem", "{number:,} problems", len(notes))).props(
            'role="status"'
        ).classes("editor-problem-count")
        for note in write_items(notes):
            if note.line:
                ui.button(
                    note.label,
                    on_click=partial(self._editor.reveal_line, note.line),
                    color=None,
                ).props("flat dense no-caps align=left").classes("editor-problem")
            else:
                ui.label(note.label).classes("studio-lines")


def _add_sign_button(sign: str, words: str, handler: Callable[[], Awaitable[None]]) -> ui.button:
    """Write a button with a sign, and its words, in English, for who does not know it."""
    button = add_button(sign, handler).props("dense")
    button.props["aria-label"] = button.props["title"] = translate(words)
    return button
