"""Two tag tables: their differences, and one table with the decisions of the older one."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.proposing.tags.inventory_table import (
    COUNTS,
    DECISION,
    EXAMPLES,
    Key,
    Line,
    Table,
    with_columns,
)

STATUS = "status"
"""Column of a merged table: ``new``, ``gone`` (no page has it now), ``conflict`` (the newer table
has another decision), or empty."""
KINDS = ("new", "removed", "decided", "changed", "undecided", "frequency")
"""Kinds of differences: a row only in the newer table; only in the older one; a decision where
there was none; another decision; no decision where there was one; the same decision with another
frequency."""


@dataclass(frozen=True)
class Difference:
    """A row that differs; ``old`` and ``new`` are its decisions (operation and keep) or its
    frequencies."""

    kind: str
    signature: str
    context: str
    old: str
    new: str


def diff_tables(old: Table, new: Table) -> tuple[Difference, ...]:
    """Return the differences in the order of KINDS, then in the order of the tables.

    Means and examples are not compared: a spreadsheet may have written its numbers in another way.
    """
    before, after = old.by_key(), new.by_key()
    differences = [
        _difference("removed", line, _decision(line), "")
        for key, line in before.items()
        if key not in after
    ]
    for key, line in after.items():
        older = before.get(key)
        frequency = _frequency(line)
        if older is None:
            differences.append(_difference("new", line, "", frequency))
            continue
        decisions = _decision(older), _decision(line)
        if decisions[0] != decisions[1]:
            kind = "changed" if line.get("operation") else "undecided"
            kind = kind if older.get("operation") else "decided"
            differences.append(_difference(kind, line, *decisions))
        elif frequency and _frequency(older) not in ("", frequency):
            differences.append(_difference("frequency", line, _frequency(older), frequency))
    return tuple(sorted(differences, key=lambda difference: KINDS.index(difference.kind)))


def _difference(kind: str, line: Line, old: str, new: str) -> Difference:
    return Difference(kind, line.get("signature"), line.get("context"), old, new)


def _decision(line: Line) -> str:
    """Return the decision in one spelling: ``link (href, data-href)``."""
    operation = line.get("operation")
    outer, separator, inner = operation.partition(">")
    plain = f"{outer.strip()}>{inner.strip()}" if separator else operation
    keep = ", ".join(line.get("keep").replace(",", " ").split())
    return f"{plain} ({keep})" if keep else plain


def _frequency(line: Line) -> str:
    """Return the frequency without the thousands separators of a spreadsheet."""
    return "".join(c for c in line.get("frequency") if not c.isspace() and c not in ",.'")


def merge_tables(old: Table, new: Table) -> Table:
    """Return the rows and columns of ``old`` in their order, then the rows that only ``new`` has.

    Decisions, remarks and the user's own columns are those of ``old``; a decision of ``new`` counts
    only if ``old`` has none. Counts are those of ``new``. A row that no page has any more stays,
    with the frequency 0.
    """
    before, after = old.by_key(), new.by_key()
    columns = with_columns(old, (*new.columns, STATUS))
    counted = frozenset(column for column in new.columns if column in (*COUNTS, EXAMPLES))
    lines = [_merge_line(line, before, after, counted) for line in old.lines]
    added = [
        Line({**line.cells, STATUS: "new"})
        for line in new.lines
        if line.key is not None and line.key not in before
    ]
    return Table(columns, (*lines, *added))


def _merge_line(
    line: Line, before: dict[Key, Line], after: dict[Key, Line], counted: frozenset[str]
) -> Line:
    if line.key is None or before.get(line.key) is not line:
        return line  # A remark, an empty line, or the second row with the same key.
    kept = {
        column: value
        for column, value in line.cells.items()
        if column not in counted and column != STATUS
    }
    newer = after.get(line.key)
    if newer is None:
        gone = {"frequency": "0", STATUS: "gone"} if "frequency" in counted else {}
        return Line({**kept, **gone})

    decision: dict[str, str] = {}
    status = ""
    if newer.get("operation"):
        if not line.get("operation"):
            decision = {column: newer.get(column) for column in DECISION[1:3]}
        elif _decision(newer) != _decision(line):
            status = "conflict"
    counts = {column: newer.get(column) for column in counted}
    added = {
        column: value
        for column, value in newer.cells.items()
        if column not in kept and column not in DECISION
    }
    return Line({**added, **kept, **decision, **counts, STATUS: status})
