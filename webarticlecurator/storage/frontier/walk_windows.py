"""What each walk of a span has listed, and what of it is not fetched, window by window."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.storage.index.index import IndexTables

# the index by state has only what is asked: with the row of each article, this took half as long
# again; a cross join keeps the order
_WINDOWS = """
SELECT window, completed, state,
  (SELECT COUNT(*) FROM listings l WHERE l.walk = w.id),
  (SELECT COUNT(*) FROM listings l CROSS JOIN addresses d ON d.id = l.address
   CROSS JOIN articles a INDEXED BY articles_state
   ON a.id = d.article AND a.state IN ('pending', 'failed') WHERE l.walk = w.id)
FROM walks w WHERE column_name = ?1 AND span = ?2 AND window BETWEEN ?3 AND ?4 ORDER BY window
"""
_YEARS = """
SELECT CAST(substr(window, 1, 4) AS INTEGER), SUM(completed > 0) FROM walks
WHERE column_name = ?1 AND span = ?2 AND window BETWEEN '0001' AND '9999-12-31' GROUP BY 1
"""


@dataclass(frozen=True)
class WalkWindow:
    """The walk of one window, whose key is its first day: whether any of its generations reached
    the end, its state as stored, how many articles it has listed, and how many of these are not
    fetched yet or failed."""

    window: str
    was_completed: bool
    state: Mapping[str, object]
    listed: int
    unfetched: int


class WalkWindows(IndexTables):
    """The walks of a corpus by window."""

    def between(self, column: str, span: int, first: str, last: str) -> Iterator[WalkWindow]:
        """Yield the walks of the windows that begin between two days (YYYY-MM-DD, both included),
        in their order; those of a span without dates have the key ""."""
        return (
            WalkWindow(window, completed > 0, json.loads(state), listed, unfetched)
            for window, completed, state, listed, unfetched in self._index.read(
                _WINDOWS, (column, span, first, last)
            )
        )

    def count_completed_by_year(self, column: str, span: int) -> dict[int, int]:
        """Return how many windows that begin in a year were ever walked to their end."""
        return {int(year): int(n) for year, n in self._index.read(_YEARS, (column, span))}
