"""The facts of the articles in TEI, and how many articles and words have each of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article_facts import ArticleFacts
from webarticlecurator.base.model.corpus_dimensions import COUNTED_FACTS, BarKey, FactKind, FactName
from webarticlecurator.base.text.word_borders import WORDS
from webarticlecurator.storage.index.derived_schema import FACT_COLUMNS, FACTS, SOURCES_COLUMN
from webarticlecurator.storage.index.index import IndexTables
from webarticlecurator.storage.index.index_opening import temporary_index
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.texts.bar_conditions import BarCondition, make_condition

_SLICE = 2000
_RUN_OF_SAMPLE = 100
"""Articles of a sample that follow each other."""
_MISSING = "articles WHERE tei IS NOT NULL AND id IN (SELECT article FROM articles_without_facts)"
_SAME_TEXTS = "FROM same_texts ORDER BY articles DESC, first"
AFTER_ALL = "~"
"""A text that sorts after every ``what``."""
_COLUMNS = ", ".join(
    "s.sources" if column.type is SOURCES_COLUMN else f"f.{column.name}" for column in FACT_COLUMNS
)
_ID_OF_SOURCES = "(SELECT id FROM fact_sources WHERE sources = ?)"
_VALUES = ", ".join(
    _ID_OF_SOURCES if column.type is SOURCES_COLUMN else "?" for column in FACT_COLUMNS
)
_RECORD = (
    f"INSERT INTO article_facts (article, {', '.join(column.name for column in FACT_COLUMNS)})"
    f" VALUES (?, {_VALUES})"
)
_FACTS = (
    f"SELECT f.article, {_COLUMNS} FROM article_facts f JOIN fact_sources s ON s.id = f.sources"
)


@dataclass(frozen=True)
class FactCount:
    """How many ``articles``, with how many ``words`` (or what ``unit`` says), have a fact; ``what``
    and ``name`` are those of ``Fact``."""

    what: str
    name: FactName
    articles: int
    words: int
    unit: str = WORDS


class FactsTable(IndexTables):
    """The facts of a corpus. Changes wait for the corpus's ``commit``."""

    def record(self, article: int, facts: ArticleFacts) -> None:
        """Record the facts of the document of an article, in place of former ones."""
        values = [column.type.write(getattr(facts, column.attribute)) for column in FACT_COLUMNS]
        self._index.write("DELETE FROM article_facts WHERE article = ?", (article,))
        for column, value in zip(FACT_COLUMNS, values, strict=True):
            if column.type is SOURCES_COLUMN:
                self._index.write("INSERT OR IGNORE INTO fact_sources VALUES (NULL, ?)", (value,))
        self._index.write(_RECORD, (article, *values))

    def sample_titles(self, size: int) -> list[tuple[str, str]]:
        """Return the address and the title of at most ``size`` articles from all parts of the
        corpus, without reading the others."""
        last = self._index.number("SELECT MAX(article) FROM article_facts")
        step = max(last // (size // _RUN_OF_SAMPLE), _RUN_OF_SAMPLE)
        query = (
            "SELECT a.canonical, f.title FROM article_facts f JOIN articles a ON a.id = f.article"
            " WHERE f.article >= ?1 AND f.article < ?2 ORDER BY f.article"
        )
        return [
            (address, title)
            for start in range(0, last + 1, step)
            for address, title in self._index.read(query, (start, start + _RUN_OF_SAMPLE))
        ]

    def count_missing(self) -> int:
        """Return the number of articles in TEI that have no facts yet."""
        return self._index.number(f"SELECT COUNT(*) FROM {_MISSING}")

    def missing(self) -> Iterator[tuple[int, str]]:
        """Yield the articles in TEI that have no facts yet, and the paths of their files below
        tei/. They are read in slices: facts may be recorded meanwhile."""
        rows = self._index.sliced(
            f"SELECT id, tei FROM {_MISSING} AND id > ? ORDER BY id", 0, size=_SLICE
        )
        return ((row[0], row[1]) for row in rows)

    def counts(self, what: str | None = None) -> list[FactCount]:
        """Return how many articles have each fact, or each of those of one ``what``; sorted by
        what and name."""
        rows = self._index.read(
            "SELECT c.what, COALESCE(s.sources, c.name), c.detail, c.articles, c.words, c.unit"
            " FROM fact_counts c LEFT JOIN fact_sources s"
            " ON c.what = 'sources' AND s.id = CAST(c.name AS INTEGER)"
            " WHERE c.articles > 0 AND c.what BETWEEN ?1 AND ?2 ORDER BY 1, 2, 3, 6",
            (what or "", what or AFTER_ALL),
        )
        return [
            FactCount(kind, _read_name(kind, name, detail), articles, words, unit)
            for kind, name, detail, articles, words, unit in rows
        ]

    def values(self, what: str) -> list[tuple[str, int]]:
        """Return the names of a fact that has one name (``authors``) with the number of articles,
        the most frequent first; ``""`` is that of articles without one."""
        rows = self._index.read(
            "SELECT name, SUM(articles) FROM fact_counts WHERE what = ? AND articles > 0"
            " GROUP BY name ORDER BY 2 DESC, name",
            (what,),
        )
        return [(row[0], row[1]) for row in rows]

    def all(self) -> Iterator[tuple[int, ArticleFacts]]:
        """Yield the facts of every article with its row id, in the order of listing. They are read
        in slices: other processes may record facts meanwhile."""
        rows = self._index.sliced(
            f"{_FACTS} WHERE f.article > ? ORDER BY f.article", 0, size=_SLICE
        )
        return ((row[0], _to_facts(row[1:])) for row in rows)

    def of(self, articles: Iterable[int]) -> dict[int, ArticleFacts]:
        """Return the facts of some articles, by row id."""
        rows = self._index.among(f"{_FACTS} WHERE f.article IN", sorted(set(articles)))
        return {row[0]: _to_facts(row[1:]) for row in rows}

    def in_bar(self, bar: BarKey, limit: int, after: int = 0) -> dict[int, ArticleFacts]:
        """Return the facts of the first ``limit`` articles, in the order of listing, in a bar of a
        dimension, by row id; for further ones ``after`` is the last id."""
        found = self._make_condition(bar)
        query = (
            f"SELECT f.article, {_COLUMNS} FROM {_by_index(found)}"
            " JOIN fact_sources s ON s.id = f.sources"
            f" WHERE ({found.text}) AND f.article > ? ORDER BY f.article LIMIT ?"
        )
        rows = self._index.read(query, (*found.values, after, limit))
        return {row[0]: _to_facts(row[1:]) for row in rows}

    def with_text(self, digest: bytes) -> list[int]:
        """Return the numbers of the articles that have a text, by its digest."""
        return self._index.column(
            "SELECT article FROM article_facts WHERE words > 0 AND text_digest = ?", (digest,)
        )

    def count_in_bar(self, bar: BarKey) -> int:
        """Return the number of articles in a bar of a dimension; all facts are looked at."""
        found = self._make_condition(bar)
        return self._index.number(
            f"SELECT COUNT(*) FROM {_by_index(found)} WHERE {found.text}", found.values
        )

    def _make_condition(self, bar: BarKey) -> BarCondition:
        sources = self._index.read("SELECT id, sources FROM fact_sources")
        return make_condition(bar, [(row[0], row[1]) for row in sources])

    def count_same_texts(self) -> list[int]:
        """Return how many articles have the same text, for each text that several have; the most
        frequent text first."""
        return self._index.column(f"SELECT articles {_SAME_TEXTS}")

    def with_same_text(self, number: int, limit: int, after: int = 0) -> list[int]:
        """Return the first ``limit`` articles, by row id behind ``after``, that have the text
        ``number``, from 0, in the order of ``count_same_texts``; none for an
        unknown number."""
        return self._index.column(
            "SELECT article FROM article_facts WHERE words > 0 AND text_digest ="
            f" (SELECT text_digest {_SAME_TEXTS} LIMIT 1 OFFSET ?1) AND article > ?2"
            " ORDER BY article LIMIT ?3",
            (number, after, limit),
        )


@contextmanager
def make_temporary_facts() -> Iterator[FactsTable]:
    """Make an empty table in a private file that SQLite deletes: for facts that are counted and not
    kept."""
    with closing(temporary_index(StoreOptions(), FACTS)) as index:
        yield FactsTable(index)


def _by_index(found: BarCondition) -> str:
    """Return the table of facts, with the index of a condition."""
    return f"article_facts f INDEXED BY {found.by_index}" if found.by_index else "article_facts f"


def _read_name(what: str, name: str, detail: str) -> FactName:
    """Return the name of a fact as it is counted."""
    fact = COUNTED_FACTS[what]
    if fact.kind is FactKind.SOURCES:
        return tuple(json.loads(name))
    return (name, detail) if fact.month_of else (name,)


def _to_facts(row: tuple[Any, ...]) -> ArticleFacts:
    return ArticleFacts(
        **{
            column.attribute: column.type.read(stored)
            for column, stored in zip(FACT_COLUMNS, row, strict=True)
        }
    )
