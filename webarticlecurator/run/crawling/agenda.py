"""Which windows of the archive a crawl walks, and how many archive pages that is at least."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from webarticlecurator.archive import Window, due, span_windows
from webarticlecurator.archive.plan import pages_per_window
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.crawling.walking import earlier_walk
from webarticlecurator.run.replaying import Place
from webarticlecurator.run.setup import CrawlOptions
from webarticlecurator.store import Corpus


@dataclass(frozen=True)
class Agenda:
    """``today`` is a day in the portal's zone. Raises UsageError for an unknown column, and for days in the wrong order."""

    portal: Portal
    options: CrawlOptions
    today: date

    def __post_init__(self) -> None:
        names = [column.name for column in self.portal.columns]
        if self.options.column is not None and self.options.column not in names:
            raise UsageError(f"{self.portal.id} has no column {self.options.column!r}", f"Its columns are: {', '.join(names)}.")
        since, until = self.options.since, self.options.until
        if since and until and since > until:
            raise UsageError(f"--from {since} is after --until {until}", "Give the earlier day with --from.")

    def due(self, corpus: Corpus) -> Iterator[Place]:
        """The windows to walk, in walking order; judged when they are asked for."""
        for place in self._wanted():
            if due(place.span, place.window, earlier_walk(corpus, place.span, place.key.window), full=self.options.full):
                yield place

    def expected(self, corpus: Corpus) -> tuple[int, bool]:
        """Archive pages of the windows that are due now, and whether it can be known (False: at least so many)."""
        pages, exact = 0, True
        for place in self.due(corpus):
            known = pages_per_window(place.span)
            pages, exact = pages + (known or 1), exact and known is not None
        return pages, exact

    def _wanted(self) -> Iterator[Place]:
        for column in self.portal.columns:
            if self.options.column in (None, column.name):
                for span in column.spans:
                    yield from (Place(span, window) for window in span_windows(span, self.today) if self._inside(window))

    def _inside(self, window: Window | None) -> bool:
        since, until = self.options.since, self.options.until
        if window is None:
            return True
        return (since is None or window.last >= since) and (until is None or window.first <= until)
