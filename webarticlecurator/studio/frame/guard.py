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
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from webarticlecurator.service.guard import (
    Application,
    Receive,
    RequestProblem,
    Scope,
    Send,
    refuse,
    refuse_foreign_origin,
    require_known_host,
)

PAGE_PATH = "/page/"
"""Where archived pages are served."""
_TOKEN_BYTES = 32
_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval';"
    " style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:;"
    " connect-src 'self' {websocket}; frame-src {origin}{page_path}; form-action 'self';"
    " base-uri 'self'; frame-ancestors 'none'"
)
"""What the window may load: only from here. NiceGUI writes its pages with inline scripts."""


class StudioTokens:
    """The token that opens the studio once, and the cookie that a browser has then.

    ``print_token`` is called with each new token: the first one, and one whenever one was used.
    """

    def __init__(self, print_token: Callable[[str], None]) -> None:
        self._print_token = print_token
        self._cookie = secrets.token_urlsafe(_TOKEN_BYTES)
        self._token = ""
        self._renew()

    def use(self, token: str) -> str | None:
        """Return the value of the cookie for the right token, which is then used up; else None."""
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            return None
        self._renew()
        return self._cookie

    def knows(self, cookie: str) -> bool:
        """Return True for the value of the cookie."""
        return secrets.compare_digest(cookie.encode(), self._cookie.encode())

    def _renew(self) -> None:
        self._token = secrets.token_urlsafe(_TOKEN_BYTES)
        self._print_token(self._token)


class StudioGuard:
    """The application behind its checks: host, origin, cookie. ``port`` is in the name of the
    cookie, since browsers give those of one host to all its ports."""

    def __init__(
        self, application: Application, hosts: Iterable[str], port: int, tokens: StudioTokens
    ) -> None:
        self._application = application
        self._hosts = frozenset(host.lower() for host in hosts)
        self._cookie_name = f"curator-studio-{port}"
        self._tokens = tokens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._application(scope, receive, send)
            return
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
            self._check_cookie(headers.get(b"cookie", b""))
        except RequestProblem as problem:
            await refuse(problem, scope, send)
            return
        await self._application(scope, receive, _add_headers(send, host))

    async def _open(self, token: str, send: Send) -> None:
        """Give the cookie for the token and lead to the first view. Raises RequestProblem."""
        cookie = self._tokens.use(token)
        if cookie is None:
            raise _no_permission("this address was used before, or is not complete")
        value = f"{self._cookie_name}={cookie}; Path=/; HttpOnly; SameSite=Strict"
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

    def _check_cookie(self, header: bytes) -> None:
        try:
            morsel = SimpleCookie(header.decode("latin-1")).get(self._cookie_name)
        except CookieError:
            morsel = None
        if morsel is None or not self._tokens.knows(morsel.value):
            raise _no_permission("this browser has not opened the studio")


def _no_permission(problem: str) -> RequestProblem:
    return RequestProblem(
        HTTPStatus.FORBIDDEN,
        problem,
        cure="Open the address that `curator studio` printed last in its terminal.",
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
