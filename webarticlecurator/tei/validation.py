"""Validation: against our schema, against ``tei_all``, and by the Schematron rules of the TEI.

Validate documents against ``schemas/webarticle.rng``, which is read once per process.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from typing import Any

from lxml import etree

from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.folders import data_folder
from webarticlecurator.installation import require_extra

SAMPLED = 8
"""One of so many documents is in the sample that every build validates."""


def is_sampled(document_id: str) -> bool:
    """Return True if a document is in the sample; that depends on its id alone."""
    digest = hashlib.sha256(document_id.encode("utf-8")).digest()
    return int.from_bytes(digest[:4], "big") % SAMPLED == 0


@lru_cache(maxsize=1)
def own_schema() -> etree.RelaxNG:
    """Return our own schema, compiled."""
    return etree.RelaxNG(etree.parse(str(data_folder("schemas") / "webarticle.rng")))


def validate(content: bytes) -> tuple[str, ...]:
    """Return the errors of a document as messages (``line 12: …``); empty if it is valid."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        tree = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        return (f"line {error.lineno}: not well-formed: {error.msg}",)
    schema = own_schema()
    if schema.validate(tree):
        return ()
    return tuple(f"line {entry.line}: {entry.message}" for entry in schema.error_log)


# Check a TEI document of any origin: well-formed, by tei_all, by its Schematron rules, and by our
# own schema if this program made it.

TEI_NAMESPACE = "http://www.tei-c.org/ns/1.0"
ROOTS = ("TEI", "teiCorpus")
XML, TEI_ALL, SCHEMATRON, OWN = "xml", "tei_all", "schematron", "webarticle"
GUIDELINES = "https://tei-c.org/release/doc/tei-p5-doc/en/html"
_OUR_MARK = etree.XPath(
    "/*/t:teiHeader/t:encodingDesc/t:appInfo/t:application[@ident='webarticlecurator']",
    namespaces={"t": TEI_NAMESPACE},
)


@dataclass(frozen=True)
class DocumentFault:
    """A fault: its line, the schema that finds it, what is wrong and what to do about it."""

    line: int
    schema: str
    message: str
    cure: str
    is_warning: bool = False


def check_document(content: bytes) -> list[DocumentFault]:
    """Return the faults of a document in the order of their lines."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        message = f"not well-formed: {error.msg}"
        return [DocumentFault(int(str(error.lineno or 1)), XML, message, "Mend this place first.")]
    name = etree.QName(root)
    if name.namespace != TEI_NAMESPACE or name.localname not in ROOTS:
        message = f"not a TEI document: its root is {name.localname}" + (
            f" of {name.namespace}" if name.namespace else " without a namespace"
        )
        cure = f'The root must be TEI or teiCorpus with xmlns="{TEI_NAMESPACE}".'
        return [DocumentFault(_line_of(root), XML, message, cure)]
    tree = root.getroottree()
    faults = []
    for broken in _rules().check(tree):
        element = etree.QName(broken.element).localname
        message, cure = f"{element}: {broken.message}", f"See {GUIDELINES}/ref-{element}.html."
        line = _line_of(broken.element)
        faults.append(DocumentFault(line, SCHEMATRON, message, cure, broken.is_warning))
    if not is_valid_tei(tree):
        faults[:0] = _check_grammar(tree, load_tei_all(), TEI_ALL)
    if _OUR_MARK(root):
        faults += _check_grammar(tree, own_schema(), OWN)
    return sorted(dict.fromkeys(faults), key=lambda fault: fault.line)


def _check_grammar(
    tree: etree._ElementTree, schema: etree.RelaxNG, name: str
) -> Iterator[DocumentFault]:
    if not schema.validate(tree):
        for entry in schema.error_log:
            message = str(entry.message)
            yield DocumentFault(
                entry.line if isinstance(entry.line, int) else 1, name, message, find_cure(message)
            )


_CURES = (
    (
        r"Did not expect element (\S+) there",
        "Remove the element {0}, or move it to where it is allowed: {1}/ref-{0}.html.",
    ),
    (r"Expecting element (\S+), got (\S+)", "Put {0} in front of {2}: {1}/ref-{0}.html."),
    (
        r"Invalid attribute (\S+) for element (\S+)",
        "Remove the attribute {0}; {1}/ref-{2}.html lists those of {2}.",
    ),
    (
        r"Element (\S+) failed to validate attributes",
        "Correct the attributes of {0}: {1}/ref-{0}.html.",
    ),
    (
        r"Element (\S+) failed to validate content",
        "Look at what is inside {0}: {1}/ref-{0}.html.",
    ),
    (
        r"Element (\S+) has extra content: (\S+)",
        "Remove {2} from {0}, or put it elsewhere in it: {1}/ref-{0}.html.",
    ),
    (
        r"Did not expect text in element (\S+) content",
        "Put the text of {0} into an element: {1}/ref-{0}.html.",
    ),
    (r"Expecting an element , got nothing", "Add what is missing inside."),
    (r"Expecting an element (\S*), got nothing", "Add the element {0}: {1}/ref-{0}.html."),
    (r"IDREF attribute (\S+)", "Let the attribute {0} name an xml:id of the document."),
    (r"attribute.* value|doesn't allow value|[Tt]ype \S+ ", "Correct the value of the attribute."),
)


def find_cure(message: str) -> str:
    """Return what to do about a message of libxml2's RELAX NG validation."""
    unknown = re.match(r"Did not expect element (\S+) there", message)
    if unknown is not None and unknown[1] not in tei_element_names():
        return f"Use another element: TEI has no {unknown[1]}."
    for pattern, cure in _CURES:
        found = re.search(pattern, message)
        if found is not None:
            first, *rest = [*found.groups(), ""]
            return cure.format(first, GUIDELINES, *rest)
    return f"See what is allowed there: {GUIDELINES}/REF-ELEMENTS.html."


