"""How many articles a portal has, from two lists of them that do not depend on each other.

The number is that of Chapman (1951, University of California Publications in Statistics 1, 131–160)
for each year. Its interval inverts that of the share of one list that the other one has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import exp, inf, sqrt

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.corpus_numbers import Gap
from webarticlecurator.base.model.month_gaps import find_gaps
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.judging.share_interval import wilson_interval

LEAST_COMMON = 7
"""Articles that both lists have; with fewer, the number is too small on average (Robson and Regier
1964)."""
_CONTAINED = 0.01
"""The share of a list that the other one may lack and still be made from it."""
_CHANCE = 0.05
"""How probable it is that one of all months is empty by chance, where that is no chance."""
ASSUMPTION = make_message(
    "this holds if the lists do not depend on each other, and each has every article of a year with"
    " the same chance; two lists alone cannot show it, and articles that both rather lack make the"
    " number too small"
)


@dataclass(frozen=True)
class ListCounts:
    """How many articles of a period two lists have: ``both``, or one of them alone."""

    both: int = 0
    first: int = 0
    second: int = 0

    def __add__(self, other: ListCounts) -> ListCounts:
        return ListCounts(
            self.both + other.both, self.first + other.first, self.second + other.second
        )

    @property
    def known(self) -> int:
        """Return how many articles are known at all."""
        return self.both + self.first + self.second


@dataclass(frozen=True)
class PeriodTotal:
    """The estimated number of articles of a period (``2003``, ``2003–2005``), with its 95 %
    interval; ``high`` may be infinite."""

    period: str
    counts: ListCounts
    total: float
    low: float
    high: float


def estimate_totals(years: Mapping[str, ListCounts]) -> list[PeriodTotal]:
    """Return the number for each year in their order, for a year with few articles together with
    its neighbours; the last one is that of all, ``""``."""
    periods: list[tuple[str, str, ListCounts]] = []
    for year, counts in sorted(years.items()):
        if periods and periods[-1][2].both < LEAST_COMMON:
            first, _, before = periods.pop()
            periods.append((first, year, before + counts))
        else:
            periods.append((year, year, counts))
    if len(periods) > 1 and periods[-1][2].both < LEAST_COMMON:
        (first, _, before), (_, last, rest) = periods[-2:]
        periods[-2:] = [(first, last, before + rest)]
    totals = [
        _estimate_total(first if first == last else f"{first}–{last}", counts)
        for first, last, counts in periods
    ]
    total = sum(each.total for each in totals)
    # the distances of a sum: Zou and Donner (2008, Statistics in Medicine 27, 1693–1702)
    low, high = (
        sqrt(sum((each.total - end) ** 2 for each, end in ends))
        for ends in (
            [(each, each.low) for each in totals],
            [(each, each.high) for each in totals],
        )
    )
    known = sum((each.counts for each in totals), ListCounts())
    return [*totals, PeriodTotal("", known, total, max(total - low, known.known), total + high)]


def _estimate_total(period: str, counts: ListCounts) -> PeriodTotal:
    first, second = counts.both + counts.first, counts.both + counts.second
    total = (first + 1) * (second + 1) / (counts.both + 1) - 1
    if not second:
        return PeriodTotal(period, counts, total, counts.known, inf)
    share = counts.both / second
    low, high = wilson_interval(share, second)
    correction = sqrt(max(1 - second / total, 0))
    low, high = share - (share - low) * correction, share + (high - share) * correction
    return PeriodTotal(
        period,
        counts,
        total,
        max(first / high if high else 0.0, counts.known),
        max(first / low, total) if low > 0 else inf,
    )


def find_dependence(
    counts: ListCounts, months: tuple[Collection[str], ...], unplaced: int = 0
) -> str:
    """Return why two lists say nothing about what both lack, in words; "" if nothing shows it.
    ``months``: for each list the months (YYYY-MM) of its articles; ``unplaced``: how many
    have an unknown month."""
    first, second = counts.both + counts.first, counts.both + counts.second
    if not counts.both:
        return make_message("the two lists have no article in common")
    if counts.first < _CONTAINED * first or counts.second < _CONTAINED * second:
        return make_message(
            "one list has nearly all of the other one: either it is made from it, or hardly"
            " anything is missing"
        )
    lost = [
        gap for gap in _find_common_gaps(months) if not _is_chance(gap, counts, months, unplaced)
    ]
    if lost:
        return make_message(
            "both lists have nothing from {first} to {last}: either they are made from one source,"
            " or nothing was published then",
            first=lost[0].first,
            last=lost[0].last,
        )
    return ""


def _find_common_gaps(months: Iterable[Collection[str]]) -> tuple[Gap, ...]:
    return find_gaps(("", month) for each in months for month in each)


def _is_chance(
    gap: Gap, counts: ListCounts, months: Iterable[Collection[str]], unplaced: int
) -> bool:
    """Return True if chance may leave some months of the calendar without a known article, or
    articles of unknown months may be of these."""
    number = len(set().union(*months))
    expected = gap.months * counts.known / number
    return number * exp(-expected) > _CHANCE or unplaced > expected / 2
