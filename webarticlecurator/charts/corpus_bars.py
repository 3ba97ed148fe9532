"""Which bars of a corpus are drawn."""

from __future__ import annotations

from webarticlecurator.charts.growth import choose_runs
from webarticlecurator.model.corpus_dimensions import (
    CHARTED,
    SAME_TEXTS,
    VERDICTS,
    BarKey,
    Dimension,
)
from webarticlecurator.model.corpus_numbers import ArticleCount, CorpusNumbers

MAX_BARS = 30
"""Bars of a chart without an order of its own, such as that of authors: the largest ones."""


def choose_bars(dimension: Dimension, numbers: CorpusNumbers) -> tuple[ArticleCount, ...]:
    """Return the bars of a dimension that are drawn: all that have an order, else the largest
    ones, and that of what is not known."""
    counts = numbers.counts.get(dimension.key, ())
    if dimension.order or len(counts) <= MAX_BARS:
        return counts
    return (*counts[:MAX_BARS], *(count for count in counts[MAX_BARS:] if not count.name))


def list_bars(numbers: CorpusNumbers) -> frozenset[BarKey]:
    """Return all bars that are drawn."""
    bars = {(each.key, bar.name) for each in CHARTED for bar in choose_bars(each, numbers)}
    bars.update((VERDICTS, verdict.name) for verdict in numbers.verdicts)
    bars.update(each.bar for each in choose_runs(numbers.runs))
    bars.update((SAME_TEXTS, str(n)) for n in range(1, len(numbers.same_texts[:MAX_BARS]) + 1))
    return frozenset(bars)
