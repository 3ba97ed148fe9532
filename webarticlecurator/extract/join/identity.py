"""One article, one canonical address, one id.

The canonical address is the requested address after the syntax-based normalisation of RFC 3986
§6.2.2 (and the default port and empty path of §6.2.3), then ``address:`` of the portal file:
``drop``, then ``replace``. It is a key and is never requested.
"""

from __future__ import annotations

import base64
import hashlib
import re
from fnmatch import fnmatchcase
from urllib.parse import SplitResult, unquote_plus, urljoin, urlsplit, urlunsplit

from webarticlecurator.model.hosts import without_userinfo
from webarticlecurator.model.patterns import substitute_pattern
from webarticlecurator.model.portal import AddressRules
from webarticlecurator.page import Page

DEFAULT_PORTS = {"http": "80", "https": "443", "ftp": "21"}
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ALLOWED = _UNRESERVED | frozenset(":/?#[]@!$&'()*+,;=%")
IN_FRAGMENT = "!$&'()*+,;=:@/?-._~"
"""RFC 3986 §3.5: what stands bare in a fragment; the rest is percent-encoded."""
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")


def canonical_address(requested: str, rules: AddressRules) -> str:
    """The canonical address of an absolute ``requested`` address.

    ``rules.drop`` takes ``fragment`` and globs of query-parameter names; ``rules.replace`` ordered
    (regex, replacement) pairs (``re.sub`` on the whole address, ``\\1`` for groups). An address
    that cannot be split (``http://[bad``) is only trimmed. Raises PageUnreadable where a regex
    takes too long.
    """
    address = requested.strip()
    try:
        parts = _normalised(urlsplit(address))
    except ValueError:
        return address
    fragment = "" if "fragment" in rules.drop else parts.fragment
    query = _kept_parameters(parts.query, tuple(glob for glob in rules.drop if glob != "fragment"))
    address = urlunsplit(parts._replace(query=query, fragment=fragment))
    return substitute_pattern(rules.replace, address, rules.replace_rule)


def declared_url(page: Page, rules: AddressRules) -> str:
    """The canonical address of a stored page: its own address through ``rules``, or with
    ``canonical: link`` the one that its ``<link rel=canonical>`` names."""
    link = canonical_link(page) if rules.canonical == "link" else None
    return canonical_address(link or page.url, rules)


def canonical_link(page: Page) -> str | None:
    """The http(s) address in the page's first ``<link rel=canonical>``, joined with the page's
    base; None without one."""
    for element in page.root.iter("link"):
        if (
            "canonical" in (element.get("rel") or "").lower().split()
            and (element.get("href") or "").strip()
        ):
            try:
                address: str = without_userinfo(urljoin(page.base, element.get("href", "").strip()))
            except ValueError:  # http://[bad
                continue
            if urlsplit(address).scheme in ("http", "https"):
                return address
    return None


def article_id(canonical_address: str) -> str:
    """A letter and 16 base32 digits (RFC 4648, lower case) of the sha256 of the address in UTF-8.

    Valid as xml:id and as a file name.
    """
    digest = hashlib.sha256(canonical_address.encode("utf-8", "surrogatepass")).digest()
    return "a" + base64.b32encode(digest)[:16].decode("ascii").lower()


def public_url(canonical_address: str, rules: AddressRules) -> str:
    """The address to cite: ``rules.public`` pairs on the canonical address; the canonical address
    itself where none applies."""
    return substitute_pattern(rules.public, canonical_address, rules.public_rule)


def _normalised(parts: SplitResult) -> SplitResult:
    scheme = parts.scheme.lower()
    path = _escaped(parts.path)
    if parts.netloc:
        path = _without_dots(path) or "/"
    return SplitResult(
        scheme,
        _authority(parts.netloc, scheme),
        path,
        _escaped(parts.query),
        _escaped(parts.fragment),
    )


def _authority(netloc: str, scheme: str) -> str:
    """No user information; host lower-cased, international names as in DNS (RFC 3490); no default
    and no empty port."""
    rest = netloc.rpartition("@")[2]
    host, port = re.fullmatch(r"(.*?)(?::(\d*))?", rest, re.DOTALL).groups()  # type: ignore[union-attr]  # matches anything
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            host = _escaped(host)
    keep_port = port and port != DEFAULT_PORTS.get(scheme)
    return host.lower() + (f":{port}" if keep_port else "")


def _escaped(text: str) -> str:
    """Percent-encoding as RFC 3986 §6.2.2 has it: upper-case digits, unreserved characters bare,
    others that may not stand in an address encoded as UTF-8. A ``%`` that begins no escape stays as
    it is: encoding it could name another resource."""
    text = "".join(
        c if c in _ALLOWED else "".join(f"%{b:02X}" for b in c.encode("utf-8", "surrogatepass"))
        for c in text
    )
    return _ESCAPE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _UNRESERVED else match[0].upper()


def _without_dots(path: str) -> str:
    """RFC 3986 §5.2.4 for a path that begins with a slash or is empty."""
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments:
        if segment == "..":
            del kept[max(1, len(kept) - 1) :]  # the empty piece before the first slash stays
        elif segment != ".":
            kept.append(segment)
    return "/".join(kept) + ("/" if segments[-1] in (".", "..") else "")


def _kept_parameters(query: str, globs: tuple[str, ...]) -> str:
    if not globs:
        return query
    return "&".join(part for part in query.split("&") if not _named(part, globs))


def _named(parameter: str, globs: tuple[str, ...]) -> bool:
    name = unquote_plus(parameter.partition("=")[0])
    return any(fnmatchcase(name, glob) for glob in globs)
