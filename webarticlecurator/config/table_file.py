"""Tab-separated tables as spreadsheets write them."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from webarticlecurator.config.scalars import quote_value
from webarticlecurator.model.sheet_text import restore_cell


@dataclass(frozen=True)
class Row:
    """One row; ``line`` is where it starts in the file, from 1."""

    line: int
    cells: tuple[str, ...]


class TableFault(ValueError):
    """A table that cannot be read as one without losing something; ``line`` from 1; ``cure`` if the
    message does not say it."""

    def __init__(self, line: int, message: str, cure: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.message = message
        self.cure = cure


_END = "\n\x04end"
SAVE = "save it from the spreadsheet as text with tabs between the cells (TSV), in UTF-8"


def read_table_file(text: str) -> tuple[Row, ...]:
    """The rows of TSV text: a field in double quotes may hold tabs and line ends, a doubled quote
    is one; LF or CRLF. The apostrophe that was put before a cell like a formula is taken off.
    Raises SheetFault for a quote that is never closed, which would swallow all rows after it."""
    if not text:
        return ()
    rows: list[Row] = []
    reader = csv.reader(io.StringIO(text + _END, newline=""), delimiter="\t", doublequote=True)
    line = 1
    try:
        for cells in reader:
            rows.append(Row(line, tuple(restore_cell(cell) for cell in cells)))
            line = reader.line_num + 1
    except csv.Error as error:
        raise TableFault(line, f"the table cannot be read from here on: {error}") from error
    if rows[-1].cells != (_END[1:],):
        said = "a cell begins with a double quote here that is never closed; close it, or remove it"
        raise TableFault(rows[-1].line, said)
    if len(rows) > 1 and not rows[-2].cells and text.endswith("\n"):
        rows.pop(-2)  # what stands between the last line end and the mark is no line
    return tuple(rows[:-1])


def read_header(
    sheet: tuple[Row, ...], text: str, known: tuple[str, ...], needed: int = 2
) -> tuple[str, ...]:
    """The names in the first row, without the empty ones after the last. Raises SheetFault if one
    of the first ``needed`` columns of ours is not there, or any stands there twice, or is written
    almost as we write it."""
    names = tuple(cell.strip() for cell in sheet[0].cells) if sheet else ()
    while names and not names[-1]:
        names = names[:-1]
    if not set(known) & set(names) or ("\t" not in text.partition("\n")[0] and needed > 1):
        raise _no_header(text.partition("\n")[0].rstrip("\r"), known, needed)
    for name in names:
        near = next((k for k in known if k not in names and _almost(name, k)), None)
        if near or (name in known and names.count(name) > 1):
            cure = (
                f"did you mean {quote_value(near)}?"
                if near
                else "it stands there twice; rename or remove one of the two"
            )
            raise TableFault(1, f"the column {quote_value(name)}: {cure}")
    if not set(known[:needed]) <= set(names):
        fault = _no_header(text.partition("\n")[0].rstrip("\r"), known, needed)
        missing = ", ".join(name for name in known[:needed] if name not in names)
        raise TableFault(1, f"{fault.message}; {missing} is missing", fault.cure)
    return names


def _no_header(first: str, known: tuple[str, ...], needed: int) -> TableFault:
    wanted = f"{', '.join(known[: needed - 1])} and {known[needed - 1]}"
    more = f" (and {', '.join(known[needed:])})" if known[needed:] else ""
    said = (
        f"the first line must name the columns {wanted}{more}, found"
        f" {quote_value(first[:80].replace(chr(9), ' | '))}"
    )
    if "\t" in first:
        return TableFault(1, said)
    parted = next(
        (name for mark, name in ((";", "semicolons"), (",", "commas")) if mark in first), None
    )
    return TableFault(1, f"{said}, with {parted} for tabs" if parted else said, SAVE)


def _almost(name: str, known: str) -> bool:
    """True for another case, and for one letter too many or too few."""
    lower = name.lower()
    if lower == known:
        return True
    longer, shorter = sorted((lower, known), key=len, reverse=True)
    return any(longer[:n] + longer[n + 1 :] == shorter for n in range(len(longer)))
