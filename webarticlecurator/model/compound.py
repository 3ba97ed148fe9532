"""CSS compound selectors (``div#a.b[rel=author]:not(.c)``) compiled to a test of one element,
without XPath.

A tag dictionary has hundreds of rows and a page thousands of elements: each row is indexed by its
rarest part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from cssselect.parser import (
    Attrib,
    Class,
    Element,
    Hash,
    Negation,
    Selector,
    SelectorSyntaxError,
    Token,
    parse,
)
from lxml import etree

_PLAIN = re.compile(r"-?[^\W\d][\w-]*\Z")
_TOKENS = re.compile("[^ \t\r\n\f]+")


def split_tokens(value: str) -> list[str]:
    """The names in a class attribute, parted by the white space of HTML (U+00A0 is none)."""
    return value.split() if value.isprintable() else _TOKENS.findall(value)


@dataclass(frozen=True)
class AttributeTest:
    """``[name]``, ``[name=value]`` and the other operators of CSS Selectors 3."""

    name: str
    operator: str
    value: str

    def holds(self, element: etree._Element) -> bool:
        found = element.get(self.name)
        return found is not None and self.accepts(found)

    def accepts(self, found: str) -> bool:
        """True if an attribute with the value ``found`` passes."""
        value = self.value
        if self.operator == "exists":
            return True
        if self.operator == "=":
            return found == value
        if self.operator == "~=":
            return value in split_tokens(found)
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
            found = split_tokens(element.get("class") or "")
            if not all(c in found for c in self.classes):
                return False
        return all(a.holds(element) for a in self.attributes) and not any(
            n.holds(element) for n in self.negated
        )

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
        """The signature this selector spells, or None if it says more (or less) than a signature
        can."""
        if not self.tag or self.negated or any(a.operator != "=" for a in self.attributes):
            return None
        return to_css(
            self.tag, self.ids, self.classes, ((a.name, a.value) for a in self.attributes)
        )

    @property
    def attribute_names(self) -> tuple[str, ...]:
        """The attributes that decide, apart from id and class."""
        own = tuple(a.name for a in self.attributes)
        return own + tuple(name for n in self.negated for name in n.attribute_names)


@lru_cache(maxsize=8192)
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
    return fold_case(selector.parsed_tree)


def fold_case(tree: object) -> Compound:
    """One compound as cssselect has read it. Raises ValueError with the reason if it asks for
    more."""
    if (
        getattr(tree, "namespace", None)
        or getattr(tree, "flag", None)
        or getattr(tree, "operator", None) == "!="
    ):
        raise ValueError("namespaces, [name!=value] and [name=value i] are not read here")
    if isinstance(tree, Element):
        return Compound(tag=(tree.element or "").lower())
    if isinstance(tree, Hash):
        inner = fold_case(tree.selector)
        return replace(inner, ids=(*inner.ids, tree.id))
    if isinstance(tree, Class):
        inner = fold_case(tree.selector)
        return replace(inner, classes=(*inner.classes, tree.class_name))
    if isinstance(tree, Attrib):
        inner = fold_case(tree.selector)
        value = tree.value.value if isinstance(tree.value, Token) else tree.value
        return replace(
            inner,
            attributes=(
                *inner.attributes,
                AttributeTest(tree.attrib.lower(), tree.operator, value or ""),
            ),
        )
    if isinstance(tree, Negation):
        inner = fold_case(tree.selector)
        return replace(inner, negated=(*inner.negated, fold_case(tree.subselector)))
    raise ValueError("only a tag, an id, classes, attributes and :not() are allowed")


def to_css(
    tag: str, ids: Iterable[str], classes: Iterable[str], attributes: Iterable[tuple[str, str]]
) -> str:
    """The selector in its one spelling: classes and attributes sorted, repeats gone, escaped as CSS
    wants it."""
    parts = [tag]
    parts.extend(f"#{_identifier(i)}" for i in sorted(set(ids)))
    parts.extend(f".{_identifier(c)}" for c in sorted(set(classes)))
    parts.extend(f"[{name}={_value(value)}]" for name, value in sorted(set(attributes)))
    return "".join(parts)


def _identifier(text: str) -> str:
    """CSS.escape() of the CSSOM, for what class names really hold."""
    if _PLAIN.match(text):
        return text
    escaped = re.sub(r"[^\w-]", lambda m: "\\" + m[0], text)
    first = escaped[:1]
    if first.isdigit():
        return f"\\{ord(first):x} {escaped[1:]}"
    if first == "-" and (len(escaped) == 1 or escaped[1].isdigit()):
        return f"\\{escaped}" if len(escaped) == 1 else f"-\\{ord(escaped[1]):x} {escaped[2:]}"
    return escaped


def _value(text: str) -> str:
    if _PLAIN.match(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ") + '"'
