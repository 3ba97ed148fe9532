"""What went wrong with a request: a short stable kind, and words."""

from __future__ import annotations

from collections.abc import Iterator
from http.client import HTTPException, IncompleteRead

import requests
import urllib3

from webarticlecurator.fetch.private_addresses import PrivateAddress

TROUBLES = (
    requests.exceptions.RequestException,
    urllib3.exceptions.HTTPError,
    HTTPException,
    PrivateAddress,
    ValueError,
    OSError,
)
"""Errors of a request that are a failure of its address, never of the program."""

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


def classify_failure(trouble: BaseException) -> str:
    """The kind of a failure: dns, connect, tls, timeout, disconnect, proxy, bad-address,
    private-address, bad-response (an answer that is no HTTP, or whose head is too long)."""
    nested = tuple(_nested(trouble))
    if any(isinstance(inner, ConnectionError) for inner in nested) and "refused" not in repr(
        trouble
    ):
        return "disconnect"  # behind a proxy requests calls a dropped connection the proxy's error
    known = next((name for kind, name in _KINDS if isinstance(trouble, kind)), None)
    if known:
        return known
    words = repr(trouble)
    if "NameResolutionError" in words or "getaddrinfo" in words:
        return "dns"
    if "NewConnectionError" in words:
        return "connect"
    broken = any(isinstance(e, HTTPException) and not isinstance(e, IncompleteRead) for e in nested)
    return "bad-response" if broken else "disconnect"


def describe_failure(trouble: BaseException) -> str:
    """The innermost reason of a nested requests/urllib3 error, without object addresses."""
    *_, inner = _nested(trouble)
    return str(inner).split(": ", 1)[-1] or type(inner).__name__


def _nested(trouble: BaseException) -> Iterator[BaseException]:
    """An error, then the one it carries as reason or argument, and so on inwards."""
    inner: BaseException | None = trouble
    while inner is not None:
        yield inner
        carried = (getattr(inner, "reason", None), *inner.args)
        inner = next(
            (error for error in reversed(carried) if isinstance(error, BaseException)), None
        )
