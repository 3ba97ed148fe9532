"""A tag dictionary as a table that people edit, with all its rows and columns.

``config.tags`` reads only what the extraction needs. Here undecided rows, remarks and empty lines
are kept, too, so that a table can be merged and written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from webarticlecurator.config.tables import SAVE, TableFault, read_column_names, read_table_file
from webarticlecurator.errors import UsageError
from webarticlecurator.page.css import compile_compound
from webarticlecurator.text.characters import rows_to_tsv

DECISION = ("signature", "operation", "keep", "context")
"""The columns that the extraction uses."""
Key = tuple[str, str]
"""Signature and context of a row."""
_PLAIN = re.compile(r"[a-z][a-z0-9]*((?:\.[a-z][a-z0-9_-]*)*)")
"""A tag with classes that need no escapes, as most signatures are."""


@dataclass(frozen=True)
class Line:
    """One row: its trimmed ``cells`` by column, and its line ``number`` in the file, from 1."""

    cells: Mapping[str, str]
    number: int = 0

    def get(self, column: str) -> str:
        return self.cells.get(column, "")

    @cached_property
    def key(self) -> Key | None:
        """Signature and context, each in one spelling; None for remarks and empty lines."""
        signature = self.get("signature")
        if not signature or (signature.startswith("#") and not self.get("operation")):
            return None
        return _normalize_signature(signature), _normalize_context(self.get("context"))


@dataclass(frozen=True)
class Table:
    """The columns and rows of a table, in their order."""

    columns: tuple[str, ...]
    lines: tuple[Line, ...]

    def by_key(self) -> dict[Key, Line]:
        """Return the rows that have a key; of several with the same key, the first."""
        lines: dict[Key, Line] = {}
        for line in self.lines:
            if line.key is not None:
                lines.setdefault(line.key, line)
        return lines


def _normalize_signature(signature: str) -> str:
    """Return the signature with classes and attributes in a fixed order."""
    plain = _PLAIN.fullmatch(signature)
    if plain is not None:  # a table may have 50,000: to compile one takes 40 microseconds
        names = plain[1].split(".")[1:]
        if all(one < other for one, other in pairwise(names)):
            return signature
    try:
        return compile_compound(signature).exact or signature
    except ValueError:
        return signature


def _normalize_context(text: str) -> str:
    context = " ".join(text.split())
    if not context or context.startswith("text "):
        return context
    kind, space, compound = context.rpartition(" ")
    return f"{kind}{space}{_normalize_signature(compound)}"


def parse_table(text: str, file: str) -> Table:
    """Parse TSV text (LF or CRLF, quoted or not).

    ``file`` is its name for messages. Raises UsageError if it lacks the header of a tag dictionary,
    or a row has more cells than there are columns, which would be lost.
    """
    try:
        rows = read_table_file(text)
        columns = _name_columns(read_column_names(rows, text, DECISION), file)
    except TableFault as wrong:
        cure = wrong.cure or SAVE
        raise UsageError(
            f"{file}:{wrong.line}: {wrong.message}", f"{cure[0].upper()}{cure[1:]}."
        ) from wrong
    return Table(
        columns, tuple(_parse_line(columns, row.cells, row.line, file) for row in rows[1:])
    )


def _name_columns(cells: tuple[str, ...], file: str) -> tuple[str, ...]:
    """Return the names of the columns; a column without one is called by its number."""
    names = tuple(name or f"column-{number}" for number, name in enumerate(cells, 1))
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise UsageError(
            f"{file}:1: two columns with the name {repeated[0]!r}",
            "Rename or remove one of the two.",
        )
    return names


def _parse_line(columns: tuple[str, ...], cells: tuple[str, ...], number: int, file: str) -> Line:
    if any(cell.strip() for cell in cells[len(columns) :]):
        raise UsageError(
            f"{file}:{number}: {len(cells)} cells where the first line names {len(columns)}"
            " columns",
            "Give the last column a name in the first line, or remove its cells.",
        )
    return Line({name: cell.strip() for name, cell in zip(columns, cells, strict=False)}, number)


def tag_table_text(table: Table) -> str:
    """Return the table as TSV, which ``parse_table`` reads as the same table."""
    rows = ([line.get(column) for column in table.columns] for line in table.lines)
    return rows_to_tsv((table.columns, *rows))


def with_columns(table: Table, added: Iterable[str]) -> tuple[str, ...]:
    """Return the columns of a table, followed by those of ``added`` that it does not have."""
    return tuple(dict.fromkeys((*table.columns, *added)))
