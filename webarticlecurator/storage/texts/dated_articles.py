"""The articles with TEI in the order of their day, a page at a time.

A page begins after the last article of the page before, which a query finds by an index: it costs
the same at the end of a million articles as at the beginning. First come the articles with a day
of publication, by day; then the others, by the path of their TEI: first those of which a month or
a year is known, which the folder has.
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.times import YEAR_LENGTH
from webarticlecurator.storage.frontier.refreshes import PUBLISHED
from webarticlecurator.storage.index.index import IndexTables
from webarticlecurator.storage.texts.facts_table import AFTER_ALL

MAX_READ = 20_000
"""Articles that are looked at for one page. Where few of them are selected, the page is shorter
than asked for, and the next one goes on behind them."""
_MAX_ID = 2**63 - 1
_MONTH = "replace(rtrim(rtrim(a.tei, replace(a.tei, '/', '')), '/'), '/', '-')"
"""The month or year of an article without a day, in SQL: the folders of its TEI."""
_AFTER_YEARS = ":"
"""A path after those of all years, and before those of undated articles."""


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


@dataclass(frozen=True)
class DatedArticle:
    """An article with TEI. ``day`` is that of its publication, or the month or year where no more
    is known, None without any; ``path`` is below tei/."""

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

    def count_days(self, since: str) -> list[tuple[str, str, int]]:
        """Return how many articles each column has of each day from ``since`` on: column, day,
        number."""
        return self._index.read(
            "SELECT a.column_name, substr(f.published, 1, 10), COUNT(*) FROM article_facts f"
            " JOIN articles a ON a.id = f.article WHERE f.published >= ? AND"
            " length(f.published) >= 10 AND a.column_name IS NOT NULL GROUP BY 1, 2",
            (since,),
        )

    def page(self, after: ArticlePlace, selection: ArticleSelection, limit: int) -> ArticlesPage:
        """Return at most ``limit`` selected articles whose place is after ``after``."""
        dated = ArticlesPage((), None)
        if not after.path:
            # Articles with a day; `next` is None behind the last of them
            first = max((after.day, after.number), (selection.since or "", 0))
            until = selection.until or AFTER_ALL
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
        if dated.next is not None:
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
        """Return articles without a day of publication, by path; of selected days those of whose
        month or year one is selected."""
        since, until = selection.since or "", selection.until or AFTER_ALL
        first = max(after, since[:YEAR_LENGTH])
        # '0' is the character after '/'
        last_folder = f"{until[:YEAR_LENGTH]}0" if selection.until else AFTER_ALL
        if selection.since:
            last_folder = min(last_folder, _AFTER_YEARS)
        end = self._index.one(
            "SELECT tei FROM articles WHERE tei > ? AND tei < ?"
            f" ORDER BY tei LIMIT 1 OFFSET {MAX_READ - 1}",
            (first, last_folder),
        )
        rows = self._index.read(
            f"SELECT a.canonical, a.column_name, CASE WHEN a.tei < ?8 THEN {_MONTH} END, a.tei"
            " FROM articles a LEFT JOIN article_days d ON d.article = a.id"
            " WHERE a.tei > ?1 AND a.tei <= ?2 AND +a.state = 'tei' AND d.basis IS NOT ?3"
            f" AND {_MONTH} BETWEEN substr(?6, 1, length({_MONTH})) AND ?7"
            " AND (?4 IS NULL OR a.column_name = ?4) ORDER BY a.tei LIMIT ?5",
            (
                *(first, end[0] if end else last_folder, PUBLISHED, selection.column, limit),
                *(since, until, _AFTER_YEARS),
            ),
        )
        last = rows[-1][3] if len(rows) == limit else None if end is None else end[0]
        articles = tuple(DatedArticle(*row) for row in rows)
        return ArticlesPage(articles, None if last is None else ArticlePlace(path=last))
