"""Which text a reading stands over: HTML only puts one after the other, TEI's ``ruby`` holds one
``rb`` and its ``rt``."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.model.blocks import MEDIA, Node, blocks_below

Run = Sequence[Node | str]

_NOT_IN_RUBY = MEDIA | {"ruby", "inline-quote", "note", "line-break"}
"""TEI's rb and rt hold phrases (macro.phraseSeq)."""


def ruby_groups(ruby: Node) -> list[tuple[Run, list[Run]]]:
    """The children of a ``ruby`` in order: text, and the readings that follow it; without readings
    where it has none, or where TEI could not hold them (a quotation in it, a reading inside a
    format)."""
    inner = [grandchild for child in ruby.nodes for grandchild in blocks_below(child.children)]
    if any(n.name in _NOT_IN_RUBY for n in (*ruby.nodes, *inner)) or any(
        n.name == "reading" for n in inner
    ):
        return [(ruby.children, [])]
    found: list[tuple[list[Node | str], list[Node]]] = [([], [])]
    for child in ruby.children:
        if isinstance(child, Node) and child.name == "reading":
            found[-1][1].append(child)
        elif found[-1][1]:
            found.append(([child], []))
        else:
            found[-1][0].append(child)
    return [_group(base, readings) for base, readings in found]


def _group(base: list[Node | str], readings: list[Node]) -> tuple[Run, list[Run]]:
    if any(child.strip() if isinstance(child, str) else True for child in base):
        return base, _joined(readings)
    return [*base, *readings], []


def _joined(readings: list[Node]) -> list[Run]:
    """The children of each reading, its brackets with it."""
    out: list[list[Node | str]] = []
    whole = True
    for reading in readings:
        says = any(letter.isalnum() for piece in reading.texts() for letter in piece)
        if out and not (whole and says):
            out[-1].extend(reading.children)
        else:
            out.append(list(reading.children))
        whole = says
    return list(out)
