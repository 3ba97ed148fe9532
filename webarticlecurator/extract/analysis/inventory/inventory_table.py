"""The inventory as a tag dictionary: the rows of the portal, and an undecided row for every other
signature."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from webarticlecurator.extract.analysis.inventory.decisions import DECISION, Key, Line, Table
from webarticlecurator.extract.analysis.inventory.inventory import (
    Inventory,
    SignatureTotals,
)
from webarticlecurator.extract.analysis.inventory.tally import without_id
from webarticlecurator.model.article_rules import TagRow
from webarticlecurator.model.portal import Portal

COUNTS = tuple(
    "frequency pages words own_words descendants links linked_words repeated clock position parent"
    " in_force source".split()
)
"""The counted columns: elements; pages that have one; means per element of all words inside, words
directly inside, and elements inside; share that holds a link; share of the words that are inside
links; share that have the same text, on several pages; share that are a line with a time of day;
mean place in the words of the article, 0.00 at its beginning; the most common parent (empty for
roots); the operation in force and its source."""
EXAMPLES = "examples"
COLUMNS = (*DECISION, *COUNTS, EXAMPLES)


def inventory_table(inventory: Inventory, portal: Portal) -> Table:
    """Return the inventory as a table.

    Rows of the portal that are not the signature of an element (with a context, or a wider
    selector) come first, then the signatures, the most frequent first. As a dictionary the table
    means exactly what ``article.body.tags`` means, since new rows have no operation yet.
    """
    decided = {key: row for row in portal.article.body.tags for key in [_key(row)] if key}
    used = _count_used_rows(inventory)
    signatures = []
    for signature, totals in _by_frequency(inventory):
        row = decided.pop((signature, ""), None)
        signatures.append(_signature_line(signature, row, totals, inventory))
    rules = sorted(decided.values(), key=lambda row: (-used[row], row.signature, row.context))
    return Table(COLUMNS, (*(_rule_line(row, used[row]) for row in rules), *signatures))


def _by_frequency(inventory: Inventory) -> list[tuple[str, SignatureTotals]]:
    return sorted(inventory.signatures.items(), key=lambda item: (-item[1].frequency, item[0]))


def _key(row: TagRow) -> Key | None:
    cells = {"signature": row.signature, "operation": row.operation, "context": row.context}
    return Line(cells).key


def _count_used_rows(inventory: Inventory) -> Counter[TagRow]:
    """Return the number of elements that each row decides."""
    used: Counter[TagRow] = Counter()
    for totals in inventory.signatures.values():
        for (_, _, row), count in totals.decisions.items():
            if row is not None:
                used[row] += count
    return used


def _rule_line(row: TagRow, count: int) -> Line:
    counts = {"frequency": str(count), "in_force": row.operation, "source": "rule"}
    return Line({**_decision_cells(row), **counts})


def _decision_cells(row: TagRow) -> dict[str, str]:
    values = (row.signature, row.operation, " ".join(row.keep), row.context)
    return dict(zip(DECISION, values, strict=True))


def _signature_line(
    signature: str, row: TagRow | None, totals: SignatureTotals, inventory: Inventory
) -> Line:
    cells = _decision_cells(row) if row else {"signature": signature}
    count = totals.frequency
    in_force, source = _describe_decisions(totals)
    counts = (
        str(count),
        str(min(totals.pages, inventory.pages)),
        mean(totals.words, count),
        mean(totals.own, count),
        mean(totals.below, count),
        share(totals.holding, count),
        share(totals.linked, totals.words),
        share(totals.repeated, totals.frequency) if totals.pages > 1 else "",
        share(totals.clock, count),
        share(totals.place, 1000 * count),
        _most_common_parent(totals, inventory),
        in_force,
        source,
    )
    return Line(
        {**cells, **dict(zip(COUNTS, counts, strict=True)), EXAMPLES: " ".join(totals.examples)}
    )


def _most_common_parent(totals: SignatureTotals, inventory: Inventory) -> str:
    parent = min(totals.parents, key=lambda name: (-totals.parents[name], name), default="")
    return parent if parent in inventory.signatures else without_id(parent)


def _describe_decisions(totals: SignatureTotals) -> tuple[str, str]:
    """Return every operation in force and every source, the most common first."""
    operations: Counter[str] = Counter()
    sources: Counter[str] = Counter()
    for (operation, source, row), count in totals.decisions.items():
        operations[operation] += count
        sources[_describe_source(source, row)] += count
    return " | ".join(_by_count(operations)), " | ".join(_by_count(sources))


def _describe_source(source: str, row: TagRow | None) -> str:
    return source if row is None else f"{source}: {row.signature} {row.context}".strip()


def _by_count(counts: Counter[str]) -> Iterable[str]:
    return sorted(counts, key=lambda name: (-counts[name], name))


def mean(total: int, count: int) -> str:
    """Return the mean with one decimal; empty if there is nothing to count."""
    return f"{total / count:.1f}" if count else ""


def share(part: int, whole: int) -> str:
    """Return a share from 0.00 to 1.00; empty if the whole is 0."""
    return f"{part / whole:.2f}" if whole else ""
