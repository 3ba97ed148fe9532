"""How many articles a portal has: from the lists of the corpus, and another list that was compared
with it (``report completeness``).

What both lists have, and one of them alone, is counted by year of publication; of an article that
only the other list has, by the year in its address, or of its first capture.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from math import inf, isinf
from typing import Any

from webarticlecurator.base.dataclasses import asdict, dataclass
from webarticlecurator.base.system.output_files import make_folder, write_file
from webarticlecurator.base.text.times import MONTH_LENGTH
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.archives.coverage import CoveredAddress
from webarticlecurator.corpus.judging.capture_recapture import (
    ASSUMPTION,
    ListCounts,
    PeriodTotal,
    estimate_totals,
    find_dependence,
)
from webarticlecurator.corpus.judging.judged_shares import LISTS
from webarticlecurator.storage.store.view import CorpusView

_KNOWN, _UNLISTED = "in-corpus", ("never-listed", "not-selected")
"""Reasons of articles that both lists have, and that only the other one has."""
_UNDATED = "?"
"""In place of a year; it comes last."""


@dataclass(frozen=True)
class ListTotals:
    """What two lists say: ``periods``, the last one of all years; or ``doubt``: why they say
    nothing. ``own``: the list that is compared with ``what``, if it is not all of the corpus."""

    what: str
    doubt: str = ""
    periods: tuple[PeriodTotal, ...] = ()
    own: str = ""

    def lines(self) -> Iterator[str]:
        """Yield what a person should know."""
        if self.doubt:
            yield make_message("how many articles there are is not known: {why}", why=self.doubt)
            return
        for each in self.periods:
            yield make_message(
                "{period}: about {total:,.0f} articles (95 % interval {interval}), {known:,} of"
                " them known",
                period=each.period or make_message("in all"),
                total=each.total,
                interval=_describe_interval(each),
                known=each.counts.known,
            )
        yield ASSUMPTION

    def sentence(self) -> str:
        """Return the sentence for a paper; "" without a number."""
        if not self.periods:
            return ""
        total = self.periods[-1]
        counts = total.counts
        own = counts.both + counts.first
        # Where both lists are the corpus's, it has what one of them has.
        had = counts.known if self.own else own
        shares = (100 * had / each if each else 100.0 for each in (total.high, total.low))
        low, high = (f"{min(share, 100):.1f}" for share in shares)
        return (
            "Two lists that do not depend on each other"
            f" ({self.own or 'that of the corpus'}, and {self.what}) have {own:,} and"
            f" {counts.both + counts.second:,} articles, {counts.both:,} of them both,"
            f" so that the portal has about {total.total:,.0f} (Chapman 1951; 95 % interval"
            f" {_describe_interval(total)}), and the corpus {low} to {high} % of them;"
            f" {ASSUMPTION}."
        )


def _describe_interval(total: PeriodTotal) -> str:
    high = make_message("more than can be said") if isinf(total.high) else f"{total.high:,.0f}"
    return make_message("{low:,.0f} to {high}", low=total.low, high=high)


class ListCounting:
    """Counts the articles of two lists, while they are compared."""

    def __init__(self, corpus: CorpusView, what: str) -> None:
        self._corpus, self._what = corpus, what
        self._both, self._second = Counter[str](), Counter[str]()
        self._months: set[str] = set()
        self._unplaced = 0

    def add(self, address: CoveredAddress) -> None:
        """Count an address of the other list."""
        if address.reason.name == _KNOWN:
            row = self._corpus.frontier.article(address.canonical)
            facts = self._corpus.article_facts.of([row.id]) if row is not None else {}
            for each in facts.values():
                self._both[each.published[:4] or _UNDATED] += 1
                self._months.add(each.published[:MONTH_LENGTH])
        elif address.reason.name in _UNLISTED:
            self._second[address.year] += 1
            self._unplaced += 1

    def estimate(self) -> ListTotals:
        """Return what the lists say."""
        first, months = Counter[str](), set[str]()
        for _, _, published, *_ in self._corpus.fact_rows.list_origins():
            first[published[:4] or _UNDATED] += 1
            months.add(published[:MONTH_LENGTH])
        years = {
            year: ListCounts(
                self._both[year], max(first[year] - self._both[year], 0), self._second[year]
            )
            for year in {*first, *self._second}
        }
        return total_lists(self._what, years, (months, self._months), self._unplaced)


def total_lists(
    what: str,
    years: Mapping[str, ListCounts],
    months: tuple[Collection[str], ...],
    unplaced: int = 0,
    *,
    own: str = "",
) -> ListTotals:
    """Return what two lists say by year; the arguments are those of ``ListTotals`` and
    ``find_dependence``."""
    counts = sum(years.values(), ListCounts())
    doubt = find_dependence(counts, months, unplaced)
    return ListTotals(what, doubt, () if doubt else tuple(estimate_totals(years)), own)


def write_list_totals(corpus: CorpusView, totals: ListTotals) -> None:
    """Write what two lists say beside the corpus, for whoever describes it."""
    make_folder(corpus.folder / "reports")
    answer = {"sentence": totals.sentence(), **totals_to_json(totals)}
    write_file(corpus.folder / LISTS, [json.dumps(answer, ensure_ascii=False, indent=1).encode()])


def totals_to_json(totals: ListTotals) -> dict[str, Any]:
    """Return the numbers for programs; what has no upper limit has None."""
    periods = [
        {**asdict(each), "high": None if each.high == inf else each.high} for each in totals.periods
    ]
    return {"doubt": totals.doubt, "periods": periods}
