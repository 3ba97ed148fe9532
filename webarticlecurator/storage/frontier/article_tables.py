"""Tables of articles: their numbers, which are to be built, which no rule lists any more.

How many articles are in each state, from counts that the index keeps.
"""

from __future__ import annotations

from webarticlecurator.base.model.verdict import ANSWERED_STATES
from webarticlecurator.storage.frontier.index_values import Counts
from webarticlecurator.storage.index.counts import count_changes, read_counts
from webarticlecurator.storage.index.index import IndexTables


class ArticleCounts(IndexTables):
    """The numbers of articles by state and reason."""

    def by_state(self) -> Counts:
        """Return the number of articles by state."""
        rows = read_counts(self._index, "article")
        by_state = {
            state: sum(n for s, _, n in rows if s == state)
            for state in ("tei", "failed", "pending", "stored")
        }
        rejected = {reason: n for state, reason, n in rows if state == "rejected"}
        return Counts(
            articles=sum(row[2] for row in rows),
            tei=by_state["tei"],
            rejected=rejected,
            failed=by_state["failed"],
            pending=by_state["pending"],
            stored=by_state["stored"],
        )

    def verdicts(self) -> list[tuple[str, str, int]]:
        """Return the states and reasons ("" for none) of articles, and how many have them."""
        rows = read_counts(self._index, "article")
        return [(str(state), str(reason), int(number)) for state, reason, number in rows]

    def in_state(self, state: str, reason: str) -> int:
        """Return the number of articles in a state for a reason."""
        return self._index.number(
            "SELECT number FROM counts WHERE what = 'article' AND name = ? AND detail = ?",
            (state, reason),
        )

    def answered(self) -> int:
        """Return the number of articles that are neither pending nor failed."""
        rows = read_counts(self._index, "article")
        return sum(number for state, _, number in rows if state in ANSWERED_STATES)

    def changes(self) -> int:
        """Return how often anything of the articles or their pages has changed."""
        return count_changes(self._index, "articles")
