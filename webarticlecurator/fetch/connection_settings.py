"""How a portal is asked: under which name, how often, and only for what has changed.

How a portal is reached, and under which name.
"""

from __future__ import annotations

import re
import socket
import threading
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from webarticlecurator.dataclasses import dataclass, field, replace
from webarticlecurator.installation import __version__, require_extra
from webarticlecurator.model.hosts import PortalHosts, host_of
from webarticlecurator.model.log_lines import get_logger
from webarticlecurator.model.portal import FetchPolicy
from webarticlecurator.text.times import Clock
from webarticlecurator.text.translation import make_message

if TYPE_CHECKING:
    from webarticlecurator.fetch.subscriber import Subscriber

_log = get_logger(__name__)

# The time between two requests to one host, over all crawls that share it.


@dataclass
class _HostPace:
    """The pace of one host. ``next_request`` is locked by the crawl whose request is the next one;
    ``last`` is the time of the last request, None before the first. No request is sent before
    ``not_before``. ``sending`` is locked by a request that is about to be sent; ``sent`` is the
    time of the last one that was."""

    next_request: threading.Lock = field(default_factory=threading.Lock)
    sending: threading.Lock = field(default_factory=threading.Lock)
    sent: float | None = None
    delay: float = 0.0
    last: float | None = None
    not_before: float = 0.0

    def due(self) -> float | None:
        """Return the time of the next request; None if it may be sent at once."""
        return None if self.last is None else max(self.last + self.delay, self.not_before)


