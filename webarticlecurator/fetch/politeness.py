"""How fast, how often, and when to give up: one request at a time per host, Retry-After, backing off, the breaker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Protocol
from urllib.parse import urlsplit

from webarticlecurator.errors import PortalRefused
from webarticlecurator.model.capture import Exchange, Failure, Hop
from webarticlecurator.model.clock import Clock
from webarticlecurator.model.portal import FetchPolicy

REFUSALS = frozenset({403, 429, 503})
PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses worth another try: the trouble may pass (RFC 9110 §15)."""
LAST_WORDS = frozenset({"bad-address", "redirect-loop", "tls", "robots", "robots-unreachable", "excluded"})
"""Failures that another try would only repeat."""
LONGEST_WAIT = 3600.0
"""Seconds; a longer Retry-After is a refusal."""


class Fetches(Protocol):
    """What politeness needs of a session."""

    def fetch(self, url: str, before: Callable[[str], Failure | None]) -> Exchange: ...


class Politeness:
    """Paces a session. ``delays`` holds a host's own crawl delay in seconds (robots.txt); the longer one counts.
    ``refusal`` is asked before every request, redirect hops too: what it gives ends the fetch."""

    def __init__(self, session: Fetches, policy: FetchPolicy, clock: Clock) -> None:
        self._session = session
        self._policy = policy
        self._clock = clock
        self._last: dict[str, float] = {}
        self._refused = 0
        self.delays: dict[str, float] = {}
        self.refusal: Callable[[str], Failure | None] = lambda _url: None

    def attempts(self, url: str) -> Iterator[Exchange]:
        """Request ``url``, again where the trouble may pass, and give every attempt as it ends; the last one is the answer.

        Raises PortalRefused after ``policy.breaker`` refusals running (over all addresses), or when the portal asks for a wait
        of more than an hour.
        """
        for attempt in range(self._policy.retries + 1):
            exchange = self._session.fetch(url, self._before)
            yield exchange
            self._watch(exchange)
            if not _may_pass(exchange) or attempt == self._policy.retries:
                return
            self._clock.sleep(self._pause(exchange, attempt))

    def _before(self, url: str) -> Failure | None:
        refused = self.refusal(url)
        if refused is None:
            self._wait(url)
        return refused

    def _wait(self, url: str) -> None:
        host = urlsplit(url).netloc
        delay = max(self._policy.delay, self.delays.get(host, 0.0))
        if host in self._last:
            rest = self._last[host] + delay - self._clock.monotonic()
            if rest > 0:
                self._clock.sleep(rest)
        self._last[host] = self._clock.monotonic()

    def _watch(self, exchange: Exchange) -> None:
        final = exchange.final
        refused = final.status in REFUSALS if final else exchange.failure is not None and exchange.failure.kind not in LAST_WORDS
        self._refused = self._refused + 1 if refused else 0
        if self._refused >= self._policy.breaker:
            what = f"status {final.status}" if final else str(exchange.failure and exchange.failure.message)
            raise PortalRefused(
                f"the portal refused {self._refused} requests running, last {exchange.url}: {what}",
                "What is stored is safe. Wait some hours, raise fetch.delay, or ask the portal; then run the same command again.",
            )

    def _pause(self, exchange: Exchange, attempt: int) -> float:
        """Seconds before the next attempt: Retry-After if given, else the delay doubled each time (at least a second)."""
        backing_off = max(self._policy.delay, 1.0) * 2.0**attempt
        asked = retry_after(exchange.final, self._clock.now()) if exchange.final else None
        if asked is not None and asked > LONGEST_WAIT:
            raise PortalRefused(
                f"{exchange.url} asks to wait {asked / 3600:.1f} hours (Retry-After)",
                "What is stored is safe. Run the same command again after that time.",
            )
        return max(asked, self._policy.delay) if asked is not None else backing_off


def _may_pass(exchange: Exchange) -> bool:
    if exchange.final:
        return exchange.final.status in PASSING or exchange.final.truncated in ("disconnect", "time")
    return exchange.failure is not None and exchange.failure.kind not in LAST_WORDS


def retry_after(hop: Hop, now: datetime) -> float | None:
    """Seconds that the answer asks to wait (Retry-After as seconds or date, RFC 9110 §10.2.3), or None. ``now`` is aware."""
    value = header(hop, "retry-after")
    if value is None:
        return None
    if value.isdigit():
        return float(value)
    try:
        until = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    until = until if until.tzinfo else until.replace(tzinfo=timezone.utc)
    return max(0.0, (until - now).total_seconds())


def header(hop: Hop, name: str) -> str | None:
    """A header of the answer's verbatim head; the first of that name, Latin-1."""
    head = hop.response.replace(b"\r\n", b"\n").split(b"\n\n", 1)[0].decode("latin-1")
    for line in head.split("\n")[1:]:
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() == name:
            return value.strip()
    return None
