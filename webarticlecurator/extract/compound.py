"""CSS compound selectors (``div#a.b[rel=author]:not(.c)``) compiled to a test of one element, without XPath.

A tag dictionary has hundreds of rows and a page thousands of elements: each row is indexed by its rarest part.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cssselect.parser import Attrib, Class, Element, Hash, Negation, Selector, SelectorSyntaxError, Token, parse
from lxml import etree

from webarticlecurator.extract.signature import spell


@dataclass(frozen=True)
class AttributeTest:
    """``[name]``, ``[name=value]`` and the other operators of CSS Selectors 3."""

    name: str
    operator: str
    value: str

    def holds(self, element: etree._Element) -> bool:
        found = element.get(self.name)
        if found is None:
            return False
        value = self.value
        if self.operator == "exists":
            return True
        if self.operator == "=":
            return found == value
        if self.operator == "~=":
            return value in found.split()
        if self.operator == "|=":
            return found == value or found.startswith(value + "-")
        return bool(value) and _within(found, self.operator, value)


def _within(found: str, operator: str, value: str) -> bool:
    if operator == "^=":
        return found.startswith(value)
    if operator == "$=":
        return found.endswith(value)
    return value in found


@dataclass(frozen=True)
class Compound:
    """One compound selector. ``tag`` is lower case, or empty for any."""

    tag: str = ""
    ids: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    attributes: tuple[AttributeTest, ...] = ()
    negated: tuple[Compound, ...] = ()

    def holds(self, element: etree._Element) -> bool:
        """True if the element matches."""
        if self.tag and element.tag != self.tag:
            return False
        if self.ids and any(element.get("id") != i for i in self.ids):
            return False
        if self.classes:
            found = (element.get("class") or "").split()
            if not all(c in found for c in self.classes):
                return False
        return all(a.holds(element) for a in self.attributes) and not any(n.holds(element) for n in self.negated)

    @property
    def weight(self) -> tuple[int, int]:
        """Specificity as in CSS: ids; classes, attributes and what stands in ``:not()``."""
        inner = [n.weight for n in self.negated]
        return (
            len(self.ids) + sum(i for i, _ in inner),
            len(self.classes) + len(self.attributes) + sum(c for _, c in inner),
        )

    @property
    def exact(self) -> str | None:
        """The signature this selector spells, or None if it says more (or less) than a signature can."""
        if not self.tag or self.negated or any(a.operator != "=" for a in self.attributes):
            return None
        return spell(self.tag, self.ids, self.classes, ((a.name, a.value) for a in self.attributes))

    @property
    def attribute_names(self) -> tuple[str, ...]:
        """The attributes that decide, apart from id and class."""
        own = tuple(a.name for a in self.attributes)
        return own + tuple(name for n in self.negated for name in n.attribute_names)


def compile_compound(text: str) -> Compound:
    """Raises ValueError with the reason if ``text`` is not one compound selector."""
    try:
        selectors = parse(text)
    except SelectorSyntaxError as error:
        raise ValueError(f"not a selector: {error}") from error
    if len(selectors) != 1:
        raise ValueError("one selector is expected, not a list")
    return _compound(selectors[0])


def _compound(selector: Selector) -> Compound:
    if selector.pseudo_element:
        raise ValueError("a pseudo-element is no element of the page")
    return _fold(selector.parsed_tree)


def _fold(tree: object) -> Compound:
    if isinstance(tree, Element):
        return Compound(tag=(tree.element or "").lower())
    if isinstance(tree, Hash):
        inner = _fold(tree.selector)
        return replace(inner, ids=(*inner.ids, tree.id))
    if isinstance(tree, Class):
        inner = _fold(tree.selector)
        return replace(inner, classes=(*inner.classes, tree.class_name))
    if isinstance(tree, Attrib):
        inner = _fold(tree.selector)
        value = tree.value.value if isinstance(tree.value, Token) else tree.value
        return replace(inner, attributes=(*inner.attributes, AttributeTest(tree.attrib.lower(), tree.operator, value or "")))
    if isinstance(tree, Negation):
        inner = _fold(tree.selector)
        return replace(inner, negated=(*inner.negated, _fold(tree.subselector)))
    raise ValueError("only a tag, an id, classes, attributes and :not() are allowed (a context has its own column)")
