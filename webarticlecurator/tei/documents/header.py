"""Write the parts of the header, one function per slot of a template."""

from __future__ import annotations

from datetime import timezone
from itertools import chain

from webarticlecurator.base.model.article import Metadata, Value
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.model.complete_table import require_every_word
from webarticlecurator.base.model.fields import HeaderPlace, fields_at
from webarticlecurator.base.text.word_borders import count_text
from webarticlecurator.tei.documents import schema_org
from webarticlecurator.tei.documents.body_words import LANGUAGE_TAG, TeiContext, write_reference
from webarticlecurator.tei.documents.header_places import first_value_at, values_at
from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION
from webarticlecurator.tei.documents.pointers import valid_uri
from webarticlecurator.tei.documents.tei_dates import format_when
from webarticlecurator.tei.documents.writers import list_participants
from webarticlecurator.tei.documents.xml import Element, clean_text, structure_element, text_run

_STATUS = {
    **dict.fromkeys(("free", "true", "yes"), "free"),
    **dict.fromkeys(("closed", "partial", "restricted", "false", "no"), "restricted"),
}
"""Value of the field ``access``, or of Schema.org → ``availability/@status``."""


PAGE_KIND_SCHEME = "urn:webarticlecurator:page-kind"
NO_RIGHTS = "No statement of rights is given."


def article_language(context: TeiContext) -> str:
    """Return the language of the article, else of the portal, as a BCP 47 tag.

    ``hu_HU`` becomes ``hu-HU``; without a valid tag the result is ``und``.
    """
    declared_on_page = first_value_at(context.article.metadata, HeaderPlace.LANGUAGE)
    for declared in (declared_on_page, context.portal.language):
        tag = (declared or "").strip().replace("_", "-")
        if LANGUAGE_TAG.fullmatch(tag):
            return tag
    return "und"


def write_title_statement(context: TeiContext) -> list[Element]:
    """Return ``titleStmt``: titles (an empty one if the article has none), authors, funder."""
    corpus = context.portal.corpus
    content = [*_titles(context.article.metadata, None), *_authors(context)]
    if corpus.funder:
        content.append(text_run("funder", [corpus.funder]))
    return [structure_element("titleStmt", content)]


def _titles(metadata: Metadata, level: str | None) -> list[Element]:
    """Return the main title and the other titles.

    ``level`` is ``a`` in a bibliography, where the title of the portal (``j``) follows them.
    """
    main = first_value_at(metadata, HeaderPlace.MAIN_TITLE)
    others = [
        text_run("title", [value], level=level, type=field.title_type)
        for field, value in values_at(metadata, HeaderPlace.OTHER_TITLE)
    ]
    return [text_run("title", [main] if main else [], level=level), *others]


def _authors(context: TeiContext) -> list[Element]:
    return [
        structure_element("author", [text_run(_agent_element(author, context), [author.value])])
        for field in fields_at(HeaderPlace.AUTHOR)
        for author in context.article.metadata.all(field.name)
    ]


def _agent_element(author: Value, context: TeiContext) -> str:
    return "orgName" if schema_org.is_organisation(author, context) else "persName"


def write_edition_statement(context: TeiContext) -> list[Element]:
    """Return ``editionStmt``: corpus, version and editors; nothing without ``corpus:``."""
    corpus = context.portal.corpus
    if not (corpus.title or corpus.version or corpus.editors):
        return []
    content = [text_run("edition", [context.portal.corpus_title], n=corpus.version or None)]
    for editor in corpus.editors:
        orcid = f"https://orcid.org/{editor.orcid}" if editor.orcid else None
        name = text_run("persName", [editor.name], ref=orcid)
        content.append(
            structure_element("respStmt", [text_run("resp", [editor.role or "editor"]), name])
        )
    return [structure_element("editionStmt", content)]


def write_extent(context: TeiContext) -> list[Element]:
    """Return ``extent`` with several counts.

    They are the words of the body (or its characters or syllables), its words in tags without a row
    in any tag dictionary, and the replaced characters, which XML does not allow. Counts of 0
    are left out, except for the words.
    """
    article = context.article
    values = (value.value for _, values in article.metadata.fields for value in values)
    texts = (text for text in chain(article.body.texts(), values) if not text.isprintable())
    number, counted_in = count_text(" ".join(context.words))
    counts = {
        counted_in: number,
        "unclaimed-words": article.account.unclaimed_words,
        "replaced-characters": sum(clean_text(text)[1] for text in texts),
    }
    measures = [
        text_run("measure", unit=unit, quantity=str(count))
        for unit, count in counts.items()
        if count or unit == counted_in
    ]
    return [structure_element("extent", measures)]


