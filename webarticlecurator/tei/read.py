"""Read the header of a stored TEI document as values; ``text.py`` reads its body.

With these modules exports need only the TEI folder.
"""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from webarticlecurator.errors import CuratorError
from webarticlecurator.model.article import Metadata, Value
from webarticlecurator.model.field_types import FieldKind
from webarticlecurator.model.fields import FIELD_NAMES, fields_of
from webarticlecurator.model.rights_statement import RightsStatement
from webarticlecurator.tei.schema_org import BOOLEANS, NAMESPACES, PORTAL

_TEI = "http://www.tei-c.org/ns/1.0"
TEI = f"{{{_TEI}}}"
"""The TEI namespace as a prefix of element names in lxml."""
_RDF = f"{{{NAMESPACES['rdf']}}}"
_XML = "{http://www.w3.org/XML/1998/namespace}"
_NAMESPACES = {"t": _TEI, **NAMESPACES}
_ACCESS = {boolean: word for word, boolean in BOOLEANS.items()}
"""Boolean → ``free`` or ``closed``; a statement with a free part means ``partial``."""


_ACCESS_FIELDS = frozenset(field.name for field in fields_of(FieldKind.ACCESS))


@dataclass(frozen=True)
class CaptureNote:
    """A capture as recorded in the header.

    ``time``: ISO 8601 in UTC. ``payload_digest``: as in the WARC record, empty if there is none.
    ``reason``: why it is not used, empty if it is.
    """

    url: str
    time: str
    record_id: str
    payload_digest: str
    reason: str = ""


@dataclass(frozen=True)
class Header:
    """The header of a document.

    ``url``: the canonical address. ``metadata``: those of the article, with sources and original
    values. ``captures``: those of the text; ``versions``, ``unused``, ``gone``: see
    ``CaptureHistory``. ``words``: number of words in the body. ``problems``: pairs of kind and
    message. ``rights``: what the portal said about the use of the article. ``confidence``: see
    ``Article``.
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


def parse_document(content: bytes) -> etree._Element:
    """Return the root of a TEI document; raises CuratorError for anything else."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise CuratorError(
            f"not a TEI document: line {error.lineno}: {error.msg}",
            "Build it again: curator build.",
        ) from error
    if root.tag != f"{TEI}TEI":
        raise CuratorError(
            f"not a TEI document: its root is {root.tag} (expected TEI)",
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
    return Header(
        id=root.get(f"{_XML}id", ""),
        kind=_schema_type(root),
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
        confidence=_read_confidence(root),
    )


def _all(element: etree._Element, path: str) -> tuple[str, ...]:
    results = element.xpath(path, namespaces=_NAMESPACES)
    return tuple(str(result) for result in results) if isinstance(results, list) else ()


def _first(element: etree._Element, path: str) -> str:
    return next(iter(_all(element, path)), "")


def _schema_type(root: etree._Element) -> str:
    article = root.find(f".//{_RDF}RDF/*")
    return "" if article is None else etree.QName(article).localname


def _read_notes(root: etree._Element, kind: str) -> tuple[tuple[str, str], ...]:
    notes = root.iterfind(f"{TEI}teiHeader/{TEI}fileDesc/{TEI}notesStmt/{TEI}note")
    return tuple((note.get("n", ""), note.text or "") for note in notes if note.get("type") == kind)


def _read_confidence(root: etree._Element) -> int | None:
    share = next((text for _, text in _read_notes(root, "confidence")), None)
    return int(share.replace(".", "")) if share else None


def _read_captures(root: etree._Element, kind: str) -> tuple[CaptureNote, ...]:
    listed = (bibl for bibl in root.iter(f"{TEI}bibl") if bibl.get("type") == kind)
    return tuple(map(_read_capture, listed))


def _read_capture(bibl: etree._Element) -> CaptureNote:
    return CaptureNote(
        _first(bibl, "t:ref/text()") or _first(bibl, "t:ref/@n"),
        _first(bibl, "t:date/@when"),
        _first(bibl, "t:idno[@type='WARC-Record-ID']/text()"),
        _first(bibl, "t:idno[@type='WARC-Payload-Digest']/text()"),
        _first(bibl, "t:note[@type='reason']/text()"),
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
        if name in evidence and field != PORTAL:
            fields.setdefault(field, []).append(_read_value(field, statement, evidence[name]))
    return Metadata(tuple((name, tuple(fields[name])) for name in FIELD_NAMES if name in fields))


def _read_value(field: str, statement: etree._Element, evidence: etree._Element) -> Value:
    value = _first(statement, "*/schema:name/text()") if len(statement) else statement.text or ""
    if field in _ACCESS_FIELDS:
        value = "partial" if _has_free_part(statement) else _ACCESS.get(value, value)
    original = evidence.find(f"{{{NAMESPACES['prov']}}}value")
    return Value(
        value,
        _first(evidence, "dcterms:source/text()"),
        value if original is None else original.text or "",
    )


def _has_free_part(access: etree._Element) -> bool:
    following = access.getnext()
    return following is not None and following.tag == f"{{{NAMESPACES['schema']}}}hasPart"
