"""Rows about one article that are written by hand, in tables beside the portal file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import ConfigProblem, UsageError, require_no_problems
from webarticlecurator.base.text.table_text import rows_to_tsv
from webarticlecurator.portal_file.config.load_context import LoadContext
from webarticlecurator.portal_file.config.override_tables import EXCLUDE, OVERRIDES, read_overrides
from webarticlecurator.portal_file.values.tables import (
    TableFault,
    read_column_names,
    read_table_file,
)


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
    after = _append_rows(table, before, [cells], _read_columns(table, before))
    _require_no_new_problems(table, before, after, name)
    return after


def mend_values(
    content: bytes | None,
    mended: Mapping[tuple[str, str], Sequence[str]],
    reason: str,
    name: str,
) -> bytes:
    """Return the bytes of the overrides table ``name`` with the values of some fields of articles:
    ``mended`` has them by address and field, none to remove the field. Former rows of these fields
    go, all others stay as they are. Raises as ``add_hand_row``."""
    table = OVERRIDE_TABLE
    before = content or table.start()
    columns = _read_columns(table, before)
    text = before.decode("utf-8-sig")
    rows = read_table_file(text)
    lines = text.splitlines(keepends=True)
    ends = [*(row.line - 1 for row in rows[1:]), len(lines)]
    known = {*mended, *((article_id(url), field) for url, field in mended)}
    kept = []
    for row, end in zip(rows, ends, strict=True):
        cells = dict(zip(columns, row.cells, strict=False))
        if (cells.get("id", ""), cells.get("field", "")) not in known:
            kept += lines[row.line - 1 : end]
    bom = before[: len(before) - len(text.encode("utf-8"))]
    added = [
        {"id": url, "field": field, "value": value, "reason": reason}
        for (url, field), values in mended.items()
        for value in (*values,) or ("",)
    ]
    after = _append_rows(table, bom + "".join(kept).encode("utf-8"), added, columns)
    _require_no_new_problems(table, before, after, name)
    return after


def _read_columns(table: HandTable, content: bytes) -> tuple[str, ...]:
    """Return the names of the columns. Raises UsageError for a table that cannot be read."""
    text = content.decode("utf-8-sig", "strict")
    try:
        return read_column_names(read_table_file(text), text, table.columns, len(table.columns))
    except TableFault as fault:
        raise UsageError(fault.describe(), "Correct the table first.") from None


def _append_rows(
    table: HandTable, before: bytes, rows: Iterable[Mapping[str, str]], columns: Sequence[str]
) -> bytes:
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    after = before if before.endswith(b"\n") else before + newline
    for cells in rows:
        line = table.write_line(cells, columns).encode("utf-8", "replace").removesuffix(b"\n")
        after += line + newline
    return after


def _require_no_new_problems(table: HandTable, before: bytes, after: bytes, name: str) -> None:
    """Raise ConfigError for what ``curator check`` would refuse that it does not refuse yet."""
    known = {problem.message for problem in _find_problems(table, before, name)}
    require_no_problems(
        each for each in _find_problems(table, after, name) if each.message not in known
    )


def _find_problems(table: HandTable, content: bytes, name: str) -> list[ConfigProblem]:
    with tempfile.TemporaryDirectory(prefix="curator-") as folder:
        (Path(folder) / name).write_bytes(content)
        context = LoadContext(Path(folder), {})
        read_overrides(context, Path(f"{name.removesuffix(table.suffix)}.yaml"))
    return context.problems
