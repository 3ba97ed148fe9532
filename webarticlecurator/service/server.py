"""Run the service on a socket until it is interrupted."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import uvicorn

from webarticlecurator.errors import UsageError
from webarticlecurator.service.application import create_application
from webarticlecurator.service.context import ServerSettings, ServiceContext, ServiceSettings
from webarticlecurator.service.page_pool import LimitedThreads, PagePool
from webarticlecurator.service.portals import PortalCatalog, PortalVisits
from webarticlecurator.text.times import Clock

GRACE_SECONDS = 2
"""Seconds that requests have to end after an interruption."""
MAX_CONNECTIONS, BACKLOG = 1000, 2048
FETCHES, WAITING_FETCHES = 4, 32
"""Pages that are fetched at the same time, from different portals, and those that wait."""


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; port 0: a free one. From now on connections wait
    to be accepted. Raises UsageError."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        opened = socket.socket(family, kind, number)
    except OSError as error:
        raise UsageError(
            f"not an address of this machine: {host!r} ({error.strerror})",
            "Give another one with --host.",
        ) from None
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen(BACKLOG)
    except OSError as error:
        opened.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise UsageError(
                f"port {port} of {host} cannot be used ({error.strerror})",
                "Give another one with --port; 0 takes a free one.",
            ) from None
        raise UsageError(
            f"not an address of this machine: {host!r} ({error.strerror})",
            "Give another one with --host.",
        ) from None
    return opened


@contextmanager
def open_fetching(
    settings: ServerSettings, clock: Clock, *, renders: bool = False
) -> Iterator[tuple[PortalVisits, LimitedThreads]]:
    """Open what fetches pages of portals, and the threads that do it. ``renders``: see
    ``PortalVisits``."""
    threads = LimitedThreads(FETCHES, WAITING_FETCHES, "pages to fetch")
    with (
        closing(PortalVisits(clock, settings.proxy, settings.ca_file, renders=renders)) as visits,
        closing(threads),
    ):
        yield visits, threads


def serve_application(listener: socket.socket, application: Any, **options: Any) -> None:
    """Let an application answer the requests that come to ``listener`` until SIGINT or SIGTERM,
    which is raised again at the end. It writes no log, and believes no header of a proxy;
    ``options`` are further ones of uvicorn."""
    config = uvicorn.Config(
        application,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        **options,
    )
    uvicorn.Server(config).run(sockets=[listener])


def run_service(
    settings: ServiceSettings,
    catalog: PortalCatalog,
    clock: Clock,
    listener: socket.socket,
    report: Callable[[Exception], None],
) -> None:
    """Answer the requests that come to ``listener`` as ``serve_application`` does. To be called
    before the process has other threads."""
    with (
        listener,
        PagePool(settings.jobs) as pages,
        open_fetching(settings, clock) as (visits, fetching),
    ):
        context = ServiceContext(settings, catalog, pages, visits, fetching, clock, report)
        application = create_application(context)
        serve_application(
            listener, application, ws="none", lifespan="off", limit_concurrency=MAX_CONNECTIONS
        )
