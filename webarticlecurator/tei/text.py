"""The plain text of an article from its block tree: its words, and its paragraphs as lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from webarticlecurator.model.block_rows import BLOCK_TYPES
from webarticlecurator.model.block_types import PlainText
from webarticlecurator.model.blocks import Node, block_words
from webarticlecurator.tei.notes import wrap_in_paragraphs
from webarticlecurator.tei.xml import clean_text

_SPACE = re.compile("[ \t\r\n]+")
_PLAIN_TEXT = {block.name: block.plain_text for block in BLOCK_TYPES}


def tei_words(blocks: Iterable[Node]) -> list[str]:
    """Return the words of the blocks as in the TEI ``body``, in order."""
    return block_words(blocks, lambda text: clean_text(text)[0])


def plain_lines(blocks: Sequence[Node]) -> list[str]:
    """Return the text with one paragraph per line.

    Included are leads, headings, paragraphs, quotes, list items, notes, sources and table rows
    (cells separated by tabs). Left out are captions, comments, boxes, quizzes, polls, social
    posts, embeds, and times and names of live entries: ``plain_text`` in the rows of the block
    model.
    """
    return [line for block in blocks for line in _lines(block)]


def _lines(node: Node) -> Iterator[str]:
    plain_text = _PLAIN_TEXT[node.name]
    if plain_text is PlainText.SKIPPED:
        return
    note = node if node.name == "note" and node.has_blocks else _sole_note(node)
    if note is not None:
        yield from _note_lines(note)
    elif plain_text is PlainText.LINE:
        yield from keep_if_text(join_line(_inline_texts(node.children)))
    elif plain_text is PlainText.ROW:
        yield from keep_if_text(
            "\t".join(join_line(_inline_texts(cell.children)) for cell in node.nodes)
        )
    else:
        for child in node.nodes:
            yield from _lines(child)


def _sole_note(node: Node) -> Node | None:
    """Return the note of blocks that is the only content of a paragraph, or None.

    A document contains such a paragraph where the note is the only content of its body.
    """
    content = [child for child in node.children if isinstance(child, Node) or child.strip()]
    if node.name != "paragraph" or len(content) != 1:
        return None
    note = content[0]
    return note if isinstance(note, Node) and note.name == "note" and note.has_blocks else None


def _note_lines(node: Node) -> Iterator[str]:
    for part in wrap_in_paragraphs(node.children):
        yield from _lines(part)


def _inline_texts(children: Iterable[Node | str]) -> Iterator[str]:
    for child in children:
        if isinstance(child, str):
            yield child
        elif child.name == "reading":
            continue
        elif _PLAIN_TEXT[child.name] is PlainText.SKIPPED:
            yield " "
        elif child.is_in_line:
            yield from _inline_texts(child.children)
        else:
            yield " "
            yield from _inline_texts(child.children)
            yield " "


def join_line(pieces: Iterable[str]) -> str:
    """Return pieces of text as one line with collapsed white space; U+00A0 stays."""
    return _SPACE.sub(" ", clean_text("".join(pieces))[0]).strip(" ")


def keep_if_text(line: str) -> list[str]:
    """Return the line in a list, or an empty list for a blank line."""
    return [line] if line.strip() else []
