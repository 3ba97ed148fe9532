"""Two tag tables: what differs, and one table of both in which every decision of the older one
stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from webarticlecurator.extract.analysis.inventory.decisions import (
    DECISION,
    Key,
    Line,
    Table,
    with_columns,
)
from webarticlecurator.extract.analysis.inventory.inventory_table import COUNTS, EXAMPLES

STATUS = "status"
"""Column of a merged table: ``new``, ``gone`` (no page has it now), ``conflict`` (the newer table
says otherwise), or empty."""
KINDS = ("new", "removed", "decided", "changed", "undecided", "frequency")
"""What can differ: a row only in the newer table; only in the older one; a decision where there was
none; another decision; none where there was one; the same decision, another frequency."""


@dataclass(frozen=True)
class Difference:
    """One row that differs; ``old`` and ``new`` say what stood there (operation and keep, or the
    frequency)."""

    kind: str
    signature: str
    context: str
    old: str
    new: str


def diff_tables(old: Table, new: Table) -> tuple[Difference, ...]:
    """By kind in the order of KINDS, then in the order of the tables. Means and examples are no
    difference: a spreadsheet may have written its numbers in another way."""
    before, after = old.by_key(), new.by_key()
    found = [*_changed(before, after)]
    found += [
        _told("new", line, "", _counted(line)) for key, line in after.items() if key not in before
    ]
    found += [
        _told("removed", line, _said(line), "") for key, line in before.items() if key not in after
    ]
    return tuple(sorted(found, key=lambda difference: KINDS.index(difference.kind)))


def _changed(before: dict[Key, Line], after: dict[Key, Line]) -> Iterator[Difference]:
    for key, line in after.items():
        earlier = before.get(key)
        if earlier is None:
            continue
        if _said(earlier) != _said(line):
            yield _told(_kind(earlier, line), line, _said(earlier), _said(line))
        elif "" not in (_counted(earlier), _counted(line)) and _counted(earlier) != _counted(line):
            yield _told("frequency", line, _counted(earlier), _counted(line))


def _kind(old: Line, new: Line) -> str:
    if not old.get("operation"):
        return "decided"
    return "changed" if new.get("operation") else "undecided"


def _told(kind: str, line: Line, old: str, new: str) -> Difference:
    return Difference(kind, line.get("signature"), line.get("context"), old, new)


def _said(line: Line) -> str:
    """The decision, in one spelling: ``link (href, data-href)``."""
    operation = line.get("operation")
    outer, split, inner = operation.partition(">")
    plain = f"{outer.strip()}>{inner.strip()}" if split else operation
    keep = ", ".join(line.get("keep").replace(",", " ").split())
    return f"{plain} ({keep})" if keep else plain


def _counted(line: Line) -> str:
    """The frequency without what a spreadsheet puts between thousands."""
    return "".join(c for c in line.get("frequency") if not c.isspace() and c not in ",.'")


def merge_tables(old: Table, new: Table) -> Table:
    """The rows and columns of ``old`` in their order, remarks included, then the rows that only
    ``new`` has. Decisions and columns of one's own are those of ``old`` (a decision of ``new``
    counts where ``old`` has none); counts are those of ``new``. A row that is gone stays, with the
    frequency 0."""
    before, after = old.by_key(), new.by_key()
    columns = with_columns(old, (*new.columns, STATUS))
    counted = frozenset(c for c in new.columns if c in (*COUNTS, EXAMPLES))
    lines = [_merged(line, before, after, counted) for line in old.lines]
    added = [
        Line({**line.cells, STATUS: "new"})
        for line in new.lines
        if line.key is not None and line.key not in before
    ]
    return Table(columns, (*lines, *added))


def _merged(
    line: Line, before: dict[Key, Line], after: dict[Key, Line], counted: frozenset[str]
) -> Line:
    if line.key is None or before.get(line.key) is not line:
        return line  # a remark, an empty line, or a row that stands there twice
    newer = after.get(line.key)
    kept = {
        column: value
        for column, value in line.cells.items()
        if column not in counted and column != STATUS
    }
    if newer is None:
        gone = {"frequency": "0", STATUS: "gone"} if "frequency" in counted else {}
        return Line({**kept, **gone})
    decision = (
        {c: newer.get(c) for c in DECISION[1:3]}
        if newer.get("operation") and not line.get("operation")
        else {}
    )
    said = _said(newer) if newer.get("operation") and line.get("operation") else ""
    status = "conflict" if said and said != _said(line) else ""
    counts = {column: newer.get(column) for column in counted}
    fresh = {c: v for c, v in newer.cells.items() if c not in kept and c not in DECISION}
    return Line({**fresh, **kept, **decision, **counts, STATUS: status})
