"""Run the service on a socket until it is interrupted."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import uvicorn
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from webarticlecurator.base.errors import CuratorError, UsageError
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.service.description_pages import description_page, write_first_page
from webarticlecurator.service.error_answers import answer_http, answer_page
from webarticlecurator.service.guard import Guard
from webarticlecurator.service.openapi import describe_service
from webarticlecurator.service.portals import PortalCatalog
from webarticlecurator.service.reader_processes import PagePool
from webarticlecurator.service.request_bodies import invalid_value
from webarticlecurator.service.routes import ServiceRoutes
from webarticlecurator.service.sent_answers import answer_problem
from webarticlecurator.service.server_context import ServiceContext
from webarticlecurator.service.service_settings import ServiceSettings

GRACE_SECONDS = 2
"""Seconds that requests have to end after an interruption."""
MAX_CONNECTIONS, BACKLOG = 1000, 2048


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; port 0: a free one. From now on connections wait
    to be accepted. Raises UsageError."""
    reason: str | None = None
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address, family=family, backlog=BACKLOG)
    except socket.gaierror as error:
        reason = error.strerror
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise UsageError(
                f"port {port} of {host} cannot be used ({reason})",
                "Choose another one with --port; 0 takes a free one.",
            ) from None
    raise UsageError(
        f"not an address of this machine: {host!r} ({reason})", "Choose another one with --host."
    )


def serve_application(listener: socket.socket, application: Any, **options: Any) -> None:
    """Let an application answer the requests that come to ``listener`` until SIGINT or SIGTERM,
    which is raised again at the end. It writes no log, and believes no header of a proxy;
    ``options`` are further ones of uvicorn."""
    uvicorn.Server(
        uvicorn.Config(
            application,
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
            **options,
        )
    ).run(sockets=[listener])


def run_service(
    settings: ServiceSettings,
    catalog: PortalCatalog,
    clock: Clock,
    listener: socket.socket,
    report: Callable[[Exception], None],
) -> None:
    """Answer the requests that come to ``listener`` as ``serve_application`` does. To be called
    before the process has other threads."""
    with listener, PagePool(settings.jobs) as pages:
        context = ServiceContext(
            settings=settings, catalog=catalog, pages=pages, clock=clock, report=report
        )
        application = FastAPI(
            title="curator serve",
            version=__version__,
            description="Articles of portals for other programs: from a page by the rules of its"
            " portal, or from a corpus. Errors are problem details (RFC 9457) with a cure.",
            docs_url=None,  # these pages of FastAPI load their scripts from elsewhere
            redoc_url=None,
        )
        ServiceRoutes(context).add_to(application.router)
        if settings.harvests:
            from webarticlecurator.service.harvest_routes import add_harvest_routes

            port = listener.getsockname()[1]
            own = settings.public_address or f"http://localhost:{port}"
            add_harvest_routes(application, context, own)
        describe: Any = cache(partial(describe_service, application, settings.token is not None))
        application.openapi = describe  # type: ignore[method-assign]

        def read_first() -> Response:
            return answer_page(write_first_page(describe(), catalog.entries()))

        def read_description() -> Response:
            return answer_page(description_page(describe(), catalog.entries()))

        for path, read in (("/", read_first), ("/docs", read_description)):
            application.add_api_route(path, read, include_in_schema=False)
        for kind in (CuratorError, OSError):
            application.add_exception_handler(kind, lambda _, error: answer_problem(error))
        application.add_exception_handler(
            RequestValidationError,
            lambda _, error: answer_problem(invalid_value(error.errors()[0])),
        )
        application.add_exception_handler(HTTPException, answer_http)
        application.add_middleware(
            Guard,
            hosts=settings.hosts,
            token=settings.token,
            report=report,
        )
        serve_application(
            listener, application, ws="none", lifespan="off", limit_concurrency=MAX_CONNECTIONS
        )
