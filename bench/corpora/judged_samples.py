"""How often the intervals of `curator judge` hold the truth, and how wide they are.

    python -m bench.corpora.judged_samples [CORPORA] [PORTALS]

**Samples**: of CORPORA (400) made-up corpora in strata, of each kind of ``KINDS`` as many, it judges
one sample and prints by kind how many intervals hold the truth, their mean width, and that of the
exact interval of the same design: what an oracle gets that knows how the faults are spread over the
strata and inverts the exact distribution of the weighted share (no one can know that). The second
table is for a judge who errs in 2 % of the cases. The third one judges each corpus 50 times.

**Lists**: of PORTALS (200) made-up portals with two independent lists it prints how many intervals of
the capture–recapture estimate hold the truth, and their mean width beside the exact
(hypergeometric) one; then how many portals get no number where one list is made from the other, or
both have the same gaps.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from math import inf, lgamma

import numpy as np

from webarticlecurator.corpus.judging.capture_recapture import (
    ListCounts,
    estimate_totals,
    find_dependence,
)
from webarticlecurator.corpus.judging.share_interval import JudgedStratum, Share, estimate_share
from webarticlecurator.corpus.judging.stratified_sample import (
    allocate_sample,
    choose_sample_size,
    join_strata,
)

GRID = 1 << 13
TAIL = 0.025
HALF_WIDTH = 0.05
ERRORS = 0.02
AGAIN = 50

MadeCorpus = tuple[list[int], list[int]]
"""The sizes of strata, and how many articles of each have a fault."""
Random = np.random.Generator


def _make(random: Random, sizes: Sequence[int], rates: Sequence[float]) -> MadeCorpus:
    return list(sizes), [int(random.binomial(n, q)) for n, q in zip(sizes, rates, strict=True)]


def _some_faults(random: Random, number: int) -> MadeCorpus:
    sizes = [int(each) for each in random.integers(20, 600, 15)]
    faults = [0] * len(sizes)
    for place in random.choice(len(sizes), number, p=np.array(sizes) / sum(sizes)):
        faults[place] += 1
    return sizes, faults


def _even(random: Random) -> MadeCorpus:
    sizes = [int(each) for each in random.integers(50, 800, 12)]
    return _make(random, sizes, [random.uniform(0.01, 0.08)] * 12)


def _one_layout(random: Random) -> MadeCorpus:
    sizes = [int(each) for each in random.integers(50, 800, 12)]
    bad = random.integers(12)
    return _make(random, sizes, [0.6 if each == bad else 0.01 for each in range(12)])


def _many_faults(random: Random) -> MadeCorpus:
    sizes = [int(each) for each in random.integers(50, 800, 12)]
    return _make(random, sizes, list(random.uniform(0.1, 0.6, 12)))


def _single_articles(random: Random) -> MadeCorpus:
    sizes = [1] * 30 + [int(each) for each in random.integers(100, 900, 6)]
    return _make(random, sizes, [0.4] * 30 + [0.04] * 6)


def _zipf(random: Random) -> MadeCorpus:
    sizes = [max(int(20_000 / (each + 1) ** 1.3), 1) for each in range(40)]
    random.shuffle(sizes)
    return _make(random, sizes, list(random.beta(0.3, 6, 40)))


def _of_twenty(random: Random) -> MadeCorpus:
    sizes = [int(each) + 1 for each in random.multinomial(16, [0.25] * 4)]
    return _make(random, sizes, [random.choice([0, 0.05, 0.1, 0.3])] * 4)


def _million(random: Random) -> MadeCorpus:
    sizes = [int(each) for each in random.multinomial(10**6, random.dirichlet([2] * 60))]
    return _make(random, sizes, list(random.beta(0.5, 15, 60)))


KINDS: dict[str, Callable[[Random], MadeCorpus]] = {
    "no fault": lambda random: _some_faults(random, 0),
    "one fault": lambda random: _some_faults(random, 1),
    "two faults": lambda random: _some_faults(random, 2),
    "faults evenly": _even,
    "faults in one layout": _one_layout,
    "many faults": _many_faults,
    "strata with one article": _single_articles,
    "strata by Zipf": _zipf,
    "20 articles": _of_twenty,
    "1,000,000 articles": _million,
}


class Design:
    """A corpus with the strata and the sample that `curator judge` would choose."""

    def __init__(self, corpus: MadeCorpus, half_width: float = HALF_WIDTH) -> None:
        sizes, faults = corpus
        self.total = sum(sizes)
        wanted = choose_sample_size(self.total, half_width)
        places = join_strata(sizes, wanted)
        self.sizes, self.faults = [0] * (places[-1] + 1), [0] * (places[-1] + 1)
        for place, size, fault in zip(places, sizes, faults, strict=True):
            self.sizes[place] += size
            self.faults[place] += fault
        self.counts = allocate_sample(self.sizes, wanted)
        self.truth = 1 - sum(faults) / self.total

    def judge(self, random: Random, errors: float = 0.0) -> list[JudgedStratum]:
        """Return what a judge finds right in a sample."""
        judged = []
        for size, fault, count in zip(self.sizes, self.faults, self.counts, strict=True):
            wrong = int(random.hypergeometric(fault, size - fault, count))
            found = count - wrong
            found += int(random.binomial(wrong, errors)) - int(random.binomial(found, errors))
            judged.append(JudgedStratum(size, count, found))
        return judged

    def spread_faults(self, number: int) -> list[int]:
        """Return how many articles of each stratum have a fault if there are ``number`` in all, in
        the proportions of the truth."""
        weights = np.array(self.faults if any(self.faults) else self.sizes, float)
        left = np.array(self.sizes)
        spread = np.zeros(len(left), int)
        while number:
            share = weights * (spread < left)
            if not share.any():
                share = (left - spread).astype(float)
            exact = share / share.sum() * number
            part = np.minimum(exact.astype(int), left - spread)
            if not part.any():
                part[int(np.argmax(np.where(spread < left, exact, -1)))] = 1
            spread, number = spread + part, number - int(part.sum())
        return [int(each) for each in spread]

    def distribution(self, faults: Sequence[int]) -> np.ndarray:
        """Return the exact distribution of the weighted share of faults, on a grid."""
        product = np.ones(GRID + 1, complex)
        for size, fault, count in zip(self.sizes, faults, self.counts, strict=True):
            points = np.zeros(2 * GRID)
            for number in range(max(0, count - size + fault), min(count, fault) + 1):
                points[self.place(size, count, number)] += hypergeometric(
                    size, fault, count, number
                )
            product *= np.fft.rfft(points)
        return np.fft.irfft(product)

    def place(self, size: int, count: int, number: int) -> int:
        return round(size * number / count / self.total * (GRID - len(self.sizes)))

    def exact_width(self, judged: Sequence[JudgedStratum]) -> float:
        """Return the width of the interval of the oracle."""
        seen = sum(self.place(each.size, each.judged, each.judged - each.found) for each in judged)

        def tail(number: int, *, above: bool) -> float:
            chances = self.distribution(self.spread_faults(number))
            return float(chances[seen:GRID].sum() if above else chances[: seen + 1].sum())

        low = _bisect(0, self.total, lambda number: tail(number, above=True) > TAIL)
        high = self.total - _bisect(
            0, self.total, lambda number: tail(self.total - number, above=False) > TAIL
        )
        return (high - low) / self.total


def hypergeometric(size: int, marked: int, count: int, number: int) -> float:
    def log_choose(n: int, k: int) -> float:
        return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)

    return float(
        np.exp(
            log_choose(marked, number)
            + log_choose(size - marked, count - number)
            - log_choose(size, count)
        )
    )


def _bisect(low: int, high: int, is_met: Callable[[int], bool]) -> int:
    """Return the first number for which a condition is met that stays met; ``high`` if none is."""
    while low < high:
        middle = (low + high) // 2
        if is_met(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _holds(share: Share, truth: float) -> bool:
    return share.low - 1e-9 <= truth <= share.high + 1e-9


def measure_samples(corpora: int, errors: float = 0.0, again: int = 1, *, exact: bool) -> None:
    """Print a row for each kind of corpus."""
    random = np.random.default_rng(20261130)
    print(f"{'kind':26} {'holds':>11} {'mean width':>10} {'exact':>7} {'ratio':>6}")
    sums = np.zeros(4)
    for kind, make in KINDS.items():
        row = np.zeros(4)
        for _ in range(corpora // len(KINDS)):
            design = Design(make(random))
            for _ in range(again):
                judged = design.judge(random, errors)
                share = estimate_share(judged)
                width = design.exact_width(judged) if exact else 0.0
                row += 1, _holds(share, design.truth), share.high - share.low, width
        sums += row
        _print_row(kind, row)
    _print_row("all", sums)


def _print_row(kind: str, row: np.ndarray) -> None:
    tries, held, width, exact = row
    ratio = f"{width / exact:6.3f}" if exact else ""
    print(
        f"{kind:26} {held:5.0f}/{tries:5.0f} {width / tries:10.4f} {exact / tries:7.4f} {ratio}"
        f"  {held / tries:6.1%}"
    )


MadePortal = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Of each article its month from 0, and whether each of two lists has it."""


