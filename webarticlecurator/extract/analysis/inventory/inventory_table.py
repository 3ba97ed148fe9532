"""The inventory as a tag dictionary: rows of the portal as they are, and a row to be decided for
every other signature."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from webarticlecurator.extract.analysis.inventory.decisions import DECISION, Key, Line, Table
from webarticlecurator.extract.analysis.inventory.inventory import (
    Inventory,
    SignatureTotals,
    without_id,
)
from webarticlecurator.model.portal import Portal, TagRow

COUNTS = tuple(
    "frequency pages words own_words descendants links linked_words repeated clock position parent"
    " in_force source".split()
)
"""What was counted: elements; pages that have one; means per element of all words inside, words
directly inside, elements inside; share that holds a link; share of the words that are inside links;
share that have one and the same text, on several pages; share that are a line with a time of day;
mean place in the words of the article, 0.00 its beginning; the commonest element around (empty:
roots); operation in force and where it comes from."""
EXAMPLES = "examples"
COLUMNS = (*DECISION, *COUNTS, EXAMPLES)


def inventory_table(inventory: Inventory, portal: Portal) -> Table:
    """Rows of the portal that are no signature of a page (a context, a wider selector) stand first,
    then the signatures, the most frequent first. As a dictionary the table says exactly what
    ``article.body.tags`` says: new rows have no operation yet."""
    decided = {key: row for row in portal.article.body.tags for key in [_key(row)] if key}
    used = _used(inventory)
    lines = []
    for signature, totals in _ordered(inventory):
        row = decided.pop((signature, ""), None)
        lines.append(_counted(signature, row, totals, inventory))
    rules = sorted(decided.values(), key=lambda row: (-used[row], row.signature, row.context))
    return Table(COLUMNS, (*(_rule(row, used[row]) for row in rules), *lines))


def _ordered(inventory: Inventory) -> list[tuple[str, SignatureTotals]]:
    return sorted(inventory.signatures.items(), key=lambda item: (-item[1].frequency, item[0]))


def _key(row: TagRow) -> Key | None:
    return Line(
        {"signature": row.signature, "operation": row.operation, "context": row.context}
    ).key


def _used(inventory: Inventory) -> Counter[TagRow]:
    """How many elements each row decides."""
    used: Counter[TagRow] = Counter()
    for totals in inventory.signatures.values():
        for (_, _, row), count in totals.decisions.items():
            if row is not None:
                used[row] += count
    return used


def _rule(row: TagRow, count: int) -> Line:
    counts = {"frequency": str(count), "in_force": row.operation, "source": "rule"}
    return Line({**_decision(row), **counts})


def _decision(row: TagRow) -> dict[str, str]:
    return dict(
        zip(DECISION, (row.signature, row.operation, " ".join(row.keep), row.context), strict=True)
    )


def _counted(
    signature: str, row: TagRow | None, totals: SignatureTotals, inventory: Inventory
) -> Line:
    cells = _decision(row) if row else {"signature": signature}
    number = totals.frequency
    force, source = _force(totals)
    counts = (
        str(number),
        str(min(totals.pages, inventory.pages)),
        mean(totals.words, number),
        mean(totals.own, number),
        mean(totals.below, number),
        share(totals.holding, number),
        share(totals.linked, totals.words),
        share(totals.repeated, totals.frequency) if totals.pages > 1 else "",
        share(totals.clock, number),
        share(totals.place, 1000 * number),
        _parent(totals, inventory),
        force,
        source,
    )
    return Line(
        {**cells, **dict(zip(COUNTS, counts, strict=True)), EXAMPLES: " ".join(totals.examples)}
    )


def _parent(totals: SignatureTotals, inventory: Inventory) -> str:
    parent = min(totals.parents, key=lambda name: (-totals.parents[name], name), default="")
    return parent if parent in inventory.signatures else without_id(parent)


def _force(totals: SignatureTotals) -> tuple[str, str]:
    """Every operation in force and every source, the commonest first."""
    operations: Counter[str] = Counter()
    sources: Counter[str] = Counter()
    for (operation, where, row), count in totals.decisions.items():
        operations[operation] += count
        sources[_told(where, row)] += count
    return " | ".join(_commonest(operations)), " | ".join(_commonest(sources))


def _told(where: str, row: TagRow | None) -> str:
    return where if row is None else f"{where}: {row.signature} {row.context}".strip()


def _commonest(counts: Counter[str]) -> Iterable[str]:
    return sorted(counts, key=lambda name: (-counts[name], name))


def mean(total: int, number: int) -> str:
    """One decimal."""
    return f"{total / number:.1f}" if number else ""


def share(part: int, whole: int) -> str:
    """A number from 0.00 to 1.00; empty where there is nothing to share."""
    return f"{part / whole:.2f}" if whole else ""