def _line_of(element: etree._Element) -> int:
    line = element.sourceline
    return line if isinstance(line, int) else 1


@lru_cache(maxsize=1)
def _rules() -> SchematronRules:
    require_extra("tei", ["elementpath"], "tei validate")
    return SchematronRules.read(read_tei_all())


# The TEI Consortium's schema ``tei_all``, which is a part of the package: nothing is loaded from
# the network.
#
# libxml2 compiles the content of every element into an automaton and compares all transitions with
# each other, which takes seven seconds. Most documents are valid, and to know that does not need
# it.

RELAX_NG = "http://relaxng.org/ns/structure/1.0"
LARGE = 5_000
"""Elements of a document from which on the compiled schema is faster, as soon as it is loaded: the
time of the other one grows with the square of what is in one element."""
_NOTHING = f'<optional xmlns="{RELAX_NG}"><element><anyName/><notAllowed/></element></optional>'
"""A pattern that allows nothing more, but which libxml2 cannot compile."""
_DATA = {f"{{{RELAX_NG}}}{name}" for name in ("data", "value", "list")}
_SEPARATE = {f"{{{RELAX_NG}}}{name}" for name in ("attribute", "element")}


@lru_cache(maxsize=1)
def read_tei_all() -> etree._ElementTree:
    """Return the schema as a document."""
    packed = (data_folder("schemas") / "tei_all.rng.gz").read_bytes()
    return etree.ElementTree(etree.fromstring(gzip.decompress(packed)))


@lru_cache(maxsize=1)
def tei_element_names() -> frozenset[str]:
    """Return the names of all elements of TEI."""
    named = read_tei_all().iter(f"{{{RELAX_NG}}}element")
    return frozenset(element.get("name", "") for element in named)


@lru_cache(maxsize=1)
def load_tei_all() -> etree.RelaxNG:
    """Return the schema, compiled: it says what is wrong with a document. Loading it takes some
    seven seconds the first time."""
    return etree.RelaxNG(read_tei_all())


@lru_cache(maxsize=1)
def load_uncompiled_tei_all() -> etree.RelaxNG:
    """Return a schema of the same documents that is loaded in a tenth of a second. Its messages
    are other ones."""
    tree = deepcopy(read_tei_all())
    # The names of patterns by which an element has a value as its content: it cannot
    # be next to a pattern for elements.
    defined = [(str(define.get("name")), define) for define in tree.iter(f"{{{RELAX_NG}}}define")]
    with_data: set[str] = set()
    more = {""}
    while more - with_data:
        with_data |= more
        more = {n for n, define in defined if any(_has_data(each, with_data) for each in define)}
    for element in list(tree.iter(f"{{{RELAX_NG}}}element")):
        if not any(_has_data(child, with_data) for child in element):
            element.append(etree.fromstring(_NOTHING))
    return etree.RelaxNG(tree)


def is_valid_tei(tree: etree._ElementTree) -> bool:
    """Return True if a document is valid by ``tei_all``."""
    is_large = sum(1 for _ in tree.iter()) > LARGE
    is_surely_valid = not is_large and load_uncompiled_tei_all().validate(tree)
    return bool(is_surely_valid or load_tei_all().validate(tree))


def _has_data(pattern: etree._Element, with_data: set[str]) -> bool:
    return any(
        each.tag in _DATA or (each.tag == f"{{{RELAX_NG}}}ref" and each.get("name") in with_data)
        for each in _same_content(pattern)
    )


def _same_content(pattern: etree._Element) -> Iterator[etree._Element]:
    """Yield a pattern and those inside it that are about the content of the same element."""
    if pattern.tag not in _SEPARATE:
        yield pattern
        for child in pattern:
            yield from _same_content(child)


# The Schematron rules inside a RELAX NG schema of the TEI, checked by elementpath.
#
# Their expressions are XPath 2 and 3.1, which lxml does not read. Two functions of XSLT occur in
# them: ``current()``, which is a variable here, and ``generate-id()``, which XPath 3 has, too.
# Where the elements of a rule are named in XPath 1, lxml looks first whether there are any.

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
    lets: tuple[tuple[str, Any], ...]
    tests: tuple[_Test, ...]

    @classmethod
    def read(cls, rule: etree._Element, namespaces: dict[str, str]) -> SchematronRule:
        """Return the rule of an element of a schema."""
        parse = _make_parser(namespaces)
        context = rule.get("context", "")
        anywhere = _anywhere(context)
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
            for name, value in rule.lets:
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
        parser = XPath31Parser(namespaces, default_collation=UNICODE_CODEPOINT_COLLATION)
        return parser.parse(text)

    return parse


def _anywhere(context: str) -> str:
    """Return the expression for the nodes of a whole document that a context means."""
    parts = _split_union(context)
    return " | ".join(part if part.startswith("/") else f"//{part}" for part in parts)


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
