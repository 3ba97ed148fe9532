"""Build a tree that obeys the block model from the events of a page.

The events are text, line breaks, and blocks and formats that open and close. Text always goes to
the place that the builder has reached, so no word can be lost, repeated or moved. What gives way is
the structure: a block that may not stand where it occurs is renamed, gets the parents it needs, or
is dissolved into its content.
"""

from __future__ import annotations

from collections.abc import Callable

from webarticlecurator.articles.blocks.block_stack import (
    AUTHOR_BLOCKS,
    META_BLOCKS,
    POST_PARTS,
    TIME_BLOCKS,
    Stack,
    find_post,
)
from webarticlecurator.articles.blocks.block_values import Frame
from webarticlecurator.articles.blocks.content_model import (
    BODY_ONLY,
    OUT_OF_FLOW,
    TEXT_BLOCKS,
    can_hold,
    can_stand_in_text,
)
from webarticlecurator.articles.blocks.finish import finish_node
from webarticlecurator.articles.blocks.open_blocks import (
    BREAK,
    SOFT_BREAK,
    SPACE,
    Format,
    Formats,
    Piece,
    build_inline_content,
    ends_in_break,
    is_blank,
    open_formats,
)
from webarticlecurator.articles.blocks.text_cleaning import TextCleaner
from webarticlecurator.base.model.blocks import MEDIA, Node

DISSOLVED = -1
"""Token of a block that was not opened: its content belongs to the blocks around it."""

POST_PART = -2
"""Token of an author or a time inside running text about a post."""

_MAX_DEPTH = 80
"""Blocks that are nested deeper are dissolved.

No article needs them, and no reader of the tree may exhaust its stack.
"""

_NO_POSTS_INSIDE = frozenset(("quote", "social", "note", "figure", "diagram", "gallery"))
"""Blocks in which live entries and comments are ordinary text."""


