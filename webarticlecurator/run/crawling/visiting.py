"""A few pages asked for politely and shown to nobody else: nothing is stored (``check --live``,
``new URL``)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from webarticlecurator.fetch import REFUSALS, ConnectionSettings, PoliteClient, RobotsAnswer
from webarticlecurator.model.capture import TOO_LARGE, TRUNCATED, Exchange
from webarticlecurator.model.clock import Clock
from webarticlecurator.store.message import read_response

RETRIES = 1
"""Somebody is waiting: trouble that does not pass at the second attempt is told."""


@dataclass(frozen=True)
class PageVisit:
    """What came of one address. ``answered``: the address at the end of the redirects; ``status``
    of its answer, None without one; ``content``: its body, codings removed; ``trouble``: in words
    why there is no page to look at, else empty."""

    url: str
    answered: str
    status: int | None = None
    content: bytes = b""
    content_type: str | None = None
    trouble: str = ""


class PageVisitor:
    """Asks for pages as the policy says; robots.txt counts for every hop. To be closed."""

    def __init__(self, way: ConnectionSettings, clock: Clock) -> None:
        policy = replace(way.policy, retries=min(way.policy.retries, RETRIES))
        self._asking = PoliteClient(replace(way, policy=policy), clock, self._robots)
        self._visits = self._refused = 0

    def __enter__(self) -> PageVisitor:
        return self

    def __exit__(self, *_: object) -> None:
        self._asking.close()

    @property
    def refused(self) -> bool:
        """True if pages were asked for and the portal refused every one of them (403, 429, 503)."""
        return 0 < self._visits == self._refused

    def get(self, url: str) -> PageVisit:
        """Ask for ``url`` (absolute). Raises PortalRefused where robots.txt of one of the portal's
        hosts cannot be had, or a wait of hours is asked for."""
        visit = self._visit(url)
        self._visits += 1
        self._refused += visit.status in REFUSALS
        return visit

    def robots_text(self, url: str) -> str:
        """The robots.txt of the site of ``url``, empty if it has none. Raises as ``get``."""
        return self._asking.robots_text(url)

    def _visit(self, url: str) -> PageVisit:
        visit = PageVisit(url, url, trouble="no answer")
        for exchange in self._asking.attempts(url):
            visit = _visit(exchange)
        return visit

    def _robots(self, url: str) -> RobotsAnswer:
        exchange = [*self._asking.attempts(url)][-1]
        if exchange.failure is not None or exchange.final is None:
            kind, words = (
                (exchange.failure.kind, exchange.failure.message)
                if exchange.failure
                else ("", "no answer")
            )
            return RobotsAnswer.failed(
                kind, words, exchange.hops[-1].status if exchange.hops else None
            )
        final = exchange.final
        decoded = read_response(final.url, final.response).decoded()
        whole = not final.truncated and decoded.fault != TRUNCATED
        return RobotsAnswer.read(final.status, decoded.content, whole=whole)


def _visit(exchange: Exchange) -> PageVisit:
    final = exchange.final
    if final is None:
        return PageVisit(
            exchange.url,
            exchange.url,
            trouble=exchange.failure.message if exchange.failure else "no answer",
        )
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
