"""Run the studio on a socket until it is interrupted: its pages, and who may use them."""

from __future__ import annotations

import re
import secrets
import socket
import tempfile
import threading
from collections.abc import Callable, Iterable, MutableMapping
from contextlib import closing
from html import escape
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.responses import Response
from nicegui import app as window
from nicegui import ui

from webarticlecurator.errors import CuratorError
from webarticlecurator.service.guard import (
    Application,
    PagePool,
    Receive,
    RequestProblem,
    Scope,
    Send,
    refuse,
    refuse_foreign_origin,
    require_known_host,
)
from webarticlecurator.service.portals import PortalCatalog
from webarticlecurator.service.server import open_fetching, serve_application
from webarticlecurator.studio.frame.context import (
    MAX_SURVEYS,
    PAGE_PATH,
    PageShelf,
    PortalDrafts,
    StudioContext,
    StudioSettings,
    Surveys,
)
from webarticlecurator.studio.frame.page_sources import PageSources, make_page_file
from webarticlecurator.studio.frame.run_processes import RunProcesses
from webarticlecurator.studio.frame.window import find_reader_language
from webarticlecurator.studio.views.archive_page import add_archive_view
from webarticlecurator.studio.views.article_page import add_article_view
from webarticlecurator.studio.views.articles_page import add_articles_view
from webarticlecurator.studio.views.corpus_page import add_corpus_view
from webarticlecurator.studio.views.effect_page import add_effect_view
from webarticlecurator.studio.views.history_page import add_history_view
from webarticlecurator.studio.views.home_page import add_home_view
from webarticlecurator.studio.views.metadata_page import add_metadata_view
from webarticlecurator.studio.views.new_portal_page import add_new_portal_view
from webarticlecurator.studio.views.repair_page import add_repair_view
from webarticlecurator.studio.views.run_page import add_run_views
from webarticlecurator.studio.views.tags_page import add_tags_view
from webarticlecurator.text.times import Clock
from webarticlecurator.text.translation import (
    current_language,
    make_message,
    reader_language,
    translate,
)
from webarticlecurator.trial.show_page import RESOURCE

# ``/page/{capability}/`` and ``/page/{capability}/res?u=…``: shown pages and their files.
#
# The frame has an opaque origin. What it asks for brings no cookie, ``Sec-Fetch-Site: cross-site``
# and, for fonts, ``Origin: null``; so the guard of the window lets everything below ``PAGE_PATH``
# through without cookie and whatever its origin is, but checks ``Host`` first: the capability in
# the address is the permission, and a name that someone has pointed at this machine is still
# refused. The window itself sends ``frame-src ORIGIN/page/``, which ends a frame that leads itself
# elsewhere.


_HOST = re.compile(r"[A-Za-z0-9._-]+(?::[0-9]{1,5})?")
"""Names that may stand in a policy; the guard has compared them with those of this service."""
_NONCE_BYTES = 16
MAX_ADDRESSES = 8
"""Addresses of one picture, of which the first that is stored is served."""
_NOT_STORED = "This file is not stored, or is not a picture, style sheet or font."


