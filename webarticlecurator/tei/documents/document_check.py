"""Check a TEI document of any origin: well-formed, by tei_all, by its Schematron rules, and by our
own schema if this program made it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.system.installation import require_extra
from webarticlecurator.tei.documents.read import ENTITY_CURE, TEI_NAMESPACE, find_own_entity
from webarticlecurator.tei.documents.schematron import SchematronRules
from webarticlecurator.tei.documents.tei_all import (
    is_valid_tei,
    load_tei_all,
    read_tei_all,
    tei_element_names,
)
from webarticlecurator.tei.documents.validation import own_schema

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
    entity = find_own_entity(content)
    if entity:
        return [DocumentFault(1, XML, f"not checked: it declares the entity {entity}", ENTITY_CURE)]
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        message = f"not well-formed: {error.msg}"
        return [
            DocumentFault(int(str(error.lineno or 1)), XML, message, "Correct this place first.")
        ]
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
        faults.append(
            DocumentFault(_line_of(broken.element), SCHEMATRON, message, cure, broken.is_warning)
        )
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
        "Check the content of {0}: {1}/ref-{0}.html.",
    ),
    (
        r"Element (\S+) has extra content: (\S+)",
        "Remove {2} from {0}, or put it elsewhere in it: {1}/ref-{0}.html.",
    ),
    (
        r"Did not expect text in element (\S+) content",
        "Put the text of {0} into an element: {1}/ref-{0}.html.",
    ),
    (r"Expecting an element , got nothing", "Add the missing content."),
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
