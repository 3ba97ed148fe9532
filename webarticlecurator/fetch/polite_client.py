"""The client that a run uses: fetcher, pace and robots.txt in one object."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from urllib.parse import urlsplit

from webarticlecurator.fetch.connection_settings import (
    AGENT,
    Conditions,
    ConnectionSettings,
    no_conditions,
)
from webarticlecurator.fetch.fetcher import FETCHERS
from webarticlecurator.fetch.parallel_sessions import ParallelSessions
from webarticlecurator.fetch.politeness import Politeness
from webarticlecurator.fetch.robots import RobotsAnswer, RobotsPolicy
from webarticlecurator.model.article import TDMREP_PATH
from webarticlecurator.model.capture import Exchange, Failure
from webarticlecurator.model.hosts import PortalHosts, origin_of
from webarticlecurator.text.times import Clock


class PoliteClient:
    """A client that paces its requests and obeys robots.txt; one per run, close it at the end.

    ``robots`` is called once per site with the address of its robots.txt; it requests the file
    through this client. ``reservations``, if given, is called once per site of the portal with the
    address of its tdmrep.json, before anything else is requested there; it calls ``probe``.
    """

    def __init__(
        self,
        settings: ConnectionSettings,
        clock: Clock,
        robots: Callable[[str], RobotsAnswer],
        reservations: Callable[[str], None] | None = None,
    ) -> None:
        policy = settings.effective_policy()
        self._fetcher = FETCHERS[settings.fetcher](settings, clock)
        self._politeness = Politeness(self._fetcher, policy, clock, settings.hosts, settings.pace)
        self._robots_policy = RobotsPolicy(
            settings, policy.user_agent or AGENT, clock, self._politeness, robots
        )
        self._politeness.check_permission = self._robots_policy.check
        if reservations is not None:
            watch = ReservationWatch(self._robots_policy, settings.hosts, reservations)
            self._politeness.check_permission = watch.check

    def attempts(self, url: str, conditions: Conditions = no_conditions) -> Iterator[Exchange]:
        """Yield every attempt at ``url``; the last one is the answer. Each redirect hop is checked
        against robots.txt, too. ``conditions`` may make the requests conditional. Raises
        PortalRefused."""
        return self._politeness.attempts(url, conditions)

    def send_ahead(self, url: str) -> bool:
        """Send the request of ``url`` before its turn, over another connection; return whether it
        is sent. ``attempts`` begins with its answer. Raises PortalRefused."""
        fetcher = self._fetcher
        if not isinstance(fetcher, ParallelSessions) or fetcher.check_address(url) is not None:
            return False
        if self._politeness.find_obstacle(url) is not None:
            return False
        fetcher.send_ahead(url, self._politeness.wait)
        return True

    def stop_sending(self) -> None:
        """Send nothing ahead any more."""
        if isinstance(self._fetcher, ParallelSessions):
            self._fetcher.stop_sending()

    def take_sent(self, url: str) -> Exchange | None:
        """Return the exchange of a request that was sent ahead, without its redirects; None if none
        was sent."""
        if not isinstance(self._fetcher, ParallelSessions):
            return None
        answer = self._fetcher.take_answer(url)
        if answer is None:
            return None
        hops = () if answer.hop is None else (answer.hop,)
        return Exchange(url, hops, answer.failure)

    def probe(self, url: str) -> Exchange:
        """Request ``url`` once: it is paced and checked against robots.txt as any other, but not
        repeated, and its answer does not count for the breaker. Raises PortalRefused."""
        return self._politeness.probe(url)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Exchange:
        """Send ``body`` to ``url`` once (POST); paced, checked and counted as ``probe``. Raises
        PortalRefused."""
        return self._politeness.post(url, headers, body)

    def count_wall(self, url: str, what: str) -> None:
        """Count the answer of ``url`` as a refusal, because it was a page that the portal sends in
        place of any other; ``what`` describes that page. Raises PortalRefused when there were too
        many in a row."""
        self._politeness.count_wall(url, what)

    def reset_walls(self) -> None:
        """Note that an article arrived: a row of walls is over."""
        self._politeness.reset_walls()

    def allowed(self, url: str) -> bool:
        """Return True if the current robots.txt allows ``url`` and its host may be connected to.
        Raises PortalRefused."""
        return (self._fetcher.check_address(url) or self._robots_policy.check(url)) is None

    def robots_text(self, url: str) -> str:
        """Return the robots.txt of the site of ``url``, empty if it has none."""
        return self._robots_policy.rules_for(url)[1]

    def close(self) -> None:
        self._fetcher.close()


# Ask each site for its tdmrep.json before anything else is requested from it.
#
# The TDM Reservation Protocol (W3C Community Group) wants the file to be checked before a site is
# scraped; what it said, or that there was none, is stored as evidence of that day.


class ReservationWatch:
    """Calls ``ask`` with the address of the tdmrep.json of each origin of the portal, once.

    It stands in front of ``robots``, whose answer it passes on. An origin from which nothing may be
    requested is not asked.
    """

    def __init__(
        self, robots: RobotsPolicy, hosts: PortalHosts, ask: Callable[[str], None]
    ) -> None:
        self._robots, self._hosts, self._ask = robots, hosts, ask
        self._asked: set[str] = set()
        self._is_asking = False

    def check(self, url: str) -> Failure | None:
        """Return the failure that forbids a request of ``url``, or None; see ``RobotsPolicy``."""
        failure = self._robots.check(url)
        if failure is None and self._is_due(url):
            self._asked.add(origin_of(url))
            self._is_asking = True
            try:
                self._ask(origin_of(url) + TDMREP_PATH)
            finally:
                self._is_asking = False
        return failure

    def _is_due(self, url: str) -> bool:
        if self._is_asking or self._robots.is_fetching_robots:
            return False
        is_robots = urlsplit(url).path == "/robots.txt"
        return not is_robots and origin_of(url) not in self._asked and self._hosts.belongs(url)
