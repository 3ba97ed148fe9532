"""An index of the elements of a page by class and id, built in one pass.

XPath reads the class of every element again for every selector with a class, and most selectors
of a portal file find nothing on most pages. The index tells whether they can find anything, and
evaluates chains of compound selectors (``#top .list > a.next``) itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import chain, compress, repeat
from typing import cast

from cssselect import SelectorError
from cssselect.parser import Class, CombinedSelector, Element, Hash, parse
from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.pages.page.css import split_top
from webarticlecurator.pages.page.css_compound import (
    AttributeTest,
    Compound,
    compile_selector_tree,
    split_tokens,
)
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.page.page_elements import Elements, PageElements
from webarticlecurator.pages.rules.selectors import compile_css, compile_css_test

_COMMON_ATTRIBUTES = frozenset(
    ("href", "src", "class", "style", "alt", "title", "target", "width", "height")
)
"""Attributes that most of the elements have that may have them."""
_PLAIN_NAME = re.compile("[a-z][a-z0-9-]*")


class ElementIndex:
    """The elements of a page, and which of them have each class and id (``.a``, ``#b``)."""

    def __init__(self, elements: PageElements) -> None:
        self._elements = elements
        self._attribute_values: dict[str, list[str]] = {}

    @cached_property
    def _class_attributes(self) -> list[str]:
        """The class attribute of each element as written, "" for none."""
        # with XPath, for an attribute that most elements have, it takes longer
        return [*map(etree._Element.get, self._elements.all, repeat("class"), repeat(""))]

    @cached_property
    def _different_attributes(self) -> frozenset[str]:
        return frozenset(self._class_attributes)

    @cached_property
    def _class_text(self) -> str:
        """All classes, with a space before and after each."""
        text = " ".join(self._different_attributes)
        return f" {text if text.isprintable() else ' '.join(split_tokens(text))} "

    @cached_property
    def _ids(self) -> dict[str, Elements]:
        ids: dict[str, Elements] = {}
        for element in self._elements.with_attribute("id"):
            ids.setdefault(element.get("id") or "", []).append(element)
        return ids

    def _has_name(self, name: str) -> bool:
        return name[1:] in self._ids if name[0] == "#" else f" {name[1:]} " in self._class_text

    def _find_name(self, name: str) -> Elements:
        """Return the elements with a class or id, in document order."""
        kind, name = name[0], name[1:]
        if kind == "#":
            return self._ids[name]
        has_name = {a for a in self._different_attributes if name in a and name in split_tokens(a)}
        return list(
            compress(self._elements.all, map(has_name.__contains__, self._class_attributes))
        )

    def _find_attribute(self, test: AttributeTest) -> Elements:
        """Return the elements with an attribute that passes a test, in document order."""
        elements = self._elements.with_attribute(test.name)
        values = self._attribute_values.get(test.name)
        if values is None:
            values = [element.get(test.name, "") for element in elements]
            self._attribute_values[test.name] = values
        # Each value is tested once: thousands of elements may have the same few `itemprop`.
        accepted = set(filter(test.accepts, set(values)))
        return list(compress(elements, map(accepted.__contains__, values)))

    def find(self, css: str) -> Elements:
        """Return what a CSS selector list finds on the page, in document order.

        Raises etree.XPathError if it cannot be evaluated.
        """
        chains = parse_chains(css)
        possible = [one for one in chains if all(self._has_name(name) for name in one.names)]
        if not chains or not all(_is_indexed(one) or one.own for one in possible):
            return cast("Elements", compile_css(css)(self._elements.root))

        results = []
        for one in possible:
            if _is_indexed(one):
                elements = self._follow(one)
            else:  # what XPath finds among the elements with the class or id of the selector
                test = compile_css_test(one.css)
                elements = [each for each in self._find_name(one.own[0]) if test(each)]
            if elements:
                results.append(elements)
        if len(results) < 2:
            return results[0] if results else []
        found = set(chain.from_iterable(results))
        elements = self._elements.all
        return list(compress(elements, map(found.__contains__, elements)))

    def _follow(self, one: Chain) -> Elements:
        """Return what a chain of compound selectors finds, step by step."""
        found = list(self._candidates(one.steps[0][1]))
        for combinator, compound in one.steps[1:]:
            outer = set(found)
            if combinator == ">":
                found = [e for e in self._candidates(compound) if e.getparent() in outer]
            elif list_names(compound):
                found = [
                    e for e in self._candidates(compound) if not outer.isdisjoint(e.iterancestors())
                ]
            else:
                outermost = [e for e in found if outer.isdisjoint(e.iterancestors())]
                found = [
                    inner
                    for e in outermost
                    for inner in e.iterdescendants(compound.tag or "*")
                    if compound.matches(inner)
                ]
        return found

    def _candidates(self, compound: Compound) -> Iterable[etree._Element]:
        """Return the elements that a compound selector matches, in document order."""
        names = list_names(compound)
        if names:
            elements: Iterable[etree._Element] = self._find_name(names[0])
            # `.a` and `#b` need no other test
            if len(names) == 1 and not (compound.tag or compound.attributes or compound.negated):
                return elements
        elif _has_rare_attribute(compound):
            elements = self._find_attribute(compound.attributes[0])
            if compound == Compound(attributes=compound.attributes[:1]):
                return elements
        else:
            elements = self._elements.with_tag(compound.tag)
        return filter(compound.matches, elements)


def _is_indexed(one: Chain) -> bool:
    """Return True for a chain with a name in each step; XPath is faster with the others."""
    return bool(one.steps) and all(
        compound.tag or list_names(compound) or _has_rare_attribute(compound)
        for _, compound in one.steps
    )


def _has_rare_attribute(compound: Compound) -> bool:
    """Return True for ``[itemprop=author]``, ``a[rel=next]``: few elements have such attributes."""
    if not compound.attributes or compound.attributes[0].name in _COMMON_ATTRIBUTES:
        return False
    return _PLAIN_NAME.fullmatch(compound.attributes[0].name) is not None


@once_per_page("element-index")
def index_elements(page: Page) -> ElementIndex:
    """Return the index of a page."""
    return ElementIndex(page.elements)


@dataclass(frozen=True)
class Chain:
    """One selector, ``css``.

    ``names`` are the classes (``.a``) and ids (``#b``) that a page must have for a match; ``own``
    are those of the matched elements themselves. ``steps`` are pairs of a combinator (space or
    ``>``; a space before the first) and a compound, outermost first; () if the selector is not such
    a chain.
    """

    css: str
    names: tuple[str, ...]
    own: tuple[str, ...]
    steps: tuple[tuple[str, Compound], ...]


@lru_cache(maxsize=4096)
def parse_chains(css: str) -> tuple[Chain, ...]:
    """Return the selectors of a list; () where cssselect cannot parse them as written (``> a``)."""
    try:
        trees = [
            (piece, selector.parsed_tree)
            for piece in split_top(css, ",")
            for selector in parse(piece)
        ]
    except SelectorError:
        return ()
    return tuple(
        Chain(
            piece,
            _names(tree),
            _names(tree.subselector if isinstance(tree, CombinedSelector) else tree),
            _steps(tree),
        )
        for piece, tree in trees
    )


def list_names(compound: Compound) -> tuple[str, ...]:
    """Return the classes and ids of a compound, in the form of ``Chain.names``."""
    return (*(f"#{i}" for i in compound.ids), *(f".{c}" for c in compound.classes))


def _names(tree: object) -> tuple[str, ...]:
    """Return the classes and ids of a selector, without those in ``:not()``, ``:has()``, ``:is()``
    and the like."""
    if isinstance(tree, Element):
        return ()
    own: tuple[str, ...] = ()
    if isinstance(tree, Class):
        own = (f".{tree.class_name}",)
    elif isinstance(tree, Hash):
        own = (f"#{tree.id}",)
    elif isinstance(tree, CombinedSelector):
        own = _names(tree.subselector)
    return (*_names(tree.selector), *own)  # type: ignore[attr-defined]  # all others are built around one


def _steps(tree: object) -> tuple[tuple[str, Compound], ...]:
    try:
        if isinstance(tree, CombinedSelector):
            before = _steps(tree.selector)
            if not before or tree.combinator not in " >":
                return ()
            return (*before, (tree.combinator, compile_selector_tree(tree.subselector)))
        return ((" ", compile_selector_tree(tree)),)
    except ValueError:
        return ()
