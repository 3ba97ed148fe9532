"""Rows of ``<portal>.overrides.tsv``: one value of one article, written by hand."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.config.load_context import LoadContext
from webarticlecurator.config.override_tables import OVERRIDES, read_overrides
from webarticlecurator.config.table_file import TableFault, read_column_names, read_table_file
from webarticlecurator.errors import ConfigError, ConfigProblem, UsageError
from webarticlecurator.model.table_text import rows_to_tsv


@dataclass(frozen=True)
class OverrideRow:
    """A row: the article by its address or id, the field, the value ("" removes it), the
    reason."""

    article: str
    field: str
    value: str
    reason: str

    def cells(self, columns: Sequence[str]) -> list[str]:
        """Return the cells in the order of some columns; those of other names are empty."""
        known = dict(
            zip(OVERRIDES, (self.article, self.field, self.value, self.reason), strict=True)
        )
        return [known.get(column, "") for column in columns]


def add_override(content: bytes | None, row: OverrideRow, name: str) -> bytes:
    """Return the bytes of the table ``name`` (None: there is none yet) with a row at the end; all
    others stay as they are.

    Raises UsageError for a table that cannot be read, ConfigError for a row that ``curator check``
    would refuse.
    """
    before = content or rows_to_tsv([OVERRIDES]).encode()
    text = before.decode("utf-8-sig", "strict")
    try:
        columns = read_column_names(read_table_file(text), text, OVERRIDES, len(OVERRIDES))
    except TableFault as fault:
        raise UsageError(fault.describe(), "Correct the table first.") from None
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    line = rows_to_tsv([row.cells(columns)]).encode("utf-8", "replace").removesuffix(b"\n")
    gap = b"" if before.endswith(b"\n") else newline
    after = before + gap + line + newline
    _check(before, after, name)
    return after


def _check(before: bytes, after: bytes, name: str) -> None:
    """Raise ConfigError with the problems that the new row has."""
    known = {problem.message for problem in _find_problems(before, name)}
    new = tuple(each for each in _find_problems(after, name) if each.message not in known)
    if new:
        raise ConfigError(new)


def _find_problems(content: bytes, name: str) -> list[ConfigProblem]:
    with tempfile.TemporaryDirectory(prefix="curator-") as folder:
        (Path(folder) / name).write_bytes(content)
        context = LoadContext(Path(folder), {})
        read_overrides(context, Path(name.removesuffix(".overrides.tsv") + ".yaml"))
    return context.problems
