"""Fetch a page of a portal for the person at the window, as politely as a crawl."""

from __future__ import annotations

import threading
from datetime import datetime
from http import HTTPStatus
from math import ceil

from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion
from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.errors import PortalRefused
from webarticlecurator.base.model.capture import GONE
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.crawl.page_visits import PageVisit, PageVisitor
from webarticlecurator.crawling.crawl.render_choice import find_render_steps_at
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.pace import RequestPace
from webarticlecurator.service.guard import RETRY_SECONDS
from webarticlecurator.service.request_problems import RequestProblem

MAX_TURN_SECONDS = 20.0
"""Seconds for which a request waits for its turn: for another one that fetches from the same
portal, or for the delay that the host wants."""


class _ImpatientClock:
    """A clock whose sleep raises RequestProblem if it is longer than a request waits."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def now(self) -> datetime:
        return self._clock.now()

    def monotonic(self) -> float:
        return self._clock.monotonic()

    def sleep(self, seconds: float) -> None:
        if seconds > MAX_TURN_SECONDS:
            raise RequestProblem(
                HTTPStatus.SERVICE_UNAVAILABLE,
                f"the host allows no request for {ceil(seconds)} seconds",
                cure="Try again after this time: the portal or its file demands this delay.",
                retry=ceil(seconds),
            )
        self._clock.sleep(seconds)


@dataclass
class _PortalClient:
    """What fetches the pages of one portal, one at a time: it knows the pace and the robots.txt of
    the hosts. A visitor whose connections are closed opens new ones when it is used again."""

    portal: Portal
    settings: ConnectionSettings
    visitor: PageVisitor
    lock: threading.Lock = field(default_factory=threading.Lock)


class PortalVisits:
    """Fetches single pages of portals. Thread-safe.

    Pages that a crawl renders in a browser are rendered, lists with one round; a portal at a
    private address is asked as by a crawl.
    """

    def __init__(self, clock: Clock, proxy: str | None = None, ca_file: str | None = None) -> None:
        self._clock: Clock = _ImpatientClock(clock)
        self._proxy, self._ca_file = proxy, ca_file
        self._pace = RequestPace()
        self._clients: dict[str, _PortalClient] = {}
        self._lock = threading.Lock()

    def visit(self, portal: Portal, url: str) -> PageVisit:
        """Return the answer for an address of the portal; ``trouble`` is empty, or the status is
        one of GONE, or robots.txt forbids it.

        Raises RequestProblem for an address of another host and where no page comes back,
        PortalRefused, and UsageError where a browser is needed and not installed.
        """
        client = self._client_of(portal)
        if not client.settings.hosts.belongs(url):
            raise RequestProblem(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "not an address of the portal",
                url,
                expected=f"one of {', '.join(sorted(client.settings.hosts.names))}",
                cure="Give the address of a page of the portal.",
            )
        if not client.lock.acquire(timeout=MAX_TURN_SECONDS):
            raise RequestProblem(
                HTTPStatus.SERVICE_UNAVAILABLE,
                f"too many pages are fetched from {portal.id} at the same time",
                cure="Try again in a moment: requests keep the delay of the portal file.",
                retry=RETRY_SECONDS,
            )
        steps = find_render_steps_at(portal, url)
        try:
            if steps is None:
                visit = client.visitor.get(url)
            else:
                # a browser is used and ended by the thread that has started it
                with PageVisitor(client.settings, self._clock, client.portal) as visitor:
                    visit = visitor.get(url, steps.with_one_round())
        except PortalRefused:
            # its next answer decides
            client.visitor.__exit__()
            with self._lock:
                if self._clients.get(portal.id) is client:
                    del self._clients[portal.id]
            raise
        finally:
            client.lock.release()
        if visit.trouble and not (visit.is_forbidden or visit.status in GONE):
            raise RequestProblem(
                HTTPStatus.BAD_GATEWAY,
                make_message("the page cannot be fetched ({trouble})", trouble=visit.trouble),
                url,
                cure="Open it in a browser.",
            )
        return visit

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            clients, self._clients = list(self._clients.values()), {}
        for client in clients:
            client.visitor.__exit__()

    def _client_of(self, portal: Portal) -> _PortalClient:
        """Return the client of a portal; a changed portal file gets a new one."""
        with self._lock:
            known = self._clients.get(portal.id)
            if known is not None and known.portal is portal:
                return known
            settings = ConnectionSettings(
                portal.fetch,
                portal_hosts(portal),
                self._proxy,
                self._ca_file,
                lambda url: find_exclusion(portal, (url,)),
                pace=self._pace,
                allows_private=True,
            )
            client = _PortalClient(portal, settings, PageVisitor(settings, self._clock))
            self._clients[portal.id] = client
        if known is not None:
            with known.lock:
                known.visitor.__exit__()
        return client
