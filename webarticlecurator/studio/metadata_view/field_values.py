"""The values of a metadata field in a corpus, with the number of their articles."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from webarticlecurator.extract import article_id
from webarticlecurator.model.corpus_numbers import DIMENSIONS_BY_KEY, ListedArticle
from webarticlecurator.store import view_corpus
from webarticlecurator.text.characters import restore_cell

PAGE_LENGTH = 50
MAX_EXAMPLES = 3
INDEXED_FIELDS = {
    "authors": "authors",
    "section": "sections",
    "language": "languages",
    "access": "access",
}
"""The fields whose values the index of a corpus counts, and the dimensions of a corpus report that
have them. Others are counted by a command."""


@dataclass(frozen=True)
class FieldValue:
    """A value with the number of its articles; where a command counted it, with its sources and the
    addresses of some articles."""

    value: str
    articles: int
    sources: str = ""
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class ValuePage:
    """Some values of a field, and whether there are more behind them."""

    values: tuple[FieldValue, ...]
    has_more: bool


@dataclass(frozen=True)
class FieldSource:
    """A kind of source (``jsonld``, or ``nothing``), and how many articles have their value of the
    field from it."""

    kind: str
    articles: int


def values_name(field: str) -> str:
    """Return the name of the table in which a command has counted the values of a field."""
    return f"values-{field}.tsv"


def read_values(
    folder: Path, portal_id: str, field: str, contains: str, page: int
) -> ValuePage | None:
    """Return a page of the values that have a text in them, most frequent first; None if they were
    not counted yet. Raises CorpusMismatch, StoreDamaged."""
    if field in INDEXED_FIELDS:
        values = _read_indexed(folder, portal_id, field)
    else:
        table = folder / "reports" / values_name(field)
        if not table.is_file():
            return None
        values = _read_counted(table)
    folded = contains.casefold()
    found = (value for value in values if folded in value.value.casefold())
    start = (page - 1) * PAGE_LENGTH
    shown = tuple(islice(found, start, start + PAGE_LENGTH + 1))
    return ValuePage(shown[:PAGE_LENGTH], len(shown) > PAGE_LENGTH)


def _read_indexed(folder: Path, portal_id: str, field: str) -> Iterator[FieldValue]:
    fact = DIMENSIONS_BY_KEY[INDEXED_FIELDS[field]].fact.what
    with view_corpus(folder, portal_id) as corpus:
        values = corpus.article_facts.values(fact)
    return (FieldValue(value, articles) for value, articles in values if value)


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


def count_sources(folder: Path, portal_id: str, field: str) -> list[FieldSource]:
    """Return where the values of a field came from, most frequent first. Raises as
    ``read_values``."""
    bars_of = DIMENSIONS_BY_KEY["sources"].bars
    counts: dict[str, int] = {}
    with view_corpus(folder, portal_id) as corpus:
        for count in corpus.article_facts.counts("sources"):
            for bar in bars_of(count.name):
                name, _, kind = bar.partition(": ")
                if name == field:
                    counts[kind] = counts.get(kind, 0) + count.articles
    return [
        FieldSource(kind, counts[kind]) for kind in sorted(counts, key=lambda k: (-counts[k], k))
    ]


def list_value_articles(
    folder: Path, portal_id: str, field: str, value: str, after: int
) -> tuple[list[ListedArticle], int]:
    """Return a page of the articles with a value of an indexed field, in the order of listing, and
    what is ``after`` for the next page (0: there is none). Raises as ``read_values``."""
    bar = (INDEXED_FIELDS[field], value)
    with view_corpus(folder, portal_id) as corpus:
        facts = corpus.article_facts.in_bar(bar, PAGE_LENGTH + 1, after)
        rows = {row.id: row for row in corpus.frontier.with_ids(facts)}
    shown = sorted(facts)[:PAGE_LENGTH]
    articles = [
        ListedArticle(
            article_id(rows[number].canonical),
            facts[number].published,
            facts[number].title,
            rows[number].canonical,
            "",
        )
        for number in shown
    ]
    return articles, shown[-1] if len(facts) > PAGE_LENGTH else 0


def list_examples(
    folder: Path, portal_id: str, field: str, values: Sequence[str]
) -> tuple[str, ...]:
    """Return the address of an article for each of some values. Raises as ``read_values``."""
    if field in INDEXED_FIELDS:
        with view_corpus(folder, portal_id) as corpus:
            bars = ((INDEXED_FIELDS[field], value) for value in values[:MAX_EXAMPLES])
            ids = [number for bar in bars for number in corpus.article_facts.in_bar(bar, 1)]
            return tuple(row.canonical for row in corpus.frontier.with_ids(ids))
    rows = (find_value_row(folder, field, value) for value in values[:MAX_EXAMPLES])
    return tuple(row.examples[0] for row in rows if row is not None and row.examples)
