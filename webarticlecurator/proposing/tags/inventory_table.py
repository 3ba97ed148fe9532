"""The inventory as a tag dictionary: the rows of the portal, and an undecided row for every other
signature.

``config.tags`` reads only what the extraction needs. Here undecided rows, remarks and empty lines
are kept, too, so that a table can be merged and written again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.grouping import first_values
from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.table_text import rows_to_tsv
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.pages.page.css_compound import compile_compound
from webarticlecurator.portal_file.values.tables import (
    SAVE,
    TableFault,
    read_column_names,
    read_table_file,
)
from webarticlecurator.proposing.tags.inventory import (
    Inventory,
    SignatureTotals,
    mean,
    without_id,
)

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
        return first_values((line.key, line) for line in self.lines if line.key is not None)


def _normalize_signature(signature: str) -> str:
    """Return the signature with classes and attributes in a fixed order."""
    plain = _PLAIN.fullmatch(signature)
    # a table may have 50,000: to compile one takes 40 microseconds
    if plain and all(one < other for one, other in pairwise(plain[1].split(".")[1:])):
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
        names = read_column_names(rows, text, DECISION)
    except TableFault as wrong:
        cure = wrong.cure or SAVE
        raise UsageError(
            make_message(
                "{file}:{line}: {problem}", file=file, line=wrong.line, problem=wrong.message
            ),
            as_message(cure),
        ) from wrong
    # a column without a name is called by its number
    columns = tuple(name or f"column-{number}" for number, name in enumerate(names, 1))
    repeated = sorted({name for name in columns if columns.count(name) > 1})
    if repeated:
        raise UsageError(
            make_message(
                "{file}:1: two columns with the name {name}", file=file, name=repr(repeated[0])
            ),
            "Rename or remove one of the two.",
        )
    return Table(
        columns, tuple(_parse_line(columns, row.cells, row.line, file) for row in rows[1:])
    )


def _parse_line(columns: tuple[str, ...], cells: tuple[str, ...], number: int, file: str) -> Line:
    if any(cell.strip() for cell in cells[len(columns) :]):
        raise UsageError(
            make_message(
                "{file}:{number}: {cells} cells where the first line names {columns} columns",
                file=file,
                number=number,
                cells=len(cells),
                columns=len(columns),
            ),
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
    rows = ((Line(_decision_cells(row)).key, row) for row in portal.article.body.tags)
    decided = {key: row for key, row in rows if key}
    signatures = []
    used: Counter[TagRow | None] = Counter()
    by_frequency = sorted(
        inventory.signatures.items(), key=lambda item: (-item[1].frequency, item[0])
    )
    for signature, totals in by_frequency:
        signatures.append(
            _signature_line(signature, decided.pop((signature, ""), None), totals, inventory)
        )
        for (_, _, row), count in totals.decisions.items():
            used[row] += count
    rules = sorted(decided.values(), key=lambda row: (-used[row], row.signature, row.context))
    lines = (
        Line(
            _decision_cells(row)
            | {"frequency": str(used[row]), "in_force": row.operation, "source": "rule"}
        )
        for row in rules
    )
    return Table(COLUMNS, (*lines, *signatures))


def _decision_cells(row: TagRow) -> dict[str, str]:
    values = (row.signature, row.operation, " ".join(row.keep), row.context)
    return dict(zip(DECISION, values, strict=True))


def _signature_line(
    signature: str, row: TagRow | None, totals: SignatureTotals, inventory: Inventory
) -> Line:
    cells = _decision_cells(row) if row else {"signature": signature}
    count = totals.frequency
    parent = min(totals.parents, key=lambda name: (-totals.parents[name], name), default="")
    operations: Counter[str] = Counter()
    sources: Counter[str] = Counter()
    for (operation, source, rule), number in totals.decisions.items():
        operations[operation] += number
        name = source if rule is None else f"{source}: {rule.signature} {rule.context}".strip()
        sources[name] += number
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
        parent if parent in inventory.signatures else without_id(parent),
        _join_by_count(operations),
        _join_by_count(sources),
    )
    return Line(
        {**cells, **dict(zip(COUNTS, counts, strict=True)), EXAMPLES: " ".join(totals.examples)}
    )


def _join_by_count(counts: Counter[str]) -> str:
    return " | ".join(sorted(counts, key=lambda name: (-counts[name], name)))


def share(part: int, whole: int) -> str:
    """Return a share from 0.00 to 1.00; empty if the whole is 0."""
    return f"{part / whole:.2f}" if whole else ""
