"""RDFa as nodes in the shape of JSON-LD, for the pages that carry their metadata in no other way.

Read by extruct (pyRdfa): a second parse and tens of milliseconds a page, so only where a rule names
it. RDF knows no order of values: several values of one property come in alphabetical order, which
is the same in every run.
"""

from __future__ import annotations

import json
import warnings
from typing import Any

from webarticlecurator.page import Page
from webarticlecurator.rules.jsonld import Json

DEEPEST = 8
"""Nodes inside nodes; RDF may go in circles."""


def read_rdfa(page: Page) -> tuple[tuple[Json, ...], str]:
    """All nodes of a page, types and properties without their vocabulary, and why there are none if
    RDFa could not be read."""
    return page.derived("rdfa", _read)


def _read(page: Page) -> tuple[tuple[Json, ...], str]:
    # here, because it brings rdflib along: a quarter of a second for every command
    from extruct.rdfa import RDFaExtractor

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            items = RDFaExtractor().extract(page.text, base_url=page.url)
    # pyRdfa raises whatever a page provokes; a page must not end a build
    except Exception as error:
        return (), f"the page's RDFa could not be read: {error}"
    known = {item["@id"]: item for item in items if "@id" in item}
    nodes = [_node(item, known, 0) for item in items]
    return tuple(sorted(nodes, key=_order)), ""


def _node(item: dict[str, Any], known: dict[str, dict[str, Any]], depth: int) -> Json:
    node: Json = {}
    for key, values in item.items():
        if key == "@type":
            node["@type"] = sorted(_local(kind) for kind in values)
        elif key == "@id":
            if not str(values).startswith("_:"):  # a blank node has another name in every run
                node["@id"] = values
        elif depth < DEEPEST:
            found = sorted((_value(value, known, depth) for value in values), key=_order)
            node[_local(key)] = found[0] if len(found) == 1 else found
    return node


def _value(value: dict[str, Any], known: dict[str, dict[str, Any]], depth: int) -> Any:
    if "@value" in value:
        return str(value["@value"])
    target = known.get(value.get("@id", ""))
    return _node(target, known, depth + 1) if target is not None else str(value.get("@id", ""))


def _local(iri: str) -> str:
    """The name without its vocabulary: ``http://schema.org/headline`` is ``headline``."""
    return iri.rstrip("/").replace("#", "/").rsplit("/", 1)[-1]


def _order(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
