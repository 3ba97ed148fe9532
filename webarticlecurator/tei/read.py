"""Read a stored TEI document: its header as values, its body as text.

With these modules exports need only the TEI folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lxml import etree

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import CuratorError
from webarticlecurator.model.article import Metadata, RightsStatement, Value
from webarticlecurator.model.block_rows import BLOCK_TYPES
from webarticlecurator.model.block_types import BlockType, TeiForm
from webarticlecurator.model.blocks import Node
from webarticlecurator.model.fields import FIELD_NAMES, FieldKind, fields_of
from webarticlecurator.tei.body import write_body
from webarticlecurator.tei.header import PAGE_KIND_SCHEME
from webarticlecurator.tei.schema_org import BOOLEANS, NAMESPACES, PORTAL
from webarticlecurator.tei.xml import serialise
from webarticlecurator.text.translation import make_message

_TEI = "http://www.tei-c.org/ns/1.0"
TEI = f"{{{_TEI}}}"
"""The TEI namespace as a prefix of element names in lxml."""
_RDF = f"{{{NAMESPACES['rdf']}}}"
_XML = "{http://www.w3.org/XML/1998/namespace}"
_NAMESPACES = {"t": _TEI, **NAMESPACES}
_ACCESS = {boolean: word for word, boolean in BOOLEANS.items()}
"""Boolean → ``free`` or ``closed``; a statement with a free part means ``partial``."""


_HAS_PART = f"{{{NAMESPACES['schema']}}}hasPart"
_ACCESS_FIELDS = frozenset(field.name for field in fields_of(FieldKind.ACCESS))


@dataclass(frozen=True)
class CaptureNote:
    """A capture as recorded in the header.

    ``time``: ISO 8601 in UTC. ``payload_digest``: as in the WARC record, empty if there is none.
    ``reason``: why it is not used, empty if it is. ``signed_in``: it was read in a subscriber's
    session.
    """

    url: str
    time: str
    record_id: str
    payload_digest: str
    reason: str = ""
    signed_in: bool = False


@dataclass(frozen=True)
class Header:
    """The header of a document.

    ``url``: the canonical address. ``metadata``: those of the article, with sources and original
    values. ``captures``: those of the text; ``versions``, ``unused``, ``gone``: see
    ``CaptureHistory``. ``words``: number of words in the body. ``problems``: pairs of kind and
    message. ``rights``: what the portal said about the use of the article. ``confidence``,
    ``page_kind``: see ``Article``.
    """

    id: str
    kind: str
    url: str
    aliases: tuple[str, ...]
    column: str | None
    language: str
    metadata: Metadata
    captures: tuple[CaptureNote, ...]
    publisher: str
    words: int
    problems: tuple[tuple[str, str], ...]
    extra: tuple[tuple[str, str], ...]
    output_version: str
    rules_digest: str
    rights: tuple[RightsStatement, ...] = ()
    versions: tuple[CaptureNote, ...] = ()
    unused: tuple[CaptureNote, ...] = ()
    gone: CaptureNote | None = None
    confidence: int | None = None
    page_kind: str = ""


def parse_document(content: bytes) -> etree._Element:
    """Return the root of a TEI document; raises CuratorError for anything else."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise CuratorError(
            make_message(
                "not a TEI document: line {lineno}: {msg}", lineno=error.lineno, msg=error.msg
            ),
            "Build it again: curator build.",
        ) from error
    if root.tag != f"{TEI}TEI":
        raise CuratorError(
            make_message("not a TEI document: its root is {tag} (expected TEI)", tag=root.tag),
            "Build it again: curator build.",
        )
    return root


def read_header(content: bytes) -> Header:
    """Return the header of a document written by ``build_document``.

    Raises CuratorError if ``content`` is not TEI.
    """
    return find_header(parse_document(content))


def find_header(root: etree._Element) -> Header:
    """Return the header of a parsed document."""
    article = root.find(f".//{_RDF}RDF/*")
    confidences = [text.replace(".", "") for _, text in _read_notes(root, "confidence")]
    return Header(
        id=root.get(f"{_XML}id", ""),
        kind="" if article is None else etree.QName(article).localname,
        url=_first(root, "//t:bibl[@type='article']/t:ref[@type='canonical']/text()"),
        aliases=_all(root, "//t:bibl[@type='article']/t:ref[@type='alias']/text()"),
        column=next(iter(_all(root, "//t:biblScope[@unit='column']/text()")), None),
        language=_first(root, "//t:langUsage/t:language/@ident"),
        metadata=_read_metadata(root),
        captures=_read_captures(root, "capture"),
        publisher=_first(root, "//t:publicationStmt/t:publisher/text()"),
        words=int(_first(root, "//t:extent/t:measure[@unit='words']/@quantity") or 0),
        problems=_read_notes(root, "problem"),
        extra=_read_notes(root, "extra"),
        output_version=_first(root, "//t:application/@version"),
        rules_digest=_first(
            root, "//t:application/t:ptr[@type='rules-digest']/@target"
        ).removeprefix("urn:sha256:"),
        rights=tuple(
            RightsStatement(each.get("n", ""), "".join(map(str, each.itertext())))
            for each in root.iterfind(f".//{TEI}availability/{TEI}ab")
        ),
        versions=_read_captures(root, "version"),
        unused=_read_captures(root, "not-used"),
        gone=next(iter(_read_captures(root, "gone")), None),
        confidence=int(confidences[0]) if confidences and confidences[0] else None,
        page_kind=_first(root, f"//t:textClass/t:classCode[@scheme='{PAGE_KIND_SCHEME}']/text()"),
    )


