"""Notes, which consist of running text or of blocks."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.model.blocks import INLINE, MEDIA, Node


def wrap_in_paragraphs(children: Sequence[Node | str]) -> list[Node]:
    """Return the children of a note as blocks; each run of text becomes a paragraph."""
    out: list[Node] = []
    pending: list[Node | str] = []
    for child in (*children, None):
        if child is not None and (isinstance(child, str) or child.name in INLINE | MEDIA):
            pending.append(child)
            continue
        if any(not isinstance(part, str) or part.strip() for part in pending):
            out.append(Node("paragraph", tuple(pending)))
        pending = []
        if child is not None:
            out.append(child)
    return out
