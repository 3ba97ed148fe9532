"""The body of a stored TEI document as lines: what ``text.lines`` gives for the block tree that it
was made of."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from webarticlecurator.tei.read import TEI, parse_document
from webarticlecurator.tei.text import join_line, keep_if_text

_LEFT_OUT_TYPES = frozenset(
    {("floatingText", kind) for kind in ("box", "quiz", "social", "table")}
    | {("post", kind) for kind in ("social", "comment")}
    | {("div", "comments")}
    | {("ab", kind) for kind in ("time", "author", "meta")}
)


def read_lines(content: bytes) -> list[str]:
    """The body of a document as ``text.lines`` gives it for the block tree it was made of. Raises
    CuratorError for anything that is no TEI."""
    body = parse_document(content).find(f"{TEI}text/{TEI}body")
    return [] if body is None else list(_lines(body))


def read_text(content: bytes) -> str:
    """``read_lines`` as one text, every line ended by LF."""
    return "".join(f"{line}\n" for line in read_lines(content))


def _lines(element: etree._Element) -> Iterator[str]:
    for child in element:
        name = etree.QName(child).localname
        if _left_out(child, name):
            continue
        if name == "p" and _is_sole_note(child):
            yield from _lines(child[0])
        elif name in ("p", "ab", "head") or (name == "note" and not _has_blocks(child)):
            yield from keep_if_text(join_line(_flat(child)))
        elif name == "row":
            yield from keep_if_text("\t".join(join_line(_flat(cell)) for cell in child))
        else:
            yield from _lines(child)


def _left_out(element: etree._Element, name: str) -> bool:
    if name == "head":
        parent = element.getparent()
        return parent is not None and etree.QName(parent).localname in ("table", "figure")
    return name in ("figure", "pb", "gap") or (name, element.get("type")) in _LEFT_OUT_TYPES


def _has_blocks(note: etree._Element) -> bool:
    return any(
        etree.QName(child).localname in ("p", "quote", "list", "floatingText") for child in note
    )


def _is_sole_note(paragraph: etree._Element) -> bool:
    """True for a paragraph that holds a note with blocks and nothing else (``text._sole_note``)."""
    if len(paragraph) != 1 or (paragraph.text or "").strip() or (paragraph[0].tail or "").strip():
        return False
    return etree.QName(paragraph[0]).localname == "note" and _has_blocks(paragraph[0])


def _flat(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        name = etree.QName(child).localname
        if _left_out(child, name):
            yield " "
        elif name != "rt" and child.get("rend") != "reading":
            yield from _flat(child)
        yield child.tail or ""