def write_publication_statement(context: TeiContext) -> list[Element]:
    """Return ``publicationStmt``: publisher of the portal, ids of the article, rights."""
    publisher = context.portal.publisher
    name = publisher.name if publisher else context.portal.title or context.portal.id
    content = [text_run("publisher", [name])]
    if publisher and publisher.place:
        content.append(text_run("pubPlace", [publisher.place]))
    content.append(text_run("idno", [context.article.id], type="curator"))
    if context.portal.corpus.doi:
        content.append(text_run("idno", [context.portal.corpus.doi], type="DOI"))
    if cited := context.portal.corpus.persistent_id(context.article.id):
        content.append(text_run("idno", [cited], type="URI"))
    return [structure_element("publicationStmt", [*content, _availability(context)])]


def _availability(context: TeiContext) -> Element:
    access = first_value_at(context.article.metadata, HeaderPlace.AVAILABILITY) or ""
    status = _STATUS.get(access.strip().casefold(), "unknown")
    content = []
    rights = context.portal.rights
    if rights:
        target = valid_uri(rights.url) if rights.url else None
        content.append(text_run("licence", [rights.text or rights.url], n="text", target=target))
    licence = context.portal.corpus.licence
    if licence:
        target = valid_uri(licence) if licence.startswith("http") else None
        content.append(text_run("licence", [licence], n="corpus", target=target))
    for statement in context.article.rights:
        value = (
            write_reference(statement.value, [statement.value])
            if statement.value.startswith(("http://", "https://"))
            else statement.value
        )
        content.append(text_run("ab", [value], type="rights", n=statement.source))
    if not content:
        content.append(text_run("p", [NO_RIGHTS]))
    return structure_element("availability", content, status=status)


def write_notes_statement(context: TeiContext) -> list[Element]:
    """Return ``notesStmt``: the problems, the ``extra`` values and the confidence of the article.

    Nothing if there are none.
    """
    notes = [
        text_run("note", [problem.message], type="problem", n=problem.kind)
        for problem in context.article.problems
    ]
    notes += [
        text_run("note", [value], type="extra", n=key)
        for key, value in sorted(context.article.extra.items())
    ]
    if context.article.confidence is not None:
        notes.append(
            text_run("note", [format_share(context.article.confidence)], type="confidence")
        )
    return [structure_element("notesStmt", notes)] if notes else []


def format_share(per_mille: int) -> str:
    """Return a share with three decimals: ``0.962`` for 962."""
    return f"{per_mille // 1000}.{per_mille % 1000:03d}"


def write_source(context: TeiContext) -> list[Element]:
    """Return ``sourceDesc/bibl``: the article as published, with canonical address and aliases."""
    metadata = context.article.metadata
    content = [
        *_titles(metadata, "a"),
        *_authors(context),
        text_run("title", [context.portal.title or context.portal.id], level="j"),
    ]
    if context.article.column is not None:
        content.append(text_run("biblScope", [context.article.column], unit="column"))
    for _, name in values_at(metadata, HeaderPlace.SOURCE_ORGANISATION):
        names = [text_run("resp", ["sourceOrganization"]), text_run("orgName", [name])]
        content.append(structure_element("respStmt", names))
    if context.portal.publisher:
        content.append(text_run("publisher", [context.portal.publisher.name]))
    for field, value in values_at(metadata, HeaderPlace.SOURCE_DATE):
        valid = format_when(value)
        text = () if valid else (value,)
        content.append(text_run("date", text, type=field.schema_property, when=valid))
    content.append(_address("canonical", context.article.url))
    content += [_address("alias", alias) for alias in context.article.aliases]
    return [structure_element("bibl", content, type="article")]


def _address(kind: str, raw: str) -> Element:
    target = valid_uri(raw)
    return text_run("ref", [raw], type=kind, target=target) if target else write_reference(raw, ())


