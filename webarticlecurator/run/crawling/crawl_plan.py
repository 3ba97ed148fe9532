"""Which windows of the archive a crawl walks, and how many archive pages that is at least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timezone
from operator import itemgetter

from webarticlecurator.archive import (
    RunContext,
    StoredWalk,
    WalkState,
    Window,
    is_due,
    list_windows,
    start_walk,
)
from webarticlecurator.archive.plan import count_pages_per_window
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.run.crawling.walking import earlier_walk
from webarticlecurator.run.replay import ListingPlace
from webarticlecurator.run.setup import CrawlOptions
from webarticlecurator.store import Corpus


@dataclass(frozen=True)
class CrawlPlan:
    """``today`` is a day in the portal's zone. Raises UsageError for an unknown column, and for
    days in the wrong order."""

    portal: Portal
    options: CrawlOptions
    today: date

    def __post_init__(self) -> None:
        names = [column.name for column in self.portal.columns]
        if self.options.column is not None and self.options.column not in names:
            raise UsageError(
                f"{self.portal.id} has no column {self.options.column!r}",
                f"Its columns are: {', '.join(names)}.",
            )
        since, until = self.options.since, self.options.until
        if since and until and since > until:
            raise UsageError(
                f"--from {since} is after --until {until}", "Give the earlier day with --from."
            )

    def due(self, corpus: Corpus) -> Iterator[ListingPlace]:
        """The windows to walk, in walking order; judged when they are asked for.

        Those whose walk ended at a page that failed come last, the longest ago first: however many
        of them make the breaker end a run, each run gets further.
        """
        later: list[tuple[datetime, ListingPlace]] = []
        for place in self._wanted():
            earlier = earlier_walk(corpus, place.span, place.key.window)
            if not is_due(place.span, place.window, earlier, full=self.options.full):
                continue
            if earlier is not None and earlier.state.stop_reason == "failed":
                begun = start_walk(
                    self.portal,
                    place.span,
                    place.window,
                    earlier,
                    RunContext(self.today, self.options.full),
                )
                later.append((_last_try(corpus, begun.address or ""), place))
            else:
                yield place
        yield from (place for _, place in sorted(later, key=itemgetter(0)))

    def expected(self, corpus: Corpus) -> tuple[int, bool]:
        """Archive pages of the windows that are due now, and whether it can be known (False: at
        least so many). Takes time with the windows walked so far, not with all that the portal file
        names."""
        closed = self._closed(corpus)
        pages, exact = 0, True
        for span in self._spans():
            count = len(self._windows(span)) - closed[span.column, span.number]
            known = count_pages_per_window(span)
            pages, exact = pages + count * (known or 1), exact and (known is not None or not count)
        return pages, exact

    def _closed(self, corpus: Corpus) -> Counter[tuple[str, int]]:
        """How many of the wanted windows of each span are not due, by column and number."""
        found: Counter[tuple[str, int]] = Counter()
        windows = {
            (span.column, span.number): (span, self._windows(span)) for span in self._spans()
        }
        for walk in corpus.walks.all(self.options.column):
            span, wanted = windows.get((walk.key.column, walk.key.span), (None, ()))
            if span is None or not walk.state or bool(span.dates) != bool(walk.key.window):
                continue
            window = (
                Window.around(date.fromisoformat(walk.key.window), span.dates.step)
                if span.dates
                else None
            )
            earlier = StoredWalk(WalkState.from_json(walk.state))
            if window in wanted and not is_due(span, window, earlier, full=self.options.full):
                found[span.column, span.number] += 1
        return found

    def _wanted(self) -> Iterator[ListingPlace]:
        for span in self._spans():
            yield from (ListingPlace(span, window) for window in self._windows(span))

    def _spans(self) -> Iterator[Span]:
        for column in self.portal.columns:
            if self.options.column in (None, column.name):
                yield from column.spans

    def _windows(self, span: Span) -> Sequence[Window | None]:
        """The windows of a span that ``--from`` and ``--until`` leave; one None where it has no
        dates."""
        if span.dates is None:
            return (None,)
        return list_windows(span.dates, self.today).overlapping(
            self.options.since, self.options.until
        )


def _last_try(corpus: Corpus, url: str) -> datetime:
    """When an address was asked for last."""
    fetch = corpus.captures.last_fetch(url)
    if fetch is None or not (fetch.failure or fetch.captures):
        return datetime.min.replace(tzinfo=timezone.utc)
    return fetch.failure.time if fetch.failure else fetch.captures[-1].time
