"""The portals of the service: their files are read again when they, or files they name, change."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from http import HTTPStatus
from ipaddress import ip_address
from math import ceil
from pathlib import Path

from webarticlecurator.article import find_exclusion
from webarticlecurator.config.files import FileStamp, stamp_file
from webarticlecurator.config.value_fault import nearest_word
from webarticlecurator.crawl.page_rendering import find_render_steps_at
from webarticlecurator.crawl.page_visits import PageVisit, PageVisitor
from webarticlecurator.crawl.scheduler import FileChange, FileError, PortalFiles
from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch import ConnectionSettings
from webarticlecurator.fetch.pace import RequestPace
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.service.guard import RETRY_SECONDS, LimitedThreads, PagePool, RequestProblem
from webarticlecurator.text.times import Clock
from webarticlecurator.text.translation import make_message

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
        """Return all portal files as they are now, by id; those that have changed are read again,
        unless that was done a moment ago."""
        with self._lock:
            now = self._now()
            if self._read_at is None or now - self._read_at >= MIN_AGE:
                for change in self._files.find_changes():
                    self._apply(change)
                for entry in list(self._entries.values()):
                    if entry.portal is not None and entry.stamps != _stamps_of(entry.portal):
                        self._apply(self._files.read_again(entry.file))
                self._read_at = now
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
            make_message("no such portal"),
            portal_id,
            expected=", ".join(known) or "none: the service has no portal file",
            cure=make_message("Did you mean {nearest}?", nearest=repr(nearest))
            if nearest
            else "GET /portals lists them.",
        )

    def read_again(self) -> None:
        """Look for changed files at the next call, however soon it comes."""
        with self._lock:
            self._read_at = None

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
    the hosts. A visitor whose connections are closed opens new ones when it is used again."""

    portal: Portal
    settings: ConnectionSettings
    visitor: PageVisitor
    lock: threading.Lock = field(default_factory=threading.Lock)


_WRONG_HOST = make_message("Give the address of a page of the portal.")
_LOOK = make_message("Look at it in a browser.")


class PortalVisits:
    """Fetches single pages of portals. Thread-safe.

    With ``for_user``, the person who started the program asks, as in the studio, whose guard lets
    nobody else ask: then pages that a crawl renders in a browser are rendered, lists with one
    round, and a portal at a private address is asked as by a crawl. Else what asks may be anybody,
    and no private address is asked, not even that of the portal.
    """

    def __init__(
        self,
        clock: Clock,
        proxy: str | None = None,
        ca_file: str | None = None,
        *,
        for_user: bool = False,
    ) -> None:
        self._clock: Clock = _ImpatientClock(clock)
        self._proxy, self._ca_file, self._for_user = proxy, ca_file, for_user
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
                cure=_WRONG_HOST if self._for_user else "Send the page with the request.",
            )
        steps = find_render_steps_at(portal, url)
        if steps is not None and not self._for_user:
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
                cure=_LOOK
                if self._for_user
                else f"{_LOOK[:-1]}; or send the page with the request.",
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
                allows_private=self._for_user,
            )
            client = _PortalClient(portal, settings, PageVisitor(settings, self._clock))
            self._clients[portal.id] = client
        if known is not None:
            with known.lock:
                known.visitor.__exit__()
        return client


# What the routes of the service share, and its settings. Needs no extra: commands read it before
# they say which one is missing.


@dataclass(frozen=True, kw_only=True)
class ServerContext:
    """What the service and the studio are made from.

    ``pages`` reads pages in worker processes, ``visits`` fetches them in ``fetching`` threads.
    ``report`` is called with each mistake of the program.
    """

    catalog: PortalCatalog
    pages: PagePool
    visits: PortalVisits
    fetching: LimitedThreads
    clock: Clock
    report: Callable[[Exception], None]


@dataclass(frozen=True, kw_only=True)
class ServiceContext(ServerContext):
    """What answers are made from. Pages are fetched if the settings allow it."""

    settings: ServiceSettings


# The settings of the service, those that the studio has as well, and the libraries that both
# need.

SERVICE_LIBRARIES = ("fastapi", "uvicorn")
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
MEGABYTE = 1_000_000


@dataclass(frozen=True, kw_only=True)
class ServerSettings:
    """What the command line decides for the service and for the studio.

    ``corpora`` is the folder of the corpora, one of each portal below it. ``hosts`` are the names
    that a request may give in its Host header. ``jobs`` pages are read at the same time. Pages are
    fetched through ``proxy`` if there is one; ``ca_file`` is as for a crawl.
    """

    corpora: Path
    hosts: frozenset[str] = LOOPBACK_NAMES
    jobs: int = 2
    proxy: str | None = field(default=None, repr=False)
    ca_file: str | None = None

    def corpus_folder(self, portal_id: str) -> Path:
        """Return the folder of the corpus of a portal, which need not exist."""
        return self.corpora / portal_id


@dataclass(frozen=True, kw_only=True)
class ServiceSettings(ServerSettings):
    """What the command line decides for the service.

    ``token`` is what a request must bring (None: nothing). ``max_bytes`` limits a body, ``rate``
    the requests of a client in a minute. Pages are fetched only with ``may_fetch``.
    """

    token: str | None = None
    max_bytes: int = 10 * MEGABYTE
    rate: int = 600
    may_fetch: bool = False


def is_loopback(host: str) -> bool:
    """Return True for a host that only this machine reaches."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
