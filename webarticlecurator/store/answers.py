"""What each answer said, run by run: well, nothing there, or odd.

The rules for doubtful answers compare an answer with those around it: whether another page of its
kind was well in the same run, and how many answers in a row were not. All of it follows from the
WARC files and the rules.
"""

from __future__ import annotations

from datetime import datetime

from webarticlecurator.store.index import Index
from webarticlecurator.store.record import warc_date

WELL, NOTHING, ODD = "well", "nothing", "odd"
"""What an answer said: a page as expected; that nothing is there; anything else."""


class Answers:
    """The tables ``answers`` and ``run_starts``. Changes wait for the corpus's ``commit``."""

    def __init__(self, index: Index) -> None:
        self._index = index
        # (run, level) → up to two addresses that were well
        self._well: dict[tuple[int, str], tuple[str, ...]] = {}

    def note(
        self, fetch: int, level: str, time: datetime, outcome: str, text: int | None = None
    ) -> None:
        """Record what the answer of a fetch said: WELL, NOTHING or ODD.

        ``level`` is that of the fetch, ``time`` that of its answer; ``text`` is a hash of what the
        page shows, by which equal pages are found.
        """
        run = self.run_of(time)
        self._index.write(
            "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)",
            (fetch, level, run, outcome, text),
        )
        self._well.pop((run, level), None)

    def run_of(self, time: datetime) -> int:
        """Return the number of the crawl in which an answer came; 0 for answers before the first,
        and for those of other programs."""
        row = self._index.one(
            "SELECT id FROM run_starts WHERE time <= ? ORDER BY time DESC LIMIT 1",
            (warc_date(time),),
        )
        return int(row[0]) if row else 0

    def was_well(self, level: str, time: datetime, url: str) -> bool:
        """Return True if another page than ``url`` of a level was well in the crawl of ``time``."""
        run = self.run_of(time)
        if (run, level) not in self._well:
            self._well[run, level] = self._find_well(run, level) or self._find_ok(run, level)
        return any(other != url for other in self._well[run, level])

    def _find_well(self, run: int, level: str) -> tuple[str, ...]:
        rows = self._index.read(
            "SELECT DISTINCT f.url FROM answers a JOIN fetches f ON f.id = a.fetch"
            " WHERE a.run = ? AND a.level = ? AND a.outcome = ? LIMIT 2",
            (run, level, WELL),
        )
        return tuple(row[0] for row in rows)

    def _find_ok(self, run: int, level: str) -> tuple[str, ...]:
        """Return up to two addresses with status 200 in a crawl of an older version, which has left
        no answers."""
        is_judged = "SELECT 1 FROM answers WHERE run = ? AND level = ? LIMIT 1"
        if self._index.one(is_judged, (run, level)) is not None:
            return ()
        rows = self._index.read(
            "SELECT DISTINCT f.url FROM fetches f JOIN captures c ON c.fetch = f.id"
            " WHERE f.level = ?2 AND c.status = 200 AND NOT c.truncated"
            " AND c.time >= coalesce((SELECT time FROM run_starts WHERE id = ?1), '')"
            " AND c.time < coalesce((SELECT min(time) FROM run_starts"
            " WHERE time > coalesce((SELECT time FROM run_starts WHERE id = ?1), '')), 'a')"
            " LIMIT 2",
            (run, level),
        )
        return tuple(row[0] for row in rows)


def add_run_start(index: Index, time: datetime) -> None:
    """Record that a crawl began: it stores the portal file. The index of other WARC files has no
    crawls."""
    if index.has_table("run_starts"):
        index.write("INSERT OR IGNORE INTO run_starts (time) VALUES (?)", (warc_date(time),))
