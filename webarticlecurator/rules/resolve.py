"""From what an element says to an absolute address."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.model.hosts import without_userinfo

_EDGES = "".join(map(chr, range(0x21)))
_LINKS = frozenset(("a", "area", "link"))


class NotAnAddress(ValueError):
    """What was given is no address of a page; the message says why."""


def link_address(element: etree._Element) -> str | None:
    """The ``href`` of the element if it is a link, else of the first link inside it, else of its
    nearest ancestor link."""
    if element.tag in _LINKS and element.get("href") is not None:
        return element.get("href")
    for inner in element.iter("a", "area"):
        if inner.get("href") is not None:
            return inner.get("href")
    for outer in element.iterancestors("a", "area"):
        if outer.get("href") is not None:
            return outer.get("href")
    return None


def resolve(base: str, raw: str) -> str:
    """The absolute http(s) address of ``raw`` on a page whose base is ``base``, without user name
    and password. As in the WHATWG URL standard, control characters and spaces at the ends and tabs
    and newlines anywhere are not part of it, and half a surrogate pair is U+FFFD. Raises NoAddress.
    """
    reference = re.sub("[\t\n\r]", "", raw.strip(_EDGES))
    reference = re.sub("[\ud800-\udfff]", "\ufffd", reference)
    if not reference:
        raise NotAnAddress("empty")
    if reference.startswith("#"):
        raise NotAnAddress("leads to a place on the same page")
    try:
        absolute = without_userinfo(urljoin(base, reference))
        parts = urlsplit(absolute)
        host = parts.hostname
    except ValueError as error:
        raise NotAnAddress(f"is no address: {error}") from error
    if parts.scheme not in ("http", "https"):
        raise NotAnAddress(f"is not http but {parts.scheme or 'nothing'}")
    if not host:
        raise NotAnAddress("has no host")
    # Scheme and host in small letters, whatever was written; the rest stays as it is (urlunsplit
    # would drop an empty query).
    start = len(parts.scheme) + 3 + len(parts.netloc)
    return absolute[:start].lower() + absolute[start:]
