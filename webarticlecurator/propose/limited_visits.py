"""The requests of ``curator new`` and ``curator repair``: each page once, not too many in all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from webarticlecurator.crawl.requester import PageVisit
from webarticlecurator.model.capture import Exchange
from webarticlecurator.propose.article_samples import Visits

MAX_REQUESTS = 60


class LimitedVisits:
    """Visits that keep what they have seen, and send at most ``limit`` requests, with those of
    redirects."""

    def __init__(self, visits: Visits, limit: int = MAX_REQUESTS) -> None:
        self._visits, self._limit = visits, limit
        self._seen: dict[str, PageVisit] = {}
        self._rendered = 0

    @property
    def left(self) -> int:
        """The number of requests that may still be sent."""
        return self._limit - self.sent

    @property
    def sent(self) -> int:
        """The number of requests that were sent."""
        return sum(visit.requests for visit in self._seen.values()) + self._rendered

    def get(self, url: str) -> PageVisit:
        if url not in self._seen:
            if self.left < 1:
                return PageVisit(url, url, trouble=f"not requested: {self._limit} requests sent")
            self._seen[url] = self._visits.get(url)
        return self._seen[url]

    def render(
        self, url: str, see_loaded: Callable[[Exchange, str], None], click: str = "", /
    ) -> PageVisit | None:
        self._rendered += 1
        return self._visits.render(url, see_loaded, click)

    def robots_text(self, url: str) -> str:
        return self._visits.robots_text(url)

    def can_visit(self, url: str) -> bool:
        return url in self._seen or (self.left > 0 and self._visits.can_visit(url))

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]:
        return self._visits.stored_among(urls)
