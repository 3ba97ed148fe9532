"""The form for a row about one article: what will be written is shown while it is filled in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from nicegui import ui

from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.studio.frame.edited_file import EditedFile
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.widgets import (
    on_value,
    set_disabled,
    write_button,
    write_element,
    write_field,
    write_heading,
)
from webarticlecurator.studio.metadata.override_rows import HandTable, add_hand_row

CORRECT_FIELDS = (
    (make_message("Address or id"), "id", "48"),
    (make_message("Value"), "value", "32"),
    (make_message("Reason"), "reason", "32"),
)
EXCLUDE_FIELDS = (CORRECT_FIELDS[0], CORRECT_FIELDS[2])
"""Of each field its label, its column of the table, and its size."""
CORRECT_MODE = (
    make_message("Correct one article by hand"),
    make_message("Add the row"),
    make_message("The next build of the corpus rebuilds the article."),
)
EXCLUDE_MODE = (
    make_message("Take one article out"),
    make_message("Take the article out"),
    make_message(
        "The next build of the corpus removes its TEI file. The WARC files still contain its pages."
    ),
)
"""The heading of a form, its button, and what follows from the row."""


def write_hand_form(
    table: HandTable,
    file: EditedFile,
    words: tuple[str, str, str],
    begin: Mapping[str, str],
    fields: Sequence[tuple[str, str, str]],
) -> None:
    """Write a form that adds rows to a table; ``begin`` are the cells that it begins with."""
    cells = {**begin}

    def show() -> None:
        row.set_text(table.write_line(cells))
        set_disabled(back, not file.can_undo)

    def set_cell(column: str, text: str) -> None:
        cells[column] = " ".join(text.split())
        show()

    def add_row() -> None:
        file.write(
            add_hand_row(table, file.content, cells, file.path.name),
            table.start() if file.content is None else file.content,
        )

    async def change(work: Callable[[], None], note: str) -> None:
        await asyncio.to_thread(work)
        done.set_text(note)
        show()

    heading, button, effect = words
    with write_element("section", aria_label=translate(heading)):
        write_heading(heading, 3)
        with write_element("div", classes="form-row"):
            for label, column, size in fields:
                on_value(
                    write_field(label, column, cells.get(column, ""), size=size),
                    "input",
                    partial(set_cell, column),
                )
        write_element(
            "p", translate("This row is added to {file}:", file=file.path.name), "studio-quiet"
        )
        row = write_element("pre", "", "studio-difference state-kept")
        with write_element("div", classes="form-row"):
            write_button(
                button,
                showing_errors(
                    partial(change, add_row, f"{translate('Written.')} {translate(effect)}")
                ),
            )
            back = write_button(
                "Undo", showing_errors(partial(change, file.undo, translate("Undone.")))
            )
            done = ui.label("").props('role="status"')
    show()
