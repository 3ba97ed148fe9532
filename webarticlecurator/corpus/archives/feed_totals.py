"""How many articles a portal published while its feeds were stored: from the feeds that are lists
of the portal file, as each crawl stored them, and its other lists.

A feed has only what was new. So an article counts if its day is one between the first and the last
stored feed.
"""

from __future__ import annotations

from collections.abc import Mapping

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.times import DAY_LENGTH, MONTH_LENGTH
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.archives.list_totals import ListTotals, total_lists
from webarticlecurator.corpus.judging.capture_recapture import ListCounts
from webarticlecurator.crawling.states.replay import list_archive_pages
from webarticlecurator.storage.store.view import CorpusView

_COUNTS: Mapping[frozenset[bool], ListCounts] = {
    frozenset((False, True)): ListCounts(both=1),
    frozenset((False,)): ListCounts(first=1),
    frozenset((True,)): ListCounts(second=1),
}
"""By whether the lists that name an article are feeds."""


@dataclass(frozen=True)
class FeedTotals:
    """``feeds``: how many were stored, from the day ``first`` to ``last``. ``only``: address, year
    and column of the articles that no other list names."""

    feeds: int
    first: str
    last: str
    only: tuple[tuple[str, str, str], ...]
    totals: ListTotals


def count_feeds(portal: Portal, corpus: CorpusView) -> FeedTotals:
    """Compare the stored feeds with the other lists. Raises UsageError if there are none."""
    days = sorted(
        capture.time.date().isoformat()
        for capture, place in list_archive_pages(portal, corpus.captures)
        if place.span.source.kind == "feed"
    )
    if not days:
        raise UsageError(
            make_message("no stored list of {portal} is a feed", portal=portal.id),
            "Give the portal file a column with `feed: ADDRESS` beside its lists, and crawl as"
            " often as the feed is new: each crawl stores it.",
        )
    counts: dict[str, ListCounts] = {}
    months: tuple[set[str], set[str]] = (set(), set())
    only = []
    for url, column, published, *_ in corpus.fact_rows.list_origins():
        if not days[0] <= published[:DAY_LENGTH] < days[-1]:
            continue
        keys = ((each.walk.column, each.walk.span) for each in corpus.listings.of(url))
        spans = (portal.spans.get(key) for key in keys)
        kinds = frozenset(each.source.kind == "feed" for each in spans if each is not None)
        if kinds:
            year = published[:4]
            counts[year] = counts.get(year, ListCounts()) + _COUNTS[kinds]
        for is_feed in kinds:
            months[is_feed].add(published[:MONTH_LENGTH])
        if kinds == {True}:
            only.append((url, published[:4], column))
    what = f"its feeds, as stored from {days[0]} to {days[-1]}"
    totals = total_lists(what, counts, months, own="its other lists")
    return FeedTotals(len(days), days[0], days[-1], tuple(only), totals)
