"""Two hundred made histories of three years against an oracle that knows the true rate.

    python -m bench.forecast [--histories 200] [--first SEED] [--causes SEEDS]

Half of them have a drop of 10 to 100 % after the first year. The oracle makes one Poisson test a
crawl, 1/365 a day; what it finds within two crawls of the drop is to be found, too. A tenth as many
histories are irregular by themselves, and are to have few calls. ``--causes``: only how often the right cause of
a drop is named, on portals with planted ones (``causes.py``).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from datetime import date, timedelta
from math import cos, exp, pi

from bench.causes import measure_causes
from webarticlecurator.base.model.forecast import FALSE_CALLS, find_drop

BEGIN, DAYS = date(2021, 1, 4), 3 * 365


def poisson(rate: float, source: random.Random) -> int:
    """Return a Poisson number."""
    if rate > 500:
        return max(0, round(source.gauss(rate, rate**0.5)))
    number, product, limit = 0, source.random(), exp(-rate)
    while product > limit:
        number, product = number + 1, product * source.random()
    return number


def chance_of_so_few(seen: int, rate: float) -> float:
    """Return the chance of a Poisson number of at most ``seen``."""
    if rate <= 0:
        return 1.0
    term = total = exp(-rate)
    for number in range(1, seen + 1):
        term *= rate / number
        total += term
    return total


def run_history(seed: int, *, is_dropped: bool) -> dict[str, object]:
    """Return what the oracle and the forecast found of a history."""
    source = random.Random(seed)
    level = 2 * 50 ** source.random()
    weekdays = [source.uniform(0.8, 1.3) for _ in range(5)] + [source.uniform(0.2, 1) for _ in "ab"]
    swing, phase = source.uniform(0, 0.4), source.uniform(0, 2 * pi)
    start = source.randrange(366, DAYS - 3) if is_dropped else DAYS
    share = source.uniform(0.1, 1) if source.random() < 0.8 else 1.0
    rates, counts = [], {}
    for n in range(DAYS):
        day = BEGIN + timedelta(n)
        usual = level * weekdays[day.weekday()] * (1 + swing * cos(2 * pi * n / 365.25 + phase))
        rates.append(usual)
        counts[day] = poisson(usual * (1 - share if n >= start else 1), source)

    found: dict[str, object] = {"share": share, "level": level}
    if is_dropped:
        crawls = range(start, start + 3)
        of_oracle = [
            n
            for n in crawls[:2]
            if chance_of_so_few(counts[BEGIN + timedelta(n)], rates[n]) < FALSE_CALLS
        ]
        found["oracle"] = of_oracle[:1]
        found["ours"] = [n for n in crawls if find_drop(counts, BEGIN + timedelta(n))[1]][:1]
        found["in two"] = [n for n in found["ours"] if n < start + 2]
    else:
        tested = range(366, DAYS)
        found["false"] = count_calls(counts)
        found["oracle false"] = sum(
            chance_of_so_few(counts[BEGIN + timedelta(n)], rates[n]) < FALSE_CALLS for n in tested
        )
    return found


def count_calls(counts: Mapping[date, int]) -> int:
    """Return how many alarms begin after the first year, as a watch with a crawl a day has them."""
    calls, since = 0, None
    for n in range(366, DAYS):
        forecast, is_alarm = find_drop(counts, BEGIN + timedelta(n), since=since)
        calls += is_alarm and since is None
        since = (since or forecast.first) if forecast and is_alarm else None
    return calls


def make_irregular(kind: str, seed: int) -> dict[date, int]:
    """Return three years of ten articles a working day, or twenty an issue, without a drop."""
    source = random.Random(seed)
    days = [BEGIN + timedelta(n) for n in range(DAYS)]
    free = {day for year in (0, 1, 2) for day in source.sample(days[year * 365 :][:365], 14)}
    issue = 14 if kind == "fortnightly" else 7
    counts = dict.fromkeys(days, 0)
    week = 1.0
    for n, day in enumerate(days):
        if kind in ("fortnightly", "weekly moved by a day"):
            if n % issue == 0 and n + 1 < DAYS:
                is_moved = issue == 7 and source.random() < 0.1
                counts[days[n + is_moved]] += poisson(20, source)
        elif day.weekday() < 5:
            week = source.gauss(1, 0.3) if day.weekday() == 0 else week
            rate = 10.0
            if kind == "variance twice the mean":
                rate = source.gammavariate(10, 1)
            elif kind == "level of the day varies by 30 %":
                rate *= max(0, source.gauss(1, 0.3))
            elif kind == "level of the week varies by 30 %":
                rate *= max(0, week)
            elif day in free:  # fourteen, of which ten are working days
                continue
            counts[day] = poisson(rate, source)
    return counts


IRREGULAR = (
    "holidays",
    "variance twice the mean",
    "level of the day varies by 30 %",
    "level of the week varies by 30 %",
    "fortnightly",
    "weekly moved by a day",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--histories", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--causes", type=int, metavar="SEEDS")
    args = parser.parse_args()
    if args.causes:
        measure_causes(args.causes)
        return
    found = both = ours = late = stops = 0
    false = oracle_false = years = 0.0
    for seed in range(args.first, args.first + args.histories):
        result = run_history(seed, is_dropped=seed % 2 == 0)
        if seed % 2:
            false += result["false"]
            oracle_false += result["oracle false"]
            years += 2
            continue
        found += bool(result["oracle"])
        ours += bool(result["in two"])
        both += bool(result["oracle"] and result["in two"])
        if result["share"] == 1 and result["oracle"]:
            stops += 1
            late += not (result["ours"] and result["ours"][0] <= result["oracle"][0] + 1)
    print(
        f"the oracle finds {found}, of these the forecast {both} ({both / found:.3f}); all {ours}"
    )
    print(f"stops of everything that the oracle finds: {stops}, missed at that or the next: {late}")
    print(f"false calls a year: {false / years:.2f} (oracle {oracle_false / years:.2f})")
    each = max(1, args.histories // 10)
    for kind in IRREGULAR:
        calls = sum(
            count_calls(make_irregular(kind, seed)) for seed in range(args.first, args.first + each)
        )
        print(f"false calls a year, {kind}: {calls / each / 2:.2f}")


if __name__ == "__main__":
    main()
