"""Tables beside a portal file: saved pages, overrides, excluded addresses.

Reader of tab-separated tables (TSV) as spreadsheets write them.
"""

from __future__ import annotations

import csv
import io

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.table_text import restore_cell
from webarticlecurator.base.text.translation import Message, as_message, join_messages, make_message
from webarticlecurator.portal_file.values.value_fault import quote_value


@dataclass(frozen=True)
class Row:
    """The cells of one row; ``line`` is where it starts in the file, from 1."""

    line: int
    cells: tuple[str, ...]


class TableFault(ValueError):
    """A table that cannot be read without losing something.

    ``line`` counts from 1; ``cure`` says what to do, unless the message does.
    """

    def __init__(self, line: int, message: str, cure: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.message = as_message(message)
        self.cure = as_message(cure)

    def describe(self) -> Message:
        """Return the message with its cure."""
        return join_messages("; ", (text for text in (self.message, self.cure) if text))


_END = "\n\x04end"
_DEFUSED = ("\t'", "\n'", "\r'", "\"'")
"""Where a cell begins that may have an apostrophe before a formula. Most tables have none, and a
large one has a million cells."""
SAVE = make_message(
    "save it from the spreadsheet as text with tabs between the cells (TSV), in UTF-8"
)


def read_table_file(text: str) -> tuple[Row, ...]:
    """Return the rows of TSV text with LF or CRLF.

    A cell in double quotes may contain tabs and line ends; a doubled quote stands for one. The
    apostrophe that protects a cell from being read as a formula is removed. Raises TableFault for
    a quote that is never closed, because it would swallow all rows after it.
    """
    if not text:
        return ()
    rows: list[Row] = []
    may_be_defused = text.startswith("'") or any(mark in text for mark in _DEFUSED)
    reader = csv.reader(io.StringIO(text + _END, newline=""), delimiter="\t", doublequote=True)
    line = 1
    try:
        for cells in reader:
            rows.append(Row(line, tuple(map(restore_cell, cells) if may_be_defused else cells)))
            line = reader.line_num + 1
    except csv.Error as error:
        raise TableFault(
            line, make_message("the table cannot be read from here on: {error}", error=str(error))
        ) from error
    if rows[-1].cells != (_END[1:],):
        raise TableFault(
            rows[-1].line,
            make_message("unclosed double quote at the start of a cell; close it, or remove it"),
        )
    if len(rows) > 1 and not rows[-2].cells and text.endswith("\n"):
        rows.pop(-2)  # the empty row between the last line end and the mark
    return tuple(rows[:-1])


def read_column_names(
    table: tuple[Row, ...], text: str, known: tuple[str, ...], needed: int = 2
) -> tuple[str, ...]:
    """Return the column names in the first row, without empty ones at its end.

    Raises TableFault if one of the first ``needed`` of the ``known`` columns is missing, or if a
    known column is there twice or misspelt.
    """
    names = tuple(cell.strip() for cell in table[0].cells) if table else ()
    while names and not names[-1]:
        names = names[:-1]
    if not set(known) & set(names) or ("\t" not in text.partition("\n")[0] and needed > 1):
        raise _header_fault(text.partition("\n")[0].rstrip("\r"), known, needed)
    for name in names:
        near = next((k for k in known if k not in names and _is_misspelt(name, k)), None)
        if near or (name in known and names.count(name) > 1):
            if near:
                message = make_message(
                    "unknown column: {name}; did you mean {nearest}?",
                    name=quote_value(name),
                    nearest=quote_value(near),
                )
            else:
                message = make_message(
                    "duplicate column: {name}; rename or remove one of the two",
                    name=quote_value(name),
                )
            raise TableFault(1, message)
    if not set(known[:needed]) <= set(names):
        fault = _header_fault(text.partition("\n")[0].rstrip("\r"), known, needed)
        message = make_message(
            "{problem}; {missing} is missing",
            problem=fault.message,
            missing=", ".join(name for name in known[:needed] if name not in names),
        )
        raise TableFault(1, message, fault.cure)
    return names


def _header_fault(first: str, known: tuple[str, ...], needed: int) -> TableFault:
    found = quote_value(first[:80].replace("\t", " | "))
    values = {"first": ", ".join(known[: needed - 1]), "last": known[needed - 1], "found": found}
    message = (
        make_message(
            "the first line must name the columns {first} and {last} (and {more}), found {found}",
            more=", ".join(known[needed:]),
            **values,
        )
        if known[needed:]
        else make_message(
            "the first line must name the columns {first} and {last}, found {found}", **values
        )
    )
    if "\t" in first:
        return TableFault(1, message)
    if ";" in first:
        message = make_message("{problem}, with semicolons instead of tabs", problem=message)
    elif "," in first:
        message = make_message("{problem}, with commas instead of tabs", problem=message)
    return TableFault(1, message, SAVE)


def describe_surplus_cells(cells: int, columns: int) -> Message:
    """Return the message for a row with more cells than the header has columns."""
    return make_message(
        "more cells than columns: {cells} cells, {columns} columns; name the other columns in the"
        " first line, or empty the cells",
        cells=cells,
        columns=columns,
    )


def _is_misspelt(name: str, known: str) -> bool:
    """Return True for ``known`` in another case, or with one letter too many or too few."""
    lower = name.lower()
    if lower == known:
        return True
    longer, shorter = sorted((lower, known), key=len, reverse=True)
    return any(longer[:n] + longer[n + 1 :] == shorter for n in range(len(longer)))
