"""How far two people agree who judged the same articles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.corpus.judging.share_interval import wilson_interval


@dataclass(frozen=True)
class Agreement:
    """The articles that both have judged, those on which they agree, and Cohen's κ with its 95 %
    interval. κ is None where chance explains all: each gave the same judgement throughout."""

    judged: int
    same: int
    kappa: float | None
    low: float = 0.0
    high: float = 0.0


def measure_agreement(pairs: Sequence[tuple[Hashable, Hashable]]) -> Agreement:
    """Return the agreement of two judges on at least one article.

    As in Cohen (1960, Educational and Psychological Measurement 20, 37–46) the agreement by chance
    counts as known. The interval of what was seen is that of Wilson: it has a width, too, where
    both agree on all.
    """
    judged, same = len(pairs), sum(first == second for first, second in pairs)
    first, second = (Counter(pair[side] for pair in pairs) for side in (0, 1))
    by_chance = sum(first[each] * second[each] for each in first) / judged**2
    if by_chance == 1:
        return Agreement(judged, same, None)
    seen = same / judged
    kappa, low, high = (
        max((each - by_chance) / (1 - by_chance), -1.0)
        for each in (seen, *wilson_interval(seen, judged))
    )
    return Agreement(judged, same, kappa, low, high)
