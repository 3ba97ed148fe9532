"""Guard against links to loopback, private and link-local addresses, unless the portal itself is
at one.

Addresses are checked twice: before a request, and again when the connection is opened, so that a
name cannot resolve to another address in between. A proxy may resolve names itself; then only
literal IP addresses can be checked.
"""

from __future__ import annotations

import re
import socket
import unicodedata
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from webarticlecurator.base.portal.hosts import PortalHosts, host_of
from webarticlecurator.base.text.translation import make_message

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
            message = (
                make_message("{host} is a private address", host=host)
                if host.strip("[]") == ip
                else make_message("{host} is at {ip}, a private address", host=host, ip=ip)
            )
            if self._allows_private:
                message = make_message("{problem}, unlike the portal itself", problem=message)
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
    return is_public(embedded) if embedded is not None else ip in _UNICAST and ip.is_global


def _unmap(ip: IPAddress) -> IPAddress:
    """Return the IPv4 address of an IPv4-mapped IPv6 address (``::ffff:10.0.0.1``)."""
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip
