"""Who an article is: its address, its id, its language.

Compute the canonical address and the id of an article.

The canonical address is the requested address after the syntax-based normalisation of RFC 3986
§6.2.2 (and the default port and empty path of §6.2.3) and after the rules ``address:`` of the
portal file: ``drop``, then ``replace``. It is a key; it is never requested.
"""

from __future__ import annotations

import base64
import hashlib
import re
from fnmatch import fnmatchcase
from typing import NamedTuple
from urllib.parse import SplitResult, unquote_plus, urlsplit, urlunsplit

from webarticlecurator.base.portal.hosts import (
    join_address,
    shorten_address,
    split_address,
    without_userinfo,
)
from webarticlecurator.base.portal.patterns import substitute_pattern
from webarticlecurator.base.portal.portal import AddressRules
from webarticlecurator.pages.page.page import Page, read_page

DEFAULT_PORTS = {"http": "80", "https": "443", "ftp": "21"}
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ALLOWED = _UNRESERVED | frozenset(":/?#[]@!$&'()*+,;=%")
IN_FRAGMENT = "!$&'()*+,;=:@/?-._~"
"""The characters of a fragment that need no percent-encoding, besides letters and digits
(RFC 3986 §3.5)."""
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_NORMALIZED = re.compile(f"[{re.escape(''.join(sorted(_ALLOWED - {'%'})))}]*")
"""Text that percent-encoding leaves as it is."""
_PLAIN = re.compile(r"https?://[a-z0-9.-]+(?:/(?!\.\.?(?:/|\Z))[A-Za-z0-9._~-]*)+")
"""Addresses without query and fragment that are normalized."""


def canonical_address(requested: str, rules: AddressRules) -> str:
    """Return the canonical form of an absolute address.

    ``rules.drop`` holds ``fragment`` and globs of query-parameter names. ``rules.replace`` holds
    ordered (regex, replacement) pairs (``re.sub`` on the whole address, ``\\1`` for groups). An
    address that cannot be split (``http://[bad``) is only trimmed. Raises PageUnreadable if a regex
    takes too long.
    """
    address = requested.strip()
    if not _PLAIN.fullmatch(address):  # most are, and are read in a tenth of the time
        try:
            address = _normalize_address(address, rules)
        except ValueError:
            return shorten_address(address)
    return shorten_address(substitute_pattern(rules.replace, address, rules.replace_rule))


def _normalize_address(address: str, rules: AddressRules) -> str:
    """Return an address in its normal form, without what is dropped. Raises ValueError."""
    parts = _normalize(urlsplit(address))
    fragment = "" if "fragment" in rules.drop else parts.fragment
    globs = [glob for glob in rules.drop if glob != "fragment"]
    query = parts.query
    if globs:
        names = {part: unquote_plus(part.partition("=")[0]) for part in query.split("&")}
        query = "&".join(
            part
            for part in query.split("&")
            if not any(fnmatchcase(names[part], glob) for glob in globs)
        )
    return urlunsplit(parts._replace(query=query, fragment=fragment))


def declared_url(page: Page, rules: AddressRules) -> str:
    """Return the canonical address of a stored page.

    It is computed from the address of the page, or with ``canonical: link`` from the address in its
    ``<link rel=canonical>``.
    """
    link = canonical_link(page) if rules.canonical == "link" else None
    return canonical_address(link or page.url, rules)


def canonical_link(page: Page) -> str | None:
    """Return the first http(s) address in a ``<link rel=canonical>`` of the page, or None.

    A relative address is joined with the base of the page.
    """
    for element in page.elements.with_tag("link"):
        if "canonical" not in (element.get("rel") or "").lower().split():
            continue  # pages have forty other links
        href = (element.get("href") or "").strip()
        address = without_userinfo(join_address(page.base, href)) if href else ""
        if is_web_address(address):
            return address
    return None


class PageAddress(NamedTuple):
    """The address of a saved page, and what of the page says it."""

    url: str
    source: str


