"""Checks of a request that hold for every program with a window or a service on this machine.

A browser on this machine runs pages of strangers. They can send requests to loopback, with a name
that they have made resolve to it (DNS rebinding), or from their own origin; so the Host header
must be a known name, and a request from another origin is refused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, MutableMapping
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from webarticlecurator.base.text.translation import make_message
from webarticlecurator.service.request_problems import (
    RequestProblem,
)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
"""An ASGI application."""


def require_known_host(scope: Scope, hosts: Collection[str]) -> str:
    """Return the Host header of a request, with its port. Raises RequestProblem unless it is one of
    the names in ``hosts`` (lower case)."""
    values = [value for name, value in scope["headers"] if name.lower() == b"host"]
    host = values[0].decode("latin-1") if len(values) == 1 else ""
    if _name_of(host) not in hosts:
        raise RequestProblem(
            HTTPStatus.MISDIRECTED_REQUEST,
            "not a name of this service",
            host,
            expected=f"Host: {', '.join(sorted(hosts))}",
            cure="Use one of these names, or start the service with `--allow-host NAME`.",
        )
    return host


def refuse_foreign_origin(host: str, headers: dict[bytes, bytes]) -> None:
    """Raise RequestProblem for a request that a page of another origin makes in a browser."""
    origin = headers.get(b"origin")
    is_foreign = (
        headers.get(b"sec-fetch-site") in (b"cross-site", b"same-site")
        if origin is None
        else origin.decode("latin-1").partition("://")[2].lower() != host.lower()
    )
    if is_foreign:
        raise RequestProblem(
            HTTPStatus.FORBIDDEN,
            "a request from a page with another origin",
            None if origin is None else origin.decode("latin-1"),
            expected=make_message("none, or that of {host}", host=host),
            cure="Send requests from a program, or from a page of this service.",
        )


def _name_of(host: str) -> str:
    """Return the name of a Host header in lower case, without the port; empty for a wrong one."""
    try:
        parts = urlsplit(f"//{host}")
        is_plain = parts.netloc == host and "@" not in host and (parts.port or 1) > 0
        return (parts.hostname or "").rstrip(".") if is_plain else ""
    except ValueError:
        return ""


async def refuse(error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with a problem, or close a websocket."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    # imported here: commands read this file before they say which library is missing
    from webarticlecurator.service.sent_answers import answer_problem

    await answer_problem(error)(scope, receive, send)
