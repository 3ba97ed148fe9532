"""Ask each site for its tdmrep.json, and for the licences that its robots.txt names, before
anything else is requested from it.

The TDM Reservation Protocol (W3C Community Group) wants the file to be checked before a site is
scraped; what it said, or that there was none, is stored as evidence of that day.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from webarticlecurator.base.model.article import TDMREP_PATH
from webarticlecurator.base.model.capture import Failure
from webarticlecurator.base.portal.hosts import PortalHosts, origin_of
from webarticlecurator.crawling.fetch.robots_policy import RobotsPolicy


class ReservationWatch:
    """Calls ``ask`` with the address of the tdmrep.json of each origin of the portal, and those of
    the licences (RSL) that its robots.txt names, once.

    It stands in front of ``robots``, whose answer it passes on. An origin from which nothing may be
    requested is not asked.
    """

    def __init__(
        self, robots: RobotsPolicy, hosts: PortalHosts, ask: Callable[[str], None]
    ) -> None:
        self._robots, self._hosts, self._ask = robots, hosts, ask
        self._asked: set[str] = set()
        self._licences: set[str] = set()
        self._is_asking = False

    def check(self, url: str) -> Failure | None:
        """Return the failure that forbids a request of ``url``, or None; see ``RobotsPolicy``."""
        failure = self._robots.check(url)
        if failure is None and self._is_due(url):
            self._asked.add(origin_of(url))
            self._is_asking = True
            try:
                self._ask(origin_of(url) + TDMREP_PATH)
                for address in self._list_licences(url):
                    if address not in self._licences and not self._robots.check(address):
                        self._licences.add(address)
                        self._ask(address)
            finally:
                self._is_asking = False
        return failure

    def _is_due(self, url: str) -> bool:
        if self._is_asking or self._robots.is_fetching_robots:
            return False
        is_robots = urlsplit(url).path == "/robots.txt"
        return not is_robots and origin_of(url) not in self._asked and self._hosts.belongs(url)

    def _list_licences(self, url: str) -> list[str]:
        """Return the addresses of the licences of a site."""
        text = self._robots.known_text(url)
        if "license" not in text.lower():
            return []
        from webarticlecurator.articles.rights.rsl_licences import list_licence_addresses

        return list_licence_addresses(text, f"{origin_of(url)}/robots.txt")
