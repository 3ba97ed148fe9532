"""The stack of open blocks: what may be put into them, what must be closed or opened before."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from webarticlecurator.articles.blocks.block_values import Frame
from webarticlecurator.articles.blocks.comment_threads import CommentThreads
from webarticlecurator.articles.blocks.content_model import (
    PROVISIONAL,
    TEXT_BLOCKS,
    can_hold,
    implied_parents,
)
from webarticlecurator.articles.blocks.finish import as_pieces, coerce_child, finish_frame
from webarticlecurator.articles.blocks.text_cleaning import TextCleaner
from webarticlecurator.base.model.blocks import MEDIA, Node, block_words

TIME_BLOCKS = ("feed-time", "comment-time")
AUTHOR_BLOCKS = ("feed-author", "comment-author")
POST_PARTS = frozenset((*TIME_BLOCKS, *AUTHOR_BLOCKS))
"""Blocks whose text becomes an attribute of the entry or comment that contains them.

Inside ``META_BLOCKS`` they are ordinary text as well.
"""
META_BLOCKS = ("feed-meta", "comment-meta")
"""Blocks of running text about an entry or a comment."""


def find_post(frames: Sequence[Frame]) -> Frame | None:
    """Return the innermost open entry or comment, if there is one."""
    return next((f for f in reversed(frames) if f.name in ("feed-entry", "comment")), None)


class Stack:
    """The open blocks of one page.

    ``frames``: the open blocks, beginning with the body; it is the same list object all the time.
    ``threads``: the comments that have been closed.
    """

    def __init__(self, parse_time: Callable[[str], str], cleaner: TextCleaner | None) -> None:
        """Begin with an empty body; ``parse_time`` turns the text of a time into ISO 8601 or "",
        ``cleaner`` is applied to the text of each block."""
        self.frames = [Frame("body")]
        self.threads = CommentThreads()
        self._parse_time = parse_time
        self._cleaner = cleaner

    def names(self) -> list[str]:
        """Return the names of the open blocks, from the body inwards."""
        return [frame.name for frame in self.frames]

    def push(self, frame: Frame) -> int:
        """Open a block; return its depth."""
        self.frames.append(frame)
        return len(self.frames) - 1

    def pop(self) -> None:
        """Close the innermost block and insert the result into its parent."""
        frame = self.frames.pop()
        if self._cleaner is not None and frame.pieces:
            frame.pieces = self._cleaner.clean(frame.pieces)
        parent = frame.insert_into or self.frames[-1]
        if frame.name == "comment":
            self.threads.add(finish_frame(frame))
            return
        for child in finish_frame(frame):
            if child.name in POST_PARTS:
                self.add_post_part(child.name, child.children)
            self.insert(parent, child)

    def add_post_part(self, part: str, children: Sequence[Node | str]) -> None:
        """Set author or time of the open entry or comment from a closed block, unless it is
        already set."""
        post = find_post(self.frames)
        attribute = "who" if part in AUTHOR_BLOCKS else "when"
        if post is None or attribute in post.attributes:
            return
        text = " ".join(block_words(children))
        value = text if attribute == "who" else self._parse_time(text)
        if value:
            post.attributes[attribute] = value

    def pop_to(self, depth: int) -> None:
        """Close the blocks from ``depth`` on."""
        while len(self.frames) > depth:
            self.pop()

    def split(self, depth: int) -> None:
        """Close the blocks from ``depth`` on and open empty copies of them."""
        copies = [frame.copy_empty() for frame in self.frames[depth:]]
        self.pop_to(depth)
        self.frames.extend(copies)

    def insert(self, parent: Frame, child: Node) -> None:
        """Put a finished block into an open one, in a form that the open one can hold."""
        if parent.name in TEXT_BLOCKS:
            parent.pieces.extend(as_pieces(parent.name, child))
        elif parent.name == "comments":
            self.threads.add(coerce_child("comments", child))
        elif can_hold(parent.name, child.name):  # as nearly all
            parent.children.append(child)
        else:
            parent.children.extend(coerce_child(parent.name, child))

    def make_room_for(self, name: str) -> bool:
        """Close and open blocks until the innermost one can hold ``name``; False if impossible.

        Only implied blocks are closed.
        """
        while True:
            top = self.frames[-1]
            if top.name == "list" and name == "list" and top.children:
                # Open the last item of a list again: a list directly inside a list belongs to it
                item = top.children.pop()
                self.push(
                    Frame(item.name, dict(item.attributes), implied=True, children=item.nodes)
                )
                return True
            if top.name == "list" and name == "answer" and not top.children:
                top.name = "answers"
            implied = implied_parents(top.name, name)
            if implied == ():
                return True
            if implied is not None and not top.implied:
                for between in implied:
                    self.push(Frame(between, implied=True))
                return True
            if not top.implied:
                break
            self.pop()

        if name in MEDIA and can_hold(top.name, "paragraph"):
            self.push(Frame("paragraph", implied=True))
            return True
        return False

    def open_implied_text(self) -> Frame:
        """Open a block for running text that has no block of its own, and return it.

        It is a paragraph, or a caption inside a figure.
        """
        name = "caption" if self.frames[-1].name in PROVISIONAL else "paragraph"
        self.make_room_for(name)
        self.push(Frame(name, implied=True))
        return self.frames[-1]
