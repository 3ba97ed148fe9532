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
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from ipaddress import ip_address
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import SplitResult, quote, quote_plus, urlsplit

from webarticlecurator.dataclasses import dataclass

if TYPE_CHECKING:  # the output of every command hides what an address keeps secret
    from webarticlecurator.model.portal import FetchPolicy, Portal, Span

MAX_ADDRESS = 16_000
"""Characters of an address that is requested; RFC 9110 §4.1 asks for at least 8,000."""
_DIGEST_DIGITS = 16
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
    spans = [span for column in portal.columns for span in column.spans]
    return PortalHosts.of([portal.home, *filter(None, map(_fixed_beginning, spans))])


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
    parts = _split_url(url)
    host = (parts.hostname or "").rstrip(".") if parts else ""
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
    parts = _split_url(url)
    if parts is None or not parts.hostname:
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
def _split_url(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:
        return None


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


# What signs a crawl in at a portal, and how it is left out of all that is written.
#
# Secrets are the values of ``fetch.cookies`` and ``fetch.headers``, and of the fields of a request
# that sign it in, whoever made them: ``Cookie``, ``Authorization``, ``Proxy-Authorization``. They
# are left out by the names of their fields, however harmless they look. Long values are sought
# besides, in what a script of the portal sends; bodies of answers are never changed.

MASK = "…"
"""In place of a value that was left out."""
SHORTEST_SOUGHT = 8
"""Characters; shorter values (``1``, ``yes``) are in too many harmless values."""
BODY = "body"
"""In place of the name of a field: values were left out of the body of a request."""
_FOR_PROXY = "proxy-authorization"
"""A field between curator and a proxy, which is no part of the exchange with the portal: it is left
out without being named."""
_SIGNING = frozenset({"cookie", "cookie2", "authorization", _FOR_PROXY})
SETTING = frozenset({"set-cookie", "set-cookie2"})
_ADDRESSES = frozenset({"host", "origin", "referer"})
"""Fields of a request whose value is an address, which stands in the record all the same."""

_IsSecret: TypeAlias = Callable[[str, bytes], bool]
"""Returns True for the name (in lower case) and the value of a field that is left out."""


CleanMessage: TypeAlias = tuple[bytes, tuple[str, ...]]
"""An HTTP message, and the names of the fields that were left out of it, each once."""


@dataclass(frozen=True)
class SessionSecrets:
    """Names (in lower case) of the cookies and headers of a portal file, and their values."""

    cookies: frozenset[str] = frozenset()
    headers: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()

    @classmethod
    def of(cls, policy: FetchPolicy) -> SessionSecrets:
        """Return the secrets of a portal file, and what signs in at the proxy."""
        return cls.named(policy.cookies, policy.headers) | cls(
            values=frozenset(_find_userinfo(policy.proxy or ""))
        )

    @classmethod
    def named(
        cls, cookies: Iterable[tuple[str, str]], headers: Iterable[tuple[str, str]]
    ) -> SessionSecrets:
        """Return the secrets with these names and values."""
        cookies, headers = tuple(cookies), tuple(headers)
        return cls(
            frozenset(name.lower() for name, _ in cookies),
            frozenset(name.lower() for name, _ in headers),
            frozenset(value for _, value in (*cookies, *headers)),
        )

    def __or__(self, other: SessionSecrets) -> SessionSecrets:
        return SessionSecrets(
            self.cookies | other.cookies,
            self.headers | other.headers,
            self.values | other.values,
        )

    def __repr__(self) -> str:
        names = ", ".join(sorted(self.cookies | self.headers))
        return f"SessionSecrets({names})"

    @property
    def is_signed_in(self) -> bool:
        """True if the portal file signs in: it has cookies or headers."""
        return bool(self.cookies or self.headers)

    @cached_property
    def sought(self) -> tuple[str, ...]:
        """The values that are looked for in texts, and the long words of those with spaces
        (``Bearer …``), the longest first."""
        found = {word for value in self.values for word in (value.strip(), *value.split())}
        long = (word for word in found if len(word) >= SHORTEST_SOUGHT)
        return tuple(sorted(long, key=lambda word: (-len(word), word)))

    @cached_property
    def _sought_bytes(self) -> tuple[bytes, ...]:
        forms = (form for word in self.sought for form in (word, quote(word, ""), quote_plus(word)))
        return tuple(dict.fromkeys(form.encode("utf-8") for form in forms))

    def hide(self, text: str) -> str:
        """Return a text with MASK in place of every value that is sought."""
        for value in self.sought:
            text = text.replace(value, MASK)
        return text

    def hide_in_file(self, content: bytes) -> bytes:
        """Return the bytes of a file with MASK in place of every value that is sought."""
        for value in self._sought_bytes:
            content = content.replace(value, MASK.encode("utf-8"))
        return content

    def clean_request(self, message: bytes) -> CleanMessage:
        """Return a request without its secrets. Values in its body are replaced by as many
        asterisks, so that its Content-Length stays right."""
        fields, end = split_head(message)
        kept, left_out = _drop_fields(fields, self._is_secret_of_request)
        body = message[end:]
        for value in self._sought_bytes:
            body = body.replace(value, b"*" * len(value))
        if body != message[end:]:
            left_out += (BODY,)
        named = tuple(name for name in left_out if name.lower() != _FOR_PROXY)
        return (kept + body, named) if left_out else (message, ())

    def clean_response(self, message: bytes, *, sets_none: bool = False) -> CleanMessage:
        """Return an answer without the fields that set cookies of the portal file again, or others
        to values of it; with ``sets_none``, without those that set any cookie."""
        fields, end = split_head(message)

        def is_secret(name: str, value: bytes) -> bool:
            cookie = value.partition(b"=")[0].strip().decode("latin-1").lower()
            is_known = cookie in self.cookies or self._has_value(value)
            return name in SETTING and (sets_none or is_known)

        kept, left_out = _drop_fields(fields, is_secret)
        return (kept + message[end:], left_out) if left_out else (message, ())

    def _is_secret_of_request(self, name: str, value: bytes) -> bool:
        if name in _SIGNING or name in self.headers:
            return True
        return name not in _ADDRESSES and self._has_value(value)

    def _has_value(self, text: bytes) -> bool:
        return any(value in text for value in self._sought_bytes)


NO_SECRETS = SessionSecrets()
"""Those of a portal file without cookies and headers; requests may have others all the same."""


def _find_userinfo(url: str) -> tuple[str, ...]:
    """Return the user name with the password of an address, and the password, as written."""
    userinfo, at, _ = url.partition("://")[2].rpartition("@")
    return (userinfo, userinfo.partition(":")[2]) if at else ()


def split_head(message: bytes) -> tuple[list[bytes], int]:
    """Return the start line of a message and its fields, each with the lines that continue it, and
    the offset of the empty line behind them."""
    starts: list[int] = []
    end = 0
    while end < len(message):
        stop = message.find(b"\n", end) + 1 or len(message)
        line = message[end:stop]
        if not line.strip():
            break
        if line[:1] not in (b" ", b"\t") or len(starts) < 2:
            starts.append(end)
        end = stop
    # cut at last: a field that grew line by line would take as many copies as it has lines
    return [message[start:stop] for start, stop in pairwise([*starts, end])], end


def _drop_fields(parts: list[bytes], is_secret: _IsSecret) -> tuple[bytes, tuple[str, ...]]:
    """Return the head without its secret fields, and their names as written."""
    kept, dropped = parts[:1], []
    for field in parts[1:]:
        name, colon, value = field.partition(b":")
        written = name.strip().decode("latin-1")
        if colon and is_secret(written.lower(), value):
            dropped.append(written)
        else:
            kept.append(field)
    return b"".join(kept), tuple(dict.fromkeys(dropped))
