"""What a crawl was answered for a span with dates, and which of its pages had articles before."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.storage.answers.capture_rows import GONE_STATUSES
from webarticlecurator.storage.index.index import IndexTables

_ANSWERS = "answers a JOIN fetches f ON f.id = a.fetch"
_OF_SPAN = "a.level = 'archive' AND f.window <> '' AND f.column_name = ?2 AND f.span = ?3"
"""The condition that an answer is that for a page of a span; ?1 is the crawl."""
_HAS_STATUS = (
    "EXISTS (SELECT 1 FROM captures c WHERE c.fetch = f.id AND c.hop = f.hops - 1"
    " AND c.status IN ({}))"
).format
_WAS_WELL = (
    "EXISTS (SELECT 1 FROM fetches g JOIN answers b ON b.fetch = g.id WHERE g.url = f.url"
    " AND g.id < f.id AND b.outcome = 'well' AND b.doubt IS NULL)"
)


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
            f" MIN(CASE WHEN c.status = 200 AND a.outcome = 'nothing' AND {_WAS_WELL}"
            f" THEN f.url END) FROM {_ANSWERS}"
            " LEFT JOIN captures c ON c.fetch = f.id AND c.hop = f.hops - 1"
            " WHERE a.run = ? AND a.level = 'archive' AND f.window <> ''"
            " AND f.column_name IS NOT NULL AND f.span IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2",
            (run,),
        )
        return [DatedSpan(row[0], row[1], row[2], bool(row[3]), row[4] or "") for row in rows]

    def lost_since_well(self, run: int, span: DatedSpan) -> tuple[str, list[int]]:
        """Return the address of the last page of a span that listed something before and was there
        without links in an earlier crawl, if no page of the span was well since, or ""; and the
        fetches since then that found nothing on a page, in their order."""
        rows = self._index.read(
            f"SELECT f.id, f.url, {_WAS_WELL} FROM {_ANSWERS} WHERE a.run < ?1 AND {_OF_SPAN}"
            f" AND a.outcome = 'nothing' AND {_HAS_STATUS(200)} AND a.fetch >"
            # the last one is looked for from the end: a span that is well each day has it there
            f" coalesce((SELECT a.fetch FROM {_ANSWERS} WHERE +a.run < ?1 AND {_OF_SPAN}"
            " AND a.outcome = 'well' ORDER BY a.fetch DESC LIMIT 1), 0) ORDER BY a.fetch",
            (run, span.column, span.number),
        )
        lost = [url for _, url, was_well in rows if was_well]
        return (lost[-1], [row[0] for row in rows]) if lost else ("", [])

    def nothing_in(self, run: int, span: DatedSpan) -> list[int]:
        """Return the fetches of a crawl that found nothing in a span, in their order."""
        return self._index.column(
            f"SELECT a.fetch FROM {_ANSWERS} WHERE a.run = ?1 AND {_OF_SPAN}"
            " AND a.outcome = 'nothing' ORDER BY a.fetch",
            (run, span.column, span.number),
        )

    def count_lost(self, run: int, span: DatedSpan) -> tuple[int, int]:
        """Return how many pages of a span were missing in a crawl that were well in the answer
        before, and how many of those were asked for. (A page without links may have a new
        design.)"""
        ((lost, known),) = self._index.read(
            "SELECT COUNT(DISTINCT CASE WHEN a.outcome = 'nothing' AND"
            f" {_HAS_STATUS(GONE_STATUSES)} THEN f.url END), COUNT(DISTINCT f.url)"
            f" FROM {_ANSWERS} WHERE a.run = ?1 AND {_OF_SPAN}"
            " AND a.outcome IN ('well', 'nothing') AND 'well' ="
            " (SELECT b.outcome FROM fetches g JOIN answers b ON b.fetch = g.id"
            " WHERE g.url = f.url AND g.id < f.id ORDER BY g.id DESC LIMIT 1)",
            (run, span.column, span.number),
        )
        return lost, known
