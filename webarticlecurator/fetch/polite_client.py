"""Session, pace and permission as one: what a run asks a portal through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from webarticlecurator.fetch.connection_settings import AGENT, USER_AGENT, ConnectionSettings
from webarticlecurator.fetch.politeness import Politeness
from webarticlecurator.fetch.robots_policy import RobotsAnswer, RobotsPolicy
from webarticlecurator.fetch.session import Session
from webarticlecurator.model.capture import Exchange
from webarticlecurator.model.clock import Clock


class PoliteClient:
    """One per run, to be closed. ``robots`` is called with the address of a robots.txt, once per
    site, and asks for it here."""

    def __init__(
        self, way: ConnectionSettings, clock: Clock, robots: Callable[[str], RobotsAnswer]
    ) -> None:
        policy = replace(way.policy, proxy=way.proxy or way.policy.proxy)
        self._session = Session(policy, clock, USER_AGENT, way.ca_file, way.hosts)
        self._politeness = Politeness(self._session, policy, clock, way.hosts)
        self._permission = RobotsPolicy(
            way, policy.user_agent or AGENT, clock, self._politeness, robots
        )

    def attempts(self, url: str) -> Iterator[Exchange]:
        """Every attempt at ``url``, the last one being the answer; robots.txt counts for every hop.
        Raises PortalRefused."""
        return self._politeness.attempts(url)

    def wall(self, url: str, what: str) -> None:
        """As Politeness.wall."""
        self._politeness.wall(url, what)

    def passed(self) -> None:
        """As Politeness.passed."""
        self._politeness.passed()

    def allowed(self, url: str) -> bool:
        """Whether ``url`` may be asked for, by robots.txt as it is now and by where it leads.
        Raises PortalRefused."""
        return (self._session.refusal(url) or self._permission.refusal(url)) is None

    def robots_text(self, url: str) -> str:
        """The robots.txt of the site of ``url``, empty if it has none."""
        return self._permission.site(url)[1]

    def close(self) -> None:
        self._session.close()
