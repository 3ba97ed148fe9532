"""The shape of an address: which pages of a portal are probably of one kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from urllib.parse import parse_qsl, urlsplit

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.crawling.archive.page_location import locate_page

_SLUG = 12
"""Characters from which on a part of a path, with a dash in it, names one page."""


def shape_address(url: str) -> str:
    """Return what addresses of one kind of pages have in common: the host, what the parts of the
    path are, the names of the query."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    path = "/".join(_shape_part(part) for part in parts.path.split("/"))
    names = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})
    return f"{parts.netloc}{path}?{','.join(names)}"


def choose_usual(portal: Portal, addresses: Sequence[str]) -> str:
    """Return one of the addresses with the shape that most of them have, of those that are no
    archive page; "" without any."""
    shapes = {url: shape_address(url) for url in addresses}
    for shape, _ in Counter(shapes.values()).most_common():
        for url in (each for each in addresses if shapes[each] == shape):
            if url != portal.home and not is_archive_page(portal, url):
                return url
    return ""


def is_archive_page(portal: Portal, url: str) -> bool:
    """Return True for an address that the portal file knows as that of an archive page."""
    try:
        return locate_page(portal, url) is not None
    except CuratorError:  # several columns have such addresses
        return True


def choose_alike(addresses: Iterable[str], url: str) -> list[str]:
    """Return the addresses with the shape of ``url``; all of them if it has none."""
    shape, every = shape_address(url) if url else "", list(addresses)
    return [each for each in every if shape_address(each) == shape] if shape else every


def _shape_part(part: str) -> str:
    if part.isdigit():
        return "0"
    stem, dot, ending = part.rpartition(".")
    is_file = bool(dot) and ending.isalpha()
    name = stem if is_file else part
    is_slug = len(name) >= _SLUG and ("-" in name or "_" in name)
    has_number = bool(DIGITS.search(name))
    kind = "slug" if is_slug else "word0" if has_number else "word" if name else ""
    return f"{kind}.{ending}" if is_file else kind
