"""The address that an element links, and the absolute form of an address."""

from __future__ import annotations

import re
from itertools import chain
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.base.portal.hosts import ADDRESS_EDGES, shorten_address, without_userinfo
from webarticlecurator.base.text.translation import make_message

_LINK_TAGS = frozenset(("a", "area", "link"))


class NotAnAddress(ValueError):
    """The text is not the address of a page; the message is the reason."""


def find_link_address(element: etree._Element) -> str | None:
    """Return the ``href`` of the element if it is a link, or None.

    Otherwise it is that of the first link inside the element, or of its nearest ancestor link.
    """
    if element.tag in _LINK_TAGS and element.get("href") is not None:
        return element.get("href")

    links = chain(element.iter("a", "area"), element.iterancestors("a", "area"))
    return next((link.get("href") for link in links if link.get("href") is not None), None)


def resolve(base: str, raw: str) -> str:
    """Return the absolute http(s) address of ``raw`` on a page with the base ``base``.

    User name and password are removed. As in the WHATWG URL standard, control characters and spaces
    at the ends and tabs and newlines anywhere are not part of the address, and a lone surrogate is
    U+FFFD. Raises NotAnAddress.
    """
    reference = re.sub("[\t\n\r]", "", raw.strip(ADDRESS_EDGES))
    reference = re.sub("[\ud800-\udfff]", "\ufffd", reference)
    if not reference:
        raise NotAnAddress(make_message("empty"))
    if reference.startswith("#"):
        raise NotAnAddress(make_message("a place on the same page"))
    try:
        absolute = without_userinfo(urljoin(base, reference))
        parts = urlsplit(absolute)
        host = parts.hostname
    except ValueError as error:
        raise NotAnAddress(make_message("not an address: {error}", error=str(error))) from error
    if parts.scheme not in ("http", "https"):
        raise NotAnAddress(
            make_message("scheme {scheme} (expected http or https)", scheme=repr(parts.scheme))
        )
    if not host:
        raise NotAnAddress(make_message("no host"))
    # Scheme and host become lower case, the rest stays (urlunsplit would drop an empty query).
    start = len(parts.scheme) + 3 + len(parts.netloc)
    return shorten_address(absolute[:start].lower() + absolute[start:])
