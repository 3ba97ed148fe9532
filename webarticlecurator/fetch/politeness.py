"""Politeness towards a portal: the delay between requests, Retry-After, retries with backoff, and
the breaker that ends a run.

The delay applies to a host name. Refusals are counted by origin (scheme, host, port): a link to a
closed port says nothing about the portal that has the link.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from queue import SimpleQueue
from typing import Protocol

from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch.connection_settings import (
    Conditions,
    ConnectionSettings,
    RequestPace,
    no_conditions,
)
from webarticlecurator.fetch.session import HopAnswer, Session, open_session
from webarticlecurator.model.capture import Exchange, Failure, Hop
from webarticlecurator.model.hosts import ANY_HOSTS, PortalHosts, host_of, origin_of
from webarticlecurator.model.portal import FetchPolicy
from webarticlecurator.text.times import Clock
from webarticlecurator.text.translation import make_message

# The fetcher ``http`` over several connections: requests can be sent ahead.
#
# A request that is sent ahead waits for its answer in a thread, over a connection of its own, while
# the caller works with earlier answers. Everything else stays with the caller and in its order:
# permissions before the request; redirects, repeated requests and refusals when it fetches the
# address.


_LONGEST_WAIT = 0.2
"""Seconds of one wait for an answer: on some systems no signal ends a wait for a thread."""


class _Ahead:
    """A request that is sent ahead: ``is_sent`` is set before, ``answer`` or ``error`` when it is
    done."""

    def __init__(self, url: str, wait: Callable[[str], None]) -> None:
        self.url, self.wait = url, wait
        self.is_sent = False
        self.done = threading.Event()
        self.answer: HopAnswer | None = None
        self.error: BaseException | None = None


class ParallelSessions:
    """Fetches addresses as a ``Session`` does; further sessions send requests ahead.

    All of them share cookies, checked addresses and pace. Only one thread may use it.
    """

    def __init__(self, settings: ConnectionSettings, clock: Clock) -> None:
        self._settings, self._clock = settings, clock
        self._session = open_session(settings, clock)
        self._ahead: dict[str, _Ahead] = {}
        self._waiting: SimpleQueue[_Ahead | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._stopping = threading.Lock()
        self._has_stopped = False

    def fetch(
        self,
        url: str,
        before: Callable[[str], Failure | None],
        conditions: Conditions = no_conditions,
    ) -> Exchange:
        """Return the exchange of ``url``, as ``Session.fetch``; it begins with the answer of the
        request that was sent ahead, if there is one."""
        return self._session.fetch(url, before, conditions, self.take_answer(url))

    def post(
        self,
        url: str,
        before: Callable[[str], Failure | None],
        headers: Mapping[str, str],
        body: bytes,
    ) -> Exchange:
        """Send ``body`` to ``url``, as ``Session.post``."""
        return self._session.post(url, before, headers, body)

    def check_address(self, url: str) -> Failure | None:
        """Return the failure of an address that cannot be requested, or None."""
        return self._session.check_address(url)

    def send_ahead(self, url: str, wait: Callable[[str], None]) -> None:
        """Request ``url``, which may be requested, in a thread that calls ``wait`` before."""
        # A thread for each request that is under way, and none before it is needed.
        if len(self._threads) <= len(self._ahead):
            # a thread that waits for an answer must not keep an interrupted process alive
            thread = threading.Thread(target=self._send_all, daemon=True)
            self._threads.append(thread)
            thread.start()
        self._ahead[url] = ahead = _Ahead(url, wait)
        self._waiting.put(ahead)

    def take_answer(self, url: str) -> HopAnswer | None:
        """Return the answer of a request that was sent ahead, as soon as it is there; None if none
        was sent."""
        ahead = self._ahead.pop(url, None)
        # A request that was not sent yet is made by the caller, in its turn.
        if ahead is None or (self._has_stopped and not ahead.is_sent):
            return None
        while not ahead.done.wait(_LONGEST_WAIT):
            pass
        if ahead.error is not None:
            raise ahead.error
        return ahead.answer

    def stop_sending(self) -> None:
        """Send nothing ahead any more, not even what waits for its turn."""
        with self._stopping:
            self._has_stopped = True

    def close(self) -> None:
        """Close the connections; those that still wait for an answer as soon as it is there."""
        self.stop_sending()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join(_LONGEST_WAIT)
        self._session.close()

    def _send_all(self) -> None:
        """Send what waits, one request after the other, over connections of this thread."""
        session = open_session(self._settings, self._clock, self._session)
        try:
            while (ahead := self._waiting.get()) is not None:
                self._send(ahead, session)
        finally:
            session.close()

    def _send(self, ahead: _Ahead, session: Session) -> None:
        try:
            ahead.wait(ahead.url)
            # Under the lock, so that nothing is sent after stop_sending has returned.
            with self._stopping:
                ahead.is_sent = not self._has_stopped
            if ahead.is_sent:
                ahead.answer = session.request_hop(ahead.url, {})
        except BaseException as error:  # the caller raises it, an interruption, too
            ahead.error = error
        finally:
            ahead.done.set()


def open_http(settings: ConnectionSettings, clock: Clock) -> Session | ParallelSessions:
    """Return the fetcher ``http`` for a portal."""
    # For slow portals: where an answer takes two seconds, forty articles take 84 s over one
    # connection and 24 s over four (bench/speed/connections.py).
    if settings.policy.connections > 1:
        return ParallelSessions(settings, clock)
    return open_session(settings, clock)


# The kinds of fetchers: what makes one attempt at an address.
#
# ``PoliteClient`` adds pace, retries and robots.txt, which are the same for every kind.


class Fetcher(Protocol):
    """Fetches one address at a time.

    A kind of fetcher is a function that is called with the settings of a connection and the clock.
    """

    def fetch(
        self, url: str, before: Callable[[str], Failure | None], conditions: Conditions
    ) -> Exchange:
        """Request ``url`` and follow its redirects; return every hop with its bytes.

        ``before`` must be called just before each request for a page, redirect hops included: it
        waits for the turn of the host; a failure that it returns ends the fetch. ``conditions``
        is called with each address before that, for the headers that make its request
        conditional; if it returns None, the fetch ends with the redirect to this address. What
        goes wrong is in ``Exchange.failure``; nothing is raised.
        """

    def post(
        self,
        url: str,
        before: Callable[[str], Failure | None],
        headers: Mapping[str, str],
        body: bytes,
    ) -> Exchange:
        """Send ``body`` to ``url`` once (POST), and follow no redirect; else as ``fetch``."""

    def check_address(self, url: str) -> Failure | None:
        """Return the failure of an address that cannot be requested, or None."""

    def close(self) -> None:
        """Close every connection."""


FETCHERS: dict[str, Callable[[ConnectionSettings, Clock], Fetcher]] = {"http": open_http}
"""Name of a kind (``ConnectionSettings.fetcher``) → function that opens a fetcher."""


# What an answer says of the portal: it refuses, it may do better later, or nothing was asked.
REFUSALS = frozenset({403, 429, 503})
TRANSIENT_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses of errors that may be temporary: the request is repeated (RFC 9110 §15)."""
NOT_REQUESTED = frozenset(
    {"bad-address", "private-address", "robots", "robots-unreachable", "excluded", "unreachable"}
)
"""Failures without a request: they say nothing about the portal."""
PERMANENT_FAILURES = NOT_REQUESTED | {"redirect-loop", "tls"}
"""Failures that a retry would only repeat."""
AFTER_REFUSALS = make_message(
    "What is stored is safe. Wait some hours, raise fetch.delay, or ask the portal; then run the"
    " same command again."
)
AFTER_WALLS = make_message(
    "What is stored is safe. Run the same command again later: it begins with what was not asked"
    " for yet. A higher fetch.breaker goes on for longer."
)
MAX_WAIT = 3600.0
"""Seconds that a run waits for one address in total; if Retry-After asks for more, the address has
failed."""


