"""The plain text of an article: its words, and its paragraphs as lines; from the block tree, or
from stored TEI."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from webarticlecurator.model.blocks import Node, block_words
from webarticlecurator.tei.notes import wrap_in_paragraphs
from webarticlecurator.tei.xml import clean_text

_SPACE = re.compile("[ \t\r\n]+")
_LEFT_OUT = frozenset(
    "figure diagram gallery embed social-embed social box quiz table-heading comments".split()
) | frozenset("feed-time feed-author feed-meta".split())
_LINE = frozenset("paragraph heading source question".split())


def tei_words(blocks: Iterable[Node]) -> list[str]:
    """The words of the blocks as the TEI's ``body`` has them, in order."""
    return block_words(blocks, lambda text: clean_text(text)[0])


def plain_lines(blocks: Sequence[Node]) -> list[str]:
    """One paragraph a line: lead, headings, paragraphs, quotes, list items, notes, sources, table
    rows (cells parted by a tab); without captions, comments, boxes, quizzes, posts of social media,
    embeds and the times and names of live entries."""
    return [line for block in blocks for line in _lines(block)]


def _lines(node: Node) -> Iterator[str]:
    if node.name in _LEFT_OUT:
        return
    sole = _sole_note(node)
    if sole is not None:
        yield from _note_lines(sole)
    elif node.name in _LINE or (node.name == "note" and not node.has_blocks):
        yield from keep_if_text(join_line(_flat(node.children)))
    elif node.name == "row":
        yield from keep_if_text("\t".join(join_line(_flat(cell.children)) for cell in node.nodes))
    elif node.name == "note":
        yield from _note_lines(node)
    else:
        for child in node.nodes:
            yield from _lines(child)


def _sole_note(node: Node) -> Node | None:
    """The note with blocks that is all a paragraph holds: as a document writes one that stands
    alone in a body."""
    held = [child for child in node.children if isinstance(child, Node) or child.strip()]
    if node.name != "paragraph" or len(held) != 1:
        return None
    return (
        held[0]
        if isinstance(held[0], Node) and held[0].name == "note" and held[0].has_blocks
        else None
    )


def _note_lines(node: Node) -> Iterator[str]:
    for part in wrap_in_paragraphs(node.children):
        yield from _lines(part)


def _flat(children: Iterable[Node | str]) -> Iterator[str]:
    for child in children:
        if isinstance(child, str):
            yield child
        elif child.name == "reading":
            continue
        elif child.name in _LEFT_OUT:
            yield " "
        elif child.is_in_line:
            yield from _flat(child.children)
        else:
            yield " "
            yield from _flat(child.children)
            yield " "


def join_line(pieces: Iterable[str]) -> str:
    """Pieces of text as one line: white space becomes single spaces; U+00A0 stays."""
    return _SPACE.sub(" ", clean_text("".join(pieces))[0]).strip(" ")


def keep_if_text(line: str) -> list[str]:
    """The line, if it says anything."""
    return [line] if line.strip() else []
