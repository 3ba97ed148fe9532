"""The plain text of an article, with one paragraph per line.

The lines are those of its TEI: a block tree is written first, a stored document is read as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lxml import etree

from webarticlecurator.model.block_rows import BLOCK_TYPES
from webarticlecurator.model.block_types import TeiForm
from webarticlecurator.model.blocks import Node
from webarticlecurator.tei.body import write_body
from webarticlecurator.tei.read import TEI, parse_document
from webarticlecurator.tei.xml import serialise

_SPACE = re.compile("[ \t\r\n]+")
_SKIPPED_TYPES = frozenset(
    {
        (block.form.value, block.tei_type)
        for block in BLOCK_TYPES
        if not block.in_plain_text and block.form in (TeiForm.LINE, TeiForm.FLOATING_TEXT)
    }
    | {("post", kind) for kind in ("social", "comment")}
    | {("div", "comments"), ("floatingText", "table")}
)
"""Element and ``@type`` of the blocks that are not in the plain text."""


def plain_lines(blocks: Sequence[Node]) -> list[str]:
    """Return the text with one paragraph per line.

    Included are leads, headings, paragraphs, quotes, list items, notes, sources and table rows
    (cells separated by tabs). Left out are captions, comments, boxes, quizzes, polls, social
    posts, embeds, and times and names of live entries: ``in_plain_text`` in the rows of the block
    model.
    """
    body = serialise([write_body("text", blocks)])
    return list(_lines(etree.fromstring(body, etree.XMLParser(huge_tree=True))))


def read_lines(content: bytes) -> list[str]:
    """Return the body of a document as ``plain_lines`` returns its block tree.

    Raises CuratorError if ``content`` is not TEI.
    """
    body = parse_document(content).find(f"{TEI}text/{TEI}body")
    return [] if body is None else list(_lines(body))


def read_text(content: bytes) -> str:
    """Return the lines of ``read_lines`` as one text, each of them ended by LF."""
    return "".join(f"{line}\n" for line in read_lines(content))


def _lines(element: etree._Element) -> Iterator[str]:
    for child in element:
        name = etree.QName(child).localname
        if is_outside_running_text(child, name):
            continue
        if name == "p" and _is_sole_note(child):
            yield from _lines(child[0])
        elif name in ("p", "ab", "head") or (name == "note" and not note_has_blocks(child)):
            yield from _keep_if_text(_join_line(_inline_texts(child)))
        elif name == "row":
            yield from _keep_if_text("\t".join(_join_line(_inline_texts(cell)) for cell in child))
        else:
            yield from _lines(child)


def is_outside_running_text(element: etree._Element, name: str) -> bool:
    """Return True for an element, with its local name, that the plain text leaves out."""
    if name == "head":
        parent = element.getparent()
        return parent is not None and etree.QName(parent).localname in ("table", "figure")
    return name in ("figure", "pb", "gap") or (name, element.get("type")) in _SKIPPED_TYPES


def is_reading(element: etree._Element) -> bool:
    """Return True for the reading of other text (``rt`` of HTML)."""
    return etree.QName(element).localname == "rt" or element.get("rend") == "reading"


def note_has_blocks(note: etree._Element) -> bool:
    """Return True for a note that is not running text alone."""
    return any(
        etree.QName(child).localname in ("p", "quote", "list", "floatingText") for child in note
    )


def _is_sole_note(paragraph: etree._Element) -> bool:
    """Return True for a paragraph with nothing but a note of blocks."""
    if len(paragraph) != 1 or (paragraph.text or "").strip() or (paragraph[0].tail or "").strip():
        return False
    return etree.QName(paragraph[0]).localname == "note" and note_has_blocks(paragraph[0])


def _inline_texts(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        name = etree.QName(child).localname
        if is_outside_running_text(child, name):
            yield " "
        elif not is_reading(child):
            yield from _inline_texts(child)
        yield child.tail or ""


def _join_line(pieces: Iterable[str]) -> str:
    """Return pieces of text as one line with collapsed white space; U+00A0 stays."""
    return _SPACE.sub(" ", "".join(pieces)).strip(" ")


def _keep_if_text(line: str) -> list[str]:
    """Return the line in a list, or an empty list for a blank line."""
    return [line] if line.strip() else []