class Politeness:
    """Paces the requests of a fetcher and counts refusals.

    ``hosts`` are the portal's own hosts. ``check_permission`` is called before every request,
    redirect hops included: a failure that it returns ends the fetch. ``pace`` is that of all crawls
    that may request the same hosts.
    """

    def __init__(
        self,
        fetcher: Fetcher,
        policy: FetchPolicy,
        clock: Clock,
        hosts: PortalHosts = ANY_HOSTS,
        pace: RequestPace | None = None,
    ) -> None:
        self._fetcher = fetcher
        self._policy = policy
        self._clock = clock
        self._hosts = hosts
        self._pace = pace or RequestPace()
        self._refusals: dict[str, int] = {}
        self._refusals_before = self._walls = 0
        self._unreachable: dict[str, str] = {}
        self._requested = ""
        self.check_permission: Callable[[str], Failure | None] = lambda _url: None

    def slow_down(self, url: str, delay: float) -> None:
        """Send the host of ``url`` a request every ``delay`` seconds at most (robots.txt). The
        longest delay of a host counts."""
        self._pace.slow_down(host_of(url), delay)

    def attempts(self, url: str, conditions: Conditions = no_conditions) -> Iterator[Exchange]:
        """Request ``url``, repeat the request after temporary errors, and yield every attempt as it
        ends; the last one is the answer. ``conditions`` may make its requests conditional. A
        request that the server has not read is sent again at once, on a new connection (RFC 9112
        §9.3.1).

        Raises PortalRefused after ``policy.breaker`` refusals in a row, over all addresses of an
        origin of the portal.
        """
        waited = 0.0
        for attempt in range(self._policy.retries + 1):
            self._requested = url
            exchange = self._fetcher.fetch(url, self._before, conditions)
            yield exchange
            # At once and beside the retries: the server closed an idle connection, which is no
            # refusal.
            if exchange.is_unread:
                exchange = self._fetcher.fetch(url, self._before, conditions)
                yield exchange
            self._count_answer(exchange)
            if not _is_temporary(exchange) or attempt == self._policy.retries:
                return
            # Retry-After if the answer has it, otherwise the delay, doubled with each attempt. A
            # delay of 0 must not become retries without any pause, and a Retry-After of 0 does not
            # undercut the pace.
            pause = max(self._policy.delay, 1.0) * 2.0**attempt
            final = exchange.final
            retry_after = parse_retry_after(final, self._clock.now()) if final else None
            if retry_after is not None:
                pause = max(retry_after, self._policy.delay)
            waited += pause
            # The address has failed, not the crawl; a portal that goes on refusing ends it by the
            # breaker.
            if waited > MAX_WAIT:
                return
            # The whole host waits: other addresses must not be asked for while this one backs off.
            self._pace.hold(host_of(self._requested), pause, self._clock)
            self._clock.sleep(pause)

    def probe(self, url: str) -> Exchange:
        """Request ``url`` once, at the pace of the others; refusals and failures are not counted.

        Raises PortalRefused if ``check_permission`` does.
        """
        return self._fetcher.fetch(url, self._before, no_conditions)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Exchange:
        """Send ``body`` to ``url`` once; paced and counted as ``probe``."""
        return self._fetcher.post(url, self._before, headers, body)

    def find_obstacle(self, url: str) -> Failure | None:
        """Return the failure that forbids a request of ``url``, or None. Raises PortalRefused if
        ``check_permission`` does."""
        reason = self._unreachable.get(origin_of(url))
        if reason is not None:
            return Failure(
                "unreachable",
                make_message("{url} was not asked for: {reason}", url=url, reason=reason),
                self._clock.now(),
            )
        return self.check_permission(url)

    def _before(self, url: str) -> Failure | None:
        forbidden = self.find_obstacle(url)
        if forbidden is None:
            self.wait(url)
            self._requested = url
        return forbidden

    def wait(self, url: str) -> None:
        """Wait until ``url`` may be requested. Any thread may call it."""
        host = host_of(url)
        self._pace.slow_down(host, self._policy.delay)
        self._pace.wait(host, self._clock)

    def _count_answer(self, exchange: Exchange) -> None:
        """Count refusals in a row. An answer counts for the requested address, even after
        redirects; a lost or refused connection counts for the address it was opened to."""
        final, failure = exchange.final, exchange.failure
        if failure is not None and failure.kind in NOT_REQUESTED:
            return
        if final:
            refusal = f"status {final.status}" if final.status in REFUSALS else ""
            self._count(exchange.url, refusal, self._hosts.belongs(exchange.url))
        elif failure is not None:
            refusal = "" if failure.kind in PERMANENT_FAILURES else failure.message
            # A host behind a redirect that does not answer says nothing of the portal, unless it is
            # its home.
            self._count(self._requested, refusal, self._hosts.is_home(self._requested))

    def _count(self, url: str, refusal: str, ends_run: bool) -> None:
        """Count ``refusal``, a description ("": ``url`` was not refused). Too many of them end the
        run if ``ends_run``; otherwise the origin gets no more requests."""
        origin = origin_of(url)
        self._refusals_before = self._refusals.get(origin, 0)
        self._refusals[origin] = self._refusals_before + 1 if refusal else 0
        if self._refusals[origin] < self._policy.breaker:
            return
        number = self._refusals[origin]
        # Other origins only get no more requests: one that is down must not end a crawl of the
        # portal.
        if ends_run:
            raise PortalRefused(
                make_message(
                    "the portal refused {number} requests in a row, last {url}: {refusal}",
                    number=number,
                    url=url,
                    refusal=refusal,
                ),
                AFTER_REFUSALS,
            )
        self._unreachable[origin] = make_message(
            "{origin} refused {number} requests in a row, last {url}: {refusal}",
            origin=origin,
            number=number,
            url=url,
            refusal=refusal,
        )

    def count_wall(self, url: str, what: str) -> None:
        """Count the last answer as a refusal: it was a page that the portal sends in place of any
        other (a challenge, a login page). ``what`` describes it, for the message.

        Good archive pages do not end a row of such pages, only ``reset_walls`` does. Raises
        PortalRefused, like ``attempts``.
        """
        origin = origin_of(url)
        # The same answer was counted as good by its status before its text was known to be a wall.
        self._refusals_before = (self._refusals.get(origin, 0) or self._refusals_before) + 1
        self._refusals[origin] = self._refusals_before
        self._walls += 1
        # Archive pages may be well while every article is a wall: so walls have a count of their
        # own.
        in_a_row = max(self._refusals_before, self._walls)
        if in_a_row >= self._policy.breaker:
            raise PortalRefused(
                make_message(
                    "the portal refused {number} requests in a row, last {url}: {refusal}",
                    number=in_a_row,
                    url=url,
                    refusal=what,
                ),
                AFTER_WALLS,
            )

    def reset_walls(self) -> None:
        """Note that an article arrived: a row of walls is over."""
        self._walls = 0


def _is_temporary(exchange: Exchange) -> bool:
    final, failure = exchange.final, exchange.failure
    if final:
        return final.status in TRANSIENT_STATUSES or final.truncated in ("disconnect", "time")
    return failure is not None and failure.kind not in PERMANENT_FAILURES


def parse_retry_after(hop: Hop, now: datetime) -> float | None:
    """Return the seconds of a Retry-After header (a number or a date, RFC 9110 §10.2.3), or None.
    ``now`` is timezone-aware."""
    value = find_hop_header(hop, "retry-after")
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        until = parsedate_to_datetime(value)
        until = until if until.tzinfo else until.replace(tzinfo=timezone.utc)
        return max(0.0, (until - now).total_seconds())
    except (TypeError, ValueError, ArithmeticError, IndexError):  # not a date
        return None


def find_hop_header(hop: Hop, name: str) -> str | None:
    """Return the first header ``name`` (in lower case) of the recorded answer, decoded as Latin-1,
    or None."""
    head = hop.response.replace(b"\r\n", b"\n").split(b"\n\n", 1)[0].decode("latin-1")
    for line in head.split("\n")[1:]:
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() == name:
            return value.strip()
    return None
