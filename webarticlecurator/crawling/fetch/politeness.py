"""Politeness towards a portal: the delay between requests, Retry-After, retries with backoff, and
the breaker that ends a run.

The delay applies to a host name. Refusals are counted by origin (scheme, host, port): a link to a
closed port says nothing about the portal that has the link.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from webarticlecurator.base.errors import PortalRefused
from webarticlecurator.base.model.capture import Exchange, Failure
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import ANY_HOSTS, PortalHosts, host_of, origin_of
from webarticlecurator.base.portal.log_lines import get_logger
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.fetch.answer_kinds import (
    NOT_REQUESTED,
    PERMANENT_FAILURES,
    REFUSALS,
    TRANSIENT_STATUSES,
)
from webarticlecurator.crawling.fetch.conditional_requests import Conditions, no_conditions
from webarticlecurator.crawling.fetch.fetchers import Fetcher
from webarticlecurator.crawling.fetch.pace import RequestPace
from webarticlecurator.crawling.fetch.retry_after import parse_retry_after

_log = get_logger(__name__)

AFTER_REFUSALS = make_message(
    "Everything stored is safe. Wait some hours, raise fetch.delay, or ask the portal; then run"
    " the same command again."
)
AFTER_WALLS = make_message(
    "Everything stored is safe. Run the same command again later: it begins with what was not"
    " requested yet. With a higher fetch.breaker, a crawl continues for longer."
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
                _log.debug("asks again at once: the server had closed the connection, %s", url)
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
                _log.debug("asks no more, as %.0f s are too long to wait: %s", waited, url)
                return
            _log.debug(
                "asks again in %g s, try %d of %d: %s, %s",
                pause,
                attempt + 2,
                self._policy.retries + 1,
                url,
                final.status if final else exchange.failure and exchange.failure.message,
            )
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
                make_message("{url} was not requested: {reason}", url=url, reason=reason),
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
        is_home = self._hosts.is_home(self._requested)
        if failure is not None and failure.kind == "dns" and not is_home:
            return  # a host that does not exist refuses nothing
        if final:
            refusal = f"status {final.status}" if final.status in REFUSALS else ""
            self._count(exchange.url, refusal, self._hosts.belongs(exchange.url))
        elif failure is not None:
            refusal = "" if failure.kind in PERMANENT_FAILURES else failure.message
            # A host behind a redirect that does not answer says nothing of the portal, unless it is
            # its home.
            self._count(self._requested, refusal, is_home)

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
                    "the portal refused {number} requests in a row, the last for {url}: {refusal}",
                    number=number,
                    url=url,
                    refusal=refusal,
                ),
                AFTER_REFUSALS,
            )
        self._unreachable[origin] = make_message(
            "{origin} refused {number} requests in a row, the last for {url}: {refusal}",
            origin=origin,
            number=number,
            url=url,
            refusal=refusal,
        )
        _log.debug("asks this host no more: %s", self._unreachable[origin])

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
        _log.debug("a page in place of any other, %d in a row: %s, %s", self._walls, url, what)
        # Archive pages may be well while every article is a wall: so walls have a count of their
        # own.
        in_a_row = max(self._refusals_before, self._walls)
        if in_a_row >= self._policy.breaker:
            raise PortalRefused(
                make_message(
                    "the portal refused {number} requests in a row, the last for {url}: {refusal}",
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
