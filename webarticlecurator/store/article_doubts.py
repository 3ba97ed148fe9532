"""Which articles wait for another look, and when it is due. Changes wait for the corpus's
``commit``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from webarticlecurator.model.verdict import Judgement
from webarticlecurator.store.index import Index
from webarticlecurator.store.rows import ARTICLE_COLUMNS, ArticleRow
from webarticlecurator.warc.record import parse_date, warc_date

_ARTICLES = f"SELECT {', '.join(f'a.{name}' for name in ARTICLE_COLUMNS.split(', '))}"


class ArticleDoubts:
    """The table ``article_doubts``: rejected articles that are asked for again."""

    def __init__(self, index: Index) -> None:
        self._index = index

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

    def due(self, now: datetime | None) -> Iterator[tuple[ArticleRow, datetime]]:
        """Yield the articles that are due at ``now`` (None: all), with the time of their first
        look, the longest due first."""
        until = warc_date(now) if now is not None else "a"
        rows = self._index.read(
            f"{_ARTICLES}, d.first FROM article_doubts d CROSS JOIN articles a ON a.id = d.article"
            " WHERE d.due <= ? ORDER BY d.due, d.article",
            (until,),
        )
        return ((ArticleRow(*row[:-1]), parse_date(row[-1])) for row in rows)

    def looked_at_since(self, time: datetime | None) -> list[ArticleRow]:
        """Return the doubtful articles whose last look was at ``time`` or later; None: all."""
        rows = self._index.read(
            f"{_ARTICLES} FROM article_doubts d CROSS JOIN articles a ON a.id = d.article"
            " WHERE d.last >= ? ORDER BY d.article",
            (warc_date(time) if time is not None else "",),
        )
        return [ArticleRow(*row) for row in rows]

    def count(self) -> tuple[int, datetime | None]:
        """Return how many articles wait for another look, and when the first of them is due."""
        if not self._index.has_table("article_doubts"):
            return 0, None  # an index of an older version, opened read-only
        row = self._index.one("SELECT COUNT(*), min(due) FROM article_doubts")
        return (int(row[0]), parse_date(row[1])) if row and row[0] else (0, None)

    def of(self, article: int) -> Judgement | None:
        """Return the looks at an article that waits for another one, None if it does not."""
        if not self._index.has_table("article_doubts"):
            return None
        row = self._index.one(
            "SELECT first, last, due FROM article_doubts WHERE article = ?", (article,)
        )
        if row is None:
            return None
        first, last, due = map(parse_date, row)
        return Judgement(first, last, due=due)
