"""The microdata of a page (WHATWG HTML, chapter 5) as nodes in the shape of JSON-LD.

An element as a value represents its text. The items are read from the shared tree by our own code,
because extruct changes text and loses items (``tests/rules/test_rules_libraries.py``).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any
from urllib.parse import urljoin

from lxml import etree

from webarticlecurator.page import Page
from webarticlecurator.rules.jsonld import Json, iter_nodes

MAX_VISITS = 150_000
"""Elements that are looked at for the items of a page; it may have 120,000."""
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
    return page.derived("microdata", _read_items)[0]


def find_microdata_fault(page: Page) -> str:
    """Return in words what part of the microdata was not read, or ""."""
    # without itemref, an element belongs to one item, and all are read
    if not page.elements.with_attribute("itemref"):
        return ""
    return page.derived("microdata", _read_items)[1]


def _read_items(page: Page) -> tuple[tuple[Json, ...], str]:
    reader = _ItemReader(page)
    items = [
        node
        for element in page.elements.with_attribute("itemscope")
        if element.get("itemprop") is None and element is not page.root and reader.visits_left >= 0
        for node in iter_nodes(reader.read(element))
    ]
    if reader.visits_left >= 0:
        return tuple(items), ""
    return tuple(items), (
        f"microdata: the items of the page have more than {MAX_VISITS} elements, as `itemref` names"
        " the same ones again and again; the rest is not read"
    )


class _ItemReader:
    """Reads the items of a page, with a stack of its own: they may be nested in thousands of
    others by ``itemref``. ``visits_left`` is negative when the elements were too many."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._relevant = page.derived("microdata.relevant", _find_relevant)
        self.visits_left = MAX_VISITS

    def read(self, top: etree._Element) -> Json:
        """Return a top-level item. Of the items inside it, each is read once, so that ``itemref``
        cannot loop."""
        item, seen = _begin_item(top), {top}
        pending = [(item, self._list_children(top))]
        while pending and self.visits_left >= 0:
            node, children = pending[-1]
            child = next(children, None)
            if child is None:
                pending.pop()
                continue
            self.visits_left -= 1
            if child not in self._relevant or child in seen:
                continue
            names = (child.get("itemprop") or "").split()
            if child.get("itemscope") is None:
                self._add_value(node, names, self._read_value(child) if names else None)
                pending.append((node, self._list_children(child)))
            elif names:
                seen.add(child)
                inner = _begin_item(child)
                self._add_value(node, names, inner)
                pending.append((inner, self._list_children(child)))
        return item

    def _add_value(self, node: Json, names: list[str], value: Any) -> None:
        for name in names:
            node.setdefault(name, []).append(value)

    def _list_children(self, element: etree._Element) -> Iterator[etree._Element]:
        """Return the children of an element, and what the ``itemref`` of an item names by id,
        anywhere on the page."""
        has_references = element.get("itemscope") is not None and element.get("itemref")
        return chain(
            element.iterchildren(), _referenced(element, self._page) if has_references else ()
        )

    def _read_value(self, element: etree._Element) -> Any:
        tag = str(element.tag)
        if tag in _ADDRESS_ATTRIBUTES:
            return _absolute_address(self._page.base, element.get(_ADDRESS_ATTRIBUTES[tag]) or "")
        value = element.get(_VALUE_ATTRIBUTES.get(tag, "content")) or element.get("content")
        return value if value is not None else element  # the text is read only when it is used


def _begin_item(element: etree._Element) -> Json:
    """Return an item without its properties."""
    node: Json = {"@type": (element.get("itemtype") or "").split()}
    if element.get("itemid"):
        node["@id"] = (element.get("itemid") or "").strip()
    return node


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
    by_id = page.derived(
        "ids", lambda p: {e.get("id"): e for e in reversed(p.root.findall(".//*[@id]"))}
    )
    return [by_id[i] for i in (element.get("itemref") or "").split() if i in by_id]


def _absolute_address(base: str, address: str) -> str:
    try:
        return urljoin(base, address.strip())
    except ValueError:  # http://[bad
        return address
