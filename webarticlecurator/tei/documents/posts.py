"""Write posts (TEI's module for computer-mediated communication).

They are live entries, comments, and quoted social posts that are children of the body. A ``post``
may occur among the blocks of the body and of its sections only, so posts are never nested.
"""

from __future__ import annotations

import re

from webarticlecurator.base.model.blocks import Node
from webarticlecurator.tei.documents.body_words import language_attributes, pointer_attributes
from webarticlecurator.tei.documents.pieces import write_flow, write_text
from webarticlecurator.tei.documents.tei_dates import format_when
from webarticlecurator.tei.documents.writers import make_xml_id, person_pointer
from webarticlecurator.tei.documents.xml import Element, structure_element, text_run

POSTS = ("feed-entry", "social")
"""The blocks of the body that become posts."""


class PostWriter:
    """Writes the posts of one article with unique ids."""

    def __init__(self, article_id: str) -> None:
        self._prefix = article_id
        self._used_ids: set[str] = set()

    def write_post(self, node: Node) -> Element | None:
        """Return a live entry or a social post; None for a social post without content."""
        content = write_flow(node.children)
        if node.name == "social":
            if not content:
                return None
            return structure_element(
                "post", content, type="social", **pointer_attributes("source", node.get("target"))
            )
        return structure_element(
            "post",
            content,
            xml_id=self._new_id("e", node),
            type="entry",
            **self._time_and_writer(node),
        )

    def write_comments(self, node: Node) -> list[Element]:
        """Return the ``div`` of the comments, or nothing if it would be empty."""
        content: list[Element] = []
        for child in node.nodes:
            if child.name == "heading":
                text = write_text(child.children)
                content.append(
                    text_run("head", text, n=child.get("level"), **language_attributes(child))
                )
            elif child.name == "comment":
                level = child.get("level") or ""
                reply_to = child.get("reply-to")
                answered = None if reply_to is None else make_xml_id(self._prefix, "c", reply_to)
                post = structure_element(
                    "post",
                    write_flow(child.children),
                    xml_id=self._new_id("c", child),
                    type="comment",
                    **self._time_and_writer(child),
                    replyTo=answered and f"#{answered}",
                    indentLevel=level if re.fullmatch("[0-9]{1,6}", level) else None,
                )
                content.append(post)
            else:
                content.extend(write_flow([child]))
        return [structure_element("div", content, type="comments")] if content else []

    def _new_id(self, letter: str, node: Node) -> str | None:
        """Return the ``@xml:id`` of a post that has an id on the page; None for a repeated id."""
        raw = node.get("id")
        if raw is None or not raw.strip():
            return None
        xml_id = make_xml_id(self._prefix, letter, raw)
        if xml_id in self._used_ids:
            return None
        self._used_ids.add(xml_id)
        return xml_id

    def _time_and_writer(self, node: Node) -> dict[str, str | None]:
        return {
            "when": format_when(node.get("when")),
            "who": person_pointer(self._prefix, node.get("who")),
        }
