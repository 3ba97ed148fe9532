"""Classify and describe the errors of a request: a short stable kind and a readable message."""

from __future__ import annotations

from collections.abc import Iterator
from http.client import HTTPException, IncompleteRead

import requests
import urllib3

from webarticlecurator.crawling.fetch.address_guard import PrivateAddress

REQUEST_ERRORS = (
    requests.exceptions.RequestException,
    urllib3.exceptions.HTTPError,
    HTTPException,
    PrivateAddress,
    ValueError,
    OSError,
)
"""Errors of a request that are failures of its address, not of the program."""

_KINDS: tuple[tuple[type[Exception], str], ...] = (
    (PrivateAddress, "private-address"),
    (requests.exceptions.ProxyError, "proxy"),
    (requests.exceptions.SSLError, "tls"),
    (requests.exceptions.Timeout, "timeout"),
    (requests.exceptions.InvalidHeader, "bad-response"),
    (requests.exceptions.InvalidURL, "bad-address"),
    (requests.exceptions.InvalidSchema, "bad-address"),
    (requests.exceptions.MissingSchema, "bad-address"),
    (UnicodeError, "bad-address"),
)


def classify_failure(error: BaseException) -> str:
    """Return the kind of a failure: dns, connect, tls, timeout, disconnect, proxy, bad-address,
    private-address, or bad-response (not HTTP, or the head is too long)."""
    chain = tuple(_walk_causes(error))
    text = repr(error)
    if "refused" not in text and any(isinstance(cause, ConnectionError) for cause in chain):
        # behind a proxy, requests reports a dropped connection as an error of the proxy
        return "disconnect"

    kind = next((kind for cls, kind in _KINDS if isinstance(error, cls)), None)
    if kind:
        return kind
    if "NameResolutionError" in text or "getaddrinfo" in text:
        return "dns"
    if "NewConnectionError" in text:
        return "connect"

    malformed = any(
        isinstance(cause, HTTPException) and not isinstance(cause, IncompleteRead)
        for cause in chain
    )
    return "bad-response" if malformed else "disconnect"


def describe_failure(error: BaseException) -> str:
    """Return the message of the innermost requests/urllib3 error, without object addresses."""
    *_, innermost = _walk_causes(error)
    return str(innermost).split(": ", 1)[-1] or type(innermost).__name__


def _walk_causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error, then the one it carries as reason or argument, and so on inwards."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        carried = (getattr(cause, "reason", None), *cause.args)
        cause = next((each for each in reversed(carried) if isinstance(each, BaseException)), None)
