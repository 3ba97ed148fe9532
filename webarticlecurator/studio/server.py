"""Run the studio on a socket until it is interrupted."""

from __future__ import annotations

import re
import secrets
import socket
import tempfile
import threading
from collections.abc import Callable
from contextlib import closing
from http import HTTPStatus
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.responses import Response
from nicegui import app as window
from nicegui import ui

from webarticlecurator.errors import CuratorError
from webarticlecurator.service.guard import Application
from webarticlecurator.service.page_pool import PagePool
from webarticlecurator.service.portals import PortalCatalog
from webarticlecurator.service.server import open_fetching, serve_application
from webarticlecurator.studio.frame.context import (
    MAX_SURVEYS,
    PageShelf,
    PortalDrafts,
    ShelvedPage,
    StudioContext,
    StudioSettings,
    Surveys,
)
from webarticlecurator.studio.frame.guard import PAGE_PATH, StudioGuard, StudioTokens
from webarticlecurator.studio.frame.page_sources import PageFile, PageSources, make_page_file
from webarticlecurator.studio.frame.run_processes import RunProcesses
from webarticlecurator.studio.views.archive_page import add_archive_view
from webarticlecurator.studio.views.article_page import add_article_view
from webarticlecurator.studio.views.corpus_page import add_corpus_view
from webarticlecurator.studio.views.effect_page import add_effect_view
from webarticlecurator.studio.views.home_page import add_home_view
from webarticlecurator.studio.views.metadata_page import add_metadata_view
from webarticlecurator.studio.views.new_portal_page import add_new_portal_view
from webarticlecurator.studio.views.run_page import add_run_views
from webarticlecurator.studio.views.tags_page import add_tags_view
from webarticlecurator.text.times import Clock
from webarticlecurator.trial.show_page import RESOURCE

# ``/page/{capability}/`` and ``/page/{capability}/res?u=…``: shown pages and their files.
#
# The frame has an opaque origin. What it asks for brings no cookie, ``Sec-Fetch-Site: cross-site``
# and, for fonts, ``Origin: null``; so the guard of the window lets everything below ``PAGE_PATH``
# through without cookie and whatever its origin is, but checks ``Host`` first: the capability in
# the
# address is the permission, and a name that someone has pointed at this machine is still refused.
# The
# window itself sends ``frame-src ORIGIN/page/``, which ends a frame that leads itself elsewhere.


_SCRIPT = Path(__file__).with_name("frame") / "shown_page.js"
_STYLE = Path(__file__).with_name("frame") / "shown_page.css"
_HOST = re.compile(r"[A-Za-z0-9._-]+(?::[0-9]{1,5})?")
"""Names that may stand in a policy; the guard has compared them with those of this service."""
_NONCE_BYTES = 16
MAX_ADDRESSES = 8
"""Addresses of one picture, of which the first that is stored is served."""
_FORGOTTEN = "This page is not shown any more. Open it again in the window of curator studio."
_NOT_STORED = "This file is not stored, or is no picture, style sheet or font."

AddressQuery = Annotated[list[str], Query(alias="u", max_length=MAX_ADDRESSES)]


class ShownPageRoutes:
    """The routes of the pages on a shelf. They run in threads."""

    def __init__(self, shelf: PageShelf) -> None:
        self._shelf = shelf
        self._script = _SCRIPT.read_text(encoding="utf-8")
        self._style = _STYLE.read_text(encoding="utf-8")

    def make_router(self) -> APIRouter:
        """Return the routes as FastAPI takes them."""
        router = APIRouter(include_in_schema=False)
        router.add_api_route(f"{PAGE_PATH}{{capability}}/", self.show, response_class=Response)
        path = f"{PAGE_PATH}{{capability}}/{RESOURCE}"
        router.add_api_route(path, self.send_file, response_class=Response)
        return router

    def show(self, capability: str, request: Request) -> Response:
        """Answer with a shown page, to which our script and style are added."""
        shelved = self._shelf.find(capability)
        host = request.headers.get("host", "")
        if shelved is None or not _HOST.fullmatch(host):
            return _refuse(_FORGOTTEN)
        origin = f"{request.url.scheme}://{host}"
        nonce = secrets.token_urlsafe(_NONCE_BYTES)
        return Response(
            shelved.page.join(self._write_head(origin, nonce)),
            media_type="text/html; charset=utf-8",
            headers=page_headers(origin, f"{origin}{PAGE_PATH}{capability}/", nonce),
        )

    def send_file(self, capability: str, addresses: AddressQuery) -> Response:
        """Answer with the first of some files that is stored."""
        shelved = self._shelf.find(capability)
        file = None if shelved is None else _find_file(shelved, addresses)
        if file is None:
            return _refuse(_NOT_STORED)
        return Response(file.content, media_type=file.media_type, headers=file_headers())

    def _write_head(self, origin: str, nonce: str) -> bytes:
        """Return our style, which gives way to any of the page, and our script."""
        script = self._script.replace('"CURATOR_ORIGIN"', f'"{origin}"')
        head = f'<style>{self._style}</style><script nonce="{nonce}">{script}</script>'
        return head.encode("utf-8")


