"""Places of an article that its own links lead to: ``anchor`` and ``ref target="#…"``, unique in
the document."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.model.blocks import Node, blocks_below, rewrite_blocks
from webarticlecurator.tei.persons import make_xml_id


def place_anchors(article_id: str, blocks: Sequence[Node]) -> tuple[Node, ...]:
    """``blocks`` with the ids of anchors, and the names by which links call them, as XML ids that
    begin with ``article_id``. A second anchor of the same name goes; a link to none leads to its
    address."""
    marks = [
        node
        for node in blocks_below(blocks)
        if node.name == "anchor" or (node.name == "link" and node.get("to") is not None)
    ]
    if not marks:
        return tuple(blocks)
    known = {node.get("id") or "" for node in marks if node.name == "anchor"} - {""}
    left = set(known)

    def change(node: Node) -> tuple[Node, ...]:
        raw = node.get("id") or ""
        if node.name == "anchor":
            if raw not in left:
                return ()
            left.discard(raw)
            return (Node("anchor", (), (("id", make_xml_id(article_id, "i", raw)),)),)
        if node.name == "link" and node.get("to") is not None:
            named = (
                (k, make_xml_id(article_id, "i", v) if k == "to" else v)
                for k, v in node.attributes
                if k != "to" or v in known
            )
            return (Node("link", node.children, tuple(named)),)
        return (node,)

    return tuple(node for node in rewrite_blocks(blocks, change) if isinstance(node, Node))
