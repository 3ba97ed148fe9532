"""Posts (TEI's module for computer-mediated communication): live entries, comments and quoted
social posts of the body.

A ``post`` may stand among the blocks of the body and of its sections, nowhere else, so it never
stands inside another.
"""

from __future__ import annotations

import re

from webarticlecurator.model.blocks import Node
from webarticlecurator.tei.attributes import language_tag, pointer_attributes
from webarticlecurator.tei.dates import format_when
from webarticlecurator.tei.persons import make_xml_id, person_pointer
from webarticlecurator.tei.pieces import write_flow, write_text
from webarticlecurator.tei.xml import Element, structure_element, text_run


class PostWriter:
    """Makes the posts of one article and keeps their ids apart."""

    def __init__(self, article_id: str) -> None:
        self._prefix = article_id
        self._given: set[str] = set()

    def takes(self, node: Node) -> bool:
        """True for what becomes a post where it stands directly in the body."""
        return node.name in ("feed-entry", "social")

    def post(self, node: Node) -> Element | None:
        content = write_flow(node.children)
        if node.name == "social":
            return (
                structure_element(
                    "post",
                    content,
                    type="social",
                    **pointer_attributes("source", node.get("target")),
                )
                if content
                else None
            )
        return structure_element(
            "post", content, xml_id=self._new_id("e", node), type="entry", **self._common(node)
        )

    def comments(self, node: Node) -> list[Element]:
        """The ``div`` of the comments; nothing if there are none."""
        content: list[Element] = []
        for child in node.children:
            if isinstance(child, Node) and child.name == "heading":
                content.append(
                    text_run(
                        "head",
                        write_text(child.children),
                        n=child.get("level"),
                        xml_lang=language_tag(child),
                    )
                )
            elif isinstance(child, Node) and child.name == "comment":
                content.append(self._comment(child))
            elif isinstance(child, Node):
                content.extend(write_flow([child]))
        return [structure_element("div", content, type="comments")] if content else []

    def _comment(self, node: Node) -> Element:
        level = node.get("level") or ""
        reply = node.get("reply-to")
        return structure_element(
            "post",
            write_flow(node.children),
            xml_id=self._new_id("c", node),
            type="comment",
            **self._common(node),
            replyTo=None if reply is None else "#" + self._id("c", reply),
            indentLevel=level if re.fullmatch("[0-9]{1,6}", level) else None,
        )

    def _new_id(self, letter: str, node: Node) -> str | None:
        """``@xml:id`` of a post that has an id on the page; a repeated one is given only once."""
        raw = node.get("id")
        if raw is None or not raw.strip():
            return None
        made = self._id(letter, raw)
        if made in self._given:
            return None
        self._given.add(made)
        return made

    def _id(self, letter: str, raw: str) -> str:
        return make_xml_id(self._prefix, letter, raw)

    def _common(self, node: Node) -> dict[str, str | None]:
        return {
            "when": format_when(node.get("when")),
            "who": person_pointer(self._prefix, node.get("who")),
        }
