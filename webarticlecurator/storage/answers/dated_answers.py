"""What a crawl was answered for a span with dates, and which of its pages had articles before."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.storage.answers.capture_rows import GONE_STATUSES
from webarticlecurator.storage.index.index import IndexTables


@dataclass(frozen=True)
class DatedSpan:
    """What a crawl was answered for a span with dates: in how many windows a page was ``missing``
    (404 or 410), and whether any page was ``well``. ``number`` is that of the span within its
    column. ``lost`` is the address of the first page that listed something before and is there
    without links now, or ""."""

    column: str
    number: int
    missing: int
    well: bool
    lost: str = ""


class DatedAnswers(IndexTables):
    """The answers for pages of windows, in the table ``answers``."""

    def dated_spans(self, run: int) -> list[DatedSpan]:
        """Return what a crawl was answered for each span with dates."""
        rows = self._index.read(
            "SELECT f.column_name, f.span,"
            f" COUNT(DISTINCT CASE WHEN c.status IN ({GONE_STATUSES}) THEN f.window END),"
            " MAX(a.outcome = 'well'),"
            " MIN(CASE WHEN c.status = 200 AND a.outcome = 'nothing' AND EXISTS (SELECT 1 FROM"
            " fetches g JOIN answers b ON b.fetch = g.id WHERE g.url = f.url AND g.id < f.id"
            " AND b.outcome = 'well' AND b.doubt IS NULL) THEN f.url END)"
            " FROM answers a JOIN fetches f"
            " ON f.id = a.fetch LEFT JOIN captures c ON c.fetch = f.id AND c.hop = f.hops - 1"
            " WHERE a.run = ? AND a.level = 'archive' AND f.window <> ''"
            " AND f.column_name IS NOT NULL AND f.span IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2",
            (run,),
        )
        return [DatedSpan(row[0], row[1], row[2], bool(row[3]), row[4] or "") for row in rows]

    def lost_since_well(self, run: int, span: DatedSpan) -> str:
        """Return the address of the last page of a span that listed something before and was there
        without links in an earlier crawl, if no page of the span was well since; or ""."""
        of_span = (
            "answers a JOIN fetches f ON f.id = a.fetch WHERE a.run < ?1 AND a.level = 'archive'"
            " AND f.window <> '' AND f.column_name = ?2 AND f.span = ?3 AND a.outcome ="
        )
        found = self._index.value(
            f"SELECT f.url FROM {of_span} 'nothing' AND a.fetch > coalesce((SELECT MAX(a.fetch)"
            f" FROM {of_span} 'well'), 0) AND EXISTS (SELECT 1 FROM captures c WHERE c.fetch = f.id"
            " AND c.hop = f.hops - 1 AND c.status = 200) AND EXISTS (SELECT 1 FROM fetches g JOIN"
            " answers b ON b.fetch = g.id WHERE g.url = f.url AND g.id < f.id"
            " AND b.outcome = 'well' AND b.doubt IS NULL) ORDER BY a.fetch DESC LIMIT 1",
            (run, span.column, span.number),
        )
        return str(found or "")

    def nothing_in(self, run: int, span: DatedSpan) -> list[int]:
        """Return the fetches of a crawl that found nothing in a span, in their order."""
        return self._index.column(
            "SELECT a.fetch FROM answers a JOIN fetches f ON f.id = a.fetch WHERE a.run = ?"
            " AND a.level = 'archive' AND a.outcome = 'nothing' AND f.window <> ''"
            " AND f.column_name = ? AND f.span = ? ORDER BY a.fetch",
            (run, span.column, span.number),
        )

    def count_lost(self, run: int, span: DatedSpan) -> tuple[int, int]:
        """Return how many pages of a span were missing in a crawl that were well in the answer
        before, and how many of those were asked for. (A page without links may have a new
        design.)"""
        lost, known = self._index.first(
            tuple[int, int],
            "SELECT COUNT(DISTINCT CASE WHEN a.outcome = 'nothing' AND EXISTS (SELECT 1 FROM"
            " captures c WHERE c.fetch = f.id AND c.hop = f.hops - 1"
            f" AND c.status IN ({GONE_STATUSES})) THEN f.url END),"
            " COUNT(DISTINCT f.url) FROM answers a JOIN fetches f ON f.id = a.fetch"
            " WHERE a.run = ? AND a.level = 'archive' AND a.outcome IN ('well', 'nothing')"
            " AND f.window <> '' AND f.column_name = ? AND f.span = ? AND 'well' ="
            " (SELECT b.outcome FROM fetches g JOIN answers b ON b.fetch = g.id"
            " WHERE g.url = f.url AND g.id < f.id ORDER BY g.id DESC LIMIT 1)",
            (run, span.column, span.number),
        ) or (0, 0)
        return lost, known
