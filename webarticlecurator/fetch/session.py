"""One attempt at one address: its redirect hops, verbatim, or the reason why there was no answer."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urljoin, urlsplit

import requests
import urllib3
from requests.utils import requote_uri

from webarticlecurator.fetch.tape import Tape, TapedAdapter
from webarticlecurator.model.capture import Exchange, Failure, Hop
from webarticlecurator.model.clock import Clock
from webarticlecurator.model.portal import FetchPolicy

REDIRECTS = frozenset({301, 302, 303, 307, 308})
BLOCK = 65536
SLOWEST = 10
"""A body may take this many times ``fetch.timeout`` before it is cut (WARC-Truncated: time)."""

FAILURES: tuple[tuple[type[Exception], str], ...] = (
    (requests.exceptions.ProxyError, "proxy"),
    (requests.exceptions.SSLError, "tls"),
    (requests.exceptions.Timeout, "timeout"),
    (requests.exceptions.InvalidURL, "bad-address"),
    (requests.exceptions.InvalidSchema, "bad-address"),
    (requests.exceptions.MissingSchema, "bad-address"),
    (UnicodeError, "bad-address"),
)


class _Plain(requests.Session):
    def get_redirect_target(self, resp: requests.Response) -> None:
        """None: requests reads and decodes the body of an answer that it takes for a redirect, even if told not to follow it."""


class Session:
    """Fetches addresses one at a time over kept-open connections. Not for use by several threads: one session each.

    ``ca_file`` is a PEM file of certificates to trust besides ``policy.verify_tls``; ``proxy`` (http or socks5h) overrides the
    policy's. ``hosts``: where the policy's cookies and headers may go, hosts below them included (empty: anywhere). Proxies of
    the environment and .netrc are not read.
    """

    def __init__(
        self,
        policy: FetchPolicy,
        clock: Clock,
        user_agent: str,
        ca_file: str | None = None,
        hosts: frozenset[str] = frozenset(),
    ) -> None:
        self._policy = policy
        self._hosts = hosts
        self._clock = clock
        self._tape = Tape()
        self._session = _Plain()
        self._session.trust_env = False
        self._session.verify = ca_file or policy.verify_tls
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, TapedAdapter(self._tape))
        self._session.headers.update({"User-Agent": policy.user_agent or user_agent, "Accept-Encoding": "gzip, deflate"})
        for domain in sorted(_domain(host) for host in hosts) or [""]:
            for name, value in policy.cookies:
                self._session.cookies.set(name, value, domain=domain)
        if policy.proxy:
            self._session.proxies = {"http": policy.proxy, "https": policy.proxy}

    def close(self) -> None:
        self._session.close()

    def fetch(self, url: str, before: Callable[[str], Failure | None]) -> Exchange:
        """Follow ``url`` (absolute http/https) through its redirects. ``before`` is called with each address just before it is
        requested: politeness waits there, and a failure that it gives ends the fetch. Network trouble becomes
        ``Exchange.failure``, never an error."""
        hops: list[Hop] = []
        seen = {url}
        target = url
        while True:
            refused = before(target)
            if refused is not None:
                return Exchange(url, tuple(hops), refused)
            hop, failure, location = self._hop(target)
            if hop is not None:
                hops.append(hop)
            if failure is not None:
                return Exchange(url, tuple(hops), failure)
            if location is None:
                return Exchange(url, tuple(hops))
            if location in seen or len(hops) > self._policy.max_redirects:
                return Exchange(url, tuple(hops), self._failure("redirect-loop", f"{target} redirects to {location}"))
            seen.add(location)
            target = location

    def _hop(self, url: str) -> tuple[Hop | None, Failure | None, str | None]:
        started = self._clock.now()
        self._tape.start()
        try:
            with _quiet_tls(), self._get(url) as answer:
                truncated = self._read(answer)
        except (requests.exceptions.RequestException, urllib3.exceptions.HTTPError, UnicodeError, OSError) as trouble:
            return None, self._failure(_kind(trouble), f"{url}: {_words(trouble)}"), None
        hop = Hop(
            url=url,
            status=answer.status_code,
            request=bytes(self._tape.request),
            response=bytes(self._tape.response),
            started=started,
            ip=None if self._policy.proxy else self._tape.peer,
            truncated=truncated,
        )
        location = answer.headers.get("Location") if answer.status_code in REDIRECTS else None
        return hop, None, _target(url, location) if location else None

    def _get(self, url: str) -> requests.Response:
        """The portal's own headers stay with the portal: a redirect may lead anywhere."""
        headers = dict(self._policy.headers) if self._own(url) else None
        return self._session.get(url, headers=headers, stream=True, allow_redirects=False, timeout=self._policy.timeout)

    def _own(self, url: str) -> bool:
        if not self._hosts:
            return True
        host = urlsplit(url).hostname or ""
        return any(host == own or host.endswith("." + own) for own in self._hosts)

    def _read(self, answer: requests.Response) -> str | None:
        """Read the body to its end for the tape; the WARC-Truncated reason if its end was not reached."""
        deadline = self._clock.monotonic() + self._policy.timeout * SLOWEST
        try:
            # read1: what came before a stall is on the tape; read would lose its half-full buffer
            while answer.raw.read1(BLOCK, decode_content=False):
                if len(self._tape.response) > self._policy.max_bytes:
                    return "length"
                if self._clock.monotonic() > deadline:
                    return "time"
        except urllib3.exceptions.TimeoutError:
            return "time"
        except (urllib3.exceptions.HTTPError, OSError):
            return "disconnect"
        return None

    def _failure(self, kind: str, message: str) -> Failure:
        return Failure(kind, message, self._clock.now())


def _domain(host: str) -> str:
    """As http.cookiejar matches it: a name without a dot is one of ``.local`` (RFC 2965 §1)."""
    return host if "." in host else f"{host}.local"


def _target(url: str, location: str) -> str:
    """The absolute redirect target. A Location is often raw UTF-8 that http.client read as Latin-1: undo that, then quote."""
    with suppress(UnicodeError):
        location = location.encode("latin-1").decode("utf-8")
    target = urljoin(url, requote_uri(location.strip()))
    if not urlsplit(target).fragment and urlsplit(url).fragment:
        target += "#" + urlsplit(url).fragment  # RFC 9110 §10.2.2
    return target


def _kind(trouble: BaseException) -> str:
    if any(isinstance(inner, ConnectionError) for inner in _nested(trouble)) and "refused" not in repr(trouble):
        return "disconnect"  # behind a proxy requests calls a dropped connection the proxy's error
    known = next((name for kind, name in FAILURES if isinstance(trouble, kind)), None)
    if known:
        return known
    words = repr(trouble)
    if "NameResolutionError" in words or "getaddrinfo" in words:
        return "dns"
    return "connect" if "NewConnectionError" in words else "disconnect"


def _words(trouble: BaseException) -> str:
    """The innermost reason of a nested requests/urllib3 error, without object addresses."""
    *_, inner = _nested(trouble)
    return str(inner).split(": ", 1)[-1] or type(inner).__name__


def _nested(trouble: BaseException) -> Iterator[BaseException]:
    """An error, then the one it carries as reason or argument, and so on inwards."""
    inner: BaseException | None = trouble
    while inner is not None:
        yield inner
        carried = (getattr(inner, "reason", None), *inner.args)
        inner = next((error for error in reversed(carried) if isinstance(error, BaseException)), None)


@contextmanager
def _quiet_tls() -> Iterator[None]:
    """``verify_tls: false`` is the user's decision, said once in the portal file; no warning per request."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", urllib3.exceptions.InsecureRequestWarning)
        yield
