"""A random sample of a corpus in strata: how many articles, how many of each stratum, and which.

Strata follow each other in the order of their keys, so that neighbours are alike. Those that are
too small for ``LEAST`` articles of the sample are joined with their neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from math import ceil

from webarticlecurator.corpus.judging.share_interval import NORMAL_QUANTILE

LEAST = 2
"""Articles of the sample that a stratum has, unless it is the only one."""
EXPECTED_SHARE = 0.95
"""The share of right articles for which the size of a sample is planned."""


def choose_sample_size(articles: int, half_width: float) -> int:
    """Return how many of ``articles`` to judge for an interval of plus or minus ``half_width``, a
    share (Cochran 1977, Sampling Techniques, 4.4, corrected for a finite population)."""
    variance = EXPECTED_SHARE * (1 - EXPECTED_SHARE)
    unlimited = (NORMAL_QUANTILE / half_width) ** 2 * variance
    return min(ceil(unlimited / (1 + (unlimited - 1) / articles)), articles) if articles else 0


def join_strata(sizes: Sequence[int], sample: int) -> list[int]:
    """Return for each stratum, in their order, the number of the joined one that it is part of."""
    least = LEAST * sum(sizes) / max(sample, 1)
    joined: list[int] = []
    number, gathered, rest = 0, 0, sum(sizes)
    for size in sizes:
        joined.append(number)
        gathered, rest = gathered + size, rest - size
        if gathered >= least and rest >= least:
            number, gathered = number + 1, 0
    return joined


def allocate_sample(sizes: Sequence[int], sample: int) -> list[int]:
    """Return how many articles of each stratum are judged: in proportion to its size, ``sample`` in
    all; one of each at least, if there are as many."""
    exact = [sample * size / sum(sizes) for size in sizes]
    counts = [min(max(int(part), 1), size) for part, size in zip(exact, sizes, strict=True)]
    by_rest = sorted(range(len(sizes)), key=lambda number: counts[number] - exact[number])
    for number in by_rest[: max(sample - sum(counts), 0)]:
        counts[number] += counts[number] < sizes[number]
    return counts


def rank_articles(ids: Iterable[str], seed: int) -> list[str]:
    """Return the ids in the random order of a seed: the same for the same ids, on every machine,
    and other ids change nothing in their order."""
    return sorted(ids, key=lambda each: sha256(f"{seed}\t{each}".encode()).digest())
