"""The numbers that triggers of the index keep (``derived_schema.py``)."""

from __future__ import annotations

from webarticlecurator.store.derived_schema import COUNTED
from webarticlecurator.store.index import Index, Row


def read_counts(index: Index, what: str) -> list[Row]:
    """Return the names, details and numbers of what is counted, sorted; none of them is 0.

    ``what`` is "article" (states and reasons), "page" (levels) or "problem" (kinds).
    """
    if not index.has_table("counts"):
        return sorted(index.read(COUNTED[what]))
    return index.read(
        "SELECT name, detail, number FROM counts WHERE what = ? AND number <> 0 ORDER BY 1, 2",
        (what,),
    )


def count_changes(index: Index, name: str) -> int:
    """Return how often something changed: what reports/problems.tsv shows ("report"), or the
    articles and their pages ("articles")."""
    row = index.one("SELECT number FROM counts WHERE what = 'change' AND name = ?", (name,))
    return int(row[0]) if row else 0