class ShownPageRoutes:
    """The routes of the pages on a shelf. They run in threads."""

    def __init__(self, shelf: PageShelf) -> None:
        self._shelf = shelf
        files = Path(__file__).with_name("frame")
        self._script = (files / "shown_page.js").read_text(encoding="utf-8")
        style, reading = (
            (files / name).read_text(encoding="utf-8")
            for name in ("shown_page.css", "reading_view.css")
        )
        self._styles = {False: style, True: style + reading}

    def make_router(self) -> APIRouter:
        """Return the routes as FastAPI takes them."""
        router = APIRouter(include_in_schema=False)
        router.add_api_route(f"{PAGE_PATH}{{capability}}/", self.show, response_class=Response)
        router.add_api_route(
            f"{PAGE_PATH}{{capability}}/{RESOURCE}", self.send_file, response_class=Response
        )
        return router

    def show(self, capability: str, request: Request) -> Response:
        """Answer with a shown page, to which our script and style are added."""
        shelved = self._shelf.find(capability)
        host = request.headers.get("host", "")
        if shelved is None or not _HOST.fullmatch(host):
            return _refuse(
                translate(
                    "This page is not shown any more. Open it again in the window of"
                    " curator studio."
                )
            )
        page, _ = shelved
        origin = f"{request.url.scheme}://{host}"
        nonce = secrets.token_urlsafe(_NONCE_BYTES)
        # our style gives way to any of the page
        script = self._script.replace('"CURATOR_ORIGIN"', f'"{origin}"')
        style = self._styles[page.is_reading]
        head = f'<style>{style}</style><script nonce="{nonce}">{script}</script>'
        return Response(
            page.join(head.encode("utf-8")),
            media_type="text/html; charset=utf-8",
            headers=page_headers(origin, f"{origin}{PAGE_PATH}{capability}/", nonce),
        )

    def send_file(
        self,
        capability: str,
        addresses: Annotated[list[str], Query(alias="u", max_length=MAX_ADDRESSES)],
    ) -> Response:
        """Answer with the first of some files that is stored."""
        shelved = self._shelf.find(capability)
        if shelved is None:
            return _refuse(_NOT_STORED)
        _, find_body = shelved
        for address in addresses:
            try:
                body = find_body(address)
            except CuratorError:  # a damaged record, of which `curator verify` tells: no picture
                continue
            file = None if body is None else make_page_file(body)
            if file is not None:
                return Response(file[0], media_type=file[1], headers=file_headers())
        return _refuse(_NOT_STORED)


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
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Cache-Control": "private, max-age=600",
        "Cross-Origin-Resource-Policy": "cross-origin",
        # fonts are asked for with the origin of the frame, which is "null"
        "Access-Control-Allow-Origin": "null",
    }


# Who may use the studio: a layer around the application, before HTTP and before the websocket.
#
# NiceGUI checks nothing: whoever reaches the port could edit files. So every request must name a
# host of ours, come from no foreign page, and bring a cookie. The cookie is given once, to the
# browser that opens the address with the token that the command printed.
#
# Archived pages (below ``PAGE_PATH``) are shown in a frame with an opaque origin, from which no
# cookie comes; there the unguessable part of the address is the permission.

_TOKEN_BYTES = 32
_OPENED_ONCE = make_message(
    "The studio prints such an address when it starts, and a new one"
    " whenever one was used. After a restart, only the new one opens"
    " it. Nothing that was saved is lost. Where the terminal is closed,"
    " start `curator studio` again."
)
_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval';"
    " style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:;"
    " connect-src 'self' {websocket}; frame-src {origin}{page_path}; form-action 'self';"
    " base-uri 'self'; frame-ancestors 'none'"
)
"""What the window may load: only from here. NiceGUI writes its pages with inline scripts."""


