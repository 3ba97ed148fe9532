"""Elements of a page by class and id, noted in one pass.

XPath looks at the class of each element anew for every selector with a class, and most selectors of a portal file find nothing
on most pages: whether they can is told from here, and chains of compounds (``#top .list > a.next``) are answered.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import cast

from lxml import etree

from webarticlecurator.model.chain import Chain, chains, names
from webarticlecurator.model.compound import Compound, tokens
from webarticlecurator.model.selector import compile_css
from webarticlecurator.page import Page

Elements = list[etree._Element]


class Named:
    """The elements of a page, and where among them each class and id (``.a``, ``#b``) stands."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root

    @cached_property
    def _elements(self) -> Elements:
        return list(self._root.iter("*"))

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """Name → positions; those of a class are in order for each way of writing the attribute, which are few."""
        places: dict[str, list[int]] = {}
        alike: dict[str, list[int]] = {}
        for place, element in enumerate(self._elements):
            if given := element.get("class"):
                alike.setdefault(given, []).append(place)
            if given := element.get("id"):
                places.setdefault(f"#{given}", []).append(place)
        for given, found in alike.items():
            for name in set(tokens(given)):
                places.setdefault(f".{name}", []).extend(found)
        return places

    def find(self, css: str) -> Elements:
        """What a CSS selector list finds on the page, in document order. Raises etree.XPathError if it cannot be evaluated."""
        asked = chains(css)
        possible = [chain for chain in asked if all(name in self._places for name in chain.names)]
        if not asked or not all(_is_known(chain) for chain in possible):
            return cast("Elements", compile_css(css)(self._root))
        found = [elements for chain in possible if (elements := self._follow(chain))]
        if len(found) < 2:
            return found[0] if found else []
        every = set().union(*found)
        return [element for element in self._elements if element in every]

    def _follow(self, chain: Chain) -> Elements:
        found = list(self._candidates(chain.steps[0][1]))
        for combinator, compound in chain.steps[1:]:
            around = set(found)
            inside = self._candidates(compound)
            if combinator == ">":
                found = [e for e in inside if e.getparent() in around]
            else:
                found = [e for e in inside if not around.isdisjoint(e.iterancestors())]
        return found

    def _candidates(self, compound: Compound) -> Iterable[etree._Element]:
        """The elements that a compound holds for, in document order."""
        asked = names(compound)
        if asked:
            elements: Iterable[etree._Element] = [self._elements[place] for place in sorted(self._places[asked[0]])]
        else:
            elements = self._root.iter(compound.tag or "*")
        return filter(compound.holds, elements)


def _is_known(chain: Chain) -> bool:
    """True for chains that name something in each step; XPath is quicker with the others."""
    return bool(chain.steps) and all(compound.tag or names(compound) for _, compound in chain.steps)


def named(page: Page) -> Named:
    """The index of a page, made when it is first asked for."""
    return page.derived("named", lambda p: Named(p.root))
