"""How many articles a column is likely to have on some days, by its own past, and whether what was
seen is so few that a person must know.

The number of a day is that of a process whose level is that of the last weeks, times the weight of
the weekday in the last year, times what these weeks of the year did in earlier years. It varies as
much as it did in the last year, and at least as chance does; and the level is known from few
articles where few are published. So the number seen is compared with a negative binomial.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import accumulate
from math import exp, lgamma, log, log1p

from webarticlecurator.base.dataclasses import dataclass

LEVEL_DAYS, YEAR = 42, 364
"""Days of the level, and whole weeks of a year."""
AROUND = 10
"""Days before and after the same day of an earlier year, by which the season is known."""
STEADY = 60
"""Articles of no trend that are added to a season: few articles show none."""
FALSE_CALLS = 1 / 365
"""The chance of a false call on a day."""
LOW, LOW_ZERO = 0.12, 0.5
"""The chances of so few on a day that is low: of some articles, and of none. Where few are usual,
even none is likely."""
RUN_DAYS = 14
"""How many days back low days are looked for."""
_DAY = timedelta(1)


@dataclass(frozen=True)
class Forecast:
    """What was to be expected from ``first`` to ``last``, what was seen, and how likely so few
    are."""

    first: date
    last: date
    expected: float
    seen: int
    chance: float

    @property
    def is_few(self) -> bool:
        """Whether these are still fewer than were usual."""
        return self.chance < 0.02 or not self.seen


def forecast_days(
    counts: Mapping[date, int], days: Sequence[date], before: date
) -> Forecast | None:
    """Return the forecast of ``days``, which follow each other, from the numbers of the days before
    ``before``; None if the past is shorter than four weeks, or without articles."""
    begins = min(counts, default=before)
    past = [before - _DAY * n for n in range(1, YEAR + 1)]
    past = [day for day in past if day >= begins]
    total = sum(counts.get(day, 0) for day in past)
    if len(past) < 28 or not total:
        return None
    mean = total / len(past)
    weights = []
    for weekday in range(7):
        same = [day for day in past if day.weekday() == weekday]
        own = sum(counts.get(day, 0) for day in same)
        # four articles like all days: a weekday of a few weeks is not surely another one
        weights.append((own + 4) / (mean * len(same) + 4))
    recent = past[:LEVEL_DAYS]
    shape = sum(counts.get(day, 0) for day in recent) + 0.5
    exposure = sum(weights[day.weekday()] for day in recent)
    season = _find_season(counts, days[-1], recent, begins)
    expected = shape / exposure * season * sum(weights[day.weekday()] for day in days)
    seen = sum(counts.get(day, 0) for day in days)
    spread = _find_spread(
        [counts.get(day, 0) for day in past], [weights[d.weekday()] for d in past]
    )
    more = spread - 1 + spread * expected / shape
    return Forecast(days[0], days[-1], expected, seen, _chance_of_so_few(seen, expected, more))


def _find_spread(numbers: Sequence[int], weights: Sequence[float]) -> float:
    """Return how many times the variance of a day, or of two together, is its mean, at least 1,
    around the level of the weeks around it."""
    above = [0, *accumulate(numbers)]
    below = [0.0, *accumulate(weights)]
    squares = pairs = before = 0.0
    for n, (number, weight) in enumerate(zip(numbers, weights, strict=True)):
        start, end = max(0, n - LEVEL_DAYS // 2), min(len(numbers), n + LEVEL_DAYS // 2)
        level = (above[end] - above[start]) / (below[end] - below[start])
        more = number - level * weight
        squares, pairs, before = squares + more**2, pairs + (before + more) ** 2 / 2, more
    return max(1.0, squares / above[-1], pairs / above[-1])


def _find_season(
    counts: Mapping[date, int], day: date, recent: Sequence[date], begins: date
) -> float:
    """Return how the days around ``day`` were to the days of the level in the years before."""
    around = was = 0.0
    for year in (1, 2):
        back = _DAY * YEAR * year
        if min(recent) - back >= begins:
            near = [day - back + _DAY * n for n in range(-AROUND, AROUND + 1)]
            around += sum(counts.get(each, 0) for each in near)
            was += sum(counts.get(each - back, 0) for each in recent) * len(near) / len(recent)
    return (around + STEADY) / (was + STEADY)


def _chance_of_so_few(seen: int, expected: float, more: float) -> float:
    """Return the chance of ``seen`` or fewer: a Poisson number whose rate has a gamma distribution,
    with a variance of ``1 + more`` times the mean."""
    shape, share = expected / more, more / (1 + more)
    return sum(
        exp(
            lgamma(shape + number)
            - lgamma(shape)
            - lgamma(number + 1)
            + shape * log1p(-share)
            + number * log(share)
        )
        for number in range(seen + 1)
    )


def find_drop(
    counts: Mapping[date, int], last: date, columns: int = 1, since: date | None = None
) -> tuple[Forecast | None, bool]:
    """Return the forecast of the day ``last``, or of all the low days up to it, and whether it is
    an alarm: two low days at least, for a holiday is none. ``since`` is the first day of an alarm
    that has not ended, which then goes on while the last week is below what was usual before, until
    that level itself is usual."""
    if since is not None:
        first = min(since, last)
        length = (last - first).days + 1
        found = forecast_days(counts, _list_days(last, min(7, length)), first)
        # then each day that is looked at below has the new level before it
        is_recent = length <= LEVEL_DAYS + RUN_DAYS
        return found, found is not None and found.is_few and is_recent
    low: list[date] = []
    for day in reversed(_list_days(last, RUN_DAYS)):
        found = forecast_days(counts, [day], day)
        if found is None or (found.chance >= LOW and found.seen):
            break
        is_gap = bool(low) and low[-1] != day + _DAY  # an issue may come a day late
        if found.chance < (LOW if found.seen or is_gap else LOW_ZERO):
            low.append(day)
    if len(low) < 2:
        return forecast_days(counts, [last], last), False
    found = forecast_days(counts, _list_days(last, (last - low[-1]).days + 1), low[-1])
    return found, found is not None and found.chance < FALSE_CALLS / columns / 1.4


def _list_days(last: date, length: int) -> list[date]:
    return [last - _DAY * n for n in reversed(range(length))]
