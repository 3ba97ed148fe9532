"""Elements and their ancestors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lxml import etree


def self_and_ancestors(
    element: etree._Element, until: etree._Element | None = None
) -> Iterator[etree._Element]:
    """Yield the element and its ancestors, from the inside out.

    The last one is ``until``, or the root of the page.
    """
    yield element
    if element is until:
        return
    for outer in element.iterancestors():
        yield outer
        if outer is until:
            return


def outermost_elements(elements: Iterable[etree._Element]) -> tuple[etree._Element, ...]:
    """Return the elements that are not inside another one of them, without duplicates."""
    distinct = dict.fromkeys(elements)
    return tuple(e for e in distinct if distinct.keys().isdisjoint(e.iterancestors()))


def is_inside(element: etree._Element, outer: etree._Element) -> bool:
    """Return True if an element is ``outer``, or in it."""
    return any(each is outer for each in self_and_ancestors(element))
