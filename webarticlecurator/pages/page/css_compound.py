"""CSS compound selectors (``div#a.b[rel=author]:not(.c)``), compiled to a test of one element.

A tag dictionary has hundreds of rows and a page thousands of elements: XPath would be too slow,
and rows can be indexed by their rarest part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from cssselect.parser import (
    Attrib,
    Class,
    Element,
    Hash,
    Negation,
    SelectorSyntaxError,
    Token,
    parse,
)
from lxml import etree

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.text.translation import make_message

_PLAIN = re.compile(r"-?[^\W\d][\w-]*\Z")
_TOKENS = re.compile("[^ \t\r\n\f]+")


def split_tokens(value: str) -> list[str]:
    """Return the names in a class attribute, which are separated by the white space of HTML (that
    does not include U+00A0)."""
    return value.split() if value.isprintable() else _TOKENS.findall(value)


@dataclass(frozen=True)
class AttributeTest:
    """The test of an attribute: ``[name]``, ``[name=value]`` and the other operators of CSS
    Selectors 3."""

    name: str
    operator: str
    value: str

    def matches(self, element: etree._Element) -> bool:
        found = element.get(self.name)
        return found is not None and self.accepts(found)

    def accepts(self, found: str) -> bool:
        """Return True if an attribute with the value ``found`` passes."""
        value = self.value
        if self.operator == "exists":
            return True
        if self.operator == "=":
            return found == value
        if self.operator == "~=":
            return value in split_tokens(found)
        if self.operator == "|=":
            return found == value or found.startswith(value + "-")
        if not value:
            return False
        if self.operator == "^=":
            return found.startswith(value)
        return found.endswith(value) if self.operator == "$=" else value in found


@dataclass(frozen=True)
class Compound:
    """One compound selector. ``tag`` is lower case, or empty for any tag."""

    tag: str = ""
    ids: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    attributes: tuple[AttributeTest, ...] = ()
    negated: tuple[Compound, ...] = ()

    def matches(self, element: etree._Element) -> bool:
        """Return True if the element matches."""
        if self.tag and element.tag != self.tag:
            return False
        if self.ids and any(element.get("id") != i for i in self.ids):
            return False
        if self.classes:
            value = element.get("class")
            if not value:
                return False
            names = split_tokens(value)
            if not all(name in names for name in self.classes):
                return False
        # Most have neither, and two generators take as long as all other tests.
        if not (self.attributes or self.negated):
            return True
        return all(a.matches(element) for a in self.attributes) and not any(
            n.matches(element) for n in self.negated
        )

    @property
    def specificity(self) -> tuple[int, int]:
        """The specificity of CSS: ids; classes and attributes. Parts of ``:not()`` count, too."""
        inner = [n.specificity for n in self.negated]
        return (
            len(self.ids) + sum(i for i, _ in inner),
            len(self.classes) + len(self.attributes) + sum(c for _, c in inner),
        )

    @property
    def exact(self) -> str | None:
        """The signature that this selector is, or None if it is not a whole signature."""
        if not self.tag or self.negated or any(a.operator != "=" for a in self.attributes):
            return None
        return to_css(
            self.tag, self.ids, self.classes, ((a.name, a.value) for a in self.attributes)
        )

    @property
    def attribute_names(self) -> tuple[str, ...]:
        """The names of the attributes that are tested, apart from id and class."""
        return tuple(a.name for a in self.attributes) + tuple(
            name for n in self.negated for name in n.attribute_names
        )


@lru_cache(maxsize=8192)
def compile_compound(text: str) -> Compound:
    """Return the compound selector in ``text``. Raises ValueError with the reason if it is not
    exactly one."""
    try:
        selectors = parse(text)
    except SelectorSyntaxError as error:
        raise ValueError(make_message("not a selector: {error}", error=error)) from error
    if len(selectors) != 1:
        raise ValueError(make_message("expected one selector, found a list"))
    selector = selectors[0]
    if selector.pseudo_element:
        raise ValueError(make_message("a pseudo-element is not an element of the page"))
    return compile_selector_tree(selector.parsed_tree)


def compile_selector_tree(tree: object) -> Compound:
    """Return the compound selector of a tree of cssselect. Raises ValueError with the reason if it
    contains anything else."""
    if (
        getattr(tree, "namespace", None)
        or getattr(tree, "flag", None)
        or getattr(tree, "operator", None) == "!="
    ):
        raise ValueError(
            make_message("namespaces, [name!=value] and [name=value i] are not supported")
        )
    if isinstance(tree, Element):
        return Compound(tag=(tree.element or "").lower())
    if not isinstance(tree, (Hash, Class, Attrib, Negation)):
        raise ValueError(
            make_message("only a tag, an id, classes, attributes and :not() are allowed")
        )
    inner = compile_selector_tree(tree.selector)
    if isinstance(tree, Hash):
        return replace(inner, ids=(*inner.ids, tree.id))
    if isinstance(tree, Class):
        return replace(inner, classes=(*inner.classes, tree.class_name))
    if isinstance(tree, Negation):
        return replace(inner, negated=(*inner.negated, compile_selector_tree(tree.subselector)))
    value = tree.value.value if isinstance(tree.value, Token) else tree.value
    test = AttributeTest(tree.attrib.lower(), tree.operator, value or "")
    return replace(inner, attributes=(*inner.attributes, test))


def to_css(
    tag: str, ids: Iterable[str], classes: Iterable[str], attributes: Iterable[tuple[str, str]]
) -> str:
    """Return the selector in its canonical form: parts sorted and without repeats, escaped by the
    rules of CSS."""
    return "".join(
        (
            tag,
            *(f"#{css_identifier(name)}" for name in sorted(set(ids))),
            *(f".{css_identifier(name)}" for name in sorted(set(classes))),
            *(f"[{name}={css_string(value)}]" for name, value in sorted(set(attributes))),
        )
    )


def css_identifier(text: str) -> str:
    """Return a class or an id as CSS.escape() of the CSSOM does."""
    if _PLAIN.match(text):
        return text
    escaped = re.sub(r"[^\w-]", lambda m: "\\" + m[0], text)
    first = escaped[:1]
    if first.isdigit():
        return f"\\{ord(first):x} {escaped[1:]}"
    if first == "-" and (len(escaped) == 1 or escaped[1].isdigit()):
        return f"\\{escaped}" if len(escaped) == 1 else f"-\\{ord(escaped[1]):x} {escaped[2:]}"
    return escaped


def css_string(text: str) -> str:
    """Return the value of an attribute in a selector, in quotes where they are needed."""
    if _PLAIN.match(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ") + '"'
