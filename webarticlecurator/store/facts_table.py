"""The facts of the articles in TEI, and how many articles and words have each of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from webarticlecurator.model.corpus_numbers import ArticleFacts, BarKey, FactName
from webarticlecurator.store.bar_conditions import BarCondition, make_condition
from webarticlecurator.store.facts_schema import COUNT_SAME_TEXTS, FACTS
from webarticlecurator.store.index import Index
from webarticlecurator.store.index_opening import temporary_index
from webarticlecurator.store.options import StoreOptions

_SLICE = 2000
_AFTER_ALL = "~"
"""A text that sorts after every ``what``."""
_COLUMNS = (
    "f.title, f.published, f.stored, f.column_name, f.language, f.access, f.sections, f.authors,"
    " f.words, f.confidence, s.sources, f.text_digest"
)
_FACTS = (
    f"SELECT f.article, {_COLUMNS} FROM article_facts f JOIN fact_sources s ON s.id = f.sources"
)


@dataclass(frozen=True)
class FactCount:
    """How many ``articles``, with how many ``words``, have a fact; ``what`` and ``name`` are those
    of ``Fact``."""

    what: str
    name: FactName
    articles: int
    words: int


class FactsTable:
    """The facts of a corpus. Changes wait for the corpus's ``commit``."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def record(self, article: int, facts: ArticleFacts) -> None:
        """Record the facts of the document of an article, in place of former ones."""
        sources = _to_json([word for pair in facts.field_sources for word in pair])
        self._index.write("DELETE FROM article_facts WHERE article = ?", (article,))
        self._index.write("INSERT OR IGNORE INTO fact_sources VALUES (NULL, ?)", (sources,))
        self._index.write(
            "INSERT INTO article_facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
            " (SELECT id FROM fact_sources WHERE sources = ?), ?)",
            (
                article,
                facts.title,
                facts.published,
                facts.stored,
                facts.column,
                facts.language,
                facts.access,
                _to_json(facts.sections),
                _to_json(facts.authors),
                facts.words,
                facts.confidence,
                sources,
                facts.text_digest,
            ),
        )

    def count_missing(self) -> int:
        """Return the number of articles in TEI that have no facts yet."""
        row = self._index.one(f"SELECT COUNT(*) FROM ({self._missing()})")
        return int(row[0]) if row else 0

    def missing(self) -> Iterator[tuple[int, str]]:
        """Yield the articles in TEI that have no facts yet, and the paths of their files below
        tei/. They are read in slices: facts may be recorded meanwhile."""
        last = 0
        query = f"SELECT id, tei FROM ({self._missing()}) WHERE id > ? ORDER BY id LIMIT {_SLICE}"
        while rows := self._index.read(query, (last,)):
            last = rows[-1][0]
            yield from ((row[0], row[1]) for row in rows)

    def _missing(self) -> str:
        articles = "SELECT id, tei FROM articles WHERE tei IS NOT NULL"
        if not self._index.has_table("articles_without_facts"):
            return articles
        return f"{articles} AND id IN (SELECT article FROM articles_without_facts)"

    def counts(self, what: str | None = None) -> list[FactCount]:
        """Return how many articles have each fact, or each of those of one ``what``; sorted by
        what and name."""
        if not self._index.has_table("fact_counts"):
            return []
        rows = self._index.read(
            "SELECT c.what, COALESCE(s.sources, c.name), c.detail, c.articles, c.words"
            " FROM fact_counts c LEFT JOIN fact_sources s"
            " ON c.what = 'sources' AND s.id = CAST(c.name AS INTEGER)"
            " WHERE c.articles > 0 AND c.what BETWEEN ?1 AND ?2 ORDER BY 1, 2, 3",
            (what or "", what or _AFTER_ALL),
        )
        return [
            FactCount(kind, _read_name(kind, name, detail), articles, words)
            for kind, name, detail, articles, words in rows
        ]

    def values(self, what: str) -> list[tuple[str, int]]:
        """Return the names of a fact that has one name (``authors``) with the number of articles,
        the most frequent first; ``""`` is that of articles without one."""
        if not self._index.has_table("fact_counts"):
            return []
        rows = self._index.read(
            "SELECT name, articles FROM fact_counts WHERE what = ? AND articles > 0"
            " ORDER BY articles DESC, name",
            (what,),
        )
        return [(row[0], row[1]) for row in rows]

    def all(self) -> Iterator[tuple[int, ArticleFacts]]:
        """Yield the facts of every article with its row id, in the order of listing. They are read
        in slices: other processes may record facts meanwhile."""
        if not self._index.has_table("article_facts"):
            return
        last = 0
        query = f"{_FACTS} WHERE f.article > ? ORDER BY f.article LIMIT {_SLICE}"
        while rows := self._index.read(query, (last,)):
            last = rows[-1][0]
            yield from ((row[0], _to_facts(row[1:])) for row in rows)

    def of(self, articles: Iterable[int]) -> dict[int, ArticleFacts]:
        """Return the facts of some articles, by row id."""
        chosen = sorted(set(articles))
        found: dict[int, ArticleFacts] = {}
        for start in range(0, len(chosen), _SLICE):
            part = chosen[start : start + _SLICE]
            query = f"{_FACTS} WHERE f.article IN ({', '.join('?' * len(part))})"
            found.update((row[0], _to_facts(row[1:])) for row in self._index.read(query, part))
        return found

    def in_bar(self, bar: BarKey, limit: int, after: int = 0) -> dict[int, ArticleFacts]:
        """Return the facts of the first ``limit`` articles, in the order of listing, in a bar of a
        dimension, by row id; for further ones ``after`` is the last id."""
        if not self._index.has_table("article_facts"):
            return {}
        found = self._make_condition(bar)
        query = (
            f"SELECT f.article, {_COLUMNS} FROM {_by_index(found)}"
            " JOIN fact_sources s ON s.id = f.sources"
            f" WHERE ({found.text}) AND f.article > ? ORDER BY f.article LIMIT ?"
        )
        rows = self._index.read(query, (*found.values, after, limit))
        return {row[0]: _to_facts(row[1:]) for row in rows}

    def count_in_bar(self, bar: BarKey) -> int:
        """Return the number of articles in a bar of a dimension; all facts are looked at."""
        if not self._index.has_table("article_facts"):
            return 0
        found = self._make_condition(bar)
        query = f"SELECT COUNT(*) FROM {_by_index(found)} WHERE {found.text}"
        return int(self._index.read(query, found.values)[0][0])

    def _make_condition(self, bar: BarKey) -> BarCondition:
        sources = self._index.read("SELECT id, sources FROM fact_sources")
        return make_condition(bar, [(row[0], row[1]) for row in sources])

    def count_same_texts(self) -> list[int]:
        """Return how many articles have the same text, for each text that several have; the most
        frequent text first."""
        if not self._index.has_table("article_facts"):
            return []
        return [row[0] for row in self._index.read(f"SELECT articles {self._same_texts()}")]

    def with_same_text(self, number: int, limit: int, after: int = 0) -> list[int]:
        """Return the first ``limit`` articles, by row id behind ``after``, that have the text
        ``number``, from 0, in the order of ``count_same_texts``; none for an
        unknown number."""
        rows = self._index.read(
            "SELECT article FROM article_facts WHERE words > 0 AND text_digest ="
            f" (SELECT text_digest {self._same_texts()} LIMIT 1 OFFSET ?1) AND article > ?2"
            " ORDER BY article LIMIT ?3",
            (number, after, limit),
        )
        return [row[0] for row in rows]

    def _same_texts(self) -> str:
        """Return the end of a query for the texts that several articles have."""
        table = "same_texts"
        if not self._index.has_table(table):
            table = f"({COUNT_SAME_TEXTS})"
        return f"FROM {table} ORDER BY articles DESC, first"


