"""Which addresses belong to a portal: one rule, used everywhere (docs/config.md, "What belongs to
the portal").

The *hosts* of a portal are those of its home page and of its archive addresses. An address belongs
to the portal if its host is one of them, or lies below or above one of them; ``www.`` and the port
do not count. Cookies and headers of the portal file go to the hosts themselves and to hosts below
them. An *origin* is scheme, host and port (RFC 6454).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from webarticlecurator.model.portal import Field, Portal, Span

DEFAULT_PORTS = {"http": 80, "https": 443}
_IN_TEXT = re.compile(r"(?<=://)[^/?#\s\"'<>]*@")
_USERINFO = re.compile(r"\A(\s*(?:[A-Za-z][A-Za-z0-9+.-]*:)?//)[^/?#]*@")


@dataclass(frozen=True)
class PortalHosts:
    """The portal's own hosts by ``names`` and ``origins``; without any, everything belongs to
    it."""

    names: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()

    @classmethod
    def of(cls, addresses: Iterable[str]) -> PortalHosts:
        """The hosts of absolute addresses; what has no host is passed over."""
        known = [address for address in addresses if host_of(address)]
        return cls(frozenset(map(host_of, known)), frozenset(map(origin_of, known)))

    def belongs(self, url: str, listed: str = "") -> bool:
        """Whether ``url`` belongs to the portal. ``listed``: an address that an archive page lists
        belongs to it, too, and so do the addresses of its host."""
        known = [*self.names, host_of(listed)] if listed else self.names
        return not self.names or any(_related(host_of(url), name) for name in known)

    def is_trusted(self, url: str) -> bool:
        """Whether the portal file's cookies and headers may go to ``url``."""
        return not self.names or any(_is_below(host_of(url), name) for name in self.names)

    def is_home(self, url: str) -> bool:
        """Whether ``url`` has an origin of the portal's own."""
        return not self.names or origin_of(url) in self.origins


ANY_HOSTS = PortalHosts()
"""Of no portal in particular: everything belongs to it."""


def portal_hosts(portal: Portal) -> PortalHosts:
    """The hosts that the portal file names."""
    spans = [span for column in portal.columns for span in column.spans]
    return PortalHosts.of([portal.home, *filter(None, map(_beginning, spans))])


def _beginning(span: Span) -> str:
    """The archive address up to its first field that is not the column; empty if the host is not
    known by then."""
    text = ""
    for part in span.url.parts:
        if isinstance(part, Field) and part.name != "column":
            break
        text += span.column if isinstance(part, Field) else part
    else:
        return text
    return text if text.count("/") > 2 else ""


def is_same_site(one: str, other: str) -> bool:
    """True if the hosts of two addresses are the same, or one lies below the other; ``www.`` does
    not count."""
    return _related(host_of(one), host_of(other))


def plain_host(url: str) -> str:
    """The host of an address in small letters, without ``www.`` before it; empty where there is
    none."""
    return host_of(url).removeprefix("www.")


def host_of(url: str) -> str:
    """The host of an address in small letters, as in DNS (without a dot at its end); empty where
    there is none, or the address cannot be read (``http://[bad``)."""
    parts = _parts(url)
    host = (parts.hostname or "").rstrip(".") if parts else ""
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return host


def origin_of(url: str) -> str:
    """``scheme://host:port`` of an address, without the scheme's default port and without user name
    or password; of an address that cannot be read the address itself."""
    parts = _parts(url)
    if parts is None or not parts.hostname:
        return url
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    try:
        port = parts.port
    except ValueError:
        return url
    usual = port is None or port == DEFAULT_PORTS.get(parts.scheme)
    return f"{parts.scheme}://{host}" + ("" if usual else f":{port}")


def without_userinfo(url: str) -> str:
    """``url`` without the user name and password before its host."""
    return _USERINFO.sub(r"\1", url, count=1) if "@" in url else url


def hide_userinfo(text: str) -> str:
    """``text`` with ``…@`` in place of every user name and password before a host."""
    return _IN_TEXT.sub("…@", text) if "@" in text else text


@lru_cache(maxsize=64)
def _parts(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:
        return None


def _related(one: str, other: str) -> bool:
    return _is_below(one, other) or _is_below(other, one)


def _is_below(host: str, name: str) -> bool:
    """True for ``name`` itself and hosts below it; an IP address has none."""
    host, name = host.removeprefix("www."), name.removeprefix("www.")
    return host == name or (host.endswith("." + name) and bool(name) and not _is_ip(host))


@lru_cache(maxsize=64)
def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
