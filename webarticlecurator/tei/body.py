"""The body of an article: sections, live entries, comments, page joins and gaps around the pieces
of ``pieces``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from webarticlecurator.model.blocks import Node
from webarticlecurator.tei.anchors import place_anchors
from webarticlecurator.tei.attributes import language_tag
from webarticlecurator.tei.pieces import (
    WritingPlace,
    has_text,
    wrap_media_in_paragraphs,
    write_piece,
    write_text,
)
from webarticlecurator.tei.posts import PostWriter
from webarticlecurator.tei.xml import Element, structure_element, text_run

_LEVEL = 2
"""Level of a heading that says none, before any other."""

_UNTITLED = 6
"""Level of a section without a heading: any heading closes it."""


@dataclass
class _Section:
    level: int
    content: list[Element | _Section] = field(default_factory=list)

    def element(self) -> Element:
        return structure_element("div", self.elements(), type="section")

    def elements(self) -> list[Element]:
        return [part.element() if isinstance(part, _Section) else part for part in self.content]


def write_body(article_id: str, blocks: Sequence[Node]) -> Element:
    """The TEI ``body`` of ``blocks``, which obey ``model.blocks.CONTENT["body"]``. Ids of entries
    and comments begin with ``article_id``, so that they stay unique where many articles are put
    into one file."""
    blocks = place_anchors(article_id, blocks)
    top = _Section(0)
    stack = [top]
    posts = PostWriter(article_id)
    for block in blocks:
        if block.name == "heading":
            _open_section(stack, block)
        elif block.name == "comments":
            del stack[1:]
            top.content.extend(posts.comments(block))
        else:
            if block.get("apart"):
                del stack[1:]
            _append(
                stack,
                posts.post(block) if posts.takes(block) else write_piece(block, WritingPlace.FLOW),
            )
    content = top.elements()
    return structure_element(
        "body", content if has_text(content) else wrap_media_in_paragraphs(blocks)
    )


def _open_section(stack: list[_Section], heading: Node) -> None:
    """A section runs to the next heading of its level or above, else to the end of the body."""
    raw = heading.get("level") or ""
    level = int(raw) if re.fullmatch("[1-6]", raw) else (stack[-1].level or _LEVEL)
    while stack[-1].level >= level:
        stack.pop()
    _push(
        stack,
        _Section(
            level,
            [
                text_run(
                    "head",
                    write_text(heading.children),
                    n=raw or None,
                    xml_lang=language_tag(heading),
                )
            ],
        ),
    )


def _push(stack: list[_Section], section: _Section) -> None:
    stack[-1].content.append(section)
    stack.append(section)


def _append(stack: list[_Section], element: Element | None) -> None:
    """Nothing but a div may follow a div: after the comments, and for entries apart from the
    sections before, a section without a heading takes what is left."""
    if element is None:
        return
    if stack[-1].content and _is_div(stack[-1].content[-1]):
        _push(stack, _Section(_UNTITLED))
    stack[-1].content.append(element)


def _is_div(part: Element | _Section) -> bool:
    return isinstance(part, _Section) or part.name == "div"
