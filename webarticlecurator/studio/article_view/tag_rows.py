"""Rows of a tag dictionary that is a table beside the portal file: written at once, taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.config.tags import find_row_fault
from webarticlecurator.errors import UsageError
from webarticlecurator.export import write_file
from webarticlecurator.extract.analysis.inventory.decisions import (
    DECISION,
    Line,
    Table,
    tag_table_text,
    with_columns,
)
from webarticlecurator.model.portal import ArticleRules, Portal, TagRow
from webarticlecurator.run.analysis.tag_tables import decode_tag_table


@dataclass(frozen=True)
class TagRowEdit:
    """A row that was written: the bytes of its table before and after."""

    table: Path
    signature: str
    before: bytes
    after: bytes


def write_tag_row(table: Path, signature: str, operation: str) -> TagRowEdit:
    """Write what a tag means, for all places. The other rows stay as they are.

    Raises UsageError and ConfigError if the table cannot be read, or the row would be wrong;
    DiskFull.
    """
    fault = find_row_fault(signature, operation, "", "")
    if fault:
        raise UsageError(f"{signature}: {fault}", "Nothing was written.")
    before = read_regular(table, MAX_TABLE)
    rows = decode_tag_table(before, table)
    after = tag_table_text(_with_row(rows, signature, operation)).encode("utf-8", "replace")
    write_file(table, [after])
    return TagRowEdit(table, signature, before, after)


def take_back(edit: TagRowEdit) -> None:
    """Write the table as it was. Raises UsageError if it was changed since."""
    if read_regular(edit.table, MAX_TABLE) != edit.after:
        raise UsageError(
            f"{edit.table} was changed since the row was written",
            "Change the row in the view of the tags.",
        )
    write_file(edit.table, [edit.before])


def with_tag_row(portal: Portal, signature: str, operation: str) -> Portal:
    """Return the portal as it would be with a row in its table."""
    row = TagRow(signature, operation)
    return replace(
        portal,
        article=_with_row_in(portal.article, row),
        layouts=tuple(
            replace(layout, rules=_with_row_in(layout.rules, row)) for layout in portal.layouts
        ),
    )


def _with_row_in(rules: ArticleRules, row: TagRow) -> ArticleRules:
    others = tuple(
        each for each in rules.body.tags if (each.signature, each.context) != (row.signature, "")
    )
    return replace(rules, body=replace(rules.body, tags=(*others, row)))


def _with_row(table: Table, signature: str, operation: str) -> Table:
    new = Line({"signature": signature, "operation": operation})
    found = table.by_key().get(new.key) if new.key is not None else None
    columns = with_columns(table, DECISION[:2])
    if found is None:
        return Table(columns, (*table.lines, new))
    changed = Line(_decided(found.cells, operation), found.number)
    return Table(columns, tuple(changed if line is found else line for line in table.lines))


def _decided(cells: Mapping[str, str], operation: str) -> dict[str, str]:
    return {**cells, "operation": operation}
