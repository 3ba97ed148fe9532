"""The elements of a page: by tag, their ancestors and siblings, whether they show, their words.

The elements of a page by tag and by attribute. Each is looked for once: to visit the whole tree
takes as long whether one element is found or none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import cast

from lxml import etree

Elements = list[etree._Element]
"""Elements in document order."""
_PLAIN_NAME = re.compile(r"[A-Za-z][\w-]*", re.ASCII)
"""A name that stands for itself in XPath."""


class PageElements:
    """The elements below ``root`` and itself, as long as the tree is not changed."""

    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self._with_attribute: dict[str, Elements] = {}

    @cached_property
    def all(self) -> Elements:
        """All elements."""
        return list(self.root.iter("*"))

    def find(self, number: int) -> etree._Element | None:
        """Return the element with a number: its place among all, from 0. None if there is none.

        The same bytes with the same header have the same numbers in every process.
        """
        return self.all[number] if 0 <= number < len(self.all) else None

    def number(self, element: etree._Element) -> int:
        """Return the number of an element of the page."""
        return self._numbers[element]

    @cached_property
    def _numbers(self) -> dict[etree._Element, int]:
        return {element: number for number, element in enumerate(self.all)}

    @cached_property
    def _by_tag(self) -> dict[str, Elements]:
        by_tag: defaultdict[str, Elements] = defaultdict(list)
        for tag, element in zip(map(attrgetter("tag"), self.all), self.all, strict=True):
            by_tag[tag].append(element)
        return by_tag

    @cached_property
    def by_id(self) -> dict[str | None, etree._Element]:
        """Id → the first element that has it, as browsers understand one that several have."""
        return {each.get("id"): each for each in reversed(self.with_attribute("id"))}

    def with_tag(self, tag: str) -> Elements:
        """Return the elements with a tag."""
        return self._by_tag.get(tag, [])

    def with_attribute(self, name: str) -> Elements:
        """Return the elements that have an attribute, which few elements should have."""
        elements = self._with_attribute.get(name)
        if elements is None:
            find = _compile_attribute(name) if _PLAIN_NAME.fullmatch(name) else None
            if find is None:
                elements = [element for element in self.all if element.get(name) is not None]
            else:  # in half of the time, as long as the elements are kept
                elements = cast("Elements", find(self.root))
            self._with_attribute[name] = elements
        return elements


@lru_cache(maxsize=64)
def _compile_attribute(name: str) -> etree.XPath:
    """Return the expression of the elements that have an attribute. A condition in brackets takes
    three times as long."""
    return etree.XPath(f"descendant-or-self::*/@{name}/..")
