"""The header of a ``teiCorpus``: what several documents have in common."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.model.portal import Portal
from webarticlecurator.tei.pointer import valid_uri
from webarticlecurator.tei.xml import Element, serialise, structure_element, text_run


def write_corpus_header(portals: Sequence[Portal]) -> str:
    """Return the ``teiHeader`` of a corpus of articles of portals, at least one; without a last
    LF."""
    return serialise([structure_element("teiHeader", [_describe_file(portals)])], indent=1)


def _describe_file(portals: Sequence[Portal]) -> Element:
    title = ", ".join(_title(portal) for portal in portals)
    publishers = dict.fromkeys(_publisher(portal) for portal in portals)
    publication = [
        *(text_run("publisher", [name]) for name in publishers),
        structure_element("availability", _list_terms(portals)),
    ]
    sources = structure_element("listBibl", [_describe_portal(portal) for portal in portals])
    return structure_element(
        "fileDesc",
        [
            structure_element("titleStmt", [text_run("title", [title])]),
            structure_element("publicationStmt", publication),
            structure_element("sourceDesc", [sources]),
        ],
    )


def _title(portal: Portal) -> str:
    return portal.corpus.title or portal.title or portal.id


def _publisher(portal: Portal) -> str:
    return portal.publisher.name if portal.publisher else portal.title or portal.id


def _list_terms(portals: Sequence[Portal]) -> list[Element]:
    """Return what the portal files say of the rights in the texts and in the corpora."""
    terms: dict[tuple[str, str, str], None] = {}
    for portal in portals:
        if portal.rights:
            terms[("text", portal.rights.text or portal.rights.url, portal.rights.url)] = None
        licence = portal.corpus.licence
        if licence:
            terms[("corpus", licence, licence if licence.startswith("http") else "")] = None
    if not terms:
        return [text_run("p", ["No statement of rights is given."])]
    return [
        text_run("licence", [text], n=kind, target=valid_uri(address) if address else None)
        for kind, text, address in terms
    ]


def _describe_portal(portal: Portal) -> Element:
    return structure_element(
        "bibl",
        [
            text_run("title", [portal.title or portal.id], level="j"),
            text_run("publisher", [_publisher(portal)]),
            text_run("ref", [portal.home], target=valid_uri(portal.home)),
        ],
        n=portal.id,
    )
