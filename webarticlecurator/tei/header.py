"""The parts of the header, by the name of their slot in a template."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timezone

from webarticlecurator.model.article import Article, Metadata, Value
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.portal import Editor
from webarticlecurator.tei import schema_org
from webarticlecurator.tei.attributes import write_reference
from webarticlecurator.tei.dates import format_when
from webarticlecurator.tei.persons import list_participants
from webarticlecurator.tei.pointer import valid_uri
from webarticlecurator.tei.tei_context import TeiContext
from webarticlecurator.tei.text import tei_words
from webarticlecurator.tei.xml import Element, clean_text, structure_element, text_run

OUTPUT_VERSION = 2
"""Raised only when the TEI of an unchanged article under unchanged rules can change."""

_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
_FREE = {
    **dict.fromkeys(("free", "true", "yes"), "free"),
    **dict.fromkeys(("closed", "partial", "restricted", "false", "no"), "restricted"),
}
"""Who may read it (``extract.access``) → ``availability/@status``."""


def article_language(of: TeiContext) -> str:
    """The article's language, else the portal's, as a BCP 47 tag (``hu_HU`` becomes ``hu-HU``)."""
    for given in (of.article.metadata.first("language"), of.portal.language):
        tag = (given or "").strip().replace("_", "-")
        if _LANGUAGE.fullmatch(tag):
            return tag
    return "und"


def write_title_statement(of: TeiContext) -> list[Element]:
    """``titleStmt``: titles, authors, funder. An article without a title has an empty one."""
    corpus = of.portal.corpus
    content = [*_titles(of.article.metadata, None), *_authors(of)]
    if corpus.funder:
        content.append(text_run("funder", [corpus.funder]))
    return [structure_element("titleStmt", content)]


def _titles(metadata: Metadata, level: str | None) -> list[Element]:
    """``level`` is ``a`` in a bibliography, where the title of the portal (``j``) stands beside
    them."""
    main = metadata.first("title")
    beside = [
        text_run("title", [value], level=level, type=kind)
        for field, kind in (("subtitle", "sub"), ("kicker", "kicker"))
        if (value := metadata.first(field))
    ]
    return [text_run("title", [main] if main else [], level=level), *beside]


def _authors(of: TeiContext) -> list[Element]:
    return [
        structure_element("author", [text_run(_agent(author, of), [author.value])])
        for author in of.article.metadata.all("authors")
    ]


def _agent(author: Value, of: TeiContext) -> str:
    return "orgName" if schema_org.is_organisation(author, of) else "persName"


def write_edition_statement(of: TeiContext) -> list[Element]:
    """``editionStmt``: the corpus, its version and who answers for it; nothing without
    ``corpus:``."""
    corpus = of.portal.corpus
    if not (corpus.title or corpus.version or corpus.editors):
        return []
    edition = text_run(
        "edition", [corpus.title or of.portal.title or of.portal.id], n=corpus.version or None
    )
    return [structure_element("editionStmt", [edition, *map(_responsibility, corpus.editors)])]


def _responsibility(editor: Editor) -> Element:
    orcid = f"https://orcid.org/{editor.orcid}" if editor.orcid else None
    return structure_element(
        "respStmt",
        [
            text_run("resp", [editor.role or "editor"]),
            text_run("persName", [editor.name], ref=orcid),
        ],
    )


def write_extent(of: TeiContext) -> list[Element]:
    """``extent``: the words of the body, those of them in tags that no dictionary knows, and the
    characters that XML cannot hold."""
    replaced = sum(clean_text(text)[1] for text in _all_texts(of.article) if not text.isprintable())
    measures = [
        _measure("words", len(tei_words(of.article.blocks))),
        _measure("unclaimed-words", of.article.account.unclaimed_words),
        _measure("replaced-characters", replaced),
    ]
    return [
        structure_element(
            "extent",
            [m for i, m in enumerate(measures) if i == 0 or dict(m.attributes)["quantity"] != "0"],
        )
    ]


def _measure(unit: str, quantity: int) -> Element:
    return text_run("measure", unit=unit, quantity=str(quantity))


def _all_texts(article: Article) -> Iterable[str]:
    yield from article.body.texts()
    for _, values in article.metadata.fields:
        for value in values:
            yield value.value


def write_publication_statement(of: TeiContext) -> list[Element]:
    """``publicationStmt``: who publishes the portal, the article's id, and what may be done with
    it."""
    publisher = of.portal.publisher
    content = [
        text_run("publisher", [publisher.name if publisher else of.portal.title or of.portal.id])
    ]
    if publisher and publisher.place:
        content.append(text_run("pubPlace", [publisher.place]))
    content.append(text_run("idno", [of.article.id], type="curator"))
    if of.portal.corpus.doi:
        content.append(text_run("idno", [of.portal.corpus.doi], type="DOI"))
    return [structure_element("publicationStmt", [*content, _availability(of)])]


def _availability(of: TeiContext) -> Element:
    status = _FREE.get((of.article.metadata.first("access") or "").strip().casefold(), "unknown")
    content = []
    if of.portal.rights:
        target = valid_uri(of.portal.rights.url) if of.portal.rights.url else None
        content.append(
            text_run(
                "licence", [of.portal.rights.text or of.portal.rights.url], n="text", target=target
            )
        )
    if of.portal.corpus.licence:
        target = (
            valid_uri(of.portal.corpus.licence)
            if of.portal.corpus.licence.startswith("http")
            else None
        )
        content.append(text_run("licence", [of.portal.corpus.licence], n="corpus", target=target))
    return structure_element(
        "availability",
        content or [text_run("p", ["No statement of rights is given."])],
        status=status,
    )


def write_notes_statement(of: TeiContext) -> list[Element]:
    """``notesStmt``: the problems met while the article was made, and the values of its ``extra``;
    nothing if there are none."""
    notes = [
        text_run("note", [problem.message], type="problem", n=problem.kind)
        for problem in of.article.problems
    ]
    notes += [
        text_run("note", [value], type="extra", n=key)
        for key, value in sorted(of.article.extra.items())
    ]
    return [structure_element("notesStmt", notes)] if notes else []


def write_source(of: TeiContext) -> list[Element]:
    """``sourceDesc/bibl``: the article as the portal published it, with its canonical address and
    its aliases."""
    metadata = of.article.metadata
    content = [
        *_titles(metadata, "a"),
        *_authors(of),
        text_run("title", [of.portal.title or of.portal.id], level="j"),
    ]
    if of.article.column is not None:
        content.append(text_run("biblScope", [of.article.column], unit="column"))
    content += [_source_organisation(value.value) for value in metadata.all("sources")]
    if of.portal.publisher:
        content.append(text_run("publisher", [of.portal.publisher.name]))
    content += [
        _date(name, value) for name in ("published", "modified") if (value := metadata.first(name))
    ]
    content.append(_address("canonical", of.article.url))
    content += [_address("alias", alias) for alias in of.article.aliases]
    return [structure_element("bibl", content, type="article")]


def _source_organisation(name: str) -> Element:
    return structure_element(
        "respStmt", [text_run("resp", ["sourceOrganization"]), text_run("orgName", [name])]
    )


def _date(field: str, value: str) -> Element:
    valid = format_when(value)
    return text_run("date", () if valid else [value], type=schema_org.PROPERTIES[field], when=valid)


def _address(kind: str, raw: str) -> Element:
    target = valid_uri(raw)
    return text_run("ref", [raw], type=kind, target=target) if target else write_reference(raw, ())


def write_captures(of: TeiContext) -> list[Element]:
    """``listBibl type="captures"``: all that depends on when and how the pages were fetched, in
    this one place."""
    if not of.article.captures:
        return []
    return [
        structure_element("listBibl", [_capture(c) for c in of.article.captures], type="captures")
    ]


def _capture(capture: Capture) -> Element:
    time = capture.time.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    content = [
        _address("capture", capture.url),
        text_run("date", when=time),
        text_run("idno", [capture.record_id], type="WARC-Record-ID"),
    ]
    if capture.payload_digest:
        content.append(text_run("idno", [capture.payload_digest], type="WARC-Payload-Digest"))
    return structure_element("bibl", content, type="capture")


def write_application(of: TeiContext) -> list[Element]:
    """``appInfo``: the output version and the digest of the rules, which together with the captures
    decide every byte."""
    content = [text_run("label", ["webarticlecurator"])]
    if of.portal.tei_digest:
        content.append(
            text_run("ptr", type="rules-digest", target=f"urn:sha256:{of.portal.tei_digest}")
        )
    app = structure_element(
        "application", content, ident="webarticlecurator", version=str(OUTPUT_VERSION)
    )
    return [structure_element("appInfo", [app])]


def write_profile(of: TeiContext) -> list[Element]:
    """``profileDesc``: abstract, language, section and keywords, the writers of entries and
    comments."""
    content = []
    description = of.article.metadata.first("description")
    if description:
        content.append(structure_element("abstract", [text_run("p", [description])]))
    content.append(
        structure_element("langUsage", [text_run("language", ident=article_language(of))])
    )
    keywords = [
        _keywords(name, of.article.metadata)
        for name in ("section", "keywords")
        if of.article.metadata.all(name)
    ]
    if keywords:
        content.append(structure_element("textClass", keywords))
    content += list_participants(of.article.id, of.article.blocks)
    return [structure_element("profileDesc", content)]


def _keywords(field: str, metadata: Metadata) -> Element:
    terms = [text_run("term", [value.value]) for value in metadata.all(field)]
    return structure_element(
        "keywords", terms, scheme=f"https://schema.org/{schema_org.PROPERTIES[field]}"
    )


def write_schema_org_data(of: TeiContext) -> list[Element]:
    """``xenoData``: the same as Schema.org RDF, every value with its source."""
    return [structure_element("xenoData", [schema_org.write_rdf(of)], type="schema.org")]
