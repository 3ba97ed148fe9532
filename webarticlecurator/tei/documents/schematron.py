"""The Schematron rules inside a RELAX NG schema of the TEI, checked by elementpath.

Their expressions are XPath 2 and 3.1, which lxml does not read. Two functions of XSLT occur in
them: ``current()``, which is a variable here, and ``generate-id()``, which XPath 3 has, too.
Where the elements of a rule are named in XPath 1, lxml looks first whether there are any.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass, field

_SCH = "{http://purl.oclc.org/dsdl/schematron}"
_TEI = "{http://www.tei-c.org/ns/1.0}"
_NAME = re.compile(r"\btei:([A-Za-z_][\w.-]*)")
_NEWER = re.compile(r"\b(?:tokenize|matches|exists|distinct-values|cast|castable|if)\b")
"""Words of later versions of XPath, which lxml might notice only where it evaluates them."""
_CURRENT = re.compile(r"\bcurrent\(\s*\)")


@dataclass(frozen=True)
class BrokenRule:
    """A rule that a document breaks: the element, and the message of the schema."""

    element: etree._Element
    message: str
    is_warning: bool = False


@dataclass(frozen=True)
class _Test:
    expression: Any
    is_assertion: bool
    source: etree._Element


@dataclass(frozen=True)
class SchematronRule:
    """A rule: the elements that it is for, its variables and its tests.

    ``finder`` finds out fast whether a document has such elements; None where lxml cannot.
    ``names`` are alternatives: the rule matters to a document that has all elements of one, or any
    of them where the second value is True.
    """

    context: Any
    finder: etree.XPath | None
    names: tuple[tuple[frozenset[str], bool], ...]
    variables: tuple[tuple[str, Any], ...]
    tests: tuple[_Test, ...]

    @classmethod
    def read(cls, rule: etree._Element, namespaces: dict[str, str]) -> SchematronRule:
        """Return the rule of an element of a schema."""
        parse = _make_parser(namespaces)
        context = rule.get("context", "")
        # the nodes of a whole document that a context means
        anywhere = " | ".join(
            part if part.startswith("/") else f"//{part}" for part in _split_union(context)
        )
        try:
            finder = etree.XPath(f"boolean({anywhere})", namespaces=namespaces)
            finder(etree.ElementTree(etree.Element("empty")))
        except etree.XPathError:  # not XPath 1, or with functions that XPath 1 lacks
            finder = None
        variables = ((let.get("name", ""), let.get("value", "")) for let in rule.iter(f"{_SCH}let"))
        return cls(
            parse(anywhere),
            None if _NEWER.search(anywhere) else finder,
            tuple(map(_required_names, _split_union(context))),
            tuple((name, parse(value)) for name, value in variables),
            tuple(
                _Test(parse(test.get("test")), test.tag == f"{_SCH}assert", test)
                for test in rule.iter(f"{_SCH}assert", f"{_SCH}report")
            ),
        )

    def matters(self, document: etree._ElementTree, present: frozenset[str]) -> bool:
        """Return False if the rule is for no element of a document; ``present`` are the names of
        its elements."""
        is_possible = any(
            not names or bool(names & present if is_any else names <= present)
            for names, is_any in self.names
        )
        return is_possible and (self.finder is None or bool(self.finder(document)))


@dataclass(frozen=True)
class SchematronRules:
    """The rules of a schema."""

    rules: tuple[SchematronRule, ...]
    namespaces: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, schema: etree._ElementTree) -> SchematronRules:
        """Return the rules that are embedded in a schema; those for no context are left out."""
        namespaces = {ns.get("prefix", ""): ns.get("uri", "") for ns in schema.iter(f"{_SCH}ns")}
        found = (rule for rule in schema.iter(f"{_SCH}rule") if rule.get("context"))
        return cls(tuple(SchematronRule.read(rule, namespaces) for rule in found), namespaces)

    def check(self, document: etree._ElementTree) -> Iterator[BrokenRule]:
        """Yield every rule that a document breaks."""
        from elementpath import XPathContext, get_node_tree

        present = frozenset(element.tag.removeprefix(_TEI) for element in document.iter(f"{_TEI}*"))
        root = get_node_tree(document)
        for rule in self.rules:
            if rule.matters(document, present):
                for node in rule.context.select(XPathContext(root)):
                    yield from self._check_node(rule, root, node)

    def _check_node(self, rule: SchematronRule, root: Any, node: Any) -> Iterator[BrokenRule]:
        from elementpath import ElementPathError, XPathContext

        variables: dict[str, Any] = {"current": node}

        def context() -> Any:
            return XPathContext(root, item=node, variables=dict(variables))

        try:
            for name, value in rule.variables:
                variables[name] = value.evaluate(context())
            for test in rule.tests:
                holds = test.expression.boolean_value(test.expression.evaluate(context()))
                if holds != test.is_assertion:
                    message = self._describe(test.source, node, context)
                    is_warning = test.source.get("role") in ("warning", "nonfatal", "information")
                    yield BrokenRule(_element_of(node), message, is_warning)
        except (ElementPathError, ArithmeticError, ValueError, TypeError) as error:
            # a value that is not of the type that the rule expects
            message = f"a rule of the schema cannot be applied: {error}"
            yield BrokenRule(_element_of(node), message, is_warning=True)

    def _describe(self, source: etree._Element, node: Any, context: Any) -> str:
        """Return the message of a test, with the values and names in it."""
        parse = _make_parser(self.namespaces)
        parts = [source.text or ""]
        for child in source:
            if child.tag == f"{_SCH}name":
                parts.append(etree.QName(_element_of(node)).localname)
            elif child.tag == f"{_SCH}value-of":
                value = parse(child.get("select")).evaluate(context())
                values = value if isinstance(value, list) else [value]
                parts.append(" ".join(str(getattr(each, "string_value", each)) for each in values))
            parts.append(child.tail or "")
        return " ".join("".join(parts).split())


def _make_parser(namespaces: dict[str, str]) -> Any:
    """Return a function that compiles an expression."""
    from elementpath.collations import UNICODE_CODEPOINT_COLLATION
    from elementpath.xpath31 import XPath31Parser

    def parse(expression: str) -> Any:
        text = _CURRENT.sub("$current", expression)
        # without a collation, strings would be compared by the locale that a library has set
        return XPath31Parser(namespaces, default_collation=UNICODE_CODEPOINT_COLLATION).parse(text)

    return parse


def _split_union(context: str) -> list[str]:
    """Return the alternatives of a context, without those inside of brackets."""
    depth, parts = 0, [""]
    for character in context:
        depth += (character in "[(") - (character in "])")
        if character == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def _required_names(context: str) -> tuple[frozenset[str], bool]:
    """Return the names of the elements in an alternative, and whether any of them is enough."""
    outside = context
    while (shorter := re.sub(r"\[[^\[\]]*\]", "", outside)) != outside:
        outside = shorter
    return frozenset(_NAME.findall(outside)), "(" in outside


def _element_of(node: Any) -> etree._Element:
    """Return the element of a node, or that of an attribute."""
    holder = node if hasattr(node, "elem") else node.parent
    element: etree._Element = holder.elem
    return element
