"""A tag dictionary as a table that people edit: all its columns and rows, undecided ones, remarks
and empty lines too.

``config.tags`` reads from it what the extraction needs; here nothing is lost, so that a table can
be merged and written again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from webarticlecurator.config.table_file import SAVE, TableFault, read_header, read_table_file
from webarticlecurator.errors import UsageError
from webarticlecurator.model.compound import compile_compound
from webarticlecurator.model.sheet_text import sheet_text

DECISION = ("signature", "operation", "keep", "context")
"""The columns that mean something to the extraction."""
Key = tuple[str, str]


@dataclass(frozen=True)
class Line:
    """One row; ``cells`` by column, trimmed. ``number``: its line in the file, from 1."""

    cells: Mapping[str, str]
    number: int = 0

    def get(self, column: str) -> str:
        return self.cells.get(column, "")

    @property
    def key(self) -> Key | None:
        """What tells a row from the others: signature and context, each in one spelling; None for
        remarks and empty lines."""
        sign = self.get("signature")
        if not sign or (sign.startswith("#") and not self.get("operation")):
            return None
        return _spelling(sign), _context(self.get("context"))


@dataclass(frozen=True)
class Table:
    """``columns`` as they stand, and the rows in their order."""

    columns: tuple[str, ...]
    lines: tuple[Line, ...]

    def by_key(self) -> dict[Key, Line]:
        """The rows with a signature; of equal ones the first."""
        found: dict[Key, Line] = {}
        for line in self.lines:
            if line.key is not None:
                found.setdefault(line.key, line)
        return found


def _spelling(signature: str) -> str:
    """Classes and attributes in any order are the same row."""
    try:
        return compile_compound(signature).exact or signature
    except ValueError:
        return signature


def _context(text: str) -> str:
    words = " ".join(text.split())
    if words.startswith("text "):
        return words
    kind, space, compound = words.rpartition(" ")
    return f"{kind}{space}{_spelling(compound)}"


def parse_table(text: str, file: str) -> Table:
    """The table in TSV text (LF or CRLF, quoted or not). Raises UsageError if it has no such
    header, or a row with more cells than columns (which would be lost); ``file`` is its name for
    messages."""
    try:
        sheet = read_table_file(text)
        columns = _named(read_header(sheet, text, DECISION), file)
    except TableFault as wrong:
        cure = wrong.cure or SAVE
        raise UsageError(
            f"{file}:{wrong.line}: {wrong.message}", f"{cure[0].upper()}{cure[1:]}."
        ) from wrong
    return Table(columns, tuple(_line(columns, row.cells, row.line, file) for row in sheet[1:]))


def _named(cells: tuple[str, ...], file: str) -> tuple[str, ...]:
    """The columns, each with a name."""
    names = tuple(name or f"column-{number}" for number, name in enumerate(cells, 1))
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError(
            f"{file}:1: the column {twice[0]!r} stands there twice",
            "Rename or remove one of the two.",
        )
    return names


def _line(columns: tuple[str, ...], cells: tuple[str, ...], number: int, file: str) -> Line:
    if any(cell.strip() for cell in cells[len(columns) :]):
        raise UsageError(
            f"{file}:{number}: {len(cells)} cells where the first line names {len(columns)}"
            " columns",
            "Give the last column a name in the first line, or remove its cells.",
        )
    return Line({name: cell.strip() for name, cell in zip(columns, cells, strict=False)}, number)


def table_text(table: Table) -> str:
    """TSV that parse_table reads as the same table."""
    rows = ([line.get(column) for column in table.columns] for line in table.lines)
    return sheet_text((table.columns, *rows))


def with_columns(table: Table, added: Iterable[str]) -> tuple[str, ...]:
    """The columns of a table and those that it does not have yet."""
    return tuple(dict.fromkeys((*table.columns, *added)))
