"""The facts of the articles in TEI, and how many articles and words have each of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.corpus_numbers import (
    CAPTURED,
    COUNTED_FACTS,
    DIMENSIONS_BY_KEY,
    LENGTHS,
    YEAR_LENGTH,
    ArticleFacts,
    BarKey,
    FactKind,
    FactName,
)
from webarticlecurator.store.derived_schema import (
    FACT_COLUMNS,
    FACTS,
    SOURCES_COLUMN,
    find_column,
)
from webarticlecurator.store.disk import StoreOptions
from webarticlecurator.store.index import IndexTables
from webarticlecurator.store.index_opening import temporary_index
from webarticlecurator.store.refreshes import PUBLISHED

_SLICE = 2000
_RUN_OF_SAMPLE = 100
"""Articles of a sample that follow each other."""
_MISSING = "articles WHERE tei IS NOT NULL AND id IN (SELECT article FROM articles_without_facts)"
_SAME_TEXTS = "FROM same_texts ORDER BY articles DESC, first"
_AFTER_ALL = "~"
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
    """How many ``articles``, with how many ``words``, have a fact; ``what`` and ``name`` are those
    of ``Fact``."""

    what: str
    name: FactName
    articles: int
    words: int


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
        query = f"SELECT id, tei FROM {_MISSING} AND id > ? ORDER BY id LIMIT {_SLICE}"
        return ((row[0], row[1]) for row in self._index.sliced(query, 0))

    def counts(self, what: str | None = None) -> list[FactCount]:
        """Return how many articles have each fact, or each of those of one ``what``; sorted by
        what and name."""
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
        rows = self._index.read(
            "SELECT name, articles FROM fact_counts WHERE what = ? AND articles > 0"
            " ORDER BY articles DESC, name",
            (what,),
        )
        return [(row[0], row[1]) for row in rows]

    def all(self) -> Iterator[tuple[int, ArticleFacts]]:
        """Yield the facts of every article with its row id, in the order of listing. They are read
        in slices: other processes may record facts meanwhile."""
        query = f"{_FACTS} WHERE f.article > ? ORDER BY f.article LIMIT {_SLICE}"
        return ((row[0], _to_facts(row[1:])) for row in self._index.sliced(query, 0))

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
        found = self._make_condition(bar)
        query = f"SELECT COUNT(*) FROM {_by_index(found)} WHERE {found.text}"
        return self._index.number(query, found.values)

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


# Which articles are in a bar of a corpus report, as a condition of SQL.


class BarCondition(NamedTuple):
    """A condition on a row ``f`` of article_facts, its values, and the index by which SQLite is to
    find the rows: it would read all of them, which are in the wanted order."""

    text: str
    values: tuple[object, ...] = ()
    by_index: str = ""


_AFTER_DIGITS = ":"
"""The character after the digits: dates that begin with 2019 are before ``2019:``."""


_INDEXES = {"published": "article_facts_published"}
"""Attribute with a date → the index of its column."""


def make_condition(bar: BarKey, sources: Iterable[tuple[int, str]]) -> BarCondition:
    """Return the condition for the articles in a bar. ``sources``: the rows of fact_sources."""
    key, name = bar
    if key == CAPTURED:
        first, _, last = name.partition("/")
        if not last:
            return BarCondition("f.stored >= ?", (first,))
        return BarCondition("f.stored BETWEEN ? AND ?", (first, last))
    dimension = DIMENSIONS_BY_KEY[key]
    kind, column = dimension.fact.kind, find_column(dimension.fact.value)
    if dimension.date or kind is FactKind.MONTH:
        return _begins(dimension.date or column, dimension.characters, name)
    if kind is FactKind.SOURCES:
        ids = [
            str(number)
            for number, words in sources
            if name in dimension.bars(tuple(json.loads(words)))
        ]
        return BarCondition(f"f.sources IN ({', '.join(ids)})")
    return _CONDITIONS[kind](column, name)


def _equals(column: str, name: str) -> BarCondition:
    return BarCondition(f"f.{column} = ?", (name,))


def _begins(column: str, characters: int, name: str) -> BarCondition:
    index = _INDEXES.get(column, "")
    if name:
        values = (name, f"{name}{_AFTER_DIGITS}")
        return BarCondition(f"f.{column} >= ? AND f.{column} < ?", values, index)
    if characters <= YEAR_LENGTH:  # a date has its year at least
        return BarCondition(f"f.{column} = ''", (), index)
    return BarCondition(f"length(f.{column}) < {characters}")


def _has(column: str, name: str) -> BarCondition:
    """Return the condition that a list of names has one."""
    if not name:
        return BarCondition(f"f.{column} = '[]'")
    # to look for the text first takes a tenth of the time
    found = f"EXISTS (SELECT 1 FROM json_each(f.{column}) WHERE value = ?)"
    text = json.dumps(name, ensure_ascii=False)
    return BarCondition(f"instr(f.{column}, ?) AND {found}", (text, name))


def _of_length(column: str, name: str) -> BarCondition:
    least = int(name)
    following = next((each for each in LENGTHS if each > least), None)
    if following is None:
        return BarCondition(f"f.{column} >= ?", (least,))
    return BarCondition(f"f.{column} >= ? AND f.{column} < ?", (least, following))


_CONDITIONS: dict[FactKind, Callable[[str, str], BarCondition]] = {
    FactKind.VALUE: _equals,
    FactKind.LIST: _has,
    FactKind.LENGTH: _of_length,
}
"""Kind of a fact → the condition for the column and the name of a bar."""


# The articles with TEI in the order of their day, a page at a time.
#
# A page begins after the last article of the page before, which a query finds by an index: it costs
# the same at the end of a million articles as at the beginning. First come the articles with a day
# of publication, by day; then the others, by the path of their TEI.

MAX_READ = 20_000
"""Articles that are looked at for one page. Where few of them are selected, the page is shorter
than asked for, and the next one goes on behind them."""
_MAX_ID = 2**63 - 1


@dataclass(frozen=True)
class ArticlePlace:
    """The place of an article in the order: its day (YYYY-MM-DD) and number; or, for one without a
    day of publication, the path of its TEI."""

    day: str = ""
    number: int = 0
    path: str = ""


FIRST_PLACE = ArticlePlace()
"""The place before all articles."""


@dataclass(frozen=True)
class ArticleSelection:
    """Which articles are listed; None means no limit. ``since`` and ``until``: the first and the
    last day of publication (YYYY-MM-DD), both included."""

    since: str | None = None
    until: str | None = None
    column: str | None = None

    @property
    def has_days(self) -> bool:
        """True if articles are selected by day."""
        return self.since is not None or self.until is not None


@dataclass(frozen=True)
class DatedArticle:
    """An article with TEI. ``day`` is that of its publication, None without one; ``path`` is below
    tei/."""

    canonical: str
    column: str | None
    day: str | None
    path: str


@dataclass(frozen=True)
class ArticlesPage:
    """A page of the list. ``next`` is the place after which the next one begins; None at the
    end."""

    articles: tuple[DatedArticle, ...]
    next: ArticlePlace | None


class DatedArticles(IndexTables):
    """The list of the articles with TEI, by day. For an index that has the days of articles."""

    def page(self, after: ArticlePlace, selection: ArticleSelection, limit: int) -> ArticlesPage:
        """Return at most ``limit`` selected articles whose place is after ``after``."""
        dated = ArticlesPage((), None)
        if not after.path:
            # Articles with a day; `next` is None behind the last of them
            first = max((after.day, after.number), (selection.since or "", 0))
            until = selection.until or _AFTER_ALL
            # found before the articles are read: what is added meanwhile must not move it back
            end = self._index.one(
                "SELECT day, article FROM article_days WHERE (day, article) > (?, ?) AND day <= ?"
                f" ORDER BY day, article LIMIT 1 OFFSET {MAX_READ - 1}",
                (*first, until),
            )
            rows = self._index.read(
                "SELECT a.canonical, a.column_name, d.day, a.tei, d.article FROM article_days d"
                " CROSS JOIN articles a ON a.id = d.article WHERE (d.day, d.article) > (?1, ?2)"
                " AND (d.day, d.article) <= (?3, ?4) AND d.basis = ?5 AND a.state = 'tei'"
                " AND a.tei IS NOT NULL AND (?6 IS NULL OR a.column_name = ?6)"
                " ORDER BY d.day, d.article LIMIT ?7",
                (*first, *(end or (until, _MAX_ID)), PUBLISHED, selection.column, limit),
            )
            last = (rows[-1][2], rows[-1][4]) if len(rows) == limit else end
            articles = tuple(DatedArticle(*row[:4]) for row in rows)
            dated = ArticlesPage(articles, None if last is None else ArticlePlace(*last))
        if dated.next is not None or selection.has_days:
            return dated
        undated = self._read_undated(after.path, selection, limit - len(dated.articles))
        return ArticlesPage(dated.articles + undated.articles, undated.next)

    def find(self, article_id: str) -> DatedArticle | None:
        """Return the article with an id, which is the name of its TEI file in one of the
        folders."""
        query = (
            "SELECT a.canonical, a.column_name, d.day, a.tei FROM tei_folders f CROSS JOIN"
            " articles a ON a.tei = f.folder || '/' || ? || '.xml' LEFT JOIN article_days d"
            " ON d.article = a.id AND d.basis = ? WHERE a.state = 'tei'"
        )
        return self._index.first(lambda row: DatedArticle(*row), query, (article_id, PUBLISHED))

    def _read_undated(self, after: str, selection: ArticleSelection, limit: int) -> ArticlesPage:
        """Return articles without a day of publication, by path."""
        end = self._index.one(
            f"SELECT tei FROM articles WHERE tei > ? ORDER BY tei LIMIT 1 OFFSET {MAX_READ - 1}",
            (after,),
        )
        rows = self._index.read(
            "SELECT a.canonical, a.column_name, NULL, a.tei FROM articles a"
            " LEFT JOIN article_days d ON d.article = a.id"
            " WHERE a.tei > ?1 AND a.tei <= ?2 AND +a.state = 'tei' AND d.basis IS NOT ?3"
            " AND (?4 IS NULL OR a.column_name = ?4) ORDER BY a.tei LIMIT ?5",
            (after, end[0] if end else _AFTER_ALL, PUBLISHED, selection.column, limit),
        )
        last = rows[-1][3] if len(rows) == limit else None if end is None else end[0]
        articles = tuple(DatedArticle(*row) for row in rows)
        return ArticlesPage(articles, None if last is None else ArticlePlace(path=last))
