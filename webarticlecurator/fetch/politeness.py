"""How fast, how often, and when to give up: one request at a time per host, Retry-After, backing
off, the breaker.

The pace belongs to the host name, refusals belong to the origin (scheme, host, port): an address
that leads to a closed port says nothing about the portal that links it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Protocol

from webarticlecurator.errors import PortalRefused
from webarticlecurator.model.capture import Exchange, Failure, Hop
from webarticlecurator.model.clock import Clock
from webarticlecurator.model.hosts import ANY_HOSTS, PortalHosts, host_of, origin_of
from webarticlecurator.model.portal import FetchPolicy

REFUSALS = frozenset({403, 429, 503})
PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses worth another try: the trouble may pass (RFC 9110 §15)."""
NOT_ASKED = frozenset(
    {"bad-address", "private-address", "robots", "robots-unreachable", "excluded", "unreachable"}
)
"""Failures of addresses that were not asked for: they say nothing about the portal."""
LAST_WORDS = NOT_ASKED | {"redirect-loop", "tls"}
"""Failures that another try would only repeat."""
AFTER_REFUSALS = (
    "What is stored is safe. Wait some hours, raise fetch.delay, or ask the portal; then run the"
    " same command again."
)
AFTER_WALLS = (
    "What is stored is safe. Run the same command again later: it begins with what was not asked"
    " for yet. A higher fetch.breaker goes on for longer."
)
LONGEST_WAIT = 3600.0
"""Seconds that one address is waited for in all; where Retry-After asks for more, it has failed."""


class Fetches(Protocol):
    """What politeness needs of a session."""

    def fetch(self, url: str, before: Callable[[str], Failure | None]) -> Exchange: ...


class Politeness:
    """Paces a session. ``refusal`` is asked before every request, redirect hops too: what it gives
    ends the fetch. ``hosts`` are the portal's own."""

    def __init__(
        self,
        session: Fetches,
        policy: FetchPolicy,
        clock: Clock,
        hosts: PortalHosts = ANY_HOSTS,
    ) -> None:
        self._session = session
        self._policy = policy
        self._clock = clock
        self._hosts = hosts
        self._last: dict[str, float] = {}
        self._delays: dict[str, float] = {}
        self._refused: dict[str, int] = {}
        self._refused_before = self._walls = 0
        self._unreachable: dict[str, str] = {}
        self._asked = ""
        self.refusal: Callable[[str], Failure | None] = lambda _url: None

    def slow_down(self, url: str, delay: float) -> None:
        """Ask the host of ``url`` at most every ``delay`` seconds (robots.txt); the longest delay
        of a host counts."""
        host = host_of(url)
        self._delays[host] = max(delay, self._delays.get(host, 0.0))

    def attempts(self, url: str) -> Iterator[Exchange]:
        """Request ``url``, again where the trouble may pass, and give every attempt as it ends; the
        last one is the answer.

        Raises PortalRefused after ``policy.breaker`` refusals running (over all addresses of an
        origin of the portal).
        """
        waited = 0.0
        for attempt in range(self._policy.retries + 1):
            exchange = self._session.fetch(url, self._before)
            yield exchange
            self._watch(exchange)
            if not _may_pass(exchange) or attempt == self._policy.retries:
                return
            pause = self._pause(exchange, attempt)
            waited += pause
            if waited > LONGEST_WAIT:
                return
            self._clock.sleep(pause)

    def _before(self, url: str) -> Failure | None:
        why = self._unreachable.get(origin_of(url))
        if why is not None:
            return Failure("unreachable", f"{url} was not asked for: {why}", self._clock.now())
        refused = self.refusal(url)
        if refused is None:
            self._wait(url)
            self._asked = url
        return refused

    def _wait(self, url: str) -> None:
        host = host_of(url)
        delay = max(self._policy.delay, self._delays.get(host, 0.0))
        if host in self._last:
            rest = self._last[host] + delay - self._clock.monotonic()
            if rest > 0:
                self._clock.sleep(rest)
        self._last[host] = self._clock.monotonic()

    def _watch(self, exchange: Exchange) -> None:
        """Count refusals running. An answer counts for the address that was asked for, wherever its
        redirects have led; a lost or refused connection for the address that it was made to."""
        final, failure = exchange.final, exchange.failure
        if failure is not None and failure.kind in NOT_ASKED:
            return
        if final:
            words = f"status {final.status}" if final.status in REFUSALS else ""
            self._count(exchange.url, words, self._hosts.belongs(exchange.url))
        elif failure is not None:
            words = "" if failure.kind in LAST_WORDS else failure.message
            self._count(self._asked, words, self._hosts.is_home(self._asked))

    def _count(self, url: str, refusal: str, stops: bool) -> None:
        """Note how ``url`` was refused, in words ("": it was not). ``stops``: too many refusals end
        the run; else nothing more is asked of that origin."""
        origin = origin_of(url)
        self._refused_before = self._refused.get(origin, 0)
        self._refused[origin] = self._refused_before + 1 if refusal else 0
        if self._refused[origin] < self._policy.breaker:
            return
        words = f"refused {self._refused[origin]} requests running, last {url}: {refusal}"
        if stops:
            raise PortalRefused(f"the portal {words}", AFTER_REFUSALS)
        self._unreachable[origin] = f"{origin} {words}"

    def wall(self, url: str, what: str) -> None:
        """The answer that came last was one for any address (a challenge, a login page): it is
        counted as a refusal after all. It is one, too, after a good archive page: only ``passed``
        ends a row of walls. Raises PortalRefused as ``attempts``."""
        origin = origin_of(url)
        self._refused_before = (self._refused.get(origin, 0) or self._refused_before) + 1
        self._refused[origin] = self._refused_before
        self._walls += 1
        running = max(self._refused_before, self._walls)
        if running >= self._policy.breaker:
            said = f"the portal refused {running} requests running, last {url}: {what}"
            raise PortalRefused(said, AFTER_WALLS)

    def passed(self) -> None:
        """An article came."""
        self._walls = 0

    def _pause(self, exchange: Exchange, attempt: int) -> float:
        """Seconds before the next attempt: Retry-After if given, else the delay doubled each time
        (at least a second)."""
        backing_off = max(self._policy.delay, 1.0) * 2.0**attempt
        asked = parse_retry_after(exchange.final, self._clock.now()) if exchange.final else None
        return max(asked, self._policy.delay) if asked is not None else backing_off


def _may_pass(exchange: Exchange) -> bool:
    if exchange.final:
        return exchange.final.status in PASSING or exchange.final.truncated in (
            "disconnect",
            "time",
        )
    return exchange.failure is not None and exchange.failure.kind not in LAST_WORDS


def parse_retry_after(hop: Hop, now: datetime) -> float | None:
    """Seconds that the answer asks to wait (Retry-After as seconds or date, RFC 9110 §10.2.3), or
    None. ``now`` is aware."""
    value = read_header(hop, "retry-after")
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        until = parsedate_to_datetime(value)
        until = until if until.tzinfo else until.replace(tzinfo=timezone.utc)
        return max(0.0, (until - now).total_seconds())
    # no date, or one that no calendar has
    except (TypeError, ValueError, ArithmeticError, IndexError):
        return None


def read_header(hop: Hop, name: str) -> str | None:
    """A header of the answer's verbatim head; the first of that name, Latin-1."""
    head = hop.response.replace(b"\r\n", b"\n").split(b"\n\n", 1)[0].decode("latin-1")
    for line in head.split("\n")[1:]:
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() == name:
            return value.strip()
    return None