class StudioGuard:
    """The application behind its checks: host, origin, cookie. ``port`` is in the name of the
    cookie, since browsers give those of one host to all its ports.

    ``language`` is that of the command line. ``print_token`` is called with each new token that
    opens the studio once: the first one, and one whenever one was used.
    """

    def __init__(
        self,
        application: Application,
        hosts: Iterable[str],
        port: int,
        print_token: Callable[[str], None],
        language: str = "",
    ) -> None:
        self._application, self._print_token = application, print_token
        self._language = language
        self._hosts = frozenset(host.lower() for host in hosts)
        self._cookie_name = f"curator-studio-{port}"
        self._cookie = secrets.token_urlsafe(_TOKEN_BYTES)
        self._renew_token()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._application(scope, receive, send)
            return
        # whatever answers this request, or the messages of this tab, runs in this context
        reader_language.set(find_reader_language(dict(scope["headers"]), self._language))
        try:
            host = require_known_host(scope, self._hosts)
            if scope["type"] == "http" and scope["path"].startswith(PAGE_PATH):
                await self._application(scope, receive, send)
                return
            headers = {name.lower(): value for name, value in scope["headers"]}
            given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [])
            if given and scope["type"] == "http":
                await self._open(given[0], send)
                return
            refuse_foreign_origin(host, headers)
            header = headers.get(b"cookie", b"")
            try:
                morsel = SimpleCookie(header.decode("latin-1")).get(self._cookie_name)
            except CookieError:
                morsel = None
            given_cookie = "" if morsel is None else morsel.value
            if not secrets.compare_digest(given_cookie.encode(), self._cookie.encode()):
                raise _no_permission("this browser has not opened the studio")
        except RequestProblem as problem:
            accepted = dict(scope["headers"]).get(b"accept", b"")
            if scope["type"] == "http" and b"text/html" in accepted:
                await _refuse_in_words(problem, send)
            else:
                await refuse(problem, scope, send)
            return
        await self._application(scope, receive, _add_headers(send, host))

    async def _open(self, token: str, send: Send) -> None:
        """Give the cookie for the token, which is then used up, and lead to the first view. Raises
        RequestProblem."""
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            raise _no_permission("this address was used before, or is not complete")
        self._renew_token()
        value = f"{self._cookie_name}={self._cookie}; Path=/; HttpOnly; SameSite=Strict"
        headers = [
            (b"location", b"/"),
            (b"set-cookie", value.encode("ascii")),
            (b"cache-control", b"no-store"),
            (b"referrer-policy", b"no-referrer"),
            (b"content-length", b"0"),
        ]
        await send(
            {"type": "http.response.start", "status": HTTPStatus.SEE_OTHER, "headers": headers}
        )
        await send({"type": "http.response.body", "body": b""})

    def _renew_token(self) -> None:
        self._token = secrets.token_urlsafe(_TOKEN_BYTES)
        self._print_token(self._token)


async def _refuse_in_words(problem: RequestProblem, send: Send) -> None:
    """Answer a browser with a page that says what to do; it is the same for each address."""
    words = map(translate, (problem.message, problem.cure, _OPENED_ONCE))
    lines = "".join(f"<p>{escape(line)}</p>" for line in words if line)
    page = (
        f'<!DOCTYPE html><html lang="{current_language()}"><title>curator studio</title>'
        f"<main>{lines}</main></html>"
    )
    policy = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}
    headers = {**_ALWAYS, **policy, "Content-Type": "text/html; charset=utf-8"}
    encoded = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": encoded})
    await send({"type": "http.response.body", "body": page.encode("utf-8")})


def _no_permission(problem: str) -> RequestProblem:
    return RequestProblem(
        HTTPStatus.FORBIDDEN,
        problem,
        cure=make_message("Open the address that `curator studio` printed last in its terminal."),
    )


def _add_headers(send: Send, host: str) -> Send:
    policy = _POLICY.format(websocket=f"ws://{host}", origin=f"http://{host}", page_path=PAGE_PATH)
    added = (
        (b"content-security-policy", policy.encode("latin-1")),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
    )

    async def send_on(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *added]
        await send(message)

    return send_on


# The application of ``curator studio``: its views, and the guard before them.

RECONNECT_SECONDS = 30.0
"""How long a tab that lost its connection finds its view again as it was."""


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
        open_fetching(settings, clock, for_user=True) as (visits, fetching),
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
            runs=RunProcesses(settings.corpora, clock),
            clock=clock,
            report=report,
        )
        application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
        application.include_router(ShownPageRoutes(context.shelf).make_router())
        for add_view in (
            add_home_view,
            add_new_portal_view,
            add_archive_view,
            add_article_view,
            add_articles_view,
            add_effect_view,
            add_repair_view,
            add_tags_view,
            add_metadata_view,
            add_run_views,
            add_corpus_view,
            add_history_view,
        ):
            add_view(context)
        window.on_exception(report)
        # the first view waits for the files; a hundred of them take two seconds. Not before: when
        # it starts, NiceGUI looks at all objects, also at those that another thread is still making
        window.on_startup(threading.Thread(target=catalog.entries, daemon=True).start)
        ui.run_with(
            application,
            title="curator studio",
            dark=None,
            language="en-US",
            tailwind=False,
            reconnect_timeout=RECONNECT_SECONDS,
            show_welcome_message=False,
        )
        port = listener.getsockname()[1]
        serve_application(
            listener,
            StudioGuard(application, settings.hosts, port, print_token, settings.language),
            lifespan="on",
        )