_SAVED_HEAD = 4096
"""Bytes at the beginning of a file in which the program that saved it notes the address."""
_SAVED_FROM = re.compile(
    rb"<!--\s*(?:saved from url=\(\d+\)"
    rb"|(?:Page saved with|Archive processed by) SingleFile\s+url:\s*)"
    rb"(https?://[^\s<>\"]+)"
)
"""What Chromium and Internet Explorer note (*Mark of the Web*), and SingleFile."""


def find_page_address(content: bytes) -> PageAddress | None:
    """Return the absolute address that a saved page gives itself, by ``rel=canonical`` or
    ``og:url``, or else that which the program noted that saved it. Theirs comes last: templates
    that were made from a saved page still have it."""
    return find_declared_link(read_page("", content)) or find_noted_address(content)


def find_noted_address(content: bytes) -> PageAddress | None:
    """Return the address that the program noted that saved a page."""
    noted = _SAVED_FROM.search(content[:_SAVED_HEAD])
    if noted is None:
        return None
    return PageAddress(without_userinfo(noted[1].decode("utf-8", "replace")), "saved from")


def find_declared_link(page: Page) -> PageAddress | None:
    """Return the absolute address that a page gives itself by ``rel=canonical`` or ``og:url``."""
    link = canonical_link(page)
    if link is not None:
        return PageAddress(link, "rel=canonical")
    for element in page.elements.with_tag("meta"):
        if (element.get("property") or element.get("name") or "").strip().lower() == "og:url":
            address = without_userinfo((element.get("content") or "").strip())
            if is_web_address(address):
                return PageAddress(address, "og:url")
    return None


def is_web_address(address: str) -> bool:
    """Return True for an absolute address that can be requested."""
    return split_address(address).scheme in ("http", "https")


def article_id(canonical_address: str) -> str:
    """Return the id of an article, which is valid as ``xml:id`` and as a file name.

    It is the letter ``a`` and the first 16 base32 digits (RFC 4648, in lower case) of the SHA-256
    of the address in UTF-8.
    """
    digest = hashlib.sha256(canonical_address.encode("utf-8", "surrogatepass")).digest()
    return "a" + base64.b32encode(digest)[:16].decode("ascii").lower()


def public_url(canonical_address: str, rules: AddressRules) -> str:
    """Return the address to cite: the canonical address with ``rules.public`` pairs applied."""
    return substitute_pattern(rules.public, canonical_address, rules.public_rule)


def _normalize(parts: SplitResult) -> SplitResult:
    scheme = parts.scheme.lower()
    path = _percent_encode(parts.path)
    if parts.netloc:
        # Apply RFC 3986 §5.2.4 to a path that is empty or begins with a slash
        kept: list[str] = []
        segments = path.split("/")
        for segment in segments:
            if segment == "..":
                del kept[max(1, len(kept) - 1) :]  # the empty piece before the first slash stays
            elif segment != ".":
                kept.append(segment)
        path = "/".join(kept) + ("/" if segments[-1] in (".", "..") else "") or "/"
    # Host and port without user information and without a default or empty port
    server = parts.netloc.rpartition("@")[2]
    host, port = re.fullmatch(r"(.*?)(?::(\d*))?", server, re.DOTALL).groups()  # type: ignore[union-attr]  # matches anything
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            host = _percent_encode(host)
    keep_port = port and port != DEFAULT_PORTS.get(scheme)
    return SplitResult(
        scheme,
        host.lower() + (f":{port}" if keep_port else ""),
        path,
        _percent_encode(parts.query),
        _percent_encode(parts.fragment),
    )


def _percent_encode(text: str) -> str:
    """Normalize percent-encoding (RFC 3986 §6.2.2).

    Hexadecimal digits are in upper case, unreserved characters are decoded, characters that are not
    allowed in an address are encoded as UTF-8. A ``%`` that begins no escape is kept: encoding it
    could name another resource.
    """
    if _NORMALIZED.fullmatch(text):
        return text
    text = "".join(
        c if c in _ALLOWED else "".join(f"%{b:02X}" for b in c.encode("utf-8", "surrogatepass"))
        for c in text
    )
    return _ESCAPE.sub(_normalize_escape, text)


def _normalize_escape(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _UNRESERVED else match[0].upper()
