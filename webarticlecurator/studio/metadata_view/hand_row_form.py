"""The form for a row about one article: what will be written is shown while it is filled in."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from nicegui import ui

from webarticlecurator.studio.edited_file import EditedFile
from webarticlecurator.studio.html_elements import (
    on_value,
    write_button,
    write_element,
    write_field,
    write_heading,
)
from webarticlecurator.studio.metadata_view.hand_rows import HandTable, add_hand_row
from webarticlecurator.studio.window import showing_errors


@dataclass(frozen=True)
class FormWords:
    """What a form is called: its heading, its button, and what follows from the row."""

    heading: str
    button: str
    effect: str


@dataclass(frozen=True)
class RowField:
    """A field of a form, for a column of the table."""

    label: str
    column: str
    size: str


class HandRowForm:
    """A form that adds rows to a table; ``cells`` are those that it begins with."""

    def __init__(
        self, table: HandTable, file: EditedFile, words: FormWords, cells: Mapping[str, str]
    ) -> None:
        self._table, self._file, self._words = table, file, words
        self._cells = dict(cells)

    def write(self, fields: Sequence[RowField]) -> None:
        """Write the form with some fields."""
        words = self._words
        with write_element("section", aria_label=words.heading):
            write_heading(words.heading, 3)
            with write_element("div", classes="form-row"):
                for each in fields:
                    value = self._cells.get(each.column, "")
                    field = write_field(each.label, each.column, value, size=each.size)
                    on_value(field, "input", partial(self._set_cell, each.column))
            write_element("p", f"This row is added to {self._file.path.name}:", "studio-quiet")
            self._row = write_element("pre", "", "studio-difference state-kept")
            with write_element("div", classes="form-row"):
                write_button(words.button, showing_errors(self._write_row))
                self._back = write_button("Undo", showing_errors(self._undo))
                self._done = ui.label("").props('role="status"')
        self._show()

    def _set_cell(self, column: str, text: str) -> None:
        self._cells[column] = " ".join(text.split())
        self._show()

    def _show(self) -> None:
        self._row.set_text(self._table.write_line(self._cells))
        self._back.props["disabled"] = not self._file.can_undo
        self._back.update()

    async def _write_row(self) -> None:
        def write() -> None:
            before = self._file.content
            content = add_hand_row(self._table, before, self._cells, self._file.path.name)
            self._file.write(content, self._table.start() if before is None else before)

        await asyncio.to_thread(write)
        self._done.set_text(f"Written. {self._words.effect}")
        self._show()

    async def _undo(self) -> None:
        await asyncio.to_thread(self._file.undo)
        self._done.set_text("Taken back.")
        self._show()
