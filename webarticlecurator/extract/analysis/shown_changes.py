"""What a person is shown of the changes of an article: their words with a few around them, and how
many unchanged lines lie between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from webarticlecurator.extract.analysis.compare_articles import (
    NEW,
    REMOVED,
    SAME,
    LineChange,
    WordRun,
)

CONTEXT_WORDS = 8
"""Words that are shown before and after a change; longer runs of unchanged words are cut."""


def shorten_runs(runs: Sequence[WordRun]) -> Iterator[WordRun]:
    """Yield the runs of a line, with ``…`` in place of unchanged words far from a change."""
    last = len(runs) - 1
    for number, run in enumerate(runs):
        words = run.text.split()
        before = CONTEXT_WORDS if number > 0 else 0
        after = CONTEXT_WORDS if number < last else 0
        if run.fate == SAME and len(words) > before + after + 1:
            words[before : len(words) - after] = ["…"]
        yield replace(run, text=" ".join(words))


def count_unchanged(lines: Sequence[LineChange]) -> Iterator[int]:
    """Yield for each change how many unchanged lines are between it and the one before, or the
    beginning of the article."""
    old = new = 0
    for line in lines:
        if line.change == REMOVED:
            unchanged = line.number - old - 1
            old, new = line.number, new + unchanged
        else:
            unchanged = line.number - new - 1
            old, new = old + unchanged + (line.change != NEW), line.number
        yield unchanged
