"""Fetch a few pages politely without storing them (``check --live``, ``new URL``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from webarticlecurator.fetch import REFUSALS, ConnectionSettings, PoliteClient, RobotsAnswer
from webarticlecurator.model.capture import TOO_LARGE, TRUNCATED, Exchange
from webarticlecurator.model.clock import Clock
from webarticlecurator.page import Page, read_page
from webarticlecurator.store.message import read_response

MAX_RETRIES = 1
"""A user is waiting: an error that persists at the second attempt is reported."""


@dataclass(frozen=True)
class PageVisit:
    """The answer for one address.

    ``answered`` is the final address, after redirects; ``status`` is None without an answer;
    ``content`` is the decoded body. ``trouble`` is a message if there is no usable page, otherwise
    empty; ``is_forbidden``: robots.txt forbids it.
    """

    url: str
    answered: str
    status: int | None = None
    content: bytes = b""
    content_type: str | None = None
    trouble: str = ""
    is_forbidden: bool = False

    def read(self, classifier: bytes = b"") -> Page:
        """Return the page; there must be no ``trouble``. ``classifier``: as for ``Page``."""
        return read_page(self.answered, self.content, self.content_type, classifier=classifier)


class PageVisitor:
    """Fetches pages with the policy of a portal; checks each hop against robots.txt. To be used in
    a ``with`` statement."""

    def __init__(self, settings: ConnectionSettings, clock: Clock) -> None:
        policy = replace(settings.policy, retries=min(settings.policy.retries, MAX_RETRIES))
        self._client = PoliteClient(replace(settings, policy=policy), clock, self._robots)
        self._visits = self._refused = 0

    def __enter__(self) -> PageVisitor:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    @property
    def refused(self) -> bool:
        """True if pages were requested and the portal refused all of them (403, 429, 503)."""
        return 0 < self._visits == self._refused

    def get(self, url: str) -> PageVisit:
        """Fetch ``url`` (absolute). Raises PortalRefused if the robots.txt of a host of the portal
        cannot be read, or if the portal asks for a wait of hours."""
        visit = self._visit(url)
        self._visits += 1
        self._refused += visit.status in REFUSALS
        return visit

    def robots_text(self, url: str) -> str:
        """Return the robots.txt of the site of ``url``, empty if it has none. Raises like
        ``get``."""
        return self._client.robots_text(url)

    def can_visit(self, _url: str) -> bool:
        """Return True: any page of a portal can be requested."""
        return True

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]:
        """Return all of them: any page of a portal can be requested."""
        return urls

    def _visit(self, url: str) -> PageVisit:
        visit = PageVisit(url, url, trouble="no answer")
        for exchange in self._client.attempts(url):
            visit = _to_visit(exchange)
        return visit

    def _robots(self, url: str) -> RobotsAnswer:
        exchange = [*self._client.attempts(url)][-1]
        failure, final = exchange.failure, exchange.final
        if failure is not None or final is None:
            status = exchange.hops[-1].status if exchange.hops else None
            if failure is None:
                return RobotsAnswer.failed("", "no answer", status)
            return RobotsAnswer.failed(failure.kind, failure.message, status)
        decoded = read_response(final.url, final.response).decoded()
        whole = not final.truncated and decoded.fault != TRUNCATED
        return RobotsAnswer.read(final.status, decoded.content, whole=whole)


def _to_visit(exchange: Exchange) -> PageVisit:
    final = exchange.final
    if final is None:
        message = exchange.failure.message if exchange.failure else "no answer"
        forbidden = exchange.failure is not None and exchange.failure.kind == "robots"
        return PageVisit(exchange.url, exchange.url, trouble=message, is_forbidden=forbidden)
    response = read_response(final.url, final.response)
    trouble = f"the portal answers {final.status}" if final.status != 200 else ""
    decoded = response.decoded()
    if final.truncated or decoded.fault == TRUNCATED:
        trouble = "the answer broke off"
    if decoded.fault == TOO_LARGE:
        trouble = decoded.words
    return PageVisit(
        exchange.url,
        final.url,
        final.status,
        decoded.content,
        response.get("content-type"),
        trouble,
    )
