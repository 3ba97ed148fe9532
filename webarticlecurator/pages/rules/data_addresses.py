"""The address that an element has for a script, which loads what is there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from urllib.parse import parse_qsl, urlsplit

from lxml import etree

from webarticlecurator.base.portal.hosts import is_same_site
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, resolve

HTMX, SHOWN = "hx-get", ("revealed", "intersect")
"""The attribute of htmx with an address, and when it loads it as somebody scrolls (hx-trigger)."""
TURBO = "turbo-frame"
"""The element of Hotwire Turbo whose ``src`` is loaded; as somebody scrolls, if it is lazy."""
FILE = re.compile(
    r"\.(?:js|css|png|jpe?g|gif|svg|webp|ico|woff2?|mp[34]|m3u8|og[ag]|webm|pdf)(?:[?#]|$)", re.I
)
"""The end of an address of what is no page: a script, a picture, a font, sound, a film."""
_ADDRESS = re.compile(r"(?:https?:)?//?[^/\s]|\?\w")
_LAST_NUMBER = re.compile(r"(?<!\d)\d+$")


def find_data_address(element: etree._Element, page: Page) -> tuple[str, str] | None:
    """Return the attribute (``data-…``, ``hx-get`` of htmx, ``src`` of Turbo) in which an element
    has the address that a script loads, and that address without a fragment; None without one of
    the same site that is neither the page's own nor one of a picture, a script and the like."""
    names = ("data-", HTMX, "src") if element.tag == TURBO else ("data-", HTMX)
    for name, value in element.items():
        if str(name).startswith(names) and _ADDRESS.match(str(value)):
            with suppress(NotAnAddress):
                address = resolve(page.base, str(value)).partition("#")[0]
                is_other = urlsplit(address)[2:4] != urlsplit(page.url)[2:4]
                if is_other and is_same_site(page.url, address) and not FILE.search(address):
                    return str(name), address
    return None


def names_page(address: str, page: Page, element: etree._Element) -> bool:
    """Return True if an address has another path than the page and its name or number, as the
    page's address has them at its end or as elements around ``element`` have them."""
    paths = (urlsplit(each).path.strip("/") for each in (address, page.url))
    if next(paths) == next(paths):
        return False  # where the page is shared, say
    around = (
        str(value)
        for outer in element.iterancestors()
        for name, value in outer.items()
        if name == "id" or str(name).startswith("data-")
    )
    names = _list_words(page.url)[-1:]
    own = {*names, *_list_numbers(chain(names, around))}
    found = _list_words(address)
    return not own.isdisjoint(chain(found, _list_numbers(found)))


def _list_words(address: str) -> list[str]:
    """Return the parts of a path and the values of a query, without endings."""
    parts = urlsplit(address)
    names = chain(parts.path.split("/"), (value for _, value in parse_qsl(parts.query)))
    return [each for name in names if (each := name.partition(".")[0])]


def _list_numbers(names: Iterable[str]) -> list[str]:
    return [match[0] for name in names if (match := _LAST_NUMBER.search(name))]
