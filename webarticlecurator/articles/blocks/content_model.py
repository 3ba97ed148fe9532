"""Which block may contain which while the tree is being built.

The base is ``CONTENT`` of the block model; added are the blocks that are implied between two
others and the containers that are checked only when they are closed.
"""

from __future__ import annotations

from functools import cache

from webarticlecurator.base.model.block_rows import BLOCK_TYPES
from webarticlecurator.base.model.blocks import (
    BLOCKS_BY_NAME,
    CONTENT,
    FLOW,
    INLINE,
    MEDIA,
    TEXT,
    resolve_children,
)

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
    # What a figure holds is known at its end only; finish.py moves out what it cannot hold.
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
