"""Write the pieces of the block tree that have no children."""

from __future__ import annotations

import re

from webarticlecurator.model.blocks import Node
from webarticlecurator.tei.attributes import pointer_attributes, write_reference
from webarticlecurator.tei.pointer import valid_uri
from webarticlecurator.tei.xml import Element, text_run


def write_anchor(node: Node) -> Element:
    """Return the ``anchor`` of a place that links of the article lead to."""
    return text_run("anchor", xml_id=node.get("id"))


def write_line_break(_: Node) -> Element:
    """Return an ``lb``, the end of a line inside running text."""
    return text_run("lb")


def write_media_link(node: Node) -> list[Element]:
    """Return the elements of one image in a figure: its address and its description.

    An address that cannot become a URI is kept as it was written, in a ``head``.
    """
    raw, alt = node.get("target"), node.get("alt")
    content = []
    if raw is not None:
        uri = valid_uri(raw)
        if uri is not None:
            content.append(text_run("graphic", url=uri))
        else:
            content.append(text_run("head", [write_reference(raw, ())], type="unresolvable"))
    if alt:
        content.append(text_run("figDesc", [alt]))
    return content


def write_page_break(node: Node) -> Element:
    """Return the ``pb`` at the beginning of a page, with its number and address."""
    attributes = pointer_attributes("corresp", node.get("target"))
    number = node.get("n")
    if number is not None:
        attributes["n"] = number
    return text_run("pb", **attributes)


def write_gap(node: Node) -> Element:
    """Return a ``gap`` for what is missing; ``@reason`` must be a single token."""
    reason = "-".join(re.findall(r"[A-Za-z0-9._-]+", node.get("reason") or "")) or "unspecified"
    return text_run("gap", reason=reason, **pointer_attributes("corresp", node.get("target")))
