"""The plain text of an article, with one paragraph, or line of code, per line.

The lines are those of its TEI: a block tree is written first, a stored document is read as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.block_rows import BLOCK_TYPES
from webarticlecurator.base.model.block_types import BlockType, TeiForm
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.tei.documents.body import write_body
from webarticlecurator.tei.documents.read import TEI, XML_NAMESPACE_PREFIX, parse_document
from webarticlecurator.tei.documents.xml import serialise

_CODE_BREAK, _CODE_SPACE, _CODE_TAB = "\x0b", "\x0e", "\x0f"
"""White space of code, until lines are made; XML has no such characters."""
_FROM_CODE = str.maketrans({"\n": _CODE_BREAK, " ": _CODE_SPACE, "\t": _CODE_TAB})
_SPACE = re.compile("[ \t\r\n]+")
_ANY_SPACE = re.compile(f"[ \t\r\n{_CODE_BREAK}{_CODE_SPACE}{_CODE_TAB}]+")
_TYPED_FORMS = (TeiForm.LINE, TeiForm.FLOATING_TEXT, TeiForm.LIST, TeiForm.HIGHLIGHT)
"""Forms whose elements have the type of their block."""
_FORMS_LEFT_OUT = (TeiForm.FIGURE, TeiForm.EMBED)
"""Forms that are never in the plain text."""
_PARTS_LEFT_OUT = {
    "comments": {("div", "comments"), ("post", "comment")},
    "table-heading": {("floatingText", "table")},  # in a table it is a head, see below
}
"""Parts, which their parents write, that are not in the plain text: their elements and types."""


def find_left_out(block: BlockType) -> set[tuple[str, str]]:
    """Return element and type (``@rend`` of ``hi``) of what is not in the plain text of a block.

    Raises TypeError for a row that could not have the effect that it promises.
    """
    if block.in_plain_text:
        if block.form in _FORMS_LEFT_OUT:
            raise TypeError(f"{block.name}: a {block.form.value} is never in the plain text")
        return set()
    if block.form in _FORMS_LEFT_OUT:
        return set()
    if block.name in _PARTS_LEFT_OUT:
        return _PARTS_LEFT_OUT[block.name]
    is_post = block.form is TeiForm.FLOATING_TEXT  # among the blocks of the article it may be one
    if block.form not in _TYPED_FORMS or not block.tei_type or (block.tei and not is_post):
        raise TypeError(
            f"{block.name}: in_plain_text=False has no effect on the form {block.form.name} without"
            " a tei_type of its own; give it one in base/model/block_rows.py, or tell it apart in"
            " tei/documents/read.py"
        )
    elements = {(block.form.value, block.tei_type)}
    return elements | {("post", block.tei_type)} if is_post else elements


_SKIPPED_TYPES = frozenset().union(*map(find_left_out, BLOCK_TYPES))
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
    return find_lines(parse_document(content))


def find_lines(root: etree._Element) -> list[str]:
    """Return the body of a parsed document as ``read_lines`` does."""
    body = root.find(f"{TEI}text/{TEI}body")
    return [] if body is None else list(_lines(body))


def _lines(element: etree._Element) -> Iterator[str]:
    for child in element:
        name = etree.QName(child).localname
        if is_outside_running_text(child, name):
            continue
        # A paragraph may hold nothing but a note of blocks.
        has_text = (child.text or "").strip() or any((c.tail or "").strip() for c in child)
        inner = child[0] if name == "p" and len(child) == 1 and not has_text else None
        is_note = inner is not None and etree.QName(inner).localname == "note"
        if inner is not None and is_note and note_has_blocks(inner):
            yield from _lines(inner)
        elif name in ("p", "ab", "head") or (name == "note" and not note_has_blocks(child)):
            text = "".join(_inline_texts(child))
            yield from filter(str.strip, map(_write_line, text.split(_CODE_BREAK)))
        elif name == "row":
            line = "\t".join(_join_line(cell) for cell in child)
            if line.strip():
                yield line
        else:
            yield from _lines(child)


@dataclass(frozen=True)
class WrittenPost:
    """A comment, or an entry of a live report or of a thread, as it stands in the body.

    ``time``: ISO 8601 where it could be read, else as on the page. ``reply_to``: the id of the
    comment that it answers. ``level``: how deep it stands below others. None: not known.
    """

    id: str | None
    author: str | None
    time: str | None
    reply_to: str | None
    level: int | None
    text: str


def read_posts(root: etree._Element, kind: str) -> Iterator[WrittenPost]:
    """Yield the posts of a parsed document with a type: ``comment`` or ``entry``."""
    names = {
        f"#{person.get(f'{XML_NAMESPACE_PREFIX}id')}": " ".join(
            "".join(map(str, person.itertext())).split()
        )
        for person in root.iterfind(f"{TEI}teiHeader//{TEI}person")
    }
    for post in root.iterfind(f"{TEI}text//{TEI}post[@type='{kind}']"):
        labelled_texts = {each.get("type"): _join_line(each) for each in post.iterfind(f"{TEI}ab")}
        level = post.get("indentLevel")
        yield WrittenPost(
            post.get(f"{XML_NAMESPACE_PREFIX}id"),
            labelled_texts.get("author") or names.get(post.get("who", "")),
            post.get("when") or labelled_texts.get("time"),
            post.get("replyTo", "").removeprefix("#") or None,
            None if level is None else int(level),
            "\n".join(_lines(post)),
        )


def is_outside_running_text(element: etree._Element, name: str) -> bool:
    """Return True for an element, with its local name, that the plain text leaves out."""
    if name == "head":
        parent = element.getparent()
        return parent is not None and etree.QName(parent).localname in ("table", "figure")
    kind = element.get("rend" if name == "hi" else "type")
    return name in ("figure", "pb", "gap") or (name, kind) in _SKIPPED_TYPES


def is_reading(element: etree._Element) -> bool:
    """Return True for the reading of other text (``rt`` of HTML)."""
    return etree.QName(element).localname == "rt" or element.get("rend") == "reading"


def note_has_blocks(note: etree._Element) -> bool:
    """Return True for a note that is not running text alone."""
    return any(
        etree.QName(child).localname in ("p", "quote", "list", "floatingText") for child in note
    )


def _inline_texts(element: etree._Element) -> Iterator[str]:
    if element.get("rend") == "code":
        yield from _code_texts(element)
        return
    yield element.text or ""
    for child in element:
        name = etree.QName(child).localname
        if is_outside_running_text(child, name):
            yield " "
        elif not is_reading(child):
            yield from (_code_texts if name == "code" else _inline_texts)(child)
        yield child.tail or ""


def _code_texts(element: etree._Element) -> Iterator[str]:
    """Yield the text of code, whose white space is its own."""
    yield (element.text or "").translate(_FROM_CODE)
    for child in element:
        name = etree.QName(child).localname
        if is_outside_running_text(child, name):
            yield " "
        elif name == "lb":
            yield _CODE_BREAK
        elif not is_reading(child):
            # The lines of a note are those of the file, if it has paragraphs.
            yield from (_inline_texts if name == "note" else _code_texts)(child)
        yield (child.tail or "").translate(_FROM_CODE)


def _join_line(element: etree._Element) -> str:
    """Return the text of an element as one line with collapsed white space; U+00A0 stays."""
    return _ANY_SPACE.sub(" ", "".join(_inline_texts(element))).strip(" ")


def _write_line(text: str) -> str:
    """Return a line with collapsed white space, but in code; U+00A0 stays."""
    line = _SPACE.sub(" ", text).strip(" ")
    return line.replace(_CODE_SPACE, " ").replace(_CODE_TAB, "\t").rstrip(" \t")