def write_captures(context: TeiContext) -> list[Element]:
    """Return ``listBibl type="captures"``.

    It has the captures of the text, then one for each version, those that are not used, and the
    answer that the article is gone. It is the only element that depends on when and how the pages
    were fetched.
    """
    history = context.article.history
    captures = [_capture(capture, "capture") for capture in context.article.captures]
    captures += [
        _capture(capture, "version", n=str(number))
        for number, capture in enumerate(history.versions, 1)
    ]
    captures += [_capture(each.capture, "not-used", reason=each.reason) for each in history.unused]
    if history.gone is not None:
        captures.append(_capture(history.gone, "gone"))
    return [structure_element("listBibl", captures, type="captures")] if captures else []


def write_revisions(context: TeiContext) -> list[Element]:
    """Return ``revisionDesc``: a ``change`` for each version, with the time and the record that
    shows it first."""
    article = context.article
    versions = article.history.versions or article.captures[:1]
    changes = [
        text_run("change", [f"record {capture.record_id}"], n=str(n), when=_write_time(capture))
        for n, capture in enumerate(versions, 1)
    ]
    return [structure_element("revisionDesc", changes)] if changes else []


def _write_time(capture: Capture) -> str:
    return capture.time.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def _capture(
    capture: Capture, kind: str, *, n: str | None = None, reason: str | None = None
) -> Element:
    time = _write_time(capture)
    source = capture.archive_source
    content = [
        _address("capture", capture.url),
        *([_address("archive", source)] if source is not None else []),
        text_run("date", when=time),
        text_run("idno", [capture.record_id], type="WARC-Record-ID"),
    ]
    if capture.payload_digest:
        content.append(text_run("idno", [capture.payload_digest], type="WARC-Payload-Digest"))
    if capture.signed_in:
        content.append(text_run("note", ["yes"], type="signed-in"))
    if reason is not None:
        content.append(text_run("note", [reason], type="reason"))
    return structure_element("bibl", content, type=kind, n=n)


def write_application(context: TeiContext) -> list[Element]:
    """Return ``appInfo``: the output version and the digest of the rules.

    Together with the captures they determine every byte of the document.
    """
    content = [text_run("label", ["webarticlecurator"])]
    if context.portal.tei_digest:
        content.append(
            text_run("ptr", type="rules-digest", target=f"urn:sha256:{context.portal.tei_digest}")
        )
    app = structure_element(
        "application", content, ident="webarticlecurator", version=str(OUTPUT_VERSION)
    )
    return [structure_element("appInfo", [app])]


def write_profile(context: TeiContext) -> list[Element]:
    """Return ``profileDesc``: abstract, language, section, keywords, the kind of page, writers of
    posts."""
    content = []
    description = first_value_at(context.article.metadata, HeaderPlace.ABSTRACT)
    if description:
        content.append(structure_element("abstract", [text_run("p", [description])]))
    content.append(
        structure_element("langUsage", [text_run("language", ident=article_language(context))])
    )
    keywords = []
    for field in fields_at(HeaderPlace.KEYWORDS):
        scheme = f"https://schema.org/{field.schema_property}"
        terms = [text_run("term", [v.value]) for v in context.article.metadata.all(field.name)]
        if terms:
            keywords.append(structure_element("keywords", terms, scheme=scheme))
    page_kind = context.article.page_kind
    if page_kind:
        keywords.append(text_run("classCode", [page_kind], scheme=PAGE_KIND_SCHEME))
    if keywords:
        content.append(structure_element("textClass", keywords))
    content += list_participants(context.article.id, context.article.blocks)
    return [structure_element("profileDesc", content)]


def write_schema_org_data(context: TeiContext) -> list[Element]:
    """Return ``xenoData``: the metadata as Schema.org RDF, every value with its source."""
    return [structure_element("xenoData", [schema_org.write_rdf(context)], type="schema.org")]


require_every_word(
    HeaderPlace,
    {
        HeaderPlace.MAIN_TITLE: (write_title_statement, write_source),
        HeaderPlace.OTHER_TITLE: (write_title_statement, write_source),
        HeaderPlace.AUTHOR: (write_title_statement, write_source),
        HeaderPlace.SOURCE_ORGANISATION: (write_source,),
        HeaderPlace.SOURCE_DATE: (write_source,),
        HeaderPlace.KEYWORDS: (write_profile,),
        HeaderPlace.LANGUAGE: (write_profile, article_language),
        HeaderPlace.AVAILABILITY: (write_publication_statement,),
        HeaderPlace.ABSTRACT: (write_profile,),
    },
    "the table of writers of tei/documents/header.py",
)
