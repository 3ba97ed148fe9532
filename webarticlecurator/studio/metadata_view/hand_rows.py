"""Rows about one article that are written by hand, in tables beside the portal file."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.config.load_context import LoadContext
from webarticlecurator.config.override_tables import EXCLUDE, OVERRIDES, read_overrides
from webarticlecurator.config.tables import TableFault, read_column_names, read_table_file
from webarticlecurator.errors import ConfigError, ConfigProblem, UsageError
from webarticlecurator.text.characters import rows_to_tsv


@dataclass(frozen=True)
class HandTable:
    """A kind of table: its columns, and what follows the name of the portal in its own name."""

    columns: tuple[str, ...]
    suffix: str

    def beside_portal(self, portal_file: Path) -> Path:
        """Return the path of the table of a portal file."""
        return portal_file.with_name(f"{portal_file.stem}{self.suffix}")

    def start(self) -> bytes:
        """Return the bytes of a table without rows."""
        return rows_to_tsv([self.columns]).encode()

    def write_line(self, cells: Mapping[str, str], columns: Sequence[str] = ()) -> str:
        """Return a row by the names of its cells, in the order of some columns or of its own;
        columns without a cell are empty."""
        return rows_to_tsv([[cells.get(column, "") for column in columns or self.columns]])


OVERRIDE_TABLE = HandTable(OVERRIDES, ".overrides.tsv")
"""One value of a field of one article: ``id`` is its address or id."""
EXCLUDE_TABLE = HandTable(EXCLUDE, ".exclude.tsv")
"""Articles that are taken out of the corpus."""


def add_hand_row(
    table: HandTable, content: bytes | None, cells: Mapping[str, str], name: str
) -> bytes:
    """Return the bytes of the table ``name`` (None: there is none yet) with a row at the end; all
    others stay as they are.

    Raises UsageError for a table that cannot be read, ConfigError for a row that ``curator check``
    would refuse.
    """
    before = content or table.start()
    text = before.decode("utf-8-sig", "strict")
    try:
        columns = read_column_names(read_table_file(text), text, table.columns, len(table.columns))
    except TableFault as fault:
        raise UsageError(fault.describe(), "Correct the table first.") from None
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    line = table.write_line(cells, columns).encode("utf-8", "replace").removesuffix(b"\n")
    gap = b"" if before.endswith(b"\n") else newline
    after = before + gap + line + newline
    _check(table, before, after, name)
    return after


def _check(table: HandTable, before: bytes, after: bytes, name: str) -> None:
    """Raise ConfigError with the problems that the new row has."""
    known = {problem.message for problem in _find_problems(table, before, name)}
    new = [each for each in _find_problems(table, after, name) if each.message not in known]
    if new:
        raise ConfigError(tuple(new))


def _find_problems(table: HandTable, content: bytes, name: str) -> list[ConfigProblem]:
    with tempfile.TemporaryDirectory(prefix="curator-") as folder:
        (Path(folder) / name).write_bytes(content)
        context = LoadContext(Path(folder), {})
        read_overrides(context, Path(f"{name.removesuffix(table.suffix)}.yaml"))
    return context.problems
