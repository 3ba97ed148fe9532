"""Microdata (WHATWG HTML, chapter 5) as nodes in the shape of JSON-LD; a value that is an element
stands for its text.

Read on the shared tree by hand: extruct's reader takes the text of ``Mi<b>cro</b>data`` apart, and
loses all items of a page for one bad address.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import urljoin

from lxml import etree

from webarticlecurator.page import Page
from webarticlecurator.rules.jsonld import Json, open_graph

# takes a third of the time of descendant::*[@itemscope]
_ITEMS = etree.XPath("descendant::*/@itemscope/..")
_PROPERTIES = etree.XPath("descendant::*/@itemprop/..")
_ADDRESSES = {
    **dict.fromkeys(("a", "area", "link"), "href"),
    **dict.fromkeys(("audio", "embed", "iframe", "img", "source", "track", "video"), "src"),
    "object": "data",
}
_ATTRIBUTES = {"meta": "content", "data": "value", "meter": "value", "time": "datetime"}


def read_microdata(page: Page) -> tuple[Json, ...]:
    """All top items of a page in document order, with the main entity of a page item."""
    return page.derived("microdata", lambda p: tuple(_read(p)))


def _read(page: Page) -> Iterator[Json]:
    for element in cast("list[etree._Element]", _ITEMS(page.root)):
        if element.get("itemprop") is None:
            yield from open_graph(_item(element, page, {element}))


def _item(element: etree._Element, page: Page, inside: set[etree._Element]) -> Json:
    """One item. ``inside`` holds the items it is being read in, itself included, so that itemref
    cannot turn in circles."""
    node: Json = {"@type": (element.get("itemtype") or "").split()}
    if element.get("itemid"):
        node["@id"] = (element.get("itemid") or "").strip()
    for name, value in _properties(element, page, inside):
        node.setdefault(name, []).append(value)
    return node


def _properties(
    element: etree._Element, page: Page, inside: set[etree._Element]
) -> Iterator[tuple[str, Any]]:
    telling = page.derived("microdata.telling", _telling)
    for child in [*element, *_referenced(element, page)]:
        if child not in telling or child in inside:
            continue
        names = (child.get("itemprop") or "").split()
        if names:
            value = _value(child, page, inside | {child})
            yield from ((name, value) for name in names)
        if child.get("itemscope") is None:
            yield from _properties(child, page, inside)


def _telling(page: Page) -> set[etree._Element]:
    """The elements that have a property or hold one: all others say nothing."""
    found: set[etree._Element] = set()
    for element in cast("list[etree._Element]", _PROPERTIES(page.root)):
        at: etree._Element | None = element
        while at is not None and at not in found:
            found.add(at)
            at = at.getparent()
    return found


def _referenced(element: etree._Element, page: Page) -> list[etree._Element]:
    """What an item's itemref names by id, wherever it stands."""
    ids = (element.get("itemref") or "").split() if element.get("itemscope") is not None else []
    if not ids:
        return []
    by_id = page.derived(
        "ids", lambda p: {e.get("id"): e for e in reversed(p.root.findall(".//*[@id]"))}
    )
    return [by_id[i] for i in ids if i in by_id]


def _value(element: etree._Element, page: Page, inside: set[etree._Element]) -> Any:
    if element.get("itemscope") is not None:
        return _item(element, page, inside)
    tag = str(element.tag)
    if tag in _ADDRESSES:
        return _address(page.base, element.get(_ADDRESSES[tag]) or "")
    stated = element.get(_ATTRIBUTES.get(tag, "content")) or element.get("content")
    return stated if stated is not None else element  # its text is read when somebody asks for it


def _address(base: str, written: str) -> str:
    try:
        return urljoin(base, written.strip())
    except ValueError:  # http://[bad
        return written
