"""Request single addresses outside a crawl, as politely as in one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from webarticlecurator.base.model.capture import Exchange, Origin
from webarticlecurator.base.portal.log_lines import name_purpose
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.polite_client import PoliteClient
from webarticlecurator.crawling.fetch.robots_policy import RobotsAnswer

StoreAttempt = Callable[[Exchange, Origin], None]
"""Stores an attempt, and why it was made."""
_Visitor = TypeVar("_Visitor", bound="Visitor")


def store_nothing(_exchange: Exchange, _origin: Origin) -> None:
    """Do nothing: the answer is only looked at."""


def find_nothing(_url: str) -> None:
    """Return None: each address is requested."""


class Visitor:
    """Requests single addresses, as politely as a crawl; each hop is checked against robots.txt. To
    be used in a ``with`` statement.

    ``store`` is called with every attempt, those at a robots.txt included, before it is used.
    ``find_kept`` returns an answer of an address that needs no request.
    """

    def __init__(
        self,
        settings: ConnectionSettings,
        clock: Clock,
        store: StoreAttempt = store_nothing,
        find_kept: Callable[[str], Exchange | None] = find_nothing,
    ) -> None:
        self._client = PoliteClient(settings, clock, self._fetch_robots)
        self._store, self._find_kept = store, find_kept

    def __enter__(self: _Visitor) -> _Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def fetch(self, url: str, level: str = "article") -> Exchange:
        """Return the last attempt at ``url``, which is requested on ``level``. Raises PortalRefused
        as ``PoliteClient``, and what ``store`` raises."""
        kept = self._find_kept(url)
        if kept is not None:
            return kept
        exchange, origin = Exchange(url, ()), Origin(level)
        with name_purpose(origin):
            for exchange in self._client.attempts(url):
                self._store(exchange, origin)
        return exchange

    def robots_text(self, url: str) -> str:
        """Return the robots.txt of the site of ``url``, empty if it has none. Raises like
        ``fetch``."""
        return self._client.robots_text(url)

    def _fetch_robots(self, url: str) -> RobotsAnswer:
        return RobotsAnswer.of(self.fetch(url, "robots"))
