"""Who may ask: a layer around the application, before anything of a request is looked at."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, MutableMapping
from http import HTTPStatus
from typing import Any

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

RETRY_SECONDS = 5
"""Seconds after which a request that found no free place is worth another try."""


OPEN_PATHS = frozenset({"/health"})
"""Paths that need no token."""
_HEADERS = ((b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store"))
"""Headers of every answer."""


class Guard:
    """The application behind its checks: host, origin, token; then every error becomes a
    problem. ``report`` is called with each mistake of the program."""

    def __init__(
        self,
        application: Application,
        hosts: Iterable[str],
        token: str | None,
        report: Callable[[Exception], None],
    ) -> None:
        self._application, self._report = application, report
        self._hosts = frozenset(host.lower() for host in hosts)
        self._token = None if token is None else token.encode("utf-8")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._application(scope, receive, send)
            return
        has_begun = False

        async def send_on(message: MutableMapping[str, Any]) -> None:
            nonlocal has_begun
            has_begun = True
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        try:
            self._check(scope)
            # clients look at headers first; the server leaves the body of the answer out
            method = "GET" if scope.get("method") == "HEAD" else scope.get("method")
            await self._application({**scope, "method": method}, receive, send_on)
        except RequestProblem as problem:
            await refuse(problem, scope, receive, send_on)
        except Exception as error:
            self._report(error)
            if not has_begun:
                await refuse(error, scope, receive, send_on)

    def _check(self, scope: Scope) -> None:
        """Raise RequestProblem for a request that may not be made."""
        headers = [(name.lower(), value) for name, value in scope["headers"]]
        refuse_foreign_origin(require_known_host(scope, self._hosts), dict(headers))
        if self._token is None or scope["path"] in OPEN_PATHS:
            return
        scheme, _, token = dict(headers).get(b"authorization", b"").partition(b" ")
        if scheme.lower() != b"bearer" or not secrets.compare_digest(token.strip(), self._token):
            raise RequestProblem(
                HTTPStatus.UNAUTHORIZED,
                "no token, or a wrong one",
                expected="Authorization: Bearer TOKEN",
                cure="Use the token that the service printed, or that of its --token-file.",
            )
