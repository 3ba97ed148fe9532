"""The client that a run uses: fetcher, pace and robots.txt in one object."""

from __future__ import annotations

from collections.abc import Callable

from webarticlecurator.base.model.capture import Exchange
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.fetch.connection_settings import AGENT, ConnectionSettings
from webarticlecurator.crawling.fetch.fetchers import FETCHERS
from webarticlecurator.crawling.fetch.parallel_sessions import ParallelSessions
from webarticlecurator.crawling.fetch.politeness import Politeness
from webarticlecurator.crawling.fetch.robots_policy import RobotsAnswer, RobotsPolicy
from webarticlecurator.crawling.fetch.tdm_files import ReservationWatch


class PoliteClient(Politeness):
    """A client that paces its requests and obeys robots.txt; one per run, close it at the end.
    Each redirect hop is checked against robots.txt, too.

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
        fetcher = FETCHERS[settings.fetcher](settings, clock)
        super().__init__(fetcher, policy, clock, settings.hosts, settings.pace)
        self._robots_policy = RobotsPolicy(
            settings, policy.user_agent or AGENT, clock, self, robots
        )
        self.check_permission = (
            ReservationWatch(self._robots_policy, settings.hosts, reservations).check
            if reservations is not None
            else self._robots_policy.check
        )

    def send_ahead(self, url: str) -> bool:
        """Send the request of ``url`` before its turn, over another connection; return whether it
        is sent. ``attempts`` begins with its answer. Raises PortalRefused."""
        fetcher = self._fetcher
        if not isinstance(fetcher, ParallelSessions) or fetcher.check_address(url) is not None:
            return False
        if self.find_obstacle(url) is not None:
            return False
        fetcher.send_ahead(url, self.wait)
        return True

    def stop_sending(self) -> None:
        """Send nothing ahead any more."""
        if isinstance(self._fetcher, ParallelSessions):
            self._fetcher.stop_sending()

    def take_sent(self, url: str) -> Exchange | None:
        """Return the exchange of a request that was sent ahead, without its redirects; None if none
        was sent."""
        fetcher = self._fetcher
        answer = fetcher.take_answer(url) if isinstance(fetcher, ParallelSessions) else None
        if answer is None:
            return None
        return Exchange(url, () if answer.hop is None else (answer.hop,), answer.failure)

    def allowed(self, url: str) -> bool:
        """Return True if the current robots.txt allows ``url`` and its host may be connected to.
        Raises PortalRefused."""
        return (self._fetcher.check_address(url) or self._robots_policy.check(url)) is None

    def robots_text(self, url: str) -> str:
        """Return the robots.txt of the site of ``url``, empty if it has none."""
        return self._robots_policy.rules_for(url)[1]

    def close(self) -> None:
        self._fetcher.close()
