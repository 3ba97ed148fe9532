"""Links within an article: ``anchor`` and ``ref target="#…"``, with ids unique in the document."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.base.model.blocks import Node, blocks_below, rewrite_blocks
from webarticlecurator.tei.documents.writers import make_xml_id


def place_anchors(article_id: str, blocks: Sequence[Node]) -> tuple[Node, ...]:
    """Return ``blocks`` with anchor ids, and the links to them, as valid XML ids.

    The XML ids begin with ``article_id``. A second anchor with the same id is removed; a link
    without an anchor loses ``to`` and leads to its address only.
    """
    marks = [
        node
        for node in blocks_below(blocks)
        if node.name == "anchor" or (node.name == "link" and node.get("to") is not None)
    ]
    if not marks:
        return tuple(blocks)

    anchors = {node.get("id") or "" for node in marks if node.name == "anchor"} - {""}
    unplaced = set(anchors)

    def rewrite(node: Node) -> tuple[Node, ...]:
        raw = node.get("id") or ""
        if node.name == "anchor":
            if raw not in unplaced:
                return ()
            unplaced.discard(raw)
            return (Node("anchor", (), (("id", make_xml_id(article_id, "i", raw)),)),)
        if node.name == "link" and node.get("to") is not None:
            attributes = (
                (key, make_xml_id(article_id, "i", value) if key == "to" else value)
                for key, value in node.attributes
                if key != "to" or value in anchors
            )
            return (Node("link", node.children, tuple(attributes)),)
        return (node,)

    return tuple(node for node in rewrite_blocks(blocks, rewrite) if isinstance(node, Node))