class RequestPace:
    """Keeps the starts of requests to a host at least the delay of this host apart.

    Crawls of several portals share one of them: where they request the same host, the longest of
    their delays counts for all. Thread-safe; the clocks of all crawls show the same time.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._hosts: dict[str, _HostPace] = {}

    def slow_down(self, host: str, delay: float) -> None:
        """Send ``host`` a request every ``delay`` seconds at most from now on. The longest delay
        counts."""
        pace = self._pace_of(host)
        with self._lock:
            pace.delay = max(pace.delay, delay)

    def forget_delays(self) -> None:
        """Forget the delays of all hosts, but not when they were asked last. Called while no crawl
        runs: the next ones know their delays."""
        with self._lock:
            for pace in self._hosts.values():
                pace.delay = 0.0

    def hold(self, host: str, seconds: float, clock: Clock) -> None:
        """Send ``host``, which has asked for a pause, no request for so many seconds."""
        pace = self._pace_of(host)
        with self._lock:
            pace.not_before = max(pace.not_before, clock.monotonic() + seconds)

    def wait_to_send(self, host: str, clock: Clock) -> None:
        """Wait, with an open connection, until the last request that was sent to ``host`` is the
        delay ago. That takes time only if connections were opened at the same time, and one of
        them took longer than another."""
        pace = self._pace_of(host)
        with pace.sending:
            while pace.sent is not None:
                remaining = pace.sent + pace.delay - clock.monotonic()
                if remaining <= 0:
                    break
                clock.sleep(remaining)
            pace.sent = clock.monotonic()

    def note_sent(self, host: str, clock: Clock) -> None:
        """Note that a request to ``host`` was sent now: opening its connection has taken time since
        ``wait``, which the next request may not need."""
        pace = self._pace_of(host)
        with self._lock:
            pace.last = clock.monotonic()

    def wait(self, host: str, clock: Clock) -> None:
        """Wait until the next request to ``host`` may be sent, and note it as sent now."""
        pace = self._pace_of(host)
        with pace.next_request:
            due = pace.due()
            while due is not None:
                remaining = due - clock.monotonic()
                if remaining > 0:
                    _log.debug("waits %.2f s for the next request to %s", remaining, host)
                    clock.sleep(remaining)
                # another crawl may have been asked for a pause in the meantime
                later = pace.due()
                due = later if later is not None and later > due else None
            pace.last = clock.monotonic()

    def _pace_of(self, host: str) -> _HostPace:
        with self._lock:
            return self._hosts.setdefault(host, _HostPace())


AGENT = "webarticlecurator"
"""Product token that robots.txt may address."""


def describe_client(connections: int) -> str:
    """Return the User-Agent header of a portal that does not set one."""
    at_once = "one request" if connections == 1 else f"up to {connections} requests"
    return f"{AGENT}/{__version__} (web corpus building; {at_once} at a time)"


USER_AGENT = describe_client(1)


@dataclass(frozen=True)
class ConnectionSettings:
    """Fetch policy of a portal, with what the command line adds.

    ``hosts`` are the portal's own hosts. ``proxy`` (http or socks5h) overrides that of the policy.
    ``ca_file`` is a PEM file of certificates to trust. ``excluded`` returns the reason why an
    address must not be requested, not even as the target of a redirect, or None. ``notify`` is
    called once with each message that the user should see. ``fetcher`` names a kind of
    ``FETCHERS``. ``pace`` is shared by all crawls that may request the same hosts.
    ``allows_private`` is False if not even the portal's own hosts may be at private addresses.
    ``subscriber`` signs the requests in.
    """

    policy: FetchPolicy
    hosts: PortalHosts
    proxy: str | None = field(default=None, repr=False)
    ca_file: str | None = None
    excluded: Callable[[str], str | None] = lambda _url: None
    notify: Callable[[str], None] = lambda _text: None
    fetcher: str = "http"
    pace: RequestPace = field(default_factory=RequestPace)
    allows_private: bool = True
    subscriber: Subscriber | None = field(default=None, repr=False)

    def effective_policy(self) -> FetchPolicy:
        """Return the policy with the proxy that is in force. Raises UsageError where the library
        for it is not installed."""
        proxy = self.proxy or self.policy.proxy
        require_proxy(proxy)
        return replace(self.policy, proxy=proxy)


def require_proxy(proxy: str | None) -> None:
    """Raise UsageError where the library for a proxy is not installed."""
    if proxy and proxy.lower().startswith("socks"):
        require_extra("socks", ["socks"], "a SOCKS proxy")


# Conditional requests (RFC 9110 §13), for which the server sends a page only if it has changed;
# and redirects to pages that need no request.

Conditions = Callable[[str], Mapping[str, str] | None]
"""Address → the headers that make its request conditional (If-None-Match), often none. None for the
target of a redirect that is not to be requested: the fetch ends with the redirect."""


def no_conditions(_url: str) -> Mapping[str, str]:
    """Return no headers: the page is sent whatever is stored of it."""
    return {}


# Guard against links to loopback, private and link-local addresses, unless the portal itself is
# at one.
#
# Addresses are checked twice: before a request, and again when the connection is opened, so that a
# name cannot resolve to another address in between. A proxy may resolve names itself; then only
# literal IP addresses can be checked.


IPAddress = IPv4Address | IPv6Address

_NAT64 = ip_network("64:ff9b::/96")
_UNICAST = ip_network("2000::/3")
_OTHER_FORMS = re.compile(r"(0x[0-9a-f]*|[0-9]+)(\.(0x[0-9a-f]*|[0-9]+)){0,3}")
"""IPv4 addresses as inet_aton accepts them: decimal, octal, hexadecimal, fewer than four parts."""


class PrivateAddress(Exception):
    """Raised for an address that must not be connected to; the message says why."""


class AddressGuard:
    """Decides which hosts may be connected to; one per session.

    ``hosts`` are the portal's own hosts: links may lead to their private addresses. A host of the
    portal that first resolved to public addresses may not resolve to a private one later (DNS
    rebinding). ``resolves`` is False if a proxy resolves the names. Without ``allows_private``, no
    private address may be connected to, not even one of the portal.
    """

    def __init__(self, hosts: PortalHosts, *, resolves: bool, allows_private: bool = True) -> None:
        self._hosts, self._allows_private = hosts, allows_private
        self._resolves = resolves
        # host of the portal → its private addresses, as first resolved
        self._home: dict[str, frozenset[IPAddress]] = {}
        self._allowed: set[str] = set()

    def check_url(self, url: str) -> str:
        """Return a message that says why ``url`` must not be requested; empty if it may, or if its
        name cannot be resolved."""
        host = host_of(url)
        if host in self._allowed:
            return ""
        literal = read_literal_address(host)
        if literal is None and not self._resolves:
            return ""
        with suppress(OSError, UnicodeError):
            try:
                self.resolve_host(host if literal is None else str(literal), 0)
            except PrivateAddress as error:
                return make_message("{url}: {error}", url=url, error=error.args[0])
            self._allowed.add(host)
        return ""

    def resolve_host(self, host: str, port: int) -> list[str]:
        """Resolve ``host`` and return its IP addresses that may be connected to.

        Raises PrivateAddress if there are none, OSError if the name cannot be resolved.
        """
        resolved = _resolve(host, port)
        if host in self._hosts.names:
            self._home.setdefault(host, frozenset(ip for ip in resolved if not is_public(ip)))
        allowed = [ip for ip in resolved if is_public(ip) or self._is_home(host, ip)]
        if not allowed:
            ip = str(resolved[0])
            message = make_message("{host} is a private address", host=host)
            if host.strip("[]") != ip:
                message = make_message("{host} is at {ip}, a private address", host=host, ip=ip)
            if self._allows_private:
                message = make_message("{problem}, where the portal itself is not", problem=message)
            raise PrivateAddress(message)
        return [str(ip) for ip in allowed]

    def _is_home(self, host: str, ip: IPAddress) -> bool:
        """Return True if a host of the portal is at the private address ``ip``. A host that was
        private from the start may move to another private address."""
        if not self._allows_private:
            return False
        if not self._hosts.names:
            return True
        for name in sorted(self._hosts.names - self._home.keys()):
            self._home[name] = frozenset()
            literal = read_literal_address(name)
            if literal is not None or self._resolves:
                with suppress(OSError, UnicodeError):
                    resolved = [literal] if literal is not None else _resolve(name, 0)
                    self._home[name] = frozenset(ip for ip in resolved if not is_public(ip))
        return bool(self._home.get(host)) or any(ip in known for known in self._home.values())


def _resolve(host: str, port: int) -> list[IPAddress]:
    literal = _parse_literal(host)
    if literal is not None:
        return [literal]
    entries = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(_unmap(ip_address(str(entry[4][0]))) for entry in entries))


def read_literal_address(host: str) -> IPAddress | None:
    """Return the IP address that ``host`` is a literal of, in any form that operating systems
    accept; that of ``localhost``, too. None for other names."""
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):  # RFC 6761, section 6.3
        return IPv4Address("127.0.0.1")
    return _parse_literal(host)


def _parse_literal(host: str) -> IPAddress | None:
    host = unicodedata.normalize("NFKC", host).replace("\u3002", ".")
    host = host.strip("[]").rstrip(".").lower()
    with suppress(ValueError):
        return _unmap(ip_address(host))
    if _OTHER_FORMS.fullmatch(host):
        with suppress(OSError):
            return IPv4Address(socket.inet_aton(host))
    return None


def is_public(ip: IPAddress) -> bool:
    """Return True for a unicast address of the public internet. An IPv4 address embedded in an IPv6
    address is judged as IPv4."""
    if isinstance(ip, IPv4Address):
        return ip.is_global and not ip.is_multicast
    embedded = IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _NAT64 else ip.sixtofour
    if embedded is not None:
        return is_public(embedded)
    return ip in _UNICAST and ip.is_global


def _unmap(ip: IPAddress) -> IPAddress:
    """Return the IPv4 address of an IPv4-mapped IPv6 address (``::ffff:10.0.0.1``)."""
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip
