"""Write the body of an article: sections, live entries, comments, page breaks and gaps."""

from __future__ import annotations

import re
from collections.abc import Sequence

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.model.blocks import Node, blocks_below, rewrite_blocks
from webarticlecurator.tei.documents.body_words import language_attributes
from webarticlecurator.tei.documents.pieces import (
    WritingPlace,
    has_text,
    wrap_media_in_paragraphs,
    write_piece,
    write_text,
)
from webarticlecurator.tei.documents.posts import POSTS, PostWriter
from webarticlecurator.tei.documents.writers import make_xml_id
from webarticlecurator.tei.documents.xml import Element, structure_element, text_run

_DEFAULT_LEVEL = 2
"""Level of a heading without a level before which no other heading stands."""

_UNTITLED_LEVEL = 6
"""Level of a section without a heading; any heading closes it."""


@dataclass
class _Section:
    """An open section; the one of level 0 is the body itself."""

    level: int
    content: list[Element | _Section] = field(default_factory=list)

    def content_elements(self) -> list[Element]:
        return [
            structure_element("div", part.content_elements(), type="section")
            if isinstance(part, _Section)
            else part
            for part in self.content
        ]


def write_body(article_id: str, blocks: Sequence[Node]) -> Element:
    """Return the TEI ``body`` of ``blocks``, which obey ``model.blocks.CONTENT["body"]``.

    Ids of entries and comments begin with ``article_id``, so they stay unique where several
    articles are put into one file.
    """
    blocks = place_anchors(article_id, blocks)
    body = _Section(0)
    stack = [body]
    posts = PostWriter(article_id)
    for block in blocks:
        if block.name == "heading":
            # Open a section, which ends at the next heading of the same or a higher level
            raw = block.get("level") or ""
            is_level = re.fullmatch("[1-6]", raw)
            level = int(raw) if is_level else stack[-1].level or _DEFAULT_LEVEL
            while stack[-1].level >= level:
                stack.pop()

            head = text_run(
                "head", write_text(block.children), n=raw or None, **language_attributes(block)
            )
            section = _Section(level, [head])
            stack[-1].content.append(section)
            stack.append(section)
        elif block.name == "comments":
            del stack[1:]
            body.content.extend(posts.write_comments(block))
        else:
            if block.get("apart"):
                del stack[1:]
            if block.name in POSTS:
                _append(stack, posts.write_post(block))
            else:
                _append(stack, write_piece(block, WritingPlace.FLOW))

    content = body.content_elements()
    if not has_text(content):
        content = wrap_media_in_paragraphs(blocks)
    return structure_element("body", content)


def _append(stack: list[_Section], element: Element | None) -> None:
    """Append an element to the open section.

    TEI allows only a ``div`` after a ``div``: after the comments, and for entries that belong to no
    section before them, a section without a heading is opened.
    """
    if element is None:
        return
    last = stack[-1].content[-1] if stack[-1].content else None
    if last is not None and (isinstance(last, _Section) or last.name == "div"):
        section = _Section(_UNTITLED_LEVEL)
        stack[-1].content.append(section)
        stack.append(section)
    stack[-1].content.append(element)


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
