"""The cookies that a portal sets, for its next requests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http.cookiejar import Cookie, CookieJar
from urllib.request import Request

from urllib3 import BaseHTTPResponse

MAX_COOKIE_CHARS = 16_000
"""Characters of all cookies together. If a portal sets a cookie on each page, the request head
would soon be too long for it."""


class SessionCookies(CookieJar):
    """Cookies that several sessions read and set at the same time.

    ``first`` are pairs of a name and a value for each of ``domains``; ``reset`` keeps nothing else.
    """

    def __init__(
        self, first: tuple[tuple[str, str], ...] = (), domains: tuple[str, ...] = ()
    ) -> None:
        super().__init__()
        self._first = [
            _make_cookie(name, value, domain) for domain in domains for name, value in first
        ]
        self.reset()

    def __iter__(self) -> Iterator[Cookie]:
        with self._cookies_lock:  # type: ignore[attr-defined]
            return iter(list(super().__iter__()))

    def reset(self) -> None:
        """Drop all cookies but the first ones."""
        self.clear()
        for cookie in self._first:
            self.set_cookie(cookie)

    def set_cookie(self, cookie: Cookie) -> None:
        value = cookie.value or ""
        if value.startswith('"') and value.endswith('"'):
            cookie.value = value.replace('\\"', "")
        super().set_cookie(cookie)

    def header_for(self, url: str, headers: Mapping[str, str]) -> str | None:
        """Return the value of the Cookie header for a request with other ``headers``, or None.

        All but the first cookies are dropped if they have become too long.
        """
        cookies = list(self)
        if sum(len(each.name) + len(each.value or "") for each in cookies) > MAX_COOKIE_CHARS:
            self.reset()
        if not cookies:
            return None
        request = Request(url, headers=dict(headers), unverifiable=True)
        self.add_cookie_header(request)
        return request.get_header("Cookie")

    def store(self, url: str, answer: BaseHTTPResponse) -> None:
        """Keep the cookies that the answer of ``url`` sets."""
        if "Set-Cookie" in answer.headers or "Set-Cookie2" in answer.headers:
            self.extract_cookies(answer, Request(url, unverifiable=True))  # type: ignore[arg-type]


def _make_cookie(name: str, value: str, domain: str) -> Cookie:
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
