"""Decisions about rows of a tag table: what is written into it. All other rows stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.portal_file.config.tags import find_row_fault
from webarticlecurator.proposing.tags.inventory_table import (
    COLUMNS,
    DECISION,
    Key,
    Line,
    Table,
    with_columns,
)
from webarticlecurator.proposing.tags.table_merge import STATUS

SUGGESTED = "(suggested)"
"""In place of an operation: the one that is suggested for each row."""
UNDECIDED = ""
"""In place of an operation: none, so that the base dictionary decides."""


@dataclass(frozen=True)
class OperationChoice:
    """What is decided for some rows: an operation of the tag dictionary, SUGGESTED or UNDECIDED;
    the attributes that are kept; and the only place that it is about (``in figure``), or ""."""

    operation: str
    keep: str = ""
    context: str = ""


def decide(
    table: Table, shown: Mapping[Key, Line], keys: Iterable[Key], decision: OperationChoice
) -> Table:
    """Return the table with a decision about the rows with ``keys``.

    ``shown`` has these rows with their counts; one that the table does not have is added at its
    end. With a context, the decision is a row of its own, and that without it stays. Raises
    UsageError if the rows would be wrong, or nothing is suggested for one.
    """
    own = table.by_key()
    changed: dict[int, Line] = {}
    added: dict[Key, Line] = {}
    for key in keys:
        row = _decide_row(shown[key], decision)
        found = own.get(row.key) if row.key is not None else None
        if found is not None:
            values = {name: row.get(name) for name in ("operation", "keep")}
            changed[id(found)] = Line({**found.cells, **values}, found.number)
        elif row.key is not None and row.get("operation"):
            added[row.key] = row
    lines = tuple(changed.get(id(line), line) for line in table.lines)
    written = (*changed.values(), *added.values())
    needed = (
        "signature",
        "operation",
        *(n for n in DECISION[2:] if any(r.get(n) for r in written)),
    )
    return Table(with_columns(table, needed), (*lines, *added.values()))


def decide_tag(table: Table, shown: Mapping[Key, Line], signature: str, operation: str) -> Table:
    """Return the table with an operation for all tags with a signature, whether it has a row for
    them or not. Raises UsageError as ``decide``."""
    new = Line({"signature": signature})
    key = new.key or (signature, "")
    return decide(table, {key: shown.get(key, new)}, [key], OperationChoice(operation))


def start_table(rows: Iterable[TagRow], shown: Mapping[Key, Line]) -> Table:
    """Return a new table with the rows of a portal file, with their counts."""
    return Table(COLUMNS, tuple(_to_line(row, shown) for row in rows))


def _to_line(row: TagRow, shown: Mapping[Key, Line]) -> Line:
    values = (row.signature, row.operation, " ".join(row.keep), row.context)
    line = Line(dict(zip(DECISION, values, strict=True)))
    counted = shown.get(line.key) if line.key is not None else None
    return Line({**(counted.cells if counted else {}), **line.cells})


def _decide_row(line: Line, decision: OperationChoice) -> Line:
    """Return the row with the decision. Raises UsageError."""
    operation = decision.operation
    if operation == SUGGESTED:
        operation = line.get("suggestion")
        if not operation:
            raise UsageError(
                make_message("no suggestion: {value}", value=name_tag(line)),
                "Choose an operation, or leave the row out.",
            )
    keep = " ".join(decision.keep.replace(",", " ").split()) if operation else ""
    cells = {name: value for name, value in line.cells.items() if name != STATUS}
    cells |= {"operation": operation, "keep": keep}
    if decision.context:
        # the counts are those of all places
        cells = dict.fromkeys(cells, "") | {name: cells[name] for name in ("operation", "keep")}
        cells |= {"signature": line.get("signature"), "context": decision.context}
    row = Line(cells)
    fault = find_row_fault(*(row.get(name) for name in DECISION)) if operation else ""
    if fault:
        raise UsageError(
            make_message("{row}: {fault}", row=name_tag(row), fault=as_message(fault)),
            "Nothing was written.",
        )
    return row


def name_tag(line: Line) -> str:
    """Return the tag of a row, and the place that it is about."""
    return f"{line.get('signature')} {line.get('context')}".strip()


Change = Callable[[Table, Mapping[Key, Line]], Table]
"""Returns a table with decisions; the second argument has the rows with their counts."""
