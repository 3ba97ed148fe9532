"""The microdata of a page (WHATWG HTML, chapter 5) as nodes in the shape of JSON-LD.

An element as a value represents its text. The items are read from the shared tree by our own
code, because extruct changes text and loses items (``tests/pages/rules/test_rules_libraries.py``).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from lxml import etree

from webarticlecurator.base.portal.hosts import join_address
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.jsonld import Json, iter_nodes

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
    return _read_items(page)[0]


def find_microdata_fault(page: Page) -> str:
    """Return in words what part of the microdata was not read, or ""."""
    # without itemref, an element belongs to one item, and all are read
    if not any(item.get("itemref") for item in page.elements.with_attribute("itemscope")):
        return ""
    return _read_items(page)[1]


@once_per_page("microdata")
def _read_items(page: Page) -> tuple[tuple[Json, ...], str]:
    elements = page.elements.with_attribute("itemscope")
    if not elements:  # where properties stand alone, they need not be looked for
        return (), ""
    reader = _ItemReader(page)
    items = [
        node
        for element in elements
        if element.get("itemprop") is None and element is not page.root and reader.visits_left >= 0
        for node in iter_nodes(reader.read(element))
    ]
    if reader.visits_left >= 0:
        return tuple(items), ""
    return tuple(items), make_message(
        "microdata: the items of the page have more than {number} elements, as `itemref` names the"
        " same ones again and again; the rest is not read",
        number=MAX_VISITS,
    )


class _ItemReader:
    """Reads the items of a page, with a stack of its own: they may be nested in thousands of
    others by ``itemref``. ``visits_left`` is negative when the elements were too many."""

    def __init__(self, page: Page) -> None:
        self._page = page
        # The elements that have a property or contain one
        self._relevant: set[etree._Element] = set()
        for element in page.elements.with_attribute("itemprop"):
            outer: etree._Element | None = element
            while outer is not None and outer not in self._relevant:
                self._relevant.add(outer)
                outer = outer.getparent()
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
            is_item = child.get("itemscope") is not None
            if is_item and not names:
                continue
            inner = node
            if is_item:
                seen.add(child)
                inner = _begin_item(child)
            for name in names:
                node.setdefault(name, []).append(inner if is_item else self._read_value(child))
            pending.append((inner, self._list_children(child)))
        return item

    def _list_children(self, element: etree._Element) -> Iterator[etree._Element]:
        """Return the children of an element, and what the ``itemref`` of an item names by id,
        anywhere on the page."""
        referenced = (element.get("itemref") or "").split()
        if not referenced or element.get("itemscope") is None:
            return element.iterchildren()
        by_id = self._page.elements.by_id
        return chain(element.iterchildren(), [by_id[i] for i in referenced if i in by_id])

    def _read_value(self, element: etree._Element) -> Any:
        tag = str(element.tag)
        if tag in _ADDRESS_ATTRIBUTES:
            address = element.get(_ADDRESS_ATTRIBUTES[tag]) or ""
            return join_address(self._page.base, address.strip())
        value = element.get(_VALUE_ATTRIBUTES.get(tag, "content")) or element.get("content")
        return value if value is not None else element  # the text is read only when it is used


def _begin_item(element: etree._Element) -> Json:
    """Return an item without its properties."""
    node: Json = {"@type": (element.get("itemtype") or "").split()}
    if element.get("itemid"):
        node["@id"] = (element.get("itemid") or "").strip()
    return node