@contextmanager
def make_temporary_facts() -> Iterator[FactsTable]:
    """Make an empty table in a private file that SQLite deletes: for facts that are counted and not
    kept."""
    index = temporary_index(StoreOptions(), "".join(FACTS.values()))
    try:
        yield FactsTable(index)
    finally:
        index.close()


def _by_index(found: BarCondition) -> str:
    """Return the table of facts, with the index of a condition."""
    return f"article_facts f INDEXED BY {found.by_index}" if found.by_index else "article_facts f"


def _to_json(words: tuple[str, ...] | list[str]) -> str:
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))


def _read_name(what: str, name: str, detail: str) -> FactName:
    """Return the name of a fact as it is counted."""
    if what == "sources":
        return tuple(json.loads(name))
    return (name, detail) if what == "column" else (name,)


def _to_facts(row: tuple[Any, ...]) -> ArticleFacts:
    title, published, stored, column, language, access, sections, authors, *rest = row
    words, confidence, sources, text_digest = rest
    pairs = json.loads(sources)
    return ArticleFacts(
        title,
        published,
        stored,
        column,
        language,
        access,
        tuple(json.loads(sections)),
        tuple(json.loads(authors)),
        words,
        confidence,
        tuple(zip(pairs[::2], pairs[1::2], strict=True)),
        text_digest,
    )
