"""The numbers that triggers of the index keep (``derived_schema.py``)."""

from __future__ import annotations

from webarticlecurator.storage.index.index import Index, Row


def read_counts(index: Index, what: str) -> list[Row]:
    """Return the names, details and numbers of what is counted, sorted; none of them is 0.

    ``what`` is "article" (states and reasons), "page" (levels) or "problem" (kinds).
    """
    return index.read(
        "SELECT name, detail, number FROM counts WHERE what = ? AND number <> 0 ORDER BY 1, 2",
        (what,),
    )


def count_changes(index: Index, name: str) -> int:
    """Return how often something changed: what reports/problems.tsv shows ("report"), or the
    articles and their pages ("articles")."""
    return index.number("SELECT number FROM counts WHERE what = 'change' AND name = ?", (name,))
