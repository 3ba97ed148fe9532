"""The hosts of a portal: the one rule for which addresses belong to it (docs/config.md, "What
belongs to the portal").

The *hosts* of a portal are those of its home page and of its archive addresses. An address belongs
to the portal if its host is one of them, or a subdomain or parent domain of one; ``www.`` and the
port make no difference. Cookies and headers of the portal file are sent to the hosts and their
subdomains; what else signs a crawl in is never written. An *origin* is scheme, host and port
(RFC 6454).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urljoin, urlsplit

from webarticlecurator.base.dataclasses import dataclass

if TYPE_CHECKING:
    from webarticlecurator.base.portal.portal import Portal, Span

MAX_ADDRESS = 16_000
"""Characters of an address that is requested; RFC 9110 §4.1 asks for at least 8,000."""
_DIGEST_DIGITS = 16
ADDRESS_EDGES = "".join(map(chr, range(0x21)))
"""Characters that browsers strip from both ends of an address (WHATWG URL)."""
DEFAULT_PORTS = {"http": 80, "https": 443}
_IN_TEXT = re.compile(r"(?<=://)[^/?#\s\"'<>]*@")
_USERINFO = re.compile(r"\A(\s*(?:[A-Za-z][A-Za-z0-9+.-]*:)?//)[^/?#]*@")


@dataclass(frozen=True)
class PortalHosts:
    """The hosts and origins of a portal; without any, every address belongs to it."""

    names: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()

    @classmethod
    def of(cls, addresses: Iterable[str]) -> PortalHosts:
        """Return the hosts of absolute addresses; those without a host are ignored."""
        known = [address for address in addresses if host_of(address)]
        return cls(frozenset(map(host_of, known)), frozenset(map(origin_of, known)))

    def belongs(self, url: str, listed: str = "") -> bool:
        """Return True if ``url`` belongs to the portal, or to the host of ``listed``, an address
        that an archive page lists."""
        known = [*self.names, host_of(listed)] if listed else self.names
        return not self.names or any(_related(host_of(url), name) for name in known)

    def is_trusted(self, url: str) -> bool:
        """Return True if the portal file's cookies and headers may be sent to ``url``."""
        return not self.names or any(_is_below(host_of(url), name) for name in self.names)

    def is_home(self, url: str) -> bool:
        """Return True if ``url`` has the origin of one of the portal's addresses."""
        return not self.names or origin_of(url) in self.origins


ANY_HOSTS = PortalHosts()
"""The hosts of no portal in particular: every address belongs to it."""


def portal_hosts(portal: Portal) -> PortalHosts:
    """Return the hosts in the addresses of the portal file."""
    beginnings = map(_fixed_beginning, portal.spans.values())
    return PortalHosts.of([portal.home, *filter(None, beginnings)])


def has_open_host(portal: Portal) -> bool:
    """Return True if the host of an archive address has a field in it."""
    return not all(map(_fixed_beginning, portal.spans.values()))


def _fixed_beginning(span: Span) -> str:
    """Return the archive address up to its first field other than the column; empty if that is
    inside the host."""
    text = ""
    for part in span.url.parts:
        if not isinstance(part, str) and part.name != "column":
            break
        text += part if isinstance(part, str) else span.column
    else:
        return text
    return text if text.count("/") > 2 else ""


def is_same_site(one: str, other: str) -> bool:
    """Return True if the hosts of two addresses are the same, or one is a subdomain of the other;
    ``www.`` makes no difference."""
    return _related(host_of(one), host_of(other))


def plain_host(url: str) -> str:
    """Return the host of an address in lower case, without ``www.``; empty where there is none."""
    return host_of(url).removeprefix("www.")


@lru_cache(maxsize=64)
def host_of(url: str) -> str:
    """Return the host of an address in lower case, as in DNS and without a final dot; empty where
    there is none, or the address is invalid (``http://[bad``)."""
    host = (split_address(url).hostname or "").rstrip(".")
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return host


@lru_cache(maxsize=64)
def origin_of(url: str) -> str:
    """Return ``scheme://host:port`` of an address, without the default port of the scheme and
    without user name or password; an invalid address is returned as it is."""
    parts = split_address(url)
    if not parts.hostname:
        return url
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    try:
        port = parts.port
    except ValueError:
        return url
    is_default = port is None or port == DEFAULT_PORTS.get(parts.scheme)
    return f"{parts.scheme}://{host}" + ("" if is_default else f":{port}")


def without_userinfo(url: str) -> str:
    """Return ``url`` without the user name and password before its host."""
    return _USERINFO.sub(r"\1", url, count=1) if "@" in url else url


def shorten_address(url: str) -> str:
    """Return an address that the index can keep: one that is too long to be requested keeps its
    beginning, with a digest of all of it. So it is not requested, and gets its verdict."""
    if len(url) <= MAX_ADDRESS + 1 + _DIGEST_DIGITS:
        return url
    digest = hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{url[:MAX_ADDRESS]}~{digest[:_DIGEST_DIGITS]}"


def hide_userinfo(text: str) -> str:
    """Return ``text`` with ``…@`` in place of every user name and password before a host."""
    return _IN_TEXT.sub("…@", text) if "@" in text else text


@lru_cache(maxsize=64)
def split_address(url: str) -> SplitResult:
    """Return the parts of an address; those of an invalid one (``http://[bad``) are empty."""
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")


def join_address(base: str, address: str) -> str:
    """Return the absolute form of an address relative to ``base``; an invalid one as it is."""
    try:
        return urljoin(base, address)
    except ValueError:
        return address


def _related(one: str, other: str) -> bool:
    return _is_below(one, other) or _is_below(other, one)


def _is_below(host: str, name: str) -> bool:
    """Return True for ``name`` itself and its subdomains, which an IP address does not have."""
    host, name = host.removeprefix("www."), name.removeprefix("www.")
    return host == name or (host.endswith("." + name) and bool(name) and not is_ip_address(host))


@lru_cache(maxsize=64)
def is_ip_address(host: str) -> bool:
    """Return True for an IPv4 or IPv6 address, without brackets."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Return True for a host that only this machine reaches."""
    return host == "localhost" or (is_ip_address(host) and ip_address(host).is_loopback)