def make_portal(random: Random) -> MadePortal:
    """Return a portal whose two lists know nothing of each other: each has its own share of a
    year."""
    years = int(random.integers(3, 20))
    months = np.repeat(np.arange(12 * years), random.poisson(random.uniform(20, 150), 12 * years))
    chances = random.uniform(0.3, 0.95, (2, years))
    first, second = (random.random(len(months)) < each[months // 12] for each in chances)
    return months, first, second


def copy_list(random: Random, portal: MadePortal) -> MadePortal:
    """Return a portal whose second list is made from its first one, with less than 1 % of its
    own."""
    months, first, _ = portal
    second = first & (random.random(len(first)) < random.uniform(0.4, 1))
    others = np.flatnonzero(~first)
    second[random.choice(others, min(len(others), int(0.009 * second.sum())), replace=False)] = True
    return months, first, second


def lose_months(random: Random, portal: MadePortal) -> MadePortal:
    """Return a portal whose lists are made from a database that has lost a month or more."""
    months, first, second = portal
    start = int(random.integers(1, months.max() - 4))
    is_kept = (months < start) | (months >= start + random.integers(1, 4))
    return months, first & is_kept, second & is_kept


def count_lists(portal: MadePortal) -> tuple[dict[str, ListCounts], list[set[str]]]:
    """Return the counts by year, and the months of each list."""
    months, first, second = portal
    years = {}
    for year in range(int(months.max()) // 12 + 1):
        own = months // 12 == year
        both, ones, others = (
            int((own & each).sum()) for each in (first & second, first & ~second, second & ~first)
        )
        years[f"{2000 + year}"] = ListCounts(both, ones, others)
    names = [
        {f"{2000 + month // 12}-{month % 12 + 1:02}" for month in months[each]}
        for each in (first, second)
    ]
    return years, names


def exact_totals(first: int, second: int, both: int) -> tuple[int, int]:
    """Return the exact limits of the number of articles: both have so many by a hypergeometric
    chance."""
    known, most = first + second - both, 100 * (first + second)

    def tail(total: int, *, above: bool) -> float:
        numbers = range(both, min(first, second) + 1) if above else range(both + 1)
        return sum(
            hypergeometric(total, first, second, number)
            for number in numbers
            if second - number <= total - first
        )

    low = _bisect(known, most, lambda total: tail(total, above=False) > TAIL)
    high = _bisect(low, most, lambda total: tail(total, above=True) <= TAIL)
    return low, high


def measure_lists(portals: int) -> None:
    """Print how often the number of articles is within its interval, and where there is none."""
    random = np.random.default_rng(20261130)
    held = years_held = years = numbers = refused = 0
    width = exact = 0.0
    for _ in range(portals):
        portal = make_portal(random)
        counts, months = count_lists(portal)
        found = sum(counts.values(), ListCounts())
        numbers += not find_dependence(found, tuple(months))
        *periods, total = estimate_totals(counts)
        held += total.low <= len(portal[0]) <= total.high
        for each in periods:
            if "–" in each.period or each.high == inf:
                continue
            years += 1
            truth = int((portal[0] // 12 == int(each.period) - 2000).sum())
            years_held += each.low <= truth <= each.high
            both = each.counts.both
            low, high = exact_totals(both + each.counts.first, both + each.counts.second, both)
            width, exact = width + each.high - each.low, exact + high - low
        for made in (copy_list(random, portal), lose_months(random, portal)):
            counts, months = count_lists(made)
            found = sum(counts.values(), ListCounts())
            refused += bool(find_dependence(found, tuple(months)))
    print(
        f"lists: a number for {numbers} of {portals}; holds {held}; of years {years_held}/{years}"
    )
    print(
        f"mean width of years {width / years:.1f}, exact {exact / years:.1f}: {width / exact:.3f}"
    )
    print(f"no number for {refused} of {2 * portals} with lists of one source")


if __name__ == "__main__":
    corpora = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    measure_lists(int(sys.argv[2]) if len(sys.argv) > 2 else 200)
    measure_samples(corpora, exact=True)
    print("a judge who errs in 2 %")
    measure_samples(corpora, ERRORS, exact=False)
    print(f"each corpus judged {AGAIN} times")
    measure_samples(corpora, again=AGAIN, exact=False)
