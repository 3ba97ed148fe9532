"""What the header of a stored TEI document says, as values; ``read_lines.py`` reads its body.
Exports need nothing but the TEI folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.errors import CuratorError
from webarticlecurator.model.article import FIELDS, Metadata, Value
from webarticlecurator.tei.schema_org import BOOLEANS, NAMESPACES, PORTAL

_TEI = "http://www.tei-c.org/ns/1.0"
TEI = f"{{{_TEI}}}"
"""The namespace, before a name."""
_RDF = f"{{{NAMESPACES['rdf']}}}"
_XML = "{http://www.w3.org/XML/1998/namespace}"
_SPACES = {"t": _TEI, **NAMESPACES}
_ACCESS = {boolean: word for word, boolean in BOOLEANS.items()}
"""Boolean → ``free`` or ``closed``; it is ``partial`` that has a free part."""


@dataclass(frozen=True)
class CaptureNote:
    """What the header keeps of a capture: ``time`` ISO 8601 in UTC, ``payload_digest`` as in the
    WARC record, or empty."""

    url: str
    time: str
    record_id: str
    payload_digest: str


@dataclass(frozen=True)
class Header:
    """A document's header. ``url`` is the canonical address; ``metadata`` is what the article was
    made with, with sources and originals; ``problems`` are pairs of kind and message; ``words``
    counts the body's."""

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


def parse_document(content: bytes) -> etree._Element:
    """The root of a TEI document. Raises CuratorError for anything else."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise CuratorError(
            f"this is no TEI document: line {error.lineno}: {error.msg}",
            "Build it again: curator build.",
        ) from error
    if root.tag != f"{TEI}TEI":
        raise CuratorError(
            f"this is no TEI document: its root is {root.tag}", "Build it again: curator build."
        )
    return root


def read_header(content: bytes) -> Header:
    """The header of a document that ``document`` made. Raises CuratorError for anything that is no
    TEI."""
    root = parse_document(content)
    return Header(
        id=root.get(f"{_XML}id", ""),
        kind=_kind(root),
        url=_first(root, "//t:bibl[@type='article']/t:ref[@type='canonical']/text()"),
        aliases=_all(root, "//t:bibl[@type='article']/t:ref[@type='alias']/text()"),
        column=next(iter(_all(root, "//t:biblScope[@unit='column']/text()")), None),
        language=_first(root, "//t:langUsage/t:language/@ident"),
        metadata=_metadata(root),
        captures=tuple(
            _capture(bibl) for bibl in root.iter(f"{TEI}bibl") if bibl.get("type") == "capture"
        ),
        publisher=_first(root, "//t:publicationStmt/t:publisher/text()"),
        words=int(_first(root, "//t:extent/t:measure[@unit='words']/@quantity") or 0),
        problems=_notes(root, "problem"),
        extra=_notes(root, "extra"),
        output_version=_first(root, "//t:application/@version"),
        rules_digest=_first(
            root, "//t:application/t:ptr[@type='rules-digest']/@target"
        ).removeprefix("urn:sha256:"),
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
    notes = root.iterfind(f"{TEI}teiHeader/{TEI}fileDesc/{TEI}notesStmt/{TEI}note")
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
        field = name.removeprefix(f"{root.get(f'{_XML}id', '')}.").rpartition(".")[0]
        if name in evidence and field != PORTAL:
            fields.setdefault(field, []).append(_value(field, statement, evidence[name]))
    return Metadata(tuple((name, tuple(fields[name])) for name in _field_order(fields)))


def _value(field: str, statement: etree._Element, evidence: etree._Element) -> Value:
    value = _first(statement, "*/schema:name/text()") if len(statement) else statement.text or ""
    if field == "access":
        value = "partial" if _has_free_part(statement) else _ACCESS.get(value, value)
    original = evidence.find(f"{{{NAMESPACES['prov']}}}value")
    return Value(
        value,
        _first(evidence, "dcterms:source/text()"),
        value if original is None else original.text or "",
    )


def _has_free_part(access: etree._Element) -> bool:
    after = access.getnext()
    return after is not None and after.tag == f"{{{NAMESPACES['schema']}}}hasPart"


def _field_order(fields: dict[str, list[Value]]) -> Iterator[str]:
    return (name for name, _, _ in FIELDS if name in fields)