def _all(element: etree._Element, path: str) -> tuple[str, ...]:
    results = element.xpath(path, namespaces=_NAMESPACES)
    return tuple(str(result) for result in results) if isinstance(results, list) else ()


def _first(element: etree._Element, path: str) -> str:
    return next(iter(_all(element, path)), "")


def _read_notes(root: etree._Element, kind: str) -> tuple[tuple[str, str], ...]:
    notes = root.iterfind(f"{TEI}teiHeader/{TEI}fileDesc/{TEI}notesStmt/{TEI}note")
    return tuple((note.get("n", ""), note.text or "") for note in notes if note.get("type") == kind)


def _read_captures(root: etree._Element, kind: str) -> tuple[CaptureNote, ...]:
    return tuple(
        CaptureNote(
            _first(bibl, "t:ref/text()") or _first(bibl, "t:ref/@n"),
            _first(bibl, "t:date/@when"),
            _first(bibl, "t:idno[@type='WARC-Record-ID']/text()"),
            _first(bibl, "t:idno[@type='WARC-Payload-Digest']/text()"),
            _first(bibl, "t:note[@type='reason']/text()"),
            bool(_all(bibl, "t:note[@type='signed-in']/text()")),
        )
        for bibl in root.iter(f"{TEI}bibl")
        if bibl.get("type") == kind
    )


def _read_metadata(root: etree._Element) -> Metadata:
    """Read the metadata from the Schema.org data, which hold every value with its evidence."""
    rdf = root.find(f".//{_RDF}RDF")
    if rdf is None or not len(rdf):
        return Metadata()
    evidence = {node.get(f"{_RDF}about", "").removeprefix("#"): node for node in list(rdf)[1:]}
    fields: dict[str, list[Value]] = {}
    for statement in rdf[0]:
        name = statement.get(f"{_RDF}ID", "")
        field = name.removeprefix(f"{root.get(f'{_XML}id', '')}.").rpartition(".")[0]
        if name not in evidence or field == PORTAL:
            continue
        value = statement.text or ""
        if len(statement):
            value = _first(statement, "*/schema:name/text()")
        if field in _ACCESS_FIELDS:
            following = statement.getnext()
            has_free_part = following is not None and following.tag == _HAS_PART
            value = "partial" if has_free_part else _ACCESS.get(value, value)
        source = _first(evidence[name], "dcterms:source/text()")
        original = evidence[name].find(f"{{{NAMESPACES['prov']}}}value")
        text = value if original is None else original.text or ""
        fields.setdefault(field, []).append(Value(value, source, text))
    return Metadata(tuple((name, tuple(fields[name])) for name in FIELD_NAMES if name in fields))


# The plain text of an article, with one paragraph per line.
#
# The lines are those of its TEI: a block tree is written first, a stored document is read as it is.

_SPACE = re.compile("[ \t\r\n]+")
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
            " a tei_type of its own; give it one in model/block_rows.py, or tell it apart in"
            " tei/read.py"
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


def read_text(content: bytes) -> str:
    """Return the lines of ``read_lines`` as one text, each of them ended by LF."""
    return "".join(f"{line}\n" for line in read_lines(content))


def _lines(element: etree._Element) -> Iterator[str]:
    for child in element:
        name = etree.QName(child).localname
        if is_outside_running_text(child, name):
            continue
        line = ""
        # A paragraph may hold nothing but a note of blocks.
        has_text = (child.text or "").strip() or any((c.tail or "").strip() for c in child)
        inner = child[0] if name == "p" and len(child) == 1 and not has_text else None
        is_note = inner is not None and etree.QName(inner).localname == "note"
        if inner is not None and is_note and note_has_blocks(inner):
            yield from _lines(inner)
        elif name in ("p", "ab", "head") or (name == "note" and not note_has_blocks(child)):
            line = _join_line(_inline_texts(child))
        elif name == "row":
            line = "\t".join(_join_line(_inline_texts(cell)) for cell in child)
        else:
            yield from _lines(child)
        if line.strip():
            yield line


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
        f"#{person.get(f'{_XML}id')}": " ".join("".join(map(str, person.itertext())).split())
        for person in root.iterfind(f"{TEI}teiHeader//{TEI}person")
    }
    for post in root.iterfind(f"{TEI}text//{TEI}post[@type='{kind}']"):
        said = {
            each.get("type"): _join_line(_inline_texts(each)) for each in post.iterfind(f"{TEI}ab")
        }
        level = post.get("indentLevel")
        yield WrittenPost(
            post.get(f"{_XML}id"),
            said.get("author") or names.get(post.get("who", "")),
            post.get("when") or said.get("time"),
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
