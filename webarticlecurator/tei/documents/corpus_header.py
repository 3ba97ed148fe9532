"""The header of a ``teiCorpus``: what several documents have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.tei.documents.header import NO_RIGHTS
from webarticlecurator.tei.documents.pointers import valid_uri
from webarticlecurator.tei.documents.xml import Element, serialise, structure_element, text_run

NOT_JUDGED: Mapping[str, Sequence[str]] = {}
_ENCODING_END, _FILE_END = b"</encodingDesc>", b"</fileDesc>"


def write_corpus_header(
    portals: Sequence[Portal], title: str = "", judged: Mapping[str, Sequence[str]] = NOT_JUDGED
) -> str:
    """Return the ``teiHeader`` of a corpus of articles of portals, at least one; without a last
    LF. ``title``: its own, else those of the portals. ``judged``: id of a portal → sentences that
    say how good and how complete its corpus is."""
    parts = [_describe_file(portals, title)]
    sentences = [
        f"{portal.corpus_title}: {sentence}" if len(portals) > 1 else sentence
        for portal in portals
        for sentence in judged.get(portal.id, ())
    ]
    if sentences:
        parts.append(structure_element("encodingDesc", [_describe_correction(sentences)]))
    return serialise([structure_element("teiHeader", parts)], indent=1)


def add_correction(content: bytes, sentences: Sequence[str]) -> bytes:
    """Return a document with the sentences in its header that say how good its corpus is."""
    if not sentences:
        return content
    declared = _describe_correction(sentences)
    head, end, rest = content.partition(_ENCODING_END)
    if end:
        return b"".join((head, serialise([declared]).encode(), end, rest))
    head, end, rest = content.partition(_FILE_END)
    described = serialise([structure_element("encodingDesc", [declared])]).encode()
    return b"".join((head, end, described, rest))


def _describe_correction(sentences: Sequence[str]) -> Element:
    paragraphs = [text_run("p", [sentence]) for sentence in sentences]
    return structure_element("editorialDecl", [structure_element("correction", paragraphs)])


def _describe_file(portals: Sequence[Portal], title: str) -> Element:
    title = title or ", ".join(portal.corpus_title for portal in portals)
    publishers = dict.fromkeys(_publisher(portal) for portal in portals)
    # What the portal files say of the rights in the texts and in the corpora
    terms: dict[tuple[str, str, str], None] = {}
    sources = []
    for portal in portals:
        if portal.rights:
            terms[("text", portal.rights.text or portal.rights.url, portal.rights.url)] = None
        licence = portal.corpus.licence
        if licence:
            terms[("corpus", licence, licence if licence.startswith("http") else "")] = None
        source = [
            text_run("title", [portal.title or portal.id], level="j"),
            text_run("publisher", [_publisher(portal)]),
            text_run("ref", [portal.home], target=valid_uri(portal.home)),
        ]
        sources.append(structure_element("bibl", source, n=portal.id))
    licences = [
        text_run("licence", [text], n=kind, target=valid_uri(address) if address else None)
        for kind, text, address in terms
    ]
    publication = [
        *(text_run("publisher", [name]) for name in publishers),
        structure_element("availability", licences or [text_run("p", [NO_RIGHTS])]),
    ]
    return structure_element(
        "fileDesc",
        [
            structure_element("titleStmt", [text_run("title", [title])]),
            structure_element("publicationStmt", publication),
            structure_element("sourceDesc", [structure_element("listBibl", sources)]),
        ],
    )


def _publisher(portal: Portal) -> str:
    return portal.publisher.name if portal.publisher else portal.title or portal.id
