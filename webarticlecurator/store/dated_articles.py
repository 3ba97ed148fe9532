"""The articles with TEI in the order of their day, a page at a time.

A page begins after the last article of the page before, which a query finds by an index: it costs
the same at the end of a million articles as at the beginning. First come the articles with a day
of publication, by day; then the others, by the path of their TEI.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from webarticlecurator.store.index import Index, Row
from webarticlecurator.store.refreshes import PUBLISHED

MAX_READ = 20_000
"""Articles that are looked at for one page. Where few of them are selected, the page is shorter
than asked for, and the next one goes on behind them."""
_SLICE = 500


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


class DatedArticles:
    """The list of the articles with TEI, by day. For an index that has the days of articles."""

    def __init__(self, index: Index) -> None:
        self._index = index

    @property
    def is_known(self) -> bool:
        """False for an index of an older version, which knows neither days nor folders."""
        return self._index.has_table("article_days") and self._index.has_table("tei_folders")

    def page(self, after: ArticlePlace, selection: ArticleSelection, limit: int) -> ArticlesPage:
        """Return at most ``limit`` selected articles whose place is after ``after``."""
        found: list[DatedArticle] = []
        place = after
        for place, article in islice(self._follow(after, selection), MAX_READ):
            if article is not None and selection.column in (None, article.column):
                found.append(article)
                if len(found) == limit:
                    return ArticlesPage(tuple(found), place)
        more = next(self._follow(place, selection), None)
        return ArticlesPage(tuple(found), None if more is None else place)

    def find(self, article_id: str) -> DatedArticle | None:
        """Return the article with an id, which is the name of its TEI file in one of the
        folders."""
        row = self._index.one(
            "SELECT a.canonical, a.column_name, d.day, a.tei FROM tei_folders f CROSS JOIN"
            " articles a ON a.tei = f.folder || '/' || ? || '.xml' LEFT JOIN article_days d"
            " ON d.article = a.id AND d.basis = ? WHERE a.state = 'tei'",
            (article_id, PUBLISHED),
        )
        return None if row is None else DatedArticle(*row)

    def _follow(
        self, after: ArticlePlace, selection: ArticleSelection
    ) -> Iterator[tuple[ArticlePlace, DatedArticle | None]]:
        """Yield the places after ``after``, each with its article; None for one that has no TEI or
        another place."""
        if not after.path:
            yield from self._dated(after, selection)
        if not selection.has_days:
            yield from self._undated(after.path)

    def _dated(
        self, after: ArticlePlace, selection: ArticleSelection
    ) -> Iterator[tuple[ArticlePlace, DatedArticle | None]]:
        query = (
            "SELECT d.day, d.article, a.canonical, a.column_name, a.tei, a.state, d.basis"
            " FROM article_days d CROSS JOIN articles a ON a.id = d.article"
            " WHERE (d.day, d.article) > (?, ?) AND d.day <= ?"
            f" ORDER BY d.day, d.article LIMIT {_SLICE}"
        )
        last = max((after.day, after.number), (selection.since or "", 0))
        until = selection.until or "~"
        while rows := self._index.read(query, (*last, until)):
            last = rows[-1][:2]
            for day, number, canonical, column, path, state, basis in rows:
                is_dated = basis == PUBLISHED and state == "tei" and path is not None
                article = DatedArticle(canonical, column, day, path) if is_dated else None
                yield ArticlePlace(day, number), article

    def _undated(self, after: str) -> Iterator[tuple[ArticlePlace, DatedArticle | None]]:
        query = (
            "SELECT a.canonical, a.column_name, NULL, a.tei, d.basis FROM articles a"
            " LEFT JOIN article_days d ON d.article = a.id"
            " WHERE a.tei > ? AND +a.state = 'tei'"
            f" ORDER BY a.tei LIMIT {_SLICE}"
        )
        while rows := self._index.read(query, (after,)):
            after = rows[-1][3]
            for row in rows:
                yield ArticlePlace(path=row[3]), _undated_article(row)


def _undated_article(row: Row) -> DatedArticle | None:
    """Return the article of a row; None if it has a day of publication and stands before."""
    *values, basis = row
    return None if basis == PUBLISHED else DatedArticle(*values)
