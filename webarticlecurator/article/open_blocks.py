"""The values that the walk, the builder and the views of a page share while blocks are built.

A block that is still open, and the defaults of a page for times and languages.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from lxml import etree

from webarticlecurator.article.runs import Piece
from webarticlecurator.model.block_rows import BLOCK_TYPES
from webarticlecurator.model.blocks import (
    BLOCKS_BY_NAME,
    CONTENT,
    FLOW,
    INLINE,
    MEDIA,
    TEXT,
    Node,
    resolve_children,
)


@dataclass(slots=True)
class Frame:
    """An open block, which becomes a Node when it is closed.

    ``children``: the finished blocks in a container. ``pieces``: the content of a block of running
    text. ``implied``: the builder opened the block without a tag, so the block is closed as soon as
    something comes that it cannot hold. ``insert_into``: the frame that receives the finished
    block, if it is not the one below on the stack. ``thread``: id and level of a comment, for the
    replies to it.
    """

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    implied: bool = False
    children: list[Node] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    insert_into: Frame | None = None
    thread: tuple[str, int] | None = None

    def copy_empty(self) -> Frame:
        """Return the same block without content and without its id."""
        attributes = {k: v for k, v in self.attributes.items() if k != "id"}
        return Frame(
            self.name, attributes, self.implied, insert_into=self.insert_into, thread=self.thread
        )


@dataclass(frozen=True)
class PageDefaults:
    """What holds for a page unless the page declares otherwise.

    ``timezone``: IANA name for times without a zone; if it is None, such times keep no zone.
    ``language``: BCP 47 tag of the page; empty if it is unknown.
    """

    timezone: str | None = None
    language: str = ""


NO_DEFAULTS = PageDefaults()
"""Neither zone nor language are known."""


# Which block may contain which while the tree is being built.
#
# The base is ``CONTENT`` of the block model; added are the blocks that are implied between two
# others and the containers that are checked only when they are closed.

TEXT_BLOCKS = frozenset(
    name
    for name, inside in CONTENT.items()
    if TEXT in inside and name not in INLINE and name != "note"
)
"""Blocks that hold running text and no other blocks."""

PROVISIONAL = frozenset(("figure", "diagram", "gallery"))
"""Blocks that accept anything while they are open; ``finish.py`` checks them when they are closed.
"""

BODY_ONLY = frozenset(("feed-entry",))
"""Blocks that are children of the body only."""

OUT_OF_FLOW = frozenset(("comments", "comment"))
"""Blocks that are moved to the end of the body."""

IMPLIED_BY = {
    block.name: resolve_children(block.implied_by) for block in BLOCK_TYPES if block.implied_by
}
"""Parent → the blocks around which it is opened where its own tag is missing."""

NEED_PARENT = frozenset(block.name for block in BLOCK_TYPES if block.implied_in)
"""Blocks that are nothing without their parent (items, rows, cells)."""


@cache
def can_hold(parent: str, name: str) -> bool:
    """Return True if ``name`` may be put directly into an open ``parent``."""
    if parent in PROVISIONAL and name in FLOW - {"lead"}:
        return True
    return name in CONTENT[parent]


@cache
def implied_parents(parent: str, name: str) -> tuple[str, ...] | None:
    """Return the blocks to open between ``parent`` and ``name``, outermost first.

    Empty if ``parent`` can hold ``name``; None if no implied block makes it possible.
    """
    if can_hold(parent, name):
        return ()
    for between, implied_by in IMPLIED_BY.items():
        only_parent = BLOCKS_BY_NAME[between].implied_in or parent
        if name not in implied_by or not can_hold(parent, between) or only_parent != parent:
            continue
        rest = implied_parents(between, name)
        if rest is not None:
            return (between, *rest)
    return None


def can_stand_in_text(name: str) -> bool:
    """Return True for blocks that may stand inside running text."""
    return name in MEDIA or name in ("note", "media-link")


# What the walk over the roots did with each element, for views of the page.


@dataclass(frozen=True)
class TextChange:
    """What a rule of ``body.clean`` replaced in the running text of a block.

    ``text`` is the text of the whole block before; the match is from ``start`` to ``end`` in it.
    """

    rule: str
    text: str
    start: int
    end: int
    replacement: str


@dataclass
class WalkRecord:
    """Elements of the roots that the walk decided about.

    ``dropped``: element → the rule that dropped it with all that is in it, as in the word account.
    ``fallbacks``: the same for elements of which only the content was dropped (``video``).
    ``unclaimed``: element → its signature, where its own words are kept without a row in any tag
    dictionary. ``blocks``: element → the names of the blocks that it opened, outermost first;
    ``media-link`` of a picture or player. ``changes``: what was replaced in the text of blocks, in
    the order in which the blocks ended.
    """

    dropped: dict[etree._Element, str] = field(default_factory=dict)
    fallbacks: dict[etree._Element, str] = field(default_factory=dict)
    unclaimed: dict[etree._Element, str] = field(default_factory=dict)
    blocks: dict[etree._Element, tuple[str, ...]] = field(default_factory=dict)
    changes: list[TextChange] = field(default_factory=list)

    def clear(self) -> None:
        """Forget all, because the same elements are read again."""
        for each in (self.dropped, self.fallbacks, self.unclaimed, self.blocks, self.changes):
            each.clear()