class Builder:
    """Builds the tree of one page."""

    def __init__(
        self,
        parse_time: Callable[[str], str] = lambda _: "",
        cleaner: TextCleaner | None = None,
    ) -> None:
        """Begin with an empty body; ``parse_time`` turns the text of a time into ISO 8601 or "",
        ``cleaner`` is applied to the text of each block."""
        self._stack = Stack(parse_time, cleaner)
        self._frames = self._stack.frames
        self.formats: Formats = ()
        self.has_comments = False
        """True once a comment or a container of comments was opened."""
        self.pending_anchors: list[str] = []
        """Names of anchors to put in front of the next word."""
        self._post_parts: list[tuple[str, Frame, int]] = []
        """Open parts of a post inside running text: name, its block, index of its first piece."""

    # text

    def add_text(self, text: str | None, verbatim: bool = False) -> None:
        """Add a text node, if there is one; ``verbatim``: its lines and spaces are kept."""
        if not text:
            return

        top = self._frames[-1]
        is_running = top.name in TEXT_BLOCKS
        # most texts do not begin with a space and need no copy
        is_blank_text = text[0] in SPACE and not text.strip(SPACE)
        if is_blank_text and not (is_running and verbatim):
            if is_running:
                top.pieces.append(Piece(self.formats, " "))
            return

        block = top if is_running else self._stack.open_implied_text()
        if self.pending_anchors:
            block.pieces.extend(
                Piece(self.formats, finish_node("anchor", (), {"id": name}))
                for name in self.pending_anchors
            )
            self.pending_anchors.clear()

        if not verbatim:
            block.pieces.append(Piece(self.formats, text))
            return
        for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
            if number:
                block.pieces.append(Piece(self.formats, BREAK))
            if line:
                block.pieces.append(Piece(self.formats, line, verbatim=True))

    def add_line_break(self) -> None:
        """Add a ``br``; two in succession end a paragraph that no tag has opened."""
        top = self._frames[-1]
        if top.name not in TEXT_BLOCKS:
            return
        if top.implied and top.name == "paragraph" and ends_in_break(top.pieces):
            while top.pieces and is_blank(top.pieces[-1]):
                top.pieces.pop()
            self._stack.pop()
            return
        top.pieces.append(Piece(self.formats, BREAK))

    def add_boundary(self, *, is_line: bool = False) -> None:
        """Keep the words on both sides apart: the edge of a block-level element without a block.

        ``is_line``: the element is a line of the open block, which goes on.
        """
        top = self._frames[-1]
        if is_line and top.name in TEXT_BLOCKS:
            top.pieces.append(Piece(self.formats, BREAK, soft=True))
        elif top.name == "paragraph":
            self._stack.pop()
        elif top.name in TEXT_BLOCKS:
            top.pieces.append(SOFT_BREAK)

    # formats

    def push_format(self, name: str, attributes: dict[str, str]) -> Formats:
        """Open an inline element; return the formats to pass to ``restore_formats`` at its end."""
        before = self.formats
        self.formats = open_formats(before, Format(name, tuple(sorted(attributes.items()))))
        return before

    def restore_formats(self, formats: Formats) -> None:
        """Close an inline element."""
        self.formats = formats

    # blocks

    def open_block(self, name: str, attributes: dict[str, str], *, is_block: bool = True) -> int:
        """Open a block; return the token to pass to ``close_block``.

        ``is_block``: its tag is block-level, so the block cannot stand inside running text.
        """
        if name == "feed-time":
            self._open_entry_at_time()
        when = attributes.pop("when", "") if name in TIME_BLOCKS else ""
        post = find_post(self._frames) if when else None
        if post is not None:
            post.attributes.setdefault("when", when)

        top = self._frames[-1]
        if top.name in TEXT_BLOCKS:
            if not is_block and can_stand_in_text(name) and can_hold(top.name, name):
                return self._stack.push(Frame(name, attributes))
            # True for a credit inside a caption, which becomes a sibling of the caption
            if top.name != "paragraph" and not (
                name == "source"
                and self._frames[-1].name == "caption"
                and can_hold(self._frames[-2].name, name)
            ):
                self.add_boundary()
                # Note an author or a time inside text about a post, or a time beside the name
                is_beside = name in TIME_BLOCKS and top.name in AUTHOR_BLOCKS
                if not is_beside and (name not in POST_PARTS or top.name not in META_BLOCKS):
                    return DISSOLVED
                if is_beside:
                    self._stack.add_post_part(top.name, build_inline_content(top.pieces))
                self._post_parts.append((name, top, len(top.pieces)))
                return POST_PART
            self._stack.pop()

        if len(self._frames) > _MAX_DEPTH:
            return DISSOLVED
        if name in OUT_OF_FLOW or name in BODY_ONLY:
            return self._open_post(name, attributes)
        return self._open_in_flow(name, attributes)

    def close_block(self, token: int) -> None:
        """Close the block for which ``open_block`` returned ``token``."""
        if token == POST_PART:
            name, block, start = self._post_parts.pop()
            self._stack.add_post_part(name, build_inline_content(block.pieces[start:]))
        if token < 0:
            self.add_boundary()
        else:
            self._stack.pop_to(token)

    def in_comments(self) -> bool:
        """Return True while what is added belongs to comments."""
        return self.has_comments and any(
            frame.name in ("comments", "comment") for frame in self._frames
        )

    def end_item(self) -> None:
        """Close the open item and all blocks in it, since the page leaves out its end tag."""
        names = self._stack.names()
        if "item" in names:
            item = len(names) - 1 - names[::-1].index("item")
            if "list" not in names[item:]:
                self._stack.pop_to(item)

    def add_media(self, link: Node) -> None:
        """Add an image: to the open figure, else as a figure of its own.

        The figure also holds the address of the link around the image.
        """
        link_around = next((f for f in reversed(self.formats) if f.name == "link"), Format("link"))
        attributes = {"target": dict(link_around.attributes).get("target", "")}
        top = self._frames[-1]
        if top.name in TEXT_BLOCKS and can_hold(top.name, "figure"):
            top.pieces.append(Piece((), finish_node("figure", [link], attributes)))
        elif top.name in ("figure", "diagram"):
            self._add_to_figure(top, link, attributes)
        elif top.name in TEXT_BLOCKS:
            self._add_outside_text(link, attributes)
        elif self._stack.make_room_for("figure"):
            self._stack.insert(self._frames[-1], finish_node("figure", [link], attributes))

    def end_root(self) -> None:
        """Close all blocks at the end of a root element of the article."""
        self._stack.pop_to(1)

    def finish(self) -> tuple[Node, ...]:
        """Return all blocks of the page, comments last."""
        self._stack.pop_to(1)
        body = self._frames[0]
        if body.pieces:
            raise AssertionError("text outside a block")
        return (*body.children, *self._stack.threads.blocks())

    # helpers

    def _open_in_flow(self, name: str, attributes: dict[str, str]) -> int:
        if name == "table-heading":
            # A heading after the first row would change places with it.
            while self._frames[-1].implied and self._frames[-1].name in ("row", "cell"):
                self._stack.pop()
            if any(child.name == "row" for child in self._frames[-1].children):
                name = "paragraph"
        if not self._stack.make_room_for(name):
            if name not in TEXT_BLOCKS or name in MEDIA:
                return DISSOLVED
            name, attributes = "paragraph", {}
            if not self._stack.make_room_for(name):
                return DISSOLVED
        return self._stack.push(Frame(name, attributes))

    def _open_entry_at_time(self) -> None:
        """Begin a live entry at a time that stands in the body itself.

        It ends at the next such time. Some pages have no element for each entry.
        """
        while self._frames[-1].implied:
            self._stack.pop()
        if len(self._frames) == 1:
            self._stack.push(Frame("feed-entry", implied=True, insert_into=self._frames[0]))

    def _open_post(self, name: str, attributes: dict[str, str]) -> int:
        """Open a live entry or a comment, wherever its element stands.

        Entries are children of the body, comments go to its end. The blocks around them (lists,
        tables, boxes) are closed before and opened again after them.
        """
        names = self._stack.names()
        if _NO_POSTS_INSIDE.intersection(names) or (
            name != "comment" and {"feed-entry", "comments", "comment"}.intersection(names)
        ):
            return DISSOLVED

        if name == "feed-entry":
            self._stack.split(1)
            body = self._frames[0]
            if body.children and body.children[-1].name == "heading":
                # the heading belongs to the entries, wherever its element stands
                attributes.pop("apart", None)
            return self._stack.push(Frame(name, attributes, insert_into=body))

        self.has_comments = True
        if name == "comments":
            return self._stack.push(Frame(name))

        parent = next((f.thread for f in reversed(self._frames) if f.thread), None)
        if "comment" in names:
            index = names.index("comment")
            self._stack.split(index)
            self._frames[index].name = "comments"
        attributes, thread = self._stack.threads.enter(attributes, parent)
        return self._stack.push(Frame(name, attributes, thread=thread))

    def _add_to_figure(self, figure: Frame, link: Node, attributes: dict[str, str]) -> None:
        if attributes["target"]:
            figure.attributes.setdefault("target", attributes["target"])
        figure.children.append(link)

    def _add_outside_text(self, link: Node, attributes: dict[str, str]) -> None:
        """Add an image that occurs in a text without images, such as a caption.

        It goes to the nearest block around the text that can hold it, and leaves a soft line break.
        """
        self._frames[-1].pieces.append(SOFT_BREAK)
        for frame in reversed(self._frames):
            if frame.name in ("figure", "diagram"):
                self._add_to_figure(frame, link, attributes)
                return
            if can_hold(frame.name, "figure"):
                self._stack.insert(frame, finish_node("figure", [link], attributes))
                return
