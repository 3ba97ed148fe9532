"""The RDFa of a page as nodes in the shape of JSON-LD, for pages without any other metadata.

It is read by extruct (pyRdfa), which parses the page a second time and takes tens of
milliseconds, so only where a rule uses it. RDF has no order of values: several values of one
property come in alphabetical order, which is the same in every run.
"""

from __future__ import annotations

import json
import warnings
from typing import Any, cast

from lxml import etree

from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.jsonld import Json

_FIND_RDFA = etree.XPath(
    "descendant-or-self::*[@about or @property or @rel or @rev or @resource or @role or @typeof"
    " or @vocab or @prefix]"
)
_FIND_DATETIME = etree.XPath("descendant-or-self::*[@property and @datetime and not(@content)]")
_WHOLE_ATTRIBUTES = ("property", "rel", "rev")
"""Attributes whose value may be the text of the element or an address anywhere inside it."""
MAX_DEPTH = 8
"""For nodes inside nodes, because RDF may contain cycles."""
MAX_NODES = 20_000
"""Nodes inside nodes: eight levels of references to each other would be without end."""


@once_per_page("rdfa")
def read_rdfa(page: Page) -> tuple[tuple[Json, ...], str]:
    """Return all nodes of a page, and why RDFa could not be read, or "".

    Types and properties are without their vocabulary.
    """
    # imported here because it imports rdflib, a quarter of a second for every command
    from extruct.rdfa import RDFaExtractor
    from extruct.utils import parse_xmldom_html

    try:
        document = parse_xmldom_html(page.text, encoding="UTF-8")
        root = document.getroottree().getroot()
        _remove_without_rdfa(root)
        # HTML+RDFa 1.1, section 3.1; pyRdfa takes the words of the element.
        for element in cast("list[etree._Element]", _FIND_DATETIME(root)):
            element.set("content", element.get("datetime", ""))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            items = RDFaExtractor().extract_items(document, base_url=page.url)
    # pyRdfa may raise anything on a bad page, and a page must not end a build
    except Exception as error:
        return (), f"the page's RDFa could not be read: {error}"
    converter = _NodeConverter(items)
    nodes = [converter.convert(item, 0) for item in sorted(items, key=_sort_key)]
    fault = ""
    if converter.nodes_left < 0:
        fault = f"a part of the page's RDFa was not read: more than {MAX_NODES} nodes inside nodes"
    return tuple(sorted(nodes, key=_sort_key)), fault


def _remove_without_rdfa(root: etree._Element) -> None:
    """Remove the elements of a page that no RDFa is in and that are no part of a value.

    pyRdfa takes 0.1 ms for each element (11 s for 52,000 links, 0.5 s without them).
    """
    relevant = {root}
    for element in cast("list[etree._Element]", _FIND_RDFA(root)):
        for outer in self_and_ancestors(element):
            if outer in relevant:
                break
            relevant.add(outer)

    pending = [root]
    while pending:
        element = pending.pop()
        if any(name in element.attrib for name in _WHOLE_ATTRIBUTES):
            continue
        for child in list(element):
            if child in relevant:
                pending.append(child)
            else:
                element.remove(child)


class _NodeConverter:
    """Converts nodes with the nodes that they refer to inside. ``nodes_left`` is negative when
    these were too many; references stay then."""

    def __init__(self, items: list[dict[str, Any]]) -> None:
        self._by_id = {item["@id"]: item for item in items if "@id" in item}
        self.nodes_left = MAX_NODES

    def convert(self, item: dict[str, Any], depth: int) -> Json:
        node: Json = {}
        for key, values in item.items():
            if key == "@type":
                node["@type"] = sorted(_local_name(iri) for iri in values)
            elif key == "@id":
                if not str(values).startswith("_:"):  # a blank node has another name in every run
                    node["@id"] = values
            elif depth < MAX_DEPTH:
                converted = sorted((self._convert_value(v, depth) for v in values), key=_sort_key)
                node[_local_name(key)] = converted[0] if len(converted) == 1 else converted
        return node

    def _convert_value(self, value: dict[str, Any], depth: int) -> Any:
        if "@value" in value:
            return str(value["@value"])
        identifier = value.get("@id", "")
        target = self._by_id.get(identifier)
        if target is not None:
            self.nodes_left -= 1
        if target is None or self.nodes_left < 0:
            return str(identifier)
        return self.convert(target, depth + 1)


def _local_name(iri: str) -> str:
    """Return the name without its vocabulary: ``http://schema.org/headline`` is ``headline``."""
    return iri.rstrip("/").replace("#", "/").rsplit("/", 1)[-1]


def _sort_key(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
