"""How many articles a column is likely to have on some days, by its own past, and whether what was
seen is so few that a person must know.

The number of a day is that of a Poisson process whose level is that of the last weeks, times the
weight of the weekday in the last year, times what these weeks of the year did in earlier years. The
level is known from few articles where few are published; so the number seen is compared with the
negative binomial that follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
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
    wanted = season * sum(weights[day.weekday()] for day in days)
    seen = sum(counts.get(day, 0) for day in days)
    chance = _chance_of_so_few(seen, shape, exposure, wanted)
    return Forecast(days[0], days[-1], shape / exposure * wanted, seen, chance)


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


def _chance_of_so_few(seen: int, shape: float, exposure: float, wanted: float) -> float:
    """Return the chance of ``seen`` or fewer: a Poisson number whose rate has a gamma
    distribution."""
    share = wanted / (exposure + wanted)
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
    """Return the forecast of the day ``last``, or of it and the day before if that says more, and
    whether it is an alarm; ``since`` is the first day of an alarm that has not ended, which then
    goes on while the days of the last week are below what was usual before."""
    if since is not None:
        days = [last - _DAY * n for n in reversed(range(min(7, (last - since).days + 1)))]
        found = forecast_days(counts, days, since)
        return found, found is not None and found.chance < 0.02
    tried = [
        forecast_days(
            counts, [last - _DAY * n for n in reversed(range(length))], last - _DAY * (length - 1)
        )
        for length in (1, 2)
    ]
    found = min(filter(None, tried), key=lambda each: each.chance, default=None)
    # two tests a day, of each column, are to have the false calls of one
    return found, found is not None and found.chance < FALSE_CALLS / columns / 1.4
