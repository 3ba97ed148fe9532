"""The cookies that a portal sets, for its next requests."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.request import Request

from urllib3 import BaseHTTPResponse

from webarticlecurator.fetch.warning_filters import suppress_warnings

if TYPE_CHECKING:
    from http.cookiejar import Cookie, CookieJar

MAX_COOKIE_CHARS = 16_000
"""Characters of all cookies together. If a portal sets a cookie on each page, the request head
would soon be too long for it."""


class SessionCookies:
    """Cookies that several sessions read and set at the same time.

    ``first`` are pairs of a name and a value, which are sent to each of ``domains`` from the first
    request on. Without them, there is no jar before the portal sets a cookie.
    """

    def __init__(self, first: Sequence[tuple[str, str]] = (), domains: Sequence[str] = ()) -> None:
        self._first = [(domain, *pair) for domain in domains for pair in first]
        self._lock = threading.Lock()
        self._jar: CookieJar | None = None
        if self._first:
            self._reset(self._open_jar())

    def header_for(self, url: str, headers: Mapping[str, str]) -> str | None:
        """Return the value of the Cookie header for a request with other ``headers``, or None.

        All but the first cookies are dropped if they have become too long.
        """
        if self._jar is None:
            return None
        with self._lock:
            if sum(len(each.name) + len(each.value or "") for each in self._jar) > MAX_COOKIE_CHARS:
                self._reset(self._jar)
            request = Request(url, headers=dict(headers), unverifiable=True)
            self._jar.add_cookie_header(request)
        return request.get_header("Cookie")

    def store(self, url: str, answer: BaseHTTPResponse) -> None:
        """Keep the cookies that the answer of ``url`` sets."""
        if "Set-Cookie" not in answer.headers and "Set-Cookie2" not in answer.headers:
            return
        with self._lock, suppress_warnings():
            jar = self._open_jar()
            jar.extract_cookies(answer, Request(url, unverifiable=True))  # type: ignore[arg-type]
            for cookie in jar:
                _drop_inner_quotes(cookie)

    def _open_jar(self) -> CookieJar:
        if self._jar is None:
            from http.cookiejar import CookieJar

            self._jar = CookieJar()
        return self._jar

    def _reset(self, jar: CookieJar) -> None:
        """Drop all cookies but the first ones."""
        jar.clear()
        for domain, name, value in self._first:
            jar.set_cookie(_make_cookie(name, value, domain))


def _make_cookie(name: str, value: str, domain: str) -> Cookie:
    from http.cookiejar import Cookie

    return Cookie(
        version=0,
        name=name,
        value=value,
        port=None,
        port_specified=False,
        domain=domain,
        domain_specified=bool(domain),
        domain_initial_dot=domain.startswith("."),
        path="/",
        path_specified=True,
        secure=False,
        expires=None,
        discard=True,
        comment=None,
        comment_url=None,
        rest={},
    )


def _drop_inner_quotes(cookie: Cookie) -> None:
    """Drop escaped quotes from a quoted value (``"a\\"b"``): servers take them for its end."""
    value = cookie.value or ""
    if value.startswith('"') and value.endswith('"'):
        cookie.value = value.replace('\\"', "")
