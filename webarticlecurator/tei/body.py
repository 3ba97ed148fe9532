"""Write the body of an article: sections, live entries, comments, page breaks and gaps."""

from __future__ import annotations

import re
from collections.abc import Sequence

from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.model.blocks import Node, blocks_below, rewrite_blocks
from webarticlecurator.tei.pieces import (
    WritingPlace,
    has_text,
    wrap_media_in_paragraphs,
    write_flow,
    write_piece,
    write_text,
)
from webarticlecurator.tei.xml import (
    Element,
    format_when,
    language_attributes,
    pointer_attributes,
    structure_element,
    text_run,
    valid_uri,
)

_DEFAULT_LEVEL = 2
"""Level of a heading without a level before which no other heading stands."""

_UNTITLED_LEVEL = 6
"""Level of a section without a heading; any heading closes it."""


@dataclass
class _Section:
    """An open section; the one of level 0 is the body itself."""

    level: int
    content: list[Element | _Section] = field(default_factory=list)

    def to_element(self) -> Element:
        return structure_element("div", self.content_elements(), type="section")

    def content_elements(self) -> list[Element]:
        return [part.to_element() if isinstance(part, _Section) else part for part in self.content]


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

            language = language_attributes(block)
            head = text_run("head", write_text(block.children), n=raw or None, **language)
            section = _Section(level, [head])
            stack[-1].content.append(section)
            stack.append(section)
        elif block.name == "comments":
            del stack[1:]
            body.content.extend(posts.write_comments(block))
        else:
            if block.get("apart"):
                del stack[1:]
            if posts.is_post(block):
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


# Write posts (TEI's module for computer-mediated communication).
#
# They are live entries, comments, and quoted social posts that are children of the body. A ``post``
# may occur among the blocks of the body and of its sections only, so posts are never nested.


class PostWriter:
    """Writes the posts of one article with unique ids."""

    def __init__(self, article_id: str) -> None:
        self._prefix = article_id
        self._used_ids: set[str] = set()

    def is_post(self, node: Node) -> bool:
        """Return True for a child of the body that becomes a post."""
        return node.name in ("feed-entry", "social")

    def write_post(self, node: Node) -> Element | None:
        """Return a live entry or a social post; None for a social post without content."""
        content = write_flow(node.children)
        if node.name == "social":
            if not content:
                return None
            source = pointer_attributes("source", node.get("target"))
            return structure_element("post", content, type="social", **source)
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
                language = language_attributes(child)
                content.append(text_run("head", text, n=child.get("level"), **language))
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


# Links within an article: ``anchor`` and ``ref target="#…"``, with ids unique in the document.


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


# The writers of live entries and comments: one ``person`` per name, the target of ``@who``.

_ADDRESS = re.compile("https?://")


def make_xml_id(article_id: str, letter: str, raw: str) -> str:
    """Return an id or a name from the page as a valid XML name: ``a1b2.c-4711``.

    Characters that are not allowed become their hexadecimal code between ``_``, so that different
    names stay different.
    """
    name = re.sub(r"[^A-Za-z0-9.-]", lambda match: f"_{ord(match.group()):x}_", raw.strip())
    return f"{article_id}.{letter}-{name}"


def person_pointer(article_id: str, name: str | None) -> str | None:
    """Return the value of ``@who``: the address of a profile, or ``#`` and the id of a ``person``.

    None for an empty name and for an address that cannot become a URI.
    """
    name = (name or "").strip()
    if not name:
        return None
    return valid_uri(name) if _ADDRESS.match(name) else "#" + make_xml_id(article_id, "p", name)


def list_participants(article_id: str, blocks: Sequence[Node]) -> list[Element]:
    """Return ``particDesc`` with the persons known by name, in order of their first post.

    Nothing if there are none.
    """
    names: dict[str, None] = {}
    for block in blocks:
        if block.name == "feed-entry":
            names[(block.get("who") or "").strip()] = None
        elif block.name == "comments":
            comments = (child for child in block.nodes if child.name == "comment")
            names.update(dict.fromkeys((child.get("who") or "").strip() for child in comments))
    persons = [
        structure_element(
            "person", [text_run("persName", [name])], xml_id=make_xml_id(article_id, "p", name)
        )
        for name in names
        if name and not _ADDRESS.match(name)
    ]
    if not persons:
        return []
    return [structure_element("particDesc", [structure_element("listPerson", persons)])]
