"""The second clock of a crawl: by how much the ``Date`` of its answers differs from ours.

Only differences of an hour or more are kept, of answers that no cache has kept for a while. One of
them proves nothing; several that agree do. Changes wait for the corpus's ``commit``.
"""

from __future__ import annotations

from datetime import timedelta

from webarticlecurator.storage.index.index import Index, IndexTables

MIN_OFFSET = 3600
"""Seconds from which a difference is kept."""
MIN_AGREEING = 3
"""Answers that must agree."""
TOLERANCE = 90
"""Seconds by which they may differ: as long as an answer may take."""


class AnswerClocks(IndexTables):
    """The table ``clock_offsets``."""

    def offset_of(self, run: int) -> timedelta | None:
        """Return by how much the portal's clock is ahead of ours, by the answers of a crawl; None
        unless most of them have a date and agree."""
        found: list[int] = [
            row[0]
            for row in self._index.read(
                "SELECT o.seconds FROM clock_offsets o WHERE ?1 ="
                " (SELECT id FROM run_starts s WHERE s.time <="
                " (SELECT max(c.time) FROM captures c WHERE c.fetch = o.fetch)"
                " ORDER BY s.time DESC LIMIT 1)",
                (run,),
            )
        ]
        if len(found) < MIN_AGREEING:
            return None
        # the lower median; the module `statistics` would take a tenth of the start of `status`
        usual = sorted(found)[(len(found) - 1) // 2]
        agreeing = sum(abs(seconds - usual) <= TOLERANCE for seconds in found)
        # not those between two numbers: a rebuilt index has the lists of all crawls first
        fetches = self._index.number(
            "SELECT COUNT(DISTINCT c.fetch) FROM captures c, run_starts s WHERE s.id = ?"
            " AND c.time >= s.time AND c.time < coalesce("
            "(SELECT min(n.time) FROM run_starts n WHERE n.time > s.time), '9')",
            (run,),
        )
        if agreeing < max(MIN_AGREEING, fetches / 2):
            return None
        return timedelta(seconds=usual)


def note_offset(index: Index, fetch: int, seconds: int) -> None:
    """Record by how much the clock of an answer is ahead of ours, where that is much."""
    if abs(seconds) >= MIN_OFFSET:
        index.write("INSERT OR REPLACE INTO clock_offsets VALUES (?, ?)", (fetch, seconds))
