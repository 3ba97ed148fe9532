"""The microdata of a page (WHATWG HTML, chapter 5) as nodes in the shape of JSON-LD.

An element as a value represents its text. The items are read from the shared tree by our own code,
because extruct changes text and loses items (``tests/rules/test_rules_libraries.py``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

from lxml import etree

from webarticlecurator.page import Page
from webarticlecurator.rules.jsonld import Json, iter_nodes

_ADDRESS_ATTRIBUTES = {
    **dict.fromkeys(("a", "area", "link"), "href"),
    **dict.fromkeys(("audio", "embed", "iframe", "img", "source", "track", "video"), "src"),
    "object": "data",
}
_VALUE_ATTRIBUTES = {"meta": "content", "data": "value", "meter": "value", "time": "datetime"}


def read_microdata(page: Page) -> tuple[Json, ...]:
    """Return the top-level items of a page in document order.

    The main entity of a page item follows it.
    """
    return page.derived("microdata", lambda p: tuple(_read_items(p)))


def _read_items(page: Page) -> Iterator[Json]:
    for element in page.elements.with_attribute("itemscope"):
        if element.get("itemprop") is None and element is not page.root:
            yield from iter_nodes(_read_item(element, page, {element}))


def _read_item(element: etree._Element, page: Page, seen: set[etree._Element]) -> Json:
    """Return one item.

    ``seen``: the items inside the top-level item that were already read. Each is read once, so
    that ``itemref`` cannot loop.
    """
    node: Json = {"@type": (element.get("itemtype") or "").split()}
    if element.get("itemid"):
        node["@id"] = (element.get("itemid") or "").strip()
    for name, value in _read_properties(element, page, seen):
        node.setdefault(name, []).append(value)
    return node


def _read_properties(
    element: etree._Element, page: Page, seen: set[etree._Element]
) -> Iterator[tuple[str, Any]]:
    relevant = page.derived("microdata.relevant", _find_relevant)
    for child in [*element, *_referenced(element, page)]:
        if child not in relevant or child in seen:
            continue
        names = (child.get("itemprop") or "").split()
        if names:
            value = _read_value(child, page, seen)
            yield from ((name, value) for name in names)
        if child.get("itemscope") is None:
            yield from _read_properties(child, page, seen)


def _find_relevant(page: Page) -> set[etree._Element]:
    """Return the elements that have a property or contain one."""
    relevant: set[etree._Element] = set()
    for element in page.elements.with_attribute("itemprop"):
        outer: etree._Element | None = element
        while outer is not None and outer not in relevant:
            relevant.add(outer)
            outer = outer.getparent()
    return relevant


def _referenced(element: etree._Element, page: Page) -> list[etree._Element]:
    """Return the elements that the ``itemref`` of an item names by id, anywhere on the page."""
    ids = (element.get("itemref") or "").split() if element.get("itemscope") is not None else []
    if not ids:
        return []
    by_id = page.derived(
        "ids", lambda p: {e.get("id"): e for e in reversed(p.root.findall(".//*[@id]"))}
    )
    return [by_id[i] for i in ids if i in by_id]


def _read_value(element: etree._Element, page: Page, seen: set[etree._Element]) -> Any:
    if element.get("itemscope") is not None:
        seen.add(element)
        return _read_item(element, page, seen)
    tag = str(element.tag)
    if tag in _ADDRESS_ATTRIBUTES:
        return _absolute_address(page.base, element.get(_ADDRESS_ATTRIBUTES[tag]) or "")
    value = element.get(_VALUE_ATTRIBUTES.get(tag, "content")) or element.get("content")
    return value if value is not None else element  # the text is read only when it is used


def _absolute_address(base: str, address: str) -> str:
    try:
        return urljoin(base, address.strip())
    except ValueError:  # http://[bad
        return address
