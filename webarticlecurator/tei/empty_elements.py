"""Pieces of the block tree that hold no others → TEI."""

from __future__ import annotations

import re

from webarticlecurator.model.blocks import Node
from webarticlecurator.tei.attributes import pointer, reference
from webarticlecurator.tei.pointer import uri
from webarticlecurator.tei.xml import Element, run


def anchor(node: Node) -> Element:
    """A place that links of the article lead to."""
    return run("anchor", xml_id=node.get("id"))


def line_break(_: Node) -> Element:
    """The end of a line inside running text."""
    return run("lb")


def media_link(node: Node) -> list[Element]:
    """What a figure holds of one image: its address, or how that was written if it is none, and its description."""
    raw, alt = node.get("target"), node.get("alt")
    found = uri(raw) if raw is not None else None
    content = [run("graphic", url=found)] if found is not None else []
    if found is None and raw is not None:
        content.append(run("head", [reference(raw, ())], type="unresolvable"))
    if alt:
        content.append(run("figDesc", [alt]))
    return content


def page_break(node: Node) -> Element:
    """The beginning of a later page, with its number and address."""
    address = pointer("corresp", node.get("target"))
    number = node.get("n")
    return run("pb", **(address if number is None else {**address, "n": number}))


def gap(node: Node) -> Element:
    """What is missing; @reason is one token."""
    reason = "-".join(re.findall(r"[A-Za-z0-9._-]+", node.get("reason") or "")) or "unspecified"
    return run("gap", reason=reason, **pointer("corresp", node.get("target")))
