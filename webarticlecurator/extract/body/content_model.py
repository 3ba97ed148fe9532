"""Which block may contain which while the tree is being built.

The base is ``CONTENT`` of the block model; added are the blocks that are implied between two others
and the containers that are checked only when they are closed.
"""

from __future__ import annotations

from functools import cache

from webarticlecurator.model.blocks import CONTENT, FLOW, INLINE, MEDIA, TEXT

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

_IMPLIED: dict[str, frozenset[str]] = {
    # the parent that is implied → the blocks that imply it where its own tag is missing
    "list": frozenset(("item",)),
    "answers": frozenset(("answer",)),
    "item": FLOW | {"media-link"},
    "answer": FLOW | {"media-link"},
    "row": FLOW | {"cell", "media-link"},
    "cell": FLOW | {"media-link"},
    "figure": frozenset(("media-link",)),
}
_ONLY_IN = {"item": "list", "answer": "answers", "row": "table", "cell": "row"}
"""Implied block → the only parent in which it is implied."""


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
    for between, implied_by in _IMPLIED.items():
        if (
            name not in implied_by
            or not can_hold(parent, between)
            or _ONLY_IN.get(between, parent) != parent
        ):
            continue
        rest = implied_parents(between, name)
        if rest is not None:
            return (between, *rest)
    return None


def can_stand_in_text(name: str) -> bool:
    """Return True for blocks that may stand inside running text."""
    return name in MEDIA or name in ("note", "media-link")
