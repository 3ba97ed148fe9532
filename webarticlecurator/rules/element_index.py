"""Elements of a page by class and id, noted in one pass.

XPath looks at the class of each element anew for every selector with a class, and most selectors of
a portal file find nothing on most pages: whether they can is told from here, and chains of
compounds (``#top .list > a.next``) are answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from typing import cast

from lxml import etree

from webarticlecurator.model.compound import Compound, split_tokens
from webarticlecurator.model.selector import compile_css, compile_css_test, compile_xpath
from webarticlecurator.model.selector_chain import Chain, list_names, parse_chains
from webarticlecurator.page import Page

Elements = list[etree._Element]

_EVERYWHERE = frozenset(
    ("href", "src", "class", "style", "alt", "title", "target", "width", "height")
)
"""Attributes that most elements have which may have them."""
_ATTRIBUTE = re.compile("[a-z][a-z0-9-]*")


class ElementIndex:
    """The elements of a page, and where among them each class and id (``.a``, ``#b``) stands."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root

    @cached_property
    def _elements(self) -> Elements:
        return list(self._root.iter("*"))

    @cached_property
    def _alike(self) -> dict[str, list[int]]:
        """Class attributes as they are written (few ways, since elements are much alike) →
        positions."""
        alike: dict[str, list[int]] = {}
        for place, element in enumerate(self._elements):
            if given := element.get("class"):
                alike.setdefault(given, []).append(place)
        return alike

    @cached_property
    def _classes(self) -> dict[str, list[list[int]]]:
        """Class → positions, a list for each way of writing."""
        classes: dict[str, list[list[int]]] = {}
        for given, places in self._alike.items():
            for name in set(split_tokens(given)):
                classes.setdefault(name, []).append(places)
        return classes

    @cached_property
    def _ids(self) -> dict[str, Elements]:
        ids: dict[str, Elements] = {}
        for element in with_attribute(self._root, "id"):
            ids.setdefault(element.get("id") or "", []).append(element)
        return ids

    def _has(self, name: str) -> bool:
        return name[1:] in (self._ids if name[0] == "#" else self._classes)

    def _named(self, name: str) -> Elements:
        """The elements with a class or id, in document order."""
        if name[0] == "#":
            return self._ids[name[1:]]
        alike = self._classes[name[1:]]
        places = sorted(chain.from_iterable(alike)) if len(alike) > 1 else alike[0]
        return [self._elements[place] for place in places]

    def find(self, css: str) -> Elements:
        """What a CSS selector list finds on the page, in document order. Raises etree.XPathError if
        it cannot be evaluated."""
        asked = parse_chains(css)
        possible = [one for one in asked if all(self._has(name) for name in one.names)]
        if not asked or not all(_is_known(one) or one.own for one in possible):
            return cast("Elements", compile_css(css)(self._root))
        found = [
            elements
            for one in possible
            if (elements := self._follow(one) if _is_known(one) else self._tested(one))
        ]
        if len(found) < 2:
            return found[0] if found else []
        return list(filter(set().union(*found).__contains__, self._elements))

    def _tested(self, one: Chain) -> Elements:
        """For selectors that only XPath can read: it looks at the elements that have the name."""
        test = compile_css_test(one.css)
        return [element for element in self._named(one.own[0]) if test(element)]

    def _follow(self, one: Chain) -> Elements:
        found = list(self._candidates(one.steps[0][1]))
        for combinator, compound in one.steps[1:]:
            around = set(found)
            if combinator == ">":
                found = [e for e in self._candidates(compound) if e.getparent() in around]
            elif list_names(compound):
                found = [
                    e
                    for e in self._candidates(compound)
                    if not around.isdisjoint(e.iterancestors())
                ]
            else:
                outermost = [e for e in found if around.isdisjoint(e.iterancestors())]
                found = [
                    e
                    for outer in outermost
                    for e in outer.iterdescendants(compound.tag or "*")
                    if compound.holds(e)
                ]
        return found

    def _candidates(self, compound: Compound) -> Iterable[etree._Element]:
        """The elements that a compound holds for, in document order."""
        asked = list_names(compound)
        if asked:
            elements: Iterable[etree._Element] = self._named(asked[0])
        elif _telling(compound):
            elements = with_attribute(self._root, compound.attributes[0].name)
        else:
            elements = self._root.iter(compound.tag)
        return filter(compound.holds, elements)


def _is_known(one: Chain) -> bool:
    """True for chains that name something in each step; XPath is quicker with the others."""
    return bool(one.steps) and all(c.tag or list_names(c) or _telling(c) for _, c in one.steps)


def _telling(compound: Compound) -> bool:
    """True for ``[itemprop=author]``, ``a[rel=next]``: few elements have such an attribute."""
    if not compound.attributes or compound.attributes[0].name in _EVERYWHERE:
        return False
    return _ATTRIBUTE.fullmatch(compound.attributes[0].name) is not None


def with_attribute(root: etree._Element, name: str) -> Elements:
    """The elements in ``root``, itself among them, that have the attribute, in document order."""
    return cast("Elements", compile_xpath(f"descendant-or-self::*[@{name}]")(root))


def index_elements(page: Page) -> ElementIndex:
    """The index of a page, made when it is first asked for."""
    return page.derived("named", lambda p: ElementIndex(p.root))
