"""The attributes of one element, as they are shown."""

from __future__ import annotations

import re
from html import escape
from typing import cast
from urllib.parse import urlsplit

from lxml import etree

from webarticlecurator.articles.blocks.block_attributes import (
    absolute_address,
    list_image_addresses,
)
from webarticlecurator.base.text.html_text import escape_label
from webarticlecurator.proposing.trial.shown_elements import (
    ADDRESS,
    DATA_ATTRIBUTE,
    DRAWING_ATTRIBUTES,
    EVERY_ATTRIBUTE,
    INPUT_TYPES,
    MAX_DATA,
    OWN_ATTRIBUTES,
    WHAT,
    WRITTEN_ATTRIBUTES,
)
from webarticlecurator.proposing.trial.shown_style import resource_address, rewrite_addresses

_FIELDS = frozenset("button input select textarea summary".split())
"""Elements that take the focus by themselves; the page has one place for it."""
_BOX_ATTRIBUTES = frozenset(("class", "id", "hidden"))
_PIXELS = re.compile("[0-9]{1,4}")
_DATA_IMAGE = "data:image/"


def write_attributes(
    element: etree._Element, tag: str, base: str, left_out: frozenset[str] = EVERY_ATTRIBUTE
) -> str:
    """Return the attributes of an element that is written as ``tag``: `` class="lead"``."""
    pieces = []
    for name, value in (each for each in _attributes(element) if each[0] not in left_out):
        if name in WRITTEN_ATTRIBUTES or (
            DATA_ATTRIBUTE.fullmatch(name) and name not in OWN_ATTRIBUTES and len(value) <= MAX_DATA
        ):
            pieces.append(f' {name}="{escape(value)}"')
        elif name == "style":
            pieces.append(_write_style(value, base))
        elif name == "background":
            pieces.append(
                write_attribute("background", resource_address([absolute_address(base, value)]))
            )
        elif name == "href" and tag in ("a", "area"):
            pieces.append(write_attribute(ADDRESS, value))
        elif name == "type" and (tag != "input" or value.lower() in INPUT_TYPES):
            pieces.append(write_attribute(name, value))
    if tag == "img":
        pieces.append(write_attribute("src", _find_picture(element, base)))
    elif tag == "details":
        pieces.append(' open=""')
    elif tag in _FIELDS:
        pieces.append(' tabindex="-1"')
    return "".join(pieces)


def write_drawing_attributes(
    element: etree._Element, base: str, left_out: frozenset[str] = EVERY_ATTRIBUTE
) -> str:
    """Return the attributes of an element of a drawing or a formula; it refers to itself only."""
    pieces = []
    for name, value in _attributes(element):
        is_reference = name in ("href", "xlink:href") and value.startswith("#")
        if name == "style":
            pieces.append("" if name in left_out else _write_style(value, base))
        elif is_reference or (
            name in DRAWING_ATTRIBUTES and ("(" not in value or not _leads_away(value))
        ):
            pieces.append(write_attribute("href" if is_reference else name, value))
    return "".join(pieces)


def write_box_attributes(
    element: etree._Element, base: str, left_out: frozenset[str] = EVERY_ATTRIBUTE
) -> str:
    """Return the attributes of the box in place of a document or medium, with its address."""
    address = absolute_address(base, element.get("src") or element.get("data") or "")
    pieces = [
        write_attribute(name, value)
        for name, value in _attributes(element)
        if name in _BOX_ATTRIBUTES - left_out
    ]
    sizes = [
        f"{side}: {value}px"
        for side in ("width", "height")
        if _PIXELS.fullmatch(value := element.get(side) or "")
    ]
    if "style" not in left_out:
        pieces.append(_write_style("; ".join((*sizes, element.get("style") or "")), base))
    what = f"{element.tag} {_shorten_address(address)}".strip()
    return f'{"".join(pieces)} {WHAT}="{escape_label(what)}"'


def _attributes(element: etree._Element) -> list[tuple[str, str]]:
    return cast("list[tuple[str, str]]", element.items())


def write_attribute(name: str, value: str) -> str:
    return f' {name}="{escape(value)}"' if value else ""


def _write_style(value: str, base: str) -> str:
    return write_attribute("style", rewrite_addresses(value, base) if "(" in value else value)


def _leads_away(value: str) -> bool:
    compact_value = "".join(value.split()).lower()
    return "url(" in compact_value and "url(#" not in compact_value


def _find_picture(image: etree._Element, base: str) -> str:
    """Return the address of the picture of an image; of several sizes, the one that is stored."""
    stored = resource_address(list_image_addresses(image, base))
    source = (image.get("src") or "").strip()
    return stored or (source if source.lower().startswith(_DATA_IMAGE) else "")


def _shorten_address(address: str) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.netloc}{parts.path}"
