"""What a stored TEI document says: its header as values, its body as lines. Exports need nothing but the TEI folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.errors import CuratorError
from webarticlecurator.model.article import FIELDS, Metadata, Value
from webarticlecurator.tei.schema_org import BOOLEANS, NAMESPACES, PORTAL
from webarticlecurator.tei.text import one_line

_TEI = "http://www.tei-c.org/ns/1.0"
_T = f"{{{_TEI}}}"
_RDF = f"{{{NAMESPACES['rdf']}}}"
_XML = "{http://www.w3.org/XML/1998/namespace}"
_SPACES = {"t": _TEI, **NAMESPACES}
_ACCESS = {boolean: word for word, boolean in BOOLEANS.items()}
"""Boolean → ``free`` or ``closed``; it is ``partial`` that has a free part."""
_LEFT_OUT_TYPES = frozenset(
    {("floatingText", kind) for kind in ("box", "quiz", "social", "table")}
    | {("post", kind) for kind in ("social", "comment")}
    | {("div", "comments")}
    | {("ab", kind) for kind in ("time", "author", "meta")}
)


@dataclass(frozen=True)
class CaptureNote:
    """What the header keeps of a capture: ``time`` ISO 8601 in UTC, ``payload_digest`` as in the WARC record, or empty."""

    url: str
    time: str
    record_id: str
    payload_digest: str


@dataclass(frozen=True)
class Header:
    """A document's header. ``url`` is the canonical address; ``metadata`` is what the article was made with, with sources and
    originals; ``problems`` are pairs of kind and message; ``words`` counts the body's."""

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


def _parse(content: bytes) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise CuratorError(
            f"this is no TEI document: line {error.lineno}: {error.msg}", "Build it again: curator build."
        ) from error
    if root.tag != f"{_T}TEI":
        raise CuratorError(f"this is no TEI document: its root is {root.tag}", "Build it again: curator build.")
    return root


def read_header(content: bytes) -> Header:
    """The header of a document that ``document`` made. Raises CuratorError for anything that is no TEI."""
    root = _parse(content)
    return Header(
        id=root.get(f"{_XML}id", ""),
        kind=_kind(root),
        url=_first(root, "//t:bibl[@type='article']/t:ref[@type='canonical']/text()"),
        aliases=_all(root, "//t:bibl[@type='article']/t:ref[@type='alias']/text()"),
        column=next(iter(_all(root, "//t:biblScope[@unit='column']/text()")), None),
        language=_first(root, "//t:langUsage/t:language/@ident"),
        metadata=_metadata(root),
        captures=tuple(_capture(bibl) for bibl in root.iter(f"{_T}bibl") if bibl.get("type") == "capture"),
        publisher=_first(root, "//t:publicationStmt/t:publisher/text()"),
        words=int(_first(root, "//t:extent/t:measure[@unit='words']/@quantity") or 0),
        problems=_notes(root, "problem"),
        extra=_notes(root, "extra"),
        output_version=_first(root, "//t:application/@version"),
        rules_digest=_first(root, "//t:application/t:ptr[@type='rules-digest']/@target").removeprefix("urn:sha256:"),
    )


def _all(element: etree._Element, path: str) -> tuple[str, ...]:
    found = element.xpath(path, namespaces=_SPACES)
    return tuple(str(each) for each in found) if isinstance(found, list) else ()


def _first(element: etree._Element, path: str) -> str:
    return next(iter(_all(element, path)), "")


def _kind(root: etree._Element) -> str:
    article = root.find(f".//{_RDF}RDF/*")
    return "" if article is None else etree.QName(article).localname


def _notes(root: etree._Element, kind: str) -> tuple[tuple[str, str], ...]:
    notes = root.iterfind(f"{_T}teiHeader/{_T}fileDesc/{_T}notesStmt/{_T}note")
    return tuple((note.get("n", ""), note.text or "") for note in notes if note.get("type") == kind)


def _capture(bibl: etree._Element) -> CaptureNote:
    return CaptureNote(
        _first(bibl, "t:ref/text()") or _first(bibl, "t:ref/@n"),
        _first(bibl, "t:date/@when"),
        _first(bibl, "t:idno[@type='WARC-Record-ID']/text()"),
        _first(bibl, "t:idno[@type='WARC-Payload-Digest']/text()"),
    )


def _metadata(root: etree._Element) -> Metadata:
    """Read from the Schema.org data, which holds every value with its evidence."""
    rdf = root.find(f".//{_RDF}RDF")
    if rdf is None or not len(rdf):
        return Metadata()
    evidence = {node.get(f"{_RDF}about", "").removeprefix("#"): node for node in list(rdf)[1:]}
    fields: dict[str, list[Value]] = {}
    for statement in rdf[0]:
        name = statement.get(f"{_RDF}ID", "")
        field = name.rpartition(".")[0]
        if name in evidence and field != PORTAL:
            fields.setdefault(field, []).append(_value(field, statement, evidence[name]))
    return Metadata(tuple((name, tuple(fields[name])) for name in _field_order(fields)))


def _value(field: str, statement: etree._Element, evidence: etree._Element) -> Value:
    value = _first(statement, "*/schema:name/text()") if len(statement) else statement.text or ""
    if field == "access":
        value = "partial" if _has_free_part(statement) else _ACCESS.get(value, value)
    original = evidence.find(f"{{{NAMESPACES['prov']}}}value")
    return Value(value, _first(evidence, "dcterms:source/text()"), value if original is None else original.text or "")


def _has_free_part(access: etree._Element) -> bool:
    after = access.getnext()
    return after is not None and after.tag == f"{{{NAMESPACES['schema']}}}hasPart"


def _field_order(fields: dict[str, list[Value]]) -> Iterator[str]:
    return (name for name, _, _ in FIELDS if name in fields)


def read_lines(content: bytes) -> list[str]:
    """The body of a document as ``text.lines`` gives it for the block tree it was made of. Raises CuratorError for anything
    that is no TEI."""
    body = _parse(content).find(f"{_T}text/{_T}body")
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
            yield from _nonempty(one_line(_flat(child)))
        elif name == "row":
            yield from _nonempty("\t".join(one_line(_flat(cell)) for cell in child))
        else:
            yield from _lines(child)


def _left_out(element: etree._Element, name: str) -> bool:
    if name == "head":
        parent = element.getparent()
        return parent is not None and etree.QName(parent).localname in ("table", "figure")
    return name in ("figure", "pb", "gap") or (name, element.get("type")) in _LEFT_OUT_TYPES


def _has_blocks(note: etree._Element) -> bool:
    return any(etree.QName(child).localname in ("p", "quote", "list", "floatingText") for child in note)


def _is_sole_note(paragraph: etree._Element) -> bool:
    """True for a paragraph that holds a note with blocks and nothing else (``text._sole_note``)."""
    if len(paragraph) != 1 or (paragraph.text or "").strip() or (paragraph[0].tail or "").strip():
        return False
    return etree.QName(paragraph[0]).localname == "note" and _has_blocks(paragraph[0])


def _flat(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if _left_out(child, etree.QName(child).localname):
            yield " "
        else:
            yield from _flat(child)
        yield child.tail or ""


def _nonempty(line: str) -> list[str]:
    return [line] if line.strip() else []
