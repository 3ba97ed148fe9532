"""The portals of the service: their files are read again when they, or files they name, change."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from math import ceil
from pathlib import Path

from webarticlecurator.article import find_exclusion
from webarticlecurator.config.files import FileStamp, stamp_file
from webarticlecurator.config.value_fault import nearest_word
from webarticlecurator.crawl.page_rendering import find_render_steps_at
from webarticlecurator.crawl.requester import PageVisit, PageVisitor
from webarticlecurator.crawl.scheduler import FileChange, FileError, PortalFiles
from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch import ConnectionSettings
from webarticlecurator.fetch.connection_settings import RequestPace
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import RenderSteps
from webarticlecurator.service.guard import RETRY_SECONDS, RequestProblem
from webarticlecurator.text.times import Clock

MIN_AGE = 0.5
"""Seconds for which the files are taken to be as they were."""

Stamps = tuple[FileStamp, ...]


@dataclass(frozen=True)
class PortalEntry:
    """A portal file. Its ``portal``, or the ``error`` for which it cannot be used; ``id`` is that
    of its portal, or its name if it could never be read. ``stamps`` are times of change and sizes
    of the files that it names."""

    id: str
    file: Path
    portal: Portal | None = None
    error: FileError | None = None
    stamps: Stamps = ()


class PortalCatalog:
    """The portal files of the service by the id of their portal. Thread-safe.

    ``list_files`` returns the files that are there now, ``read_portal`` the portal of one, or
    raises CuratorError or OSError; ``now`` returns the time in seconds.
    """

    def __init__(
        self,
        list_files: Callable[[], Sequence[Path]],
        read_portal: Callable[[Path], Portal],
        now: Callable[[], float],
    ) -> None:
        self._files = PortalFiles(list_files, read_portal)
        self._now, self._lock = now, threading.Lock()
        self._entries: dict[Path, PortalEntry] = {}
        self._read_at: float | None = None

    def entries(self) -> list[PortalEntry]:
        """Return all portal files as they are now, by id."""
        with self._lock:
            self._update()
            return sorted(self._entries.values(), key=lambda entry: (entry.id, entry.file))

    def find(self, portal_id: str) -> Portal:
        """Return a portal by its id.

        Raises RequestProblem if there is none, and what reading its file raised: ConfigError with
        every problem.
        """
        entries = self.entries()
        for entry in entries:
            if entry.id == portal_id and entry.portal is not None:
                return entry.portal
        for entry in entries:
            if entry.id == portal_id and entry.error is not None:
                raise entry.error.with_traceback(None)  # that of every raise would be kept
        known = [entry.id for entry in entries]
        nearest = nearest_word(portal_id, known)
        raise RequestProblem(
            HTTPStatus.NOT_FOUND,
            "no such portal",
            portal_id,
            expected=", ".join(known) or "none: the service has no portal file",
            cure=f"Did you mean {nearest!r}?" if nearest else "GET /portals lists them.",
        )

    def read_again(self) -> None:
        """Look for changed files at the next call, however soon it comes."""
        with self._lock:
            self._read_at = None

    def _update(self) -> None:
        """Read the files that have changed, unless that was done a moment ago."""
        now = self._now()
        if self._read_at is not None and now - self._read_at < MIN_AGE:
            return
        for change in self._files.find_changes():
            self._apply(change)
        for entry in list(self._entries.values()):
            if entry.portal is not None and entry.stamps != _stamps_of(entry.portal):
                self._apply(self._files.read_again(entry.file))
        self._read_at = now

    def _apply(self, change: FileChange) -> None:
        file, known = change.file, self._entries.get(change.file)
        if change.portal is not None:
            portal = change.portal
            self._entries[file] = PortalEntry(portal.id, file, portal, stamps=_stamps_of(portal))
        elif change.error is not None:
            name = file.stem if known is None else known.id
            self._entries[file] = PortalEntry(name, file, error=change.error)
        else:
            self._entries.pop(file, None)


def _stamps_of(portal: Portal) -> Stamps:
    """Return the times of change and the sizes of the files that a portal file names."""
    names = [*(file.name for file in portal.files), *(file for file, _ in portal.hooks)]
    return tuple(stamp_file(portal.path.parent / name) for name in names)


# Fetch a page of a portal for a request, as politely as a crawl, and store nothing.

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
