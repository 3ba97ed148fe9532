"""Where a link may lead: not to loopback, private or link-local addresses, unless the portal itself
is there.

Checked twice: when an address is about to be asked for, and on the very addresses that are
connected to, so that a name cannot resolve differently in between. Behind a proxy, which resolves
names itself, only literal addresses can be checked.
"""

from __future__ import annotations

import re
import socket
import unicodedata
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from webarticlecurator.model.hosts import PortalHosts, host_of

IPAddress = IPv4Address | IPv6Address

_NAT64 = ip_network("64:ff9b::/96")
_UNICAST = ip_network("2000::/3")
_OTHER_FORMS = re.compile(r"(0x[0-9a-f]*|[0-9]+)(\.(0x[0-9a-f]*|[0-9]+)){0,3}")
"""Addresses as inet_aton reads them: decimal, octal, hexadecimal, fewer than four parts."""


class PrivateAddress(Exception):
    """This address must not be connected to; the message says why."""


class AddressGuard:
    """One per session. ``hosts`` are the portal's own: where they are, links may lead, too. A host
    of the portal that resolved to public addresses at first may not resolve to a private one later
    (DNS rebinding). ``resolves``: False behind a proxy."""

    def __init__(self, hosts: PortalHosts, *, resolves: bool) -> None:
        self._hosts = hosts
        self._resolves = resolves
        # host of the portal → its private addresses, as first resolved
        self._home: dict[str, frozenset[IPAddress]] = {}
        self._passed: set[str] = set()

    def refusal(self, url: str) -> str:
        """Why ``url`` must not be asked for, in words; empty if it may, or if its name cannot be
        resolved."""
        host = host_of(url)
        literal = read_literal_address(host)
        if host in self._passed or (literal is None and not self._resolves):
            return ""
        with suppress(OSError, UnicodeError):
            try:
                self.addresses(host if literal is None else str(literal), 0)
            except PrivateAddress as error:
                return f"{url}: {error}"
            self._passed.add(host)
        return ""

    def addresses(self, host: str, port: int) -> list[str]:
        """The IP addresses of ``host`` that may be connected to. Raises PrivateAddress if there are
        none, OSError if the name cannot be resolved."""
        found = _resolve(host, port)
        self._remember(host, found)
        allowed = [ip for ip in found if is_public(ip) or self._is_home(host, ip)]
        if not allowed:
            where = (
                f"{host} is at {found[0]}," if host.strip("[]") != str(found[0]) else f"{host} is"
            )
            raise PrivateAddress(f"{where} a private address, where the portal itself is not")
        return [str(ip) for ip in allowed]

    def _remember(self, host: str, found: list[IPAddress]) -> None:
        if host in self._hosts.names:
            self._home.setdefault(host, frozenset(ip for ip in found if not is_public(ip)))

    def _is_home(self, host: str, ip: IPAddress) -> bool:
        """Whether a host of the portal is at the private address ``ip``. One that was private at
        first may move."""
        if not self._hosts.names:
            return True
        for name in sorted(self._hosts.names - self._home.keys()):
            self._home[name] = frozenset()
            with suppress(OSError, UnicodeError):
                self._home[name] = self._private(name)
        return bool(self._home.get(host)) or any(ip in known for known in self._home.values())

    def _private(self, name: str) -> frozenset[IPAddress]:
        literal = read_literal_address(name)
        if literal is None and not self._resolves:
            return frozenset()
        found = [literal] if literal is not None else _resolve(name, 0)
        return frozenset(ip for ip in found if not is_public(ip))


def _resolve(host: str, port: int) -> list[IPAddress]:
    literal = _spelled_out(host)
    if literal is not None:
        return [literal]
    found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(_plain(ip_address(str(entry[4][0]))) for entry in found))


def read_literal_address(host: str) -> IPAddress | None:
    """The IP address that ``host`` spells out, in any of the forms that a system reads, and that of
    ``localhost``; None for other names."""
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):  # RFC 6761, section 6.3
        return IPv4Address("127.0.0.1")
    return _spelled_out(host)


def _spelled_out(host: str) -> IPAddress | None:
    host = (
        unicodedata.normalize("NFKC", host).replace("\u3002", ".").strip("[]").rstrip(".").lower()
    )
    with suppress(ValueError):
        return _plain(ip_address(host))
    if _OTHER_FORMS.fullmatch(host):
        with suppress(OSError):
            return IPv4Address(socket.inet_aton(host))
    return None


def is_public(ip: IPAddress) -> bool:
    """True for a unicast address of the public internet. An IPv4 address inside an IPv6 address
    counts as itself."""
    if isinstance(ip, IPv4Address):
        return ip.is_global and not ip.is_multicast
    inner = IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _NAT64 else ip.sixtofour
    if inner is not None:
        return is_public(inner)
    return ip in _UNICAST and ip.is_global


def _plain(ip: IPAddress) -> IPAddress:
    """An IPv4 address that is written as an IPv6 address (``::ffff:10.0.0.1``) as what it is."""
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip
