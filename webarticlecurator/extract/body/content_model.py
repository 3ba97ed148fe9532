"""Which block may stand where while the tree is being built: ``CONTENT`` of the block model, and
what is implied between."""

from __future__ import annotations

from functools import cache

from webarticlecurator.model.blocks import CONTENT, FLOW, INLINE, MEDIA, TEXT

RUNS = frozenset(
    name
    for name, inside in CONTENT.items()
    if TEXT in inside and name not in INLINE and name != "note"
)
"""Blocks that hold running text and nothing of block kind."""

PROVISIONAL = frozenset(("figure", "diagram", "gallery"))
"""Hold anything until they are closed; then it is seen whether they are what they are called
(``finish.py``)."""

BODY_ONLY = frozenset(("feed-entry",))
OUT_OF_FLOW = frozenset(("comments", "comment"))

_IMPLIED: dict[str, frozenset[str]] = {
    # the parent that is implied → for whom, if the tag that should be there is missing
    "list": frozenset(("item",)),
    "answers": frozenset(("answer",)),
    "item": FLOW | {"media-link"},
    "answer": FLOW | {"media-link"},
    "row": FLOW | {"cell", "media-link"},
    "cell": FLOW | {"media-link"},
    "figure": frozenset(("media-link",)),
}
_ONLY_IN = {"item": "list", "answer": "answers", "row": "table", "cell": "row"}


@cache
def can_hold(parent: str, name: str) -> bool:
    """May ``name`` be put directly into an open ``parent``?"""
    if parent in PROVISIONAL and name in FLOW - {"lead"}:
        return True
    return name in CONTENT[parent]


@cache
def implied_block(parent: str, name: str) -> tuple[str, ...] | None:
    """The blocks to open between ``parent`` and ``name``: () if none is needed, None if there is no
    way."""
    if can_hold(parent, name):
        return ()
    for between, wanted in _IMPLIED.items():
        if (
            name not in wanted
            or not can_hold(parent, between)
            or _ONLY_IN.get(between, parent) != parent
        ):
            continue
        rest = implied_block(between, name)
        if rest is not None:
            return (between, *rest)
    return None


def is_media(name: str) -> bool:
    """True for blocks that may stand inside running text."""
    return name in MEDIA or name in ("note", "media-link")
