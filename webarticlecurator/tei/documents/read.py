"""Read a stored TEI document: its header as values, its body as text.

With these modules exports need only the TEI folder.
"""

from __future__ import annotations

from functools import cache
from xml.parsers import expat

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.model.article import Metadata, RightsStatement, Value
from webarticlecurator.base.model.fields import FieldKind, fields_of, order_fields
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.base.text.word_borders import CHARACTERS, SYLLABLES, WORDS
from webarticlecurator.tei.documents.header import PAGE_KIND_SCHEME
from webarticlecurator.tei.documents.schema_org import BOOLEANS, NAMESPACES, PORTAL

TEI_NAMESPACE = "http://www.tei-c.org/ns/1.0"
TEI = f"{{{TEI_NAMESPACE}}}"
"""The TEI namespace as a prefix of element names in lxml."""
_RDF = f"{{{NAMESPACES['rdf']}}}"
XML_NAMESPACE_PREFIX = "{http://www.w3.org/XML/1998/namespace}"
_NAMESPACES = {"t": TEI_NAMESPACE, **NAMESPACES}
_ACCESS = {boolean: word for word, boolean in BOOLEANS.items()}
"""Boolean → ``free`` or ``closed``; a statement with a free part means ``partial``."""


ENTITY_CURE = make_message(
    "Write its text where the document refers to it, and remove its declaration."
)
_HAS_PART = f"{{{NAMESPACES['schema']}}}hasPart"
_ACCESS_FIELDS = frozenset(field.name for field in fields_of(FieldKind.ACCESS))


_COUNTED = "//t:extent/t:measure[{}]".format(
    " or ".join(f"@unit='{unit}'" for unit in (WORDS, CHARACTERS, SYLLABLES))
)


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
    ``CaptureHistory``. ``words``: number of words in the body, or of
    what ``unit`` says. ``problems``: pairs of kind and
    message. ``rights``: what the portal said about the use of the article. ``confidence``,
    ``page_kind``: see ``Article``. ``persistent_id``: see ``CorpusInfo``.
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
    unit: str
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
    persistent_id: str = ""


class _Prolog(Exception):
    """The prolog of a document has ended, or declares the entity that is named."""


def find_own_entity(content: bytes) -> str:
    """Return the name of the first entity that a document declares itself, "" without one: what
    uses it may become endless when it is read."""

    def stop(name: str = "", *_: object) -> None:
        raise _Prolog(name)

    parser = expat.ParserCreate()
    parser.EntityDeclHandler = stop
    parser.StartElementHandler = lambda *_: stop()
    try:
        parser.Parse(content, True)
    except _Prolog as end:
        return str(end)
    except (expat.ExpatError, ValueError, LookupError):  # an encoding that it does not know
        return "?" if b"<!ENTITY" in content.replace(b"\0", b"") else ""
    return ""


def parse_document(content: bytes) -> etree._Element:
    """Return the root of a TEI document; raises CuratorError for anything else, and for one that
    declares entities of its own."""
    entity = find_own_entity(content)
    if entity:
        raise CuratorError(
            make_message("not read: the document declares the entity {name}", name=entity),
            ENTITY_CURE,
        )
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
        id=root.get(f"{XML_NAMESPACE_PREFIX}id", ""),
        kind="" if article is None else etree.QName(article).localname,
        url=_first(root, "//t:bibl[@type='article']/t:ref[@type='canonical']/text()"),
        aliases=_all(root, "//t:bibl[@type='article']/t:ref[@type='alias']/text()"),
        column=next(iter(_all(root, "//t:biblScope[@unit='column']/text()")), None),
        language=_first(root, "//t:langUsage/t:language/@ident"),
        metadata=_read_metadata(root),
        captures=_read_captures(root, "capture"),
        publisher=_first(root, "//t:publicationStmt/t:publisher/text()"),
        words=int(_first(root, f"{_COUNTED}/@quantity") or 0),
        unit=_first(root, f"{_COUNTED}/@unit") or WORDS,
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
        persistent_id=_first(root, "//t:publicationStmt/t:idno[@type='URI']/text()"),
    )


def _all(element: etree._Element, path: str) -> tuple[str, ...]:
    results = _compile_path(path)(element)
    return tuple(str(result) for result in results) if isinstance(results, list) else ()


@cache
def _compile_path(path: str) -> etree.XPath:
    # half the time of a header was that of compiling the same paths
    return etree.XPath(path, namespaces=_NAMESPACES)


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
        field = name.removeprefix(f"{root.get(f'{XML_NAMESPACE_PREFIX}id', '')}.").rpartition(".")[
            0
        ]
        if name not in evidence or field == PORTAL:
            continue
        value = (
            _first(statement, "*/schema:name/text()") if len(statement) else statement.text or ""
        )
        if field in _ACCESS_FIELDS:
            following = statement.getnext()
            has_free_part = following is not None and following.tag == _HAS_PART
            value = "partial" if has_free_part else _ACCESS.get(value, value)
        source = _first(evidence[name], "dcterms:source/text()")
        original = evidence[name].find(f"{{{NAMESPACES['prov']}}}value")
        text = value if original is None else original.text or ""
        fields.setdefault(field, []).append(Value(value, source, text))
    return Metadata(order_fields({name: tuple(values) for name, values in fields.items()}))
