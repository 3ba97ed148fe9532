"""The values of a metadata field in a corpus, with the number of their articles."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.corpus_dimensions import DIMENSIONS_BY_KEY, DIMENSIONS_OF_FIELDS
from webarticlecurator.base.text.table_text import restore_cell
from webarticlecurator.storage.store.view import view_corpus

PAGE_LENGTH = 50
MAX_EXAMPLES = 3


@dataclass(frozen=True)
class FieldValue:
    """A value with the number of its articles; where a command counted it, with its sources and the
    addresses of some articles."""

    value: str
    articles: int
    sources: str = ""
    examples: tuple[str, ...] = ()


def values_name(field: str) -> str:
    """Return the name of the table in which a command has counted the values of a field."""
    return f"values-{field}.tsv"


def read_values(
    folder: Path, portal_id: str, field: str, contains: str, page: int
) -> tuple[tuple[FieldValue, ...], bool] | None:
    """Return a page of the values that have a text in them, most frequent first, and whether there
    are more behind them; None if they were not counted yet. Raises CorpusMismatch, StoreDamaged."""
    if field in DIMENSIONS_OF_FIELDS:
        with view_corpus(folder, portal_id) as corpus:
            indexed = corpus.article_facts.values(DIMENSIONS_OF_FIELDS[field].fact.what)
        values: Iterator[FieldValue] = (FieldValue(*pair) for pair in indexed if pair[0])
    else:
        table = folder / "reports" / values_name(field)
        if not table.is_file():
            return None
        values = _read_counted(table)
    search_text = contains.casefold()
    found = (value for value in values if search_text in value.value.casefold())
    start = (page - 1) * PAGE_LENGTH
    shown = tuple(islice(found, start, start + PAGE_LENGTH + 1))
    return shown[:PAGE_LENGTH], len(shown) > PAGE_LENGTH


def _read_counted(table: Path) -> Iterator[FieldValue]:
    """Yield the rows of a table of ``curator report authors``, which may be very long."""
    with table.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines, delimiter="\t")
        next(rows, None)
        for value, articles, sources, examples in rows:
            yield FieldValue(
                restore_cell(value), int(articles), restore_cell(sources), tuple(examples.split())
            )


def find_value_row(folder: Path, field: str, value: str) -> FieldValue | None:
    """Return the row of a value of a field that a command has counted."""
    table = folder / "reports" / values_name(field)
    if not table.is_file():
        return None
    return next((row for row in _read_counted(table) if row.value == value), None)


def count_sources(folder: Path, portal_id: str, field: str) -> list[tuple[str, int]]:
    """Return where the values of a field came from, most frequent first: kinds of sources
    (``jsonld``, or ``nothing``) with the number of their articles. Raises as ``read_values``."""
    bars_of = DIMENSIONS_BY_KEY["sources"].bars
    counts: Counter[str] = Counter()
    with view_corpus(folder, portal_id) as corpus:
        for count in corpus.article_facts.counts("sources"):
            for bar in bars_of(count.name):
                name, _, kind = bar.partition(": ")
                if name == field:
                    counts[kind] += count.articles
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def list_examples(
    folder: Path, portal_id: str, field: str, values: Sequence[str]
) -> tuple[str, ...]:
    """Return the address of an article for each of some values. Raises as ``read_values``."""
    if field in DIMENSIONS_OF_FIELDS:
        with view_corpus(folder, portal_id) as corpus:
            bars = ((DIMENSIONS_OF_FIELDS[field].key, value) for value in values[:MAX_EXAMPLES])
            ids = [number for bar in bars for number in corpus.article_facts.in_bar(bar, 1)]
            return tuple(row.canonical for row in corpus.frontier.with_ids(ids))
    rows = (find_value_row(folder, field, value) for value in values[:MAX_EXAMPLES])
    return tuple(row.examples[0] for row in rows if row is not None and row.examples)
