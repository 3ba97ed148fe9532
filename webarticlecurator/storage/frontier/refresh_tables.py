"""Keep the tables of ``refreshes.py`` in step with the articles that their rows belong to."""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.storage.index.index import Index

TABLES = ("article_days", "refreshes_due", "looks_due", "gone_articles", "article_doubts")
"""The tables with a row per article."""


def forget_refreshes(index: Index, articles: str, values: Iterable[object] = ()) -> None:
    """Delete the rows of articles that are deleted; ``articles`` selects their ids in SQL."""
    bound = tuple(values)
    for table in TABLES:
        index.write(f"DELETE FROM {table} WHERE article IN ({articles})", bound)


def move_refreshes(index: Index, old: int, new: int) -> None:
    """Give the rows of an article to the one with which it is merged, unless that has its own."""
    for table in TABLES:
        index.write(f"UPDATE OR IGNORE {table} SET article = ? WHERE article = ?", (new, old))
        index.write(f"DELETE FROM {table} WHERE article = ?", (old,))
