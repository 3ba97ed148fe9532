"""The order of a crawl whose newest dates list nothing: an archive may have ended long ago.

After ten such dates it asks for the middle of the archive, then for the middles of its halves, and
so on, until a date lists articles; from there it halves towards the newest date that does. Then it
goes on with what is older, and the rest comes last. No date is asked for twice for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from webarticlecurator.base.portal.portal import Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.windows import AnyWindow, Window
from webarticlecurator.crawling.crawl.crawl_plan import CrawlPlan
from webarticlecurator.crawling.states.replay import ListingPlace
from webarticlecurator.crawling.states.stored_walks import load_walk
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.store.corpus import WritableCorpus

MIN_EMPTY = 10
"""Newest dates that list nothing, from which the others are looked at."""
MAX_PROBES = 31
"""Dates that are asked for, all over the archive, until one lists articles."""


class WalkOrder:
    """The windows of a crawl in the order in which they are walked. ``show_message`` shows
    progress; ``remarks`` are what the search has found."""

    def __init__(
        self, plan: CrawlPlan, corpus: WritableCorpus, show_message: Callable[[str], None]
    ) -> None:
        self._plan, self._corpus, self._show_message = plan, corpus, show_message
        self.remarks: list[str] = []
        self._walked: set[WalkKey] = set()
        self._empty: dict[tuple[str, int], int] = {}

    def places(self) -> Iterator[ListingPlace]:
        """Yield the windows; each must have been walked when the next one is asked for."""
        for place in self._plan.due(self._corpus):
            span = place.span
            is_new = self._is_unknown(span) and self._is_unread(place)
            if place.key in self._walked:
                continue
            yield place
            number = self._empty.get((span.column, span.number), 0)
            if is_new and number < MIN_EMPTY and not self._lists(place):
                self._empty[span.column, span.number] = number + 1
                if number + 1 == MIN_EMPTY:
                    yield from self._search(span, place.window)

    def _is_unknown(self, span: Span) -> bool:
        """Return True for an archive by dates, newest first, of which nothing was listed yet."""
        is_dated = span.dates is not None and span.dates.newest_first
        return is_dated and not self._corpus.walks.has_listing(span.column, span.number)

    def _is_unread(self, place: ListingPlace) -> bool:
        return load_walk(self._corpus, place.key) is None

    def _lists(self, place: ListingPlace) -> bool:
        walk = load_walk(self._corpus, place.key)
        return walk is not None and walk.pages_with_new > 0

    def _search(self, span: Span, last: AnyWindow) -> Iterator[ListingPlace]:
        """Yield windows all over the span until one lists articles, then towards the newest one
        that does, then all that are older."""
        windows = self._plan.windows_before(span, last)
        if len(windows) < MIN_EMPTY:
            return
        self._show_message(
            make_message(
                "column {column}: the newest {number} dates list nothing; now trying the middle"
                " of the archive",
                column=span.column,
                number=MIN_EMPTY,
            )
        )
        found = None
        for index in halve(len(windows), MAX_PROBES):
            yield from self._walk(span, windows, index)
            if self._lists(ListingPlace(span, windows[index])):
                found = index
                break
        if found is None:
            self._note(
                make_message(
                    "none of the dates that were tried lists anything; `url` or `links` of"
                    " column {column} may be wrong",
                    column=span.column,
                )
            )
            return
        newer = -1
        while found - newer > MIN_EMPTY:
            middle = (newer + found) // 2
            yield from self._walk(span, windows, middle)
            if self._lists(ListingPlace(span, windows[middle])):
                found = middle
            else:
                newer = middle
        self._note(
            make_message(
                "column {column}: the newest date that lists articles is about {day}. If the"
                " archive has ended, set `until` in `dates` to its last day",
                column=span.column,
                day=windows[found].key,
            )
        )
        for index in range(newer + 1, len(windows)):
            yield from self._walk(span, windows, index)

    def _note(self, remark: str) -> None:
        self.remarks.append(remark)
        self._show_message(remark)

    def _walk(self, span: Span, windows: Sequence[Window], index: int) -> Iterator[ListingPlace]:
        place = ListingPlace(span, windows[index])
        if place.key not in self._walked and self._is_unread(place):
            self._walked.add(place.key)
            yield place


def halve(number: int, most: int) -> Iterator[int]:
    """Yield the middle of ``number`` places, the middles of both halves, and so on, newer ones
    first, at most ``most`` of them, each once."""
    seen: set[int] = set()
    parts = 2
    while len(seen) < min(number, most):
        for part in range(1, parts, 2):
            index = number * part // parts
            if index not in seen and len(seen) < most:
                seen.add(index)
                yield index
        parts *= 2
