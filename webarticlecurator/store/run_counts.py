"""Counts of what a corpus holds, as the run log keeps them for each run."""

from __future__ import annotations

from webarticlecurator.model.corpus_numbers import RunCounts
from webarticlecurator.store.counts import read_counts
from webarticlecurator.store.index import Index

_NOT_FETCHED = ("pending", "failed")


def count_now(index: Index) -> RunCounts:
    """Return what the corpus holds now. Only numbers that triggers keep are read."""
    states: dict[str, int] = {}
    for state, _, number in read_counts(index, "article"):
        states[state] = states.get(state, 0) + number
    listed = sum(states.values())
    return RunCounts(
        listed=listed,
        fetched=listed - sum(states.get(state, 0) for state in _NOT_FETCHED),
        rejected=states.get("rejected", 0),
        tei=states.get("tei", 0),
        words=_count_words(index),
    )


def _count_words(index: Index) -> int | None:
    """Return the words of all articles in TEI; None if those of some are not known."""
    if not index.has_table("articles_without_facts"):
        return None
    if index.one("SELECT 1 FROM articles_without_facts LIMIT 1") is not None:
        return None
    row = index.one("SELECT SUM(words) FROM fact_counts WHERE what = 'length'")
    return int((row and row[0]) or 0)
