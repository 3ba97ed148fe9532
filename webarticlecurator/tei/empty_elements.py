"""Pieces of the block tree that hold no others → TEI."""

from __future__ import annotations

import re

from webarticlecurator.model.blocks import Node
from webarticlecurator.tei.attributes import pointer_attributes, write_reference
from webarticlecurator.tei.pointer import valid_uri
from webarticlecurator.tei.xml import Element, text_run


def write_anchor(node: Node) -> Element:
    """A place that links of the article lead to."""
    return text_run("anchor", xml_id=node.get("id"))


def write_line_break(_: Node) -> Element:
    """The end of a line inside running text."""
    return text_run("lb")


def write_media_link(node: Node) -> list[Element]:
    """What a figure holds of one image: its address, or how that was written if it is none, and its
    description."""
    raw, alt = node.get("target"), node.get("alt")
    found = valid_uri(raw) if raw is not None else None
    content = [text_run("graphic", url=found)] if found is not None else []
    if found is None and raw is not None:
        content.append(text_run("head", [write_reference(raw, ())], type="unresolvable"))
    if alt:
        content.append(text_run("figDesc", [alt]))
    return content


def write_page_break(node: Node) -> Element:
    """The beginning of a later page, with its number and address."""
    address = pointer_attributes("corresp", node.get("target"))
    number = node.get("n")
    return text_run("pb", **(address if number is None else {**address, "n": number}))


def write_gap(node: Node) -> Element:
    """What is missing; @reason is one token."""
    reason = "-".join(re.findall(r"[A-Za-z0-9._-]+", node.get("reason") or "")) or "unspecified"
    return text_run("gap", reason=reason, **pointer_attributes("corresp", node.get("target")))
