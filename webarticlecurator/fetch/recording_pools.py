"""Persistent connections that record what crosses them: with or without TLS, directly or through
any proxy.

urllib3 alone, without ``requests`` above it: that would copy the settings of the session for each
request, which takes a third of the time of a request.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import certifi
from urllib3 import BaseHTTPResponse, PoolManager, ProxyManager
from urllib3.util import Url, parse_url

from webarticlecurator.fetch.addresses import quote_address
from webarticlecurator.fetch.private_addresses import AddressGuard
from webarticlecurator.fetch.wire_recorder import WireRecorder, make_recording_class


class RecordingPools:
    """Sends requests over connections that record to ``recorder``; close it at the end.

    ``guard`` checks the addresses of direct connections. ``verify`` is a file or folder of
    certificates to trust, True for those of certifi, False to trust any.
    """

    def __init__(
        self,
        recorder: WireRecorder,
        guard: AddressGuard,
        verify: bool | str,
        proxy: str | None = None,
    ) -> None:
        self._recorder = recorder
        self._guard = None if proxy else guard
        self._manager = _open_manager(_describe_trust(verify), proxy)
        self._sends_whole_address = isinstance(self._manager, ProxyManager)
        self._recording_classes: dict[type, type] = {}
        self._pool: Any = None
        self._last_origin: tuple[str | None, str | None, int | None] = (None, None, None)

    def get(self, url: str, headers: Mapping[str, str], timeout: float) -> BaseHTTPResponse:
        """Send a GET request and return the answer, whose body is still to be read.

        Raises the errors of urllib3 and http.client, OSError, PrivateAddress, and ValueError for an
        address that cannot be parsed.
        """
        parts = parse_url(url)
        origin = parts.scheme, parts.host, parts.port
        if origin != self._last_origin:
            self._pool, self._last_origin = self._open_pool(parts), origin
        answer: BaseHTTPResponse = self._pool.urlopen(
            "GET",
            self._request_target(parts),
            headers=headers,
            retries=False,
            redirect=False,
            assert_same_host=False,
            timeout=timeout,
            preload_content=False,
            decode_content=False,
        )
        return answer

    def close(self) -> None:
        """Close all connections."""
        self._manager.clear()

    def _request_target(self, parts: Url) -> str:
        """Return what the request line has of an address: a proxy for http gets all of it (RFC 9112
        §3.2.2)."""
        query = f"?{parts.query}" if parts.query else ""
        target = quote_address(f"{parts.path or '/'}{query}")
        if self._sends_whole_address and parts.scheme == "http":
            return f"http://{parts.netloc}{target}"
        return target

    def _open_pool(self, parts: Url) -> Any:
        pool: Any = self._manager.connection_from_host(parts.host, parts.port, parts.scheme)
        if pool.ConnectionCls not in self._recording_classes.values():
            pool.ConnectionCls = self._recording_class(pool.ConnectionCls)
        return pool

    def _recording_class(self, connection: type) -> type:
        """Return the recording subclass of a connection class, made once for all hosts."""
        if connection not in self._recording_classes:
            made = make_recording_class(connection, self._recorder, self._guard)
            self._recording_classes[connection] = made
        return self._recording_classes[connection]


def _describe_trust(verify: bool | str) -> dict[str, str]:
    """Return which certificates urllib3 trusts."""
    if verify is False:
        return {"cert_reqs": "CERT_NONE"}
    trusted = certifi.where() if verify is True else verify
    name = "ca_cert_dir" if Path(trusted).is_dir() else "ca_certs"
    return {"cert_reqs": "CERT_REQUIRED", name: trusted}


def _open_manager(trust: Mapping[str, str], proxy: str | None) -> PoolManager:
    options: dict[str, Any] = {**trust, "maxsize": 1}
    if proxy is None:
        return PoolManager(**options)
    parts = urlsplit(proxy)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if parts.scheme.startswith("socks"):
        from urllib3.contrib.socks import SOCKSProxyManager

        if user:
            options |= {"username": user, "password": password}
        return SOCKSProxyManager(proxy, **options)
    headers = {}
    if user:
        encoded = b64encode(f"{user}:{password}".encode("latin-1")).decode("ascii")
        headers["Proxy-Authorization"] = f"Basic {encoded}"
    return ProxyManager(proxy, proxy_headers=headers, **options)
