"""Fetch a page of a portal for a request, as politely as a crawl, and store nothing."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from math import ceil

from webarticlecurator.errors import PortalRefused
from webarticlecurator.extract import find_exclusion
from webarticlecurator.fetch import ConnectionSettings
from webarticlecurator.fetch.connection_settings import RequestPace
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.render_steps import RenderSteps
from webarticlecurator.run.crawling.render_choice import find_render_steps_at
from webarticlecurator.run.crawling.visiting import PageVisit, PageVisitor
from webarticlecurator.service.problems import RETRY_SECONDS, RequestProblem
from webarticlecurator.text.times import Clock

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
                f"the host wants no request for {ceil(seconds)} seconds",
                cure="Ask again after Retry-After: it is what the portal or its file demands.",
                retry=ceil(seconds),
            )
        self._clock.sleep(seconds)


@dataclass
class _PortalClient:
    """What fetches the pages of one portal, one at a time: it knows the pace and the robots.txt of
    the hosts."""

    portal: Portal
    settings: ConnectionSettings
    visitor: PageVisitor
    lock: threading.Lock = field(default_factory=threading.Lock)

    def close(self) -> None:
        """Close the connections; one that is used again opens new ones."""
        self.visitor.__exit__()


class PortalVisits:
    """Fetches single pages of portals. Thread-safe.

    With ``renders``, pages that a crawl renders in a browser are rendered, lists with one round.

    Never from a private address, not even where the portal is at one: what asks is not the person
    who started the service.
    """

    def __init__(
        self,
        clock: Clock,
        proxy: str | None = None,
        ca_file: str | None = None,
        *,
        renders: bool = False,
    ) -> None:
        self._clock: Clock = _ImpatientClock(clock)
        self._proxy, self._ca_file, self._renders = proxy, ca_file, renders
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
        hosts = client.settings.hosts
        if not hosts.belongs(url):
            raise RequestProblem(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "not an address of the portal",
                url,
                expected=f"one of {', '.join(sorted(hosts.names))}",
                cure="Send the page with the request.",
            )
        steps = find_render_steps_at(portal, url)
        if steps is not None and not self._renders:
            raise RequestProblem(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "pages of the portal are rendered in a browser (fetch.browser), which is not done"
                " here",
                url,
                cure="Crawl the page; or send it, as rendered, with the request.",
            )
        if not client.lock.acquire(timeout=MAX_TURN_SECONDS):
            raise RequestProblem(
                HTTPStatus.SERVICE_UNAVAILABLE,
                f"too many pages are fetched from {portal.id} at the same time",
                cure="Ask again after Retry-After: requests keep the delay of the portal file.",
                retry=RETRY_SECONDS,
            )
        try:
            visit = self._get(client, url, steps)
        except PortalRefused:
            self._forget(client)  # its next answer decides
            raise
        finally:
            client.lock.release()
        if visit.trouble and not (visit.is_forbidden or visit.status in GONE):
            raise RequestProblem(
                HTTPStatus.BAD_GATEWAY,
                f"the page cannot be fetched ({visit.trouble})",
                url,
                cure="Look at it in a browser; or send the page with the request.",
            )
        return visit

    def _get(self, client: _PortalClient, url: str, steps: RenderSteps | None) -> PageVisit:
        if steps is None:
            return client.visitor.get(url)
        # a browser is used and ended by the thread that has started it
        with PageVisitor(client.settings, self._clock, client.portal) as visitor:
            return visitor.get(url, steps.with_one_round())

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            clients, self._clients = list(self._clients.values()), {}
        for client in clients:
            client.close()

    def _client_of(self, portal: Portal) -> _PortalClient:
        """Return the client of a portal; a changed portal file gets a new one."""
        with self._lock:
            known = self._clients.get(portal.id)
            if known is not None and known.portal is portal:
                return known
            client = self._open_client(portal)
            self._clients[portal.id] = client
        if known is not None:
            with known.lock:
                known.close()
        return client

    def _open_client(self, portal: Portal) -> _PortalClient:
        settings = ConnectionSettings(
            portal.fetch,
            portal_hosts(portal),
            self._proxy,
            self._ca_file,
            lambda url: find_exclusion(portal, (url,)),
            pace=self._pace,
            allows_private=False,
        )
        return _PortalClient(portal, settings, PageVisitor(settings, self._clock))

    def _forget(self, client: _PortalClient) -> None:
        """Begin anew with a portal that has refused. The lock of the client is held."""
        client.close()
        with self._lock:
            if self._clients.get(client.portal.id) is client:
                del self._clients[client.portal.id]
