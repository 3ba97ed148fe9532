"""Which articles wait for another look, and when it is due. Changes wait for the corpus's
``commit``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.looks import Judgement
from webarticlecurator.storage.frontier.index_values import (
    SELECT_A,
    ArticleRow,
    to_article_row,
)
from webarticlecurator.storage.index.index import IndexTables
from webarticlecurator.storage.warc.record import parse_date, warc_date


@dataclass(frozen=True)
class GoneAtOnce:
    """How many articles of a column a crawl asked for that were never asked for before; ``gone`` of
    them did not exist, which no later look has confirmed yet: the ``first`` and others."""

    first: str
    gone: int
    asked: int


class ArticleDoubts(IndexTables):
    """The table ``article_doubts``: rejected articles that are asked for again."""

    def set(self, article: int, judgement: Judgement | None) -> None:
        """Set when an article is asked for again; None and what is final: it is not."""
        if judgement is None or judgement.due is None:
            if self._index.one("SELECT 1 FROM article_doubts WHERE article = ?", (article,)):
                self._index.write("DELETE FROM article_doubts WHERE article = ?", (article,))
            return
        times = (judgement.first, judgement.last, judgement.due)
        self._index.write(
            "INSERT OR REPLACE INTO article_doubts VALUES (?, ?, ?, ?)",
            (article, *map(warc_date, times)),
        )

    def due(self, now: datetime | None) -> Iterator[ArticleRow]:
        """Yield the articles that are due at ``now`` (None: all), the longest due first."""
        until = warc_date(now) if now is not None else "a"
        rows = self._index.read(
            f"{SELECT_A} FROM article_doubts d CROSS JOIN articles a ON a.id = d.article"
            " WHERE d.due <= ? ORDER BY d.due, d.article",
            (until,),
        )
        return (to_article_row(row) for row in rows)

    def looked_at_since(self, time: datetime | None) -> list[ArticleRow]:
        """Return the doubtful articles whose last look was at ``time`` or later; None: all."""
        rows = self._index.read(
            f"{SELECT_A} FROM article_doubts d CROSS JOIN articles a ON a.id = d.article"
            " WHERE d.last >= ? ORDER BY d.article",
            (warc_date(time) if time is not None else "",),
        )
        return [*map(to_article_row, rows)]

    def count(self) -> tuple[int, datetime | None]:
        """Return how many articles wait for another look, and when the first of them is due."""
        return self._count_due("article_doubts")

    def of(self, article: int) -> Judgement | None:
        """Return the looks at an article that waits for another one, None if it does not."""
        row = self._index.one(
            "SELECT first, last, due FROM article_doubts WHERE article = ?", (article,)
        )
        if row is None:
            return None
        first, last, due = map(parse_date, row)
        return Judgement(first, last, due=due)

    def gone_at_once(self, least: int) -> Iterator[GoneAtOnce]:
        """Yield the columns of crawls in which so many articles, or more, were gone at once."""
        rows = self._index.read(
            "SELECT a.run, f.column_name, min(r.requested), COUNT(*) FROM article_doubts d"
            " JOIN articles r ON r.id = d.article AND r.reason = 'gone'"
            " JOIN fetches f ON f.id = (SELECT min(id) FROM fetches WHERE url = r.requested)"
            " JOIN answers a ON a.fetch = f.id WHERE a.outcome = 'nothing'"
            " GROUP BY 1, 2 HAVING COUNT(*) >= ? ORDER BY 1, 2",
            (least,),
        )
        asked = (
            "SELECT COUNT(*) FROM answers a JOIN fetches f ON f.id = a.fetch WHERE a.run = ?"
            " AND a.level = 'article' AND f.column_name IS ? AND NOT EXISTS"
            " (SELECT 1 FROM fetches g WHERE g.url = f.url AND g.id < f.id)"
        )
        for run, column, first, gone in list(rows):
            yield GoneAtOnce(first, gone, self._index.number(asked, (run, column)))
