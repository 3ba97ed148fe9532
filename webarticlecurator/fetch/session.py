"""The fetcher ``http``: one attempt at one address: its redirect hops, byte for byte, or the reason
for a missing answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from http.client import HTTPException

from urllib3 import BaseHTTPResponse
from urllib3.exceptions import HTTPError
from urllib3.exceptions import TimeoutError as UrllibTimeout

from webarticlecurator.fetch.addresses import find_request_fault, resolve_redirect, show_address
from webarticlecurator.fetch.conditions import Conditions, no_conditions
from webarticlecurator.fetch.connection_settings import ConnectionSettings, describe_client
from webarticlecurator.fetch.cookies import SessionCookies
from webarticlecurator.fetch.deadline import Deadline
from webarticlecurator.fetch.failures import REQUEST_ERRORS, classify_failure, describe_failure
from webarticlecurator.fetch.private_addresses import AddressGuard
from webarticlecurator.fetch.recording_pools import RecordingPools
from webarticlecurator.fetch.request_pace import RequestPace
from webarticlecurator.fetch.warning_filters import suppress_warnings
from webarticlecurator.fetch.wire_recorder import WireRecorder
from webarticlecurator.model.capture import Exchange, Failure, Hop
from webarticlecurator.model.clock import Clock
from webarticlecurator.model.hosts import ANY_HOSTS, PortalHosts, host_of, without_userinfo
from webarticlecurator.model.portal import FetchPolicy

REDIRECTS = frozenset({301, 302, 303, 307, 308})
BLOCK = 65536
NAME_RESOLVING_PROXIES = ("http:", "https:", "socks4a:", "socks5h:")
"""Proxies that resolve names themselves: only literal IP addresses can be checked."""
DEADLINE_FACTOR = 10
"""A request and its whole answer may take this many times ``fetch.timeout``. A body that is not
complete by then is cut (WARC-Truncated: time)."""


@dataclass(frozen=True)
class HopAnswer:
    """The answer to one request: its hop or the failure, and the target of its redirect.

    ``is_unread``: the server closed a persistent connection, probably before it got the request.
    """

    hop: Hop | None
    failure: Failure | None = None
    location: str | None = None
    is_unread: bool = False


class Session:
    """Fetches addresses one at a time over persistent connections. Not thread-safe.

    ``ca_file`` is a PEM file of certificates to trust; it goes before ``policy.verify_tls``.
    ``hosts`` are the portal's own hosts: only they may be at private addresses, and only they get
    the cookies and headers of the policy. Proxies of the environment and .netrc are ignored.
    ``pace`` decides when a request is sent, and notes it. ``beside`` is a session
    whose cookies and checked addresses this one shares.
    """

    def __init__(
        self,
        policy: FetchPolicy,
        clock: Clock,
        user_agent: str,
        ca_file: str | None = None,
        hosts: PortalHosts = ANY_HOSTS,
        pace: RequestPace | None = None,
        beside: Session | None = None,
    ) -> None:
        self._policy = policy
        self._pace, self._requested_host = pace or RequestPace(), ""
        self._hosts = hosts
        self._clock = clock
        self._deadline = Deadline(clock.monotonic, policy.timeout, policy.timeout * DEADLINE_FACTOR)
        self._recorder = WireRecorder(
            self._deadline, policy.max_bytes, self._wait_to_send, self._note_sent
        )
        resolves = not (policy.proxy or "").startswith(NAME_RESOLVING_PROXIES)
        own_guard = AddressGuard(hosts, resolves=resolves)
        self._guard: AddressGuard = beside._guard if beside else own_guard

        self._verify = ca_file or policy.verify_tls
        self._pools = RecordingPools(self._recorder, self._guard, self._verify, policy.proxy)
        self._headers = {
            "User-Agent": policy.user_agent or user_agent,
            "Accept-Encoding": "gzip, deflate",
            "Accept": "*/*",
            "Connection": "keep-alive",
        }
        domains = sorted(_cookie_domain(host) for host in hosts.names) or [""]
        own_cookies = SessionCookies(policy.cookies, tuple(domains))
        self._cookies: SessionCookies = beside._cookies if beside else own_cookies

    def close(self) -> None:
        self._pools.close()

    def fetch(
        self,
        url: str,
        before: Callable[[str], Failure | None],
        conditions: Conditions = no_conditions,
        first: HopAnswer | None = None,
    ) -> Exchange:
        """Request ``url`` (absolute, http or https) and follow its redirects.

        ``before`` is called with each address just before its request: there politeness waits, and
        a failure that ``before`` returns ends the fetch. ``conditions`` returns the headers that
        make a request conditional, or None for a redirect target that needs no request. ``first``
        is the answer of ``url`` if it was requested before. Network errors and addresses that
        cannot be requested do not raise; they are in ``Exchange.failure``.
        """
        hops: list[Hop] = []
        seen = {url}
        target, answer = url, first
        while True:
            if answer is None:
                headers = conditions(target)
                if headers is None:
                    return Exchange(url, tuple(hops))
                forbidden = self.check_address(target) or before(target)
                if forbidden is not None:
                    return Exchange(url, tuple(hops), forbidden)
                answer = self.request_hop(target, headers)
            if answer.hop is not None:
                hops.append(answer.hop)
            location = answer.location
            if answer.failure is not None:
                return Exchange(url, tuple(hops), answer.failure, answer.is_unread)
            if location is None:
                return Exchange(url, tuple(hops))
            if location in seen or len(hops) > self._policy.max_redirects:
                message = f"{show_address(target)} redirects to {show_address(location)}"
                return Exchange(url, tuple(hops), self._failure("redirect-loop", message))
            seen.add(location)
            target, answer = location, None

    def check_address(self, url: str) -> Failure | None:
        """Return the failure of an address that cannot be requested (not http, or private), or
        None."""
        fault = find_request_fault(url)
        if fault:
            return self._failure("bad-address", fault)
        private = self._guard.check_url(url)
        return self._failure("private-address", private) if private else None

    def request_hop(self, url: str, conditions: Mapping[str, str]) -> HopAnswer:
        """Request one address, whose turn has come, and return its answer."""
        started = self._clock.now()
        self._requested_host = host_of(url)
        self._recorder.start()
        self._deadline.restart()
        try:
            with nullcontext() if self._verify else suppress_warnings():
                answer = self._get(url, conditions)
            truncated = self._read_body(answer)
        except REQUEST_ERRORS as error:
            message = f"{show_address(url)}: {describe_failure(error)}"
            failure = self._failure(classify_failure(error), message)
            return HopAnswer(None, failure, is_unread=self._is_unread(failure))

        hop = Hop(
            url=url,
            status=answer.status,
            request=bytes(self._recorder.request),
            response=bytes(self._recorder.response),
            started=started,
            ip=None if self._policy.proxy else self._recorder.peer,
            truncated=truncated,
        )
        location = answer.headers.get("Location") if answer.status in REDIRECTS else None
        if not location:
            return HopAnswer(hop)
        try:
            return HopAnswer(hop, location=resolve_redirect(url, location))
        except ValueError as error:
            message = (
                f"{show_address(url)} redirects to {show_address(location)}, which is not an"
                f" address ({error})"
            )
            return HopAnswer(hop, self._failure("bad-address", message))

    def _wait_to_send(self) -> None:
        self._pace.wait_to_send(self._requested_host, self._clock)

    def _note_sent(self) -> None:
        self._pace.note_sent(self._requested_host, self._clock)

    def _is_unread(self, failure: Failure) -> bool:
        """Return True if the server closed a persistent connection, probably before it got the
        request."""
        recorder = self._recorder
        is_disconnected = failure.kind == "disconnect" and not recorder.response
        return is_disconnected and recorder.is_on_used_connection

    def _get(self, url: str, conditions: Mapping[str, str]) -> BaseHTTPResponse:
        """Send the request. The headers of the policy go to the portal only, since a redirect may
        lead anywhere; user name and password of the address are not sent."""
        target = without_userinfo(url)
        headers = self._headers_for(target, conditions)
        answer = self._pools.get(target, headers, self._policy.timeout)
        self._cookies.store(target, answer)
        return answer

    def _headers_for(self, url: str, conditions: Mapping[str, str]) -> dict[str, str]:
        given = dict(self._policy.headers) if self._hosts.is_trusted(url) else {}
        headers, names = dict(self._headers), {name.lower(): name for name in self._headers}
        for name, value in (*given.items(), *conditions.items()):
            headers.pop(names.get(name.lower(), name), None)
            headers[name] = value
        cookies = self._cookies.header_for(url, headers)
        return headers if cookies is None else {**headers, "Cookie": cookies}

    def _read_body(self, answer: BaseHTTPResponse) -> str | None:
        """Read the body to its end, so that it is recorded; return the WARC-Truncated reason if the
        end was not reached."""
        try:
            # read1 records what arrived before a stall; read would lose its half-full buffer
            while answer.read1(BLOCK, decode_content=False):
                if self._is_too_long():
                    return "length"
        except (UrllibTimeout, TimeoutError):
            return "time"
        except (HTTPError, HTTPException, ValueError, OSError):
            return "length" if self._is_too_long() else "disconnect"
        finally:
            # what was read to its end has given its connection back
            answer.close()
            answer.release_conn()
        return None

    def _is_too_long(self) -> bool:
        return len(self._recorder.response) > self._policy.max_bytes

    def _failure(self, kind: str, message: str) -> Failure:
        return Failure(kind, message, self._clock.now())


def open_session(
    settings: ConnectionSettings, clock: Clock, beside: Session | None = None
) -> Session:
    """Return a session for a portal; ``beside`` is another one for the same portal, which is used
    at the same time."""
    policy = settings.effective_policy()
    client = describe_client(policy.connections)
    return Session(policy, clock, client, settings.ca_file, settings.hosts, settings.pace, beside)


def _cookie_domain(host: str) -> str:
    """Return the domain that http.cookiejar matches: a name without a dot is below ``.local`` (RFC
    2965 §1)."""
    return host if "." in host else f"{host}.local"
