"""Group ruby text with its readings.

HTML lists text and readings in one ``ruby``, TEI needs one ``ruby`` for each ``rb`` with its
``rt``.
"""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.model.blocks import MEDIA, Node, blocks_below

Run = Sequence[Node | str]
"""A piece of running text."""

_NOT_IN_RUBY = MEDIA | {"ruby", "inline-quote", "note", "line-break"}
"""Pieces that TEI does not allow in ``rb`` and ``rt``, which hold phrases (macro.phraseSeq)."""


def ruby_groups(ruby: Node) -> list[tuple[Run, list[Run]]]:
    """Return the children of a ``ruby`` as pairs of text and the readings that follow it.

    The readings are part of the text where TEI cannot hold them: with a quotation in the ruby, or a
    reading inside a format.
    """
    inner = [grandchild for child in ruby.nodes for grandchild in blocks_below(child.children)]
    if any(n.name in _NOT_IN_RUBY for n in (*ruby.nodes, *inner)) or any(
        n.name == "reading" for n in inner
    ):
        return [(ruby.children, [])]
    groups: list[tuple[list[Node | str], list[Node]]] = [([], [])]
    for child in ruby.children:
        if isinstance(child, Node) and child.name == "reading":
            groups[-1][1].append(child)
        elif groups[-1][1]:
            groups.append(([child], []))
        else:
            groups[-1][0].append(child)
    return [_finish_group(base, readings) for base, readings in groups]


def _finish_group(base: list[Node | str], readings: list[Node]) -> tuple[Run, list[Run]]:
    if any(not isinstance(child, str) or child.strip() for child in base):
        return base, _join_brackets(readings)
    return [*base, *readings], []


def _join_brackets(readings: list[Node]) -> list[Run]:
    """Return the children of each reading, together with the brackets (``rp``) around it."""
    runs: list[list[Node | str]] = []
    previous_has_words = True
    for reading in readings:
        has_words = any(letter.isalnum() for text in reading.texts() for letter in text)
        if runs and not (previous_has_words and has_words):
            runs[-1].extend(reading.children)
        else:
            runs.append(list(reading.children))
        previous_has_words = has_words
    return list(runs)
