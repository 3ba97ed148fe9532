"""The share of a corpus that a judged sample estimates, with its 95 % interval.

The interval is that of Wilson (1927, Journal of the American Statistical Association 22, 209–212)
on the effective size of the sample, as Korn and Graubard (1998, Survey Methodology 24, 193–201)
define it: the size of a simple random sample with the same variance. It is corrected for a finite
population as by Burstein (1975, Journal of the American Statistical Association 70, 67–69), and
never contradicts what was counted. ``bench/corpora/judged_samples.py`` measures how often it holds
the truth; the exact binomial limits on the same size are 5 % wider, and hold it no better, but for
very small samples, whose interval is as wide as theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from webarticlecurator.base.dataclasses import dataclass

NORMAL_QUANTILE = 1.959964
"""Of the normal distribution: 95 % of it lies between both sides."""
_SMALL = 15
"""Judged articles below which the interval has a continuity correction (Newcombe 1998, Statistics
in Medicine 17, 857–872): without it, it would hold some shares in 80 % of samples."""
_MOST_GAIN = 1.5
"""By how much strata may raise the effective size: few faults seem to lie in few strata."""


class JudgedStratum(NamedTuple):
    """A stratum of ``size`` articles, of which ``judged`` (at least one) were judged at random, and
    ``found`` of these have the property whose share is estimated."""

    size: int
    judged: int
    found: int


@dataclass(frozen=True)
class Share:
    """A share with its interval, both from 0 to 1: ``found`` of ``judged`` articles have it;
    ``share`` is weighted by stratum."""

    found: int
    judged: int
    share: float
    low: float
    high: float


def estimate_share(strata: Sequence[JudgedStratum]) -> Share:
    """Return the share of the articles of all strata, at least one, with its interval."""
    articles = sum(each.size for each in strata)
    found, judged = sum(each.found for each in strata), sum(each.judged for each in strata)
    share = sum(each.size * each.found / each.judged for each in strata) / articles
    # of the variance, the part of each stratum if all strata had the same share (Kish 1965)
    parts = [(each.size / articles) ** 2 / each.judged for each in strata]
    left = sum(
        part * (1 - each.judged / each.size) for part, each in zip(parts, strata, strict=True)
    )
    size = _find_effective_size(share, strata, parts)
    low, high = wilson_interval(share, size, int(judged < _SMALL))
    correction = sqrt(left / sum(parts))
    return Share(
        found,
        judged,
        share,
        max(share - (share - low) * correction, found / articles),
        min(share + (high - share) * correction, 1 - (judged - found) / articles),
    )


def _find_effective_size(
    share: float, strata: Sequence[JudgedStratum], parts: Sequence[float]
) -> float:
    """Return the size of a simple random sample with the same variance."""
    judged = sum(each.judged for each in strata)
    size = min(1 / sum(parts), judged)
    if not 0 < share < 1:
        return size
    variance = 0.0
    for part, each in zip(parts, strata, strict=True):
        # a few articles alone do not say it: one more counts that has the share of all
        own = (each.found + share) / (each.judged + 1)
        is_single = each.judged == 1
        spread = share * (1 - share) if is_single else own * (1 - own)
        variance += part * spread * each.judged / max(each.judged - 1, 1)
    return max(size, min(share * (1 - share) / variance, _MOST_GAIN * judged))


def wilson_interval(share: float, size: float, continuity: int = 0) -> tuple[float, float]:
    """Return the interval of a share of a simple random sample; ``size`` need not be whole.
    ``continuity``: 1 for the correction by half an article on either side."""
    square = NORMAL_QUANTILE**2
    ends = []
    for side in (-1, 1):
        spread = 4 * share * (size * (1 - share) - side * continuity)
        root = sqrt(max(square + 2 * side * continuity - continuity / size + spread, 0.0))
        end = 2 * size * share + square + side * (continuity + NORMAL_QUANTILE * root)
        ends.append(end / (2 * (size + square)))
    return max(ends[0], 0.0) if share > 0 else 0.0, min(ends[1], 1.0) if share < 1 else 1.0
