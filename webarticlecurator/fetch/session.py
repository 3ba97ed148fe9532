"""One attempt at one address: its redirect hops, verbatim, or the reason why there was no
answer."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException

import requests
import urllib3

from webarticlecurator.fetch.addresses import find_request_fault, redirect_target, show_address
from webarticlecurator.fetch.deadline import Deadline
from webarticlecurator.fetch.failures import TROUBLES, classify_failure, describe_failure
from webarticlecurator.fetch.private_addresses import AddressGuard
from webarticlecurator.fetch.wire_recorder import RecordingAdapter, WireRecorder
from webarticlecurator.model.capture import Exchange, Failure, Hop
from webarticlecurator.model.clock import Clock
from webarticlecurator.model.hosts import ANY_HOSTS, PortalHosts, without_userinfo
from webarticlecurator.model.portal import FetchPolicy

REDIRECTS = frozenset({301, 302, 303, 307, 308})
BLOCK = 65536
LONGEST_COOKIES = 16_000
"""Characters of all cookies together. Portals that set one on each page would soon be sent heads
that they refuse."""
RESOLVING_PROXIES = ("http:", "https:", "socks4a:", "socks5h:")
"""Proxies that resolve names themselves; of the others only the addresses that they are told can be
checked."""
SLOWEST = 10
"""A request and its whole answer, however slowly it comes, may take this many times
``fetch.timeout``; a body that is not complete by then is cut (WARC-Truncated: time)."""


class _Plain(requests.Session):
    def get_redirect_target(self, resp: requests.Response) -> None:
        """None: requests reads and decodes the body of an answer that it takes for a redirect, even
        if told not to follow it."""


class Session:
    """Fetches addresses one at a time over kept-open connections. Not for use by several threads:
    one session each.

    ``ca_file`` is a PEM file of certificates to trust besides ``policy.verify_tls``; ``proxy``
    (http or socks5h) overrides the policy's. ``hosts`` are the portal's own: they may be at private
    addresses, and the policy's cookies and headers go there alone. Proxies of the environment and
    .netrc are not read.
    """

    def __init__(
        self,
        policy: FetchPolicy,
        clock: Clock,
        user_agent: str,
        ca_file: str | None = None,
        hosts: PortalHosts = ANY_HOSTS,
    ) -> None:
        self._policy = policy
        self._hosts = hosts
        self._clock = clock
        self._deadline = Deadline(clock.monotonic, policy.timeout, policy.timeout * SLOWEST)
        self._tape = WireRecorder(self._deadline, policy.max_bytes)
        self._guard = AddressGuard(
            hosts, resolves=not (policy.proxy or "").startswith(RESOLVING_PROXIES)
        )
        self._session = _Plain()
        self._session.trust_env = False
        self._session.verify = ca_file or policy.verify_tls
        for scheme in ("http://", "https://"):
            self._session.mount(
                scheme, RecordingAdapter(self._tape, None if policy.proxy else self._guard)
            )
        self._session.headers.update(
            {"User-Agent": policy.user_agent or user_agent, "Accept-Encoding": "gzip, deflate"}
        )
        self._set_cookies()
        if policy.proxy:
            self._session.proxies = {"http": policy.proxy, "https": policy.proxy}

    def _set_cookies(self) -> None:
        """Forget the portal's cookies; the policy's stay."""
        self._session.cookies.clear()
        for domain in sorted(_domain(host) for host in self._hosts.names) or [""]:
            for name, value in self._policy.cookies:
                self._session.cookies.set(name, value, domain=domain)

    def close(self) -> None:
        self._session.close()

    def fetch(self, url: str, before: Callable[[str], Failure | None]) -> Exchange:
        """Follow ``url`` (absolute http/https) through its redirects. ``before`` is called with
        each address just before it is requested: politeness waits there, and a failure that it
        gives ends the fetch. Network trouble and addresses that cannot be asked for become
        ``Exchange.failure``, never an error."""
        hops: list[Hop] = []
        seen = {url}
        target = url
        while True:
            refused = self.refusal(target) or before(target)
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
                words = f"{show_address(target)} redirects to {show_address(location)}"
                return Exchange(url, tuple(hops), self._failure("redirect-loop", words))
            seen.add(location)
            target = location

    def refusal(self, url: str) -> Failure | None:
        """Why ``url`` can never be asked for: it is no http address, or leads to a private one;
        None if it can."""
        wrong = find_request_fault(url)
        if wrong:
            return self._failure("bad-address", wrong)
        private = self._guard.refusal(url)
        return self._failure("private-address", private) if private else None

    def _hop(self, url: str) -> tuple[Hop | None, Failure | None, str | None]:
        started = self._clock.now()
        self._tape.start()
        self._deadline.restart()
        try:
            with _quiet(), self._get(url) as answer:
                truncated = self._read(answer)
        except TROUBLES as trouble:
            return (
                None,
                self._failure(
                    classify_failure(trouble), f"{show_address(url)}: {describe_failure(trouble)}"
                ),
                None,
            )
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
        if not location:
            return hop, None, None
        try:
            return hop, None, redirect_target(url, location)
        except ValueError as error:
            words = (
                f"{show_address(url)} redirects to {show_address(location)}, which is not an"
                f" address ({error})"
            )
            return hop, self._failure("bad-address", words), None

    def _get(self, url: str) -> requests.Response:
        """The portal's own headers stay with the portal: a redirect may lead anywhere. No user name
        of an address is sent."""
        if (
            sum(len(cookie.name) + len(cookie.value or "") for cookie in self._session.cookies)
            > LONGEST_COOKIES
        ):
            self._set_cookies()
        headers = dict(self._policy.headers) if self._hosts.is_trusted(url) else None
        return self._session.get(
            without_userinfo(url),
            headers=headers,
            stream=True,
            allow_redirects=False,
            timeout=self._policy.timeout,
        )

    def _read(self, answer: requests.Response) -> str | None:
        """Read the body to its end for the tape; the WARC-Truncated reason if its end was not
        reached."""
        try:
            # read1: what came before a stall is on the tape; read would lose its half-full buffer
            while answer.raw.read1(BLOCK, decode_content=False):
                if len(self._tape.response) > self._policy.max_bytes:
                    return "length"
        except (urllib3.exceptions.TimeoutError, TimeoutError):
            return "time"
        except (urllib3.exceptions.HTTPError, HTTPException, ValueError, OSError):
            return "length" if len(self._tape.response) > self._policy.max_bytes else "disconnect"
        return None

    def _failure(self, kind: str, message: str) -> Failure:
        return Failure(kind, message, self._clock.now())


def _domain(host: str) -> str:
    """As http.cookiejar matches it: a name without a dot is one of ``.local`` (RFC 2965 §1)."""
    return host if "." in host else f"{host}.local"


@contextmanager
def _quiet() -> Iterator[None]:
    """``verify_tls: false`` is the user's decision, said once in the portal file; no warning per
    request. A cookie that http.cookiejar cannot read is none; no traceback of it."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "http.cookiejar bug", UserWarning)
        warnings.simplefilter("ignore", urllib3.exceptions.InsecureRequestWarning)
        yield