def _find_file(shelved: ShelvedPage, addresses: list[str]) -> PageFile | None:
    for address in addresses:
        try:
            body = shelved.find_body(address)
        except CuratorError:  # a damaged record, of which `curator verify` tells: no picture here
            continue
        file = None if body is None else make_page_file(body)
        if file is not None:
            return file
    return None


def _refuse(message: str) -> Response:
    return Response(
        message,
        status_code=HTTPStatus.NOT_FOUND,
        media_type="text/plain; charset=utf-8",
        headers=file_headers(),
    )


# The headers of shown pages and their files: what a browser may do with them.
#
# A shown page is in a frame with an opaque origin, in which one script runs: ours. It can ask for
# the stored files of its own page, and for nothing else. A file opened by itself can do nothing at
# all.

_PAGE = (
    "sandbox allow-scripts; default-src 'none'; script-src 'nonce-{nonce}';"
    " style-src 'unsafe-inline' {files}; img-src {files} data:; font-src {files} data:;"
    " form-action 'none'; base-uri 'none'; frame-ancestors {origin}"
)
_FILE = "sandbox; default-src 'none'"
_REFUSED_FEATURES = (
    "accelerometer autoplay browsing-topics camera clipboard-read clipboard-write display-capture"
    " encrypted-media fullscreen geolocation gyroscope hid idle-detection local-fonts magnetometer"
    " microphone midi payment picture-in-picture publickey-credentials-get screen-wake-lock serial"
    " storage-access usb xr-spatial-tracking"
).split()
_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-DNS-Prefetch-Control": "off",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _REFUSED_FEATURES),
}


def page_headers(origin: str, files: str, nonce: str) -> dict[str, str]:
    """Return the headers of a shown page.

    ``origin``: that of the window around the frame; ``files``: the address below which the files
    of the page are; ``nonce``: that of our script.
    """
    return {
        **_ALWAYS,
        "Content-Security-Policy": _PAGE.format(origin=origin, files=files, nonce=nonce),
        "Cache-Control": "no-store",
        "Cross-Origin-Resource-Policy": "same-origin",
    }


def file_headers() -> dict[str, str]:
    """Return the headers of a stored file, which the opaque origin of a page may read."""
    return {
        **_ALWAYS,
        "Content-Security-Policy": _FILE,
        "Cache-Control": "private, max-age=600",
        "Cross-Origin-Resource-Policy": "cross-origin",
        # fonts are asked for with the origin of the frame, which is "null"
        "Access-Control-Allow-Origin": "null",
    }


def run_studio(
    settings: StudioSettings,
    catalog: PortalCatalog,
    drafts: PortalDrafts,
    clock: Clock,
    listener: socket.socket,
    print_token: Callable[[str], None],
    report: Callable[[Exception], None],
) -> None:
    """Show the studio to whoever opens it at ``listener``, until SIGINT or SIGTERM, which is raised
    again at the end. To be called before the process has other threads."""
    with (
        listener,
        tempfile.TemporaryDirectory(prefix="curator-studio-") as folder,
        PagePool(settings.jobs, MAX_SURVEYS) as pages,
        open_fetching(settings, clock, renders=True) as (visits, fetching),
        closing(PageSources(settings.corpus_folder)) as sources,
        closing(Surveys()) as surveys,
        closing(RunProcesses(Path(folder), clock, is_passing=True)) as commands,
    ):
        context = StudioContext(
            settings=settings,
            catalog=catalog,
            drafts=drafts,
            sources=sources,
            pages=pages,
            surveys=surveys,
            visits=visits,
            fetching=fetching,
            commands=commands,
            clock=clock,
            report=report,
        )
        port = listener.getsockname()[1]
        application = create_studio(context, port, StudioTokens(print_token))
        serve_application(listener, application, lifespan="on")


# The application of ``curator studio``: its views, and the guard before them.

VIEWS = (
    add_home_view,
    add_new_portal_view,
    add_archive_view,
    add_article_view,
    add_effect_view,
    add_tags_view,
    add_metadata_view,
    add_run_views,
    add_corpus_view,
)
RECONNECT_SECONDS = 30.0
"""How long a tab that lost its connection finds its view again as it was."""


def create_studio(context: StudioContext, port: int, tokens: StudioTokens) -> Application:
    """Return the application, which every request reaches through its guard."""
    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    application.include_router(ShownPageRoutes(context.shelf).make_router())
    for add_view in VIEWS:
        add_view(context)
    window.on_exception(context.report)
    # the first view waits for the files; a hundred of them take two seconds. Not before: when it
    # starts, NiceGUI looks at all objects, also at those that another thread is still making
    window.on_startup(threading.Thread(target=context.catalog.entries, daemon=True).start)
    ui.run_with(
        application,
        title="curator studio",
        dark=None,
        language="en-US",
        tailwind=False,
        reconnect_timeout=RECONNECT_SECONDS,
        show_welcome_message=False,
    )
    return StudioGuard(application, context.settings.hosts, port, tokens)
