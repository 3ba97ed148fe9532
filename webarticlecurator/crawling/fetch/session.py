"""The fetcher ``http``: one attempt at one address: its redirect hops, byte for byte, or the reason
for a missing answer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from http.client import HTTPException
from http.cookiejar import Cookie, DefaultCookiePolicy
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import requests
import urllib3
from requests.cookies import RequestsCookieJar, extract_cookies_to_jar

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import TDMREP_PATH
from webarticlecurator.base.model.capture import Exchange, Failure, Hop
from webarticlecurator.base.portal.hosts import (
    hide_userinfo,
    host_of,
    without_userinfo,
)
from webarticlecurator.base.portal.log_lines import current_purpose, get_logger, hide_secrets_of
from webarticlecurator.base.portal.session_secrets import SessionSecrets
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.fetch.address_guard import AddressGuard
from webarticlecurator.crawling.fetch.conditional_requests import Conditions, no_conditions
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings, describe_client
from webarticlecurator.crawling.fetch.exchange_deadline import Deadline
from webarticlecurator.crawling.fetch.request_addresses import (
    find_request_fault,
    resolve_redirect,
    show_address,
)
from webarticlecurator.crawling.fetch.request_failures import (
    REQUEST_ERRORS,
    classify_failure,
    describe_failure,
)
from webarticlecurator.crawling.fetch.warning_filters import suppress_warnings
from webarticlecurator.crawling.fetch.wire_recorder import RecordingAdapter, WireRecorder

if TYPE_CHECKING:
    from webarticlecurator.crawling.fetch.subscriber import Subscriber

_log = get_logger(__name__)

REDIRECTS = frozenset({301, 302, 303, 307, 308})
BLOCK = 65536
# Bounds of one request, since cookies without end or an answer without end would stop a crawl for
# good (0d59a9d5, 6524bb28).
MAX_COOKIE_CHARS = 16_000
"""Characters of all cookies together. If a portal sets a cookie on each page, the request head
would soon be too long for it."""
NAME_RESOLVING_PROXIES = ("http:", "https:", "socks4a:", "socks5h:")
"""Proxies that resolve names themselves: only literal IP addresses can be checked."""
DEADLINE_FACTOR = 10
"""A request and its whole answer may take this many times ``fetch.timeout``. A body that is not
complete by then is cut (WARC-Truncated: time)."""


_PUBLIC_PATHS = ("/robots.txt", TDMREP_PATH)


class _SharedCookies(RequestsCookieJar):
    """Cookies that several sessions read and set at the same time."""

    def __iter__(self) -> Iterator[Cookie]:  # type: ignore[override]
        with self._cookies_lock:  # type: ignore[attr-defined]
            return iter(list(super().__iter__()))


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

    ``settings.ca_file`` goes before ``policy.verify_tls``. Only the portal's own hosts may be at
    private addresses (not even they without ``settings.allows_private``), and only they get the
    cookies and headers of the policy. Proxies of the environment and .netrc are ignored.
    ``settings.pace`` decides when a request is sent, and notes it. ``sibling`` is a session whose
    cookies and checked addresses this one shares. ``settings.subscriber`` signs the requests to the
    portal in; other hosts then get no cookies at all. Raises UsageError where the library for the
    proxy is not installed.
    """

    def __init__(
        self, settings: ConnectionSettings, clock: Clock, sibling: Session | None = None
    ) -> None:
        policy, hosts, subscriber = settings.effective_policy(), settings.hosts, settings.subscriber
        self._policy, self._secrets = policy, SessionSecrets.of(policy)
        self._pace, self._requested_host = settings.pace, ""
        self._hosts, self._subscriber, self._clock = hosts, subscriber, clock
        self._deadline = Deadline(clock.monotonic, policy.timeout, policy.timeout * DEADLINE_FACTOR)
        self._recorder = WireRecorder(
            self._deadline,
            policy.max_bytes,
            lambda: self._pace.wait_to_send(self._requested_host, clock),
            lambda: self._pace.note_sent(self._requested_host, clock),
        )
        resolves = not (policy.proxy or "").startswith(NAME_RESOLVING_PROXIES)
        own_guard = AddressGuard(hosts, resolves=resolves, allows_private=settings.allows_private)
        self._guard: AddressGuard = sibling._guard if sibling else own_guard

        self._session = requests.Session()
        self._session.trust_env = False
        self._verify = settings.ca_file or policy.verify_tls
        for scheme in ("http://", "https://"):
            self._session.mount(
                scheme,
                RecordingAdapter(
                    self._recorder, None if policy.proxy else self._guard, settings.connect
                ),
            )
        agent = policy.user_agent or describe_client(policy.connections)
        self._session.headers.update({"User-Agent": agent, "Accept-Encoding": "gzip"})
        self._session.cookies = sibling._session.cookies if sibling else _make_jar(subscriber)
        if sibling is None:
            self._reset_cookies()
        if policy.proxy:
            self._session.proxies = {"http": policy.proxy, "https": policy.proxy}
        hide_secrets_of(self)

    def hide(self, text: str) -> str:
        """Return a text without the secrets of the session."""
        text = self._secrets.hide_in_file(text.encode("utf-8", "surrogatepass")).decode(
            "utf-8", "surrogatepass"
        )
        return text if self._subscriber is None else self._subscriber.hide(text)

    def _reset_cookies(self) -> None:
        """Drop all cookies but those of the policy."""
        self._session.cookies.clear()
        # http.cookiejar matches a name without a dot below ``.local`` (RFC 2965 §1)
        domains = [host if "." in host else f"{host}.local" for host in self._hosts.names]
        for domain in sorted(domains) or [""]:
            for name, value in self._policy.cookies:
                self._session.cookies.set(name, value, domain=domain)
        for cookie in self._subscriber.cookies() if self._subscriber else ():
            self._session.cookies.set_cookie(cookie)

    def close(self) -> None:
        self._session.close()

    def fetch(
        self,
        url: str,
        before: Callable[[str], Failure | None],
        conditions: Conditions = no_conditions,
    ) -> Exchange:
        """Request ``url`` (absolute, http or https) without its fragment; follow its redirects.

        ``before`` is called with each address just before its request: there politeness waits, and
        a failure that ``before`` returns ends the fetch. ``conditions`` returns the headers that
        make a request conditional, or None for a redirect target that needs no request. Network
        errors and addresses that cannot be requested do not raise; they are in
        ``Exchange.failure``.
        """
        hops: list[Hop] = []
        target, answer = url.partition("#")[0], self.take_answer(url)
        # The first address counts as seen, so that a page that redirects to itself is a loop at
        # once, unless it has set a cookie: it tests whether that comes back.
        seen = {target: self._list_cookies() if answer is None else None}
        while True:
            if answer is None:
                headers = conditions(target)
                if headers is None:
                    _log.debug("redirect not followed: %s", target)
                    return Exchange(url, tuple(hops))
                forbidden = self.check_address(target) or before(target)
                if forbidden is not None:
                    _log.debug("not requested: %s", forbidden.message)
                    return Exchange(url, tuple(hops), forbidden)
                answer = self.request_hop(target, headers, is_redirect=bool(hops))
            if answer.hop is not None:
                hops.append(answer.hop)
            location = answer.location
            if answer.failure is not None:
                return Exchange(url, tuple(hops), answer.failure, answer.is_unread)
            if location is None:
                return Exchange(url, tuple(hops))
            cookies = self._list_cookies()
            is_loop = seen.get(location, cookies) == cookies and location in seen
            if is_loop or len(hops) > self._policy.max_redirects:
                message = f"{show_address(target)} redirects to {show_address(location)}"
                return Exchange(url, tuple(hops), self._failure("redirect-loop", message))
            seen[location] = cookies
            target, answer = location, None

    def take_answer(self, _url: str) -> HopAnswer | None:
        """Return the answer of a request that was sent before its turn; a session sends none."""
        return None

    def _list_cookies(self) -> frozenset[tuple[str, str | None]]:
        """Return the names and values of the cookies that are sent."""
        return frozenset((each.name, each.value) for each in self._session.cookies)

    def post(
        self,
        url: str,
        before: Callable[[str], Failure | None],
        headers: Mapping[str, str],
        body: bytes,
    ) -> Exchange:
        """Send ``body`` to ``url`` once, and follow no redirect; else as ``fetch``."""
        forbidden = self.check_address(url) or before(url)
        if forbidden is not None:
            _log.debug("not requested: %s", forbidden.message)
            return Exchange(url, (), forbidden)
        answer = self.request_hop(url, headers, body)
        return Exchange(url, () if answer.hop is None else (answer.hop,), answer.failure)

    def check_address(self, url: str) -> Failure | None:
        """Return the failure of an address that cannot be requested (not http, or private), or
        None."""
        fault = find_request_fault(url)
        if fault:
            return self._failure("bad-address", fault)
        private = self._guard.check_url(url)
        return self._failure("private-address", private) if private else None

    def request_hop(
        self,
        url: str,
        conditions: Mapping[str, str],
        body: bytes | None = None,
        *,
        is_redirect: bool = False,
    ) -> HopAnswer:
        """Request one address, whose turn has come, and return its answer; POST with a ``body``.
        ``is_redirect``: another address has led to it."""
        began = self._clock.monotonic()
        answer = self._exchange(url, conditions, body)
        if _log.isEnabledFor(logging.INFO):
            _log.info(
                "%s %s %s, %d bytes, %.2f s: %s%s",
                "GET" if body is None else "POST",
                show_address(self.hide(url)),
                _describe_answer(answer),
                len(self._recorder.response),
                self._clock.monotonic() - began,
                "redirect of " if is_redirect else "",
                current_purpose(),
            )
        return answer

    def _exchange(self, url: str, conditions: Mapping[str, str], body: bytes | None) -> HopAnswer:
        """Send a request and read its answer."""
        started = self._clock.now()
        self._requested_host = host_of(url)
        self._recorder.start()
        self._deadline.restart()
        try:
            with suppress_warnings(), self._send(url, conditions, body) as answer:
                truncated = self._read_body(answer)
        except REQUEST_ERRORS as error:
            words = self._secrets.hide(hide_userinfo(describe_failure(error)))
            message = f"{show_address(url)}: {words}"
            failure = self._failure(classify_failure(error), message)
            is_disconnected = failure.kind == "disconnect" and not self._recorder.response
            # On a new connection the server may have read the request, and it must not be sent
            # twice.
            is_unread = is_disconnected and self._recorder.is_on_used_connection
            return HopAnswer(None, failure, is_unread=is_unread)

        # without the secrets of the session
        sent, sent_without = self._secrets.clean_request(bytes(self._recorder.request))
        received, received_without = self._secrets.clean_response(bytes(self._recorder.response))
        hop = Hop(
            url=url,
            status=answer.status_code,
            request=sent,
            response=received,
            started=started,
            ip=None if self._policy.proxy else self._recorder.peer,
            tls=self._recorder.tls,
            cipher_suite=self._recorder.cipher_suite,
            truncated=truncated,
            request_left_out=sent_without,
            response_left_out=received_without,
            is_signed_in=self._is_signed_in(url, sent_without),
        )
        location = answer.headers.get("Location") if answer.status_code in REDIRECTS else None
        # A redirect without a target is an answer like any other, and is stored.
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

    def _send(
        self, url: str, conditions: Mapping[str, str], body: bytes | None
    ) -> requests.Response:
        """Send the request. The headers of the policy go to the portal only, since a redirect may
        lead anywhere; user name and password of the address are not sent."""
        session = self._session
        cookies: list[Cookie] = list(session.cookies)  # type: ignore[arg-type]
        # All but those of the portal file: which of them the portal still needs is not known.
        if sum(len(each.name) + len(each.value or "") for each in cookies) > MAX_COOKIE_CHARS:
            self._reset_cookies()
        headers = session.headers.copy()  # type: ignore[attr-defined]
        # A redirect may lead to any host, which must not get the portal's credentials.
        is_trusted, subscriber = self._hosts.is_trusted(url), self._subscriber
        if is_trusted:
            headers.update(self._policy.headers)
        # what a site says of itself is asked for as by anybody
        if subscriber is not None and (not is_trusted or urlsplit(url).path in _PUBLIC_PATHS):
            subscriber, cookies = None, []
        if subscriber is not None:
            headers.update(subscriber.authorize(url))
        headers.update(conditions)
        # Session.request would ask for each page again what is the same for all of them (settings
        # of the environment, hooks, credentials), copy the cookies, and read and decode the body of
        # a redirect: 7 % of a crawl of small pages. urllib3 alone would gain a fiftieth more.
        request = requests.PreparedRequest()
        request.prepare_method("GET" if body is None else "POST")
        request.prepare_url(without_userinfo(url), None)
        request.prepare_headers(headers)
        if cookies:
            request.prepare_cookies(session.cookies)
        if body is not None:
            request.prepare_body(body, None)
        answer = session.get_adapter(url).send(
            request,
            stream=True,
            timeout=self._policy.timeout,
            verify=self._verify,
            proxies=session.proxies,
        )
        if "Set-Cookie" in answer.headers:
            extract_cookies_to_jar(session.cookies, request, answer.raw)  # type: ignore[no-untyped-call]
            if subscriber is not None:
                subscriber.note_cookies([*session.cookies])
        return answer

    def _is_signed_in(self, url: str, left_out: Collection[str]) -> bool:
        """Return True if a request was sent with something of the session."""
        has_sent = any(name in left_out for name in ("Cookie", "Authorization"))
        return self._subscriber is not None and has_sent and self._hosts.is_trusted(url)

    def _read_body(self, answer: requests.Response) -> str | None:
        """Read the body to its end, so that it is recorded; return the WARC-Truncated reason if the
        end was not reached."""
        try:
            # read1 records what arrived before a stall; read would lose its half-full buffer
            while answer.raw.read1(BLOCK, decode_content=False):
                # What has come is kept and marked as cut: a part of a page is better evidence than
                # none.
                if self._is_too_long():
                    return "length"
        except (urllib3.exceptions.TimeoutError, TimeoutError):
            return "time"
        except (urllib3.exceptions.HTTPError, HTTPException, ValueError, OSError):
            return "length" if self._is_too_long() else "disconnect"
        return None

    def _is_too_long(self) -> bool:
        return len(self._recorder.response) > self._policy.max_bytes

    def _failure(self, kind: str, message: str) -> Failure:
        return Failure(kind, message, self._clock.now())


def _describe_answer(answer: HopAnswer) -> str:
    """Return the result of a request: its status, or the kind of its failure."""
    if answer.hop is None:
        return answer.failure.kind if answer.failure is not None else "no answer"
    cut = answer.hop.truncated
    return f"{answer.hop.status} (cut: {cut})" if cut else str(answer.hop.status)


def _make_jar(subscriber: Subscriber | None) -> _SharedCookies:
    """Return an empty jar; with a session, one in which a cookie of a host is not for subdomains,
    unless that was said."""
    if subscriber is None:
        return _SharedCookies()
    return _SharedCookies(
        DefaultCookiePolicy(strict_ns_domain=DefaultCookiePolicy.DomainStrictNonDomain)
    )
