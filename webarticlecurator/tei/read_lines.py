"""Read the body of a stored TEI document as lines of plain text.

They equal those that ``text.plain_lines`` returns for the block tree of the same article.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from webarticlecurator.model.block_rows import BLOCK_TYPES
from webarticlecurator.model.block_types import PlainText, TeiForm
from webarticlecurator.tei.read import TEI, parse_document
from webarticlecurator.tei.text import join_line, keep_if_text

_SKIPPED_TYPES = frozenset(
    {
        (block.form.value, block.tei_type)
        for block in BLOCK_TYPES
        if block.plain_text is PlainText.SKIPPED
        and block.form in (TeiForm.LINE, TeiForm.FLOATING_TEXT)
    }
    | {("post", kind) for kind in ("social", "comment")}
    | {("div", "comments"), ("floatingText", "table")}
)
"""Element and ``@type`` of the blocks that are not in the plain text."""


def read_lines(content: bytes) -> list[str]:
    """Return the body of a document as ``text.plain_lines`` returns its block tree.

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
        if _is_skipped(child, name):
            continue
        if name == "p" and _is_sole_note(child):
            yield from _lines(child[0])
        elif name in ("p", "ab", "head") or (name == "note" and not _has_blocks(child)):
            yield from keep_if_text(join_line(_inline_texts(child)))
        elif name == "row":
            yield from keep_if_text("\t".join(join_line(_inline_texts(cell)) for cell in child))
        else:
            yield from _lines(child)


def _is_skipped(element: etree._Element, name: str) -> bool:
    if name == "head":
        parent = element.getparent()
        return parent is not None and etree.QName(parent).localname in ("table", "figure")
    return name in ("figure", "pb", "gap") or (name, element.get("type")) in _SKIPPED_TYPES


def _has_blocks(note: etree._Element) -> bool:
    return any(
        etree.QName(child).localname in ("p", "quote", "list", "floatingText") for child in note
    )


def _is_sole_note(paragraph: etree._Element) -> bool:
    """Return True for a paragraph with nothing but a note of blocks (see ``text._sole_note``)."""
    if len(paragraph) != 1 or (paragraph.text or "").strip() or (paragraph[0].tail or "").strip():
        return False
    return etree.QName(paragraph[0]).localname == "note" and _has_blocks(paragraph[0])


def _inline_texts(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        name = etree.QName(child).localname
        if _is_skipped(child, name):
            yield " "
        elif name != "rt" and child.get("rend") != "reading":
            yield from _inline_texts(child)
        yield child.tail or ""
