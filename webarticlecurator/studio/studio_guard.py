"""Who may use the studio: a layer around the application, before HTTP and before the websocket.

NiceGUI checks nothing: whoever reaches the port could edit files. So every request must name a
host of ours, come from no foreign page, and bring a cookie. The cookie is given once, to the
browser that opens the address with the token that the command printed.

Archived pages (below ``PAGE_PATH``) are shown in a frame with an opaque origin, from which no
cookie comes; there the unguessable part of the address is the permission.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, MutableMapping
from html import escape
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

from fastapi.responses import HTMLResponse, Response
from starlette.requests import cookie_parser

from webarticlecurator.base.text.translation import (
    current_language,
    make_message,
    reader_language,
    translate,
)
from webarticlecurator.service.request_checks import (
    Application,
    Receive,
    Scope,
    Send,
    refuse,
    refuse_foreign_origin,
    require_known_host,
)
from webarticlecurator.service.request_problems import RequestProblem
from webarticlecurator.studio.frame.page_shelf import PAGE_PATH
from webarticlecurator.studio.frame.reader_language import find_reader_language
from webarticlecurator.studio.shown_page_policy import ALWAYS_SENT

_TOKEN_BYTES = 32
_OPENED_ONCE = make_message(
    "The studio prints an address when it starts, and a new one each time one has been used."
    " After a restart, only the newest address works. Saved work is not lost. If the terminal is"
    " closed, start `curator studio` again."
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
                await self._open(given[0])(scope, receive, send)
                return
            refuse_foreign_origin(host, headers)
            cookies = cookie_parser(headers.get(b"cookie", b"").decode("latin-1"))
            given_cookie = cookies.get(self._cookie_name, "")
            if not secrets.compare_digest(given_cookie.encode(), self._cookie.encode()):
                raise _no_permission("this browser has no access to the studio")
        except RequestProblem as problem:
            accepted = dict(scope["headers"]).get(b"accept", b"")
            if scope["type"] == "http" and b"text/html" in accepted:
                await _refuse_in_words(problem)(scope, receive, send)
            else:
                await refuse(problem, scope, receive, send)
            return
        await self._application(scope, receive, _add_headers(send, host))

    def _open(self, token: str) -> Response:
        """Return the answer that gives the cookie for the token, which is then used up, and leads
        to the first view. Raises RequestProblem."""
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            raise _no_permission("this address has already been used, or is incomplete")
        self._renew_token()
        headers = {
            "Location": "/",
            "Set-Cookie": f"{self._cookie_name}={self._cookie}; Path=/; HttpOnly; SameSite=Strict",
            "Cache-Control": "no-store",
            "Referrer-Policy": "no-referrer",
        }
        return Response(status_code=HTTPStatus.SEE_OTHER, headers=headers)

    def _renew_token(self) -> None:
        self._token = secrets.token_urlsafe(_TOKEN_BYTES)
        self._print_token(self._token)


def _refuse_in_words(problem: RequestProblem) -> Response:
    """Return the page that tells a browser what to do; it is the same for each address."""
    words = map(translate, (problem.message, problem.cure, _OPENED_ONCE))
    lines = "".join(f"<p>{escape(line)}</p>" for line in words if line)
    page = (
        f'<!DOCTYPE html><html lang="{current_language()}"><title>curator studio</title>'
        f"<main>{lines}</main></html>"
    )
    policy = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}
    return HTMLResponse(page, problem.status, {**ALWAYS_SENT, **policy})


def _no_permission(problem: str) -> RequestProblem:
    return RequestProblem(
        HTTPStatus.FORBIDDEN,
        problem,
        cure=make_message("Open the last address that `curator studio` printed in its terminal."),
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
