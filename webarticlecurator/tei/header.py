"""The parts of the header, by the name of their slot in a template."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timezone

from webarticlecurator.model.article import Article, Metadata, Value
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.portal import Editor
from webarticlecurator.tei import schema_org
from webarticlecurator.tei.attributes import reference
from webarticlecurator.tei.dates import when
from webarticlecurator.tei.persons import participants
from webarticlecurator.tei.pointer import uri
from webarticlecurator.tei.tei_context import Subject
from webarticlecurator.tei.text import words
from webarticlecurator.tei.xml import Element, clean, run, structure

OUTPUT_VERSION = 2
"""Raised only when the TEI of an unchanged article under unchanged rules can change."""

_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
_FREE = {
    **dict.fromkeys(("free", "true", "yes"), "free"),
    **dict.fromkeys(("closed", "partial", "restricted", "false", "no"), "restricted"),
}
"""Who may read it (``extract.access``) → ``availability/@status``."""


def language(of: Subject) -> str:
    """The article's language, else the portal's, as a BCP 47 tag (``hu_HU`` becomes ``hu-HU``)."""
    for given in (of.article.metadata.first("language"), of.portal.language):
        tag = (given or "").strip().replace("_", "-")
        if _LANGUAGE.fullmatch(tag):
            return tag
    return "und"


def title_statement(of: Subject) -> list[Element]:
    """``titleStmt``: titles, authors, funder. An article without a title has an empty one."""
    corpus = of.portal.corpus
    content = [*_titles(of.article.metadata, None), *_authors(of)]
    if corpus.funder:
        content.append(run("funder", [corpus.funder]))
    return [structure("titleStmt", content)]


def _titles(metadata: Metadata, level: str | None) -> list[Element]:
    """``level`` is ``a`` in a bibliography, where the title of the portal (``j``) stands beside them."""
    main = metadata.first("title")
    beside = [
        run("title", [value], level=level, type=kind)
        for field, kind in (("subtitle", "sub"), ("kicker", "kicker"))
        if (value := metadata.first(field))
    ]
    return [run("title", [main] if main else [], level=level), *beside]


def _authors(of: Subject) -> list[Element]:
    return [structure("author", [run(_agent(author, of), [author.value])]) for author in of.article.metadata.all("authors")]


def _agent(author: Value, of: Subject) -> str:
    return "orgName" if schema_org.is_organisation(author, of) else "persName"


def edition_statement(of: Subject) -> list[Element]:
    """``editionStmt``: the corpus, its version and who answers for it; nothing without ``corpus:``."""
    corpus = of.portal.corpus
    if not (corpus.title or corpus.version or corpus.editors):
        return []
    edition = run("edition", [corpus.title or of.portal.title or of.portal.id], n=corpus.version or None)
    return [structure("editionStmt", [edition, *map(_responsibility, corpus.editors)])]


def _responsibility(editor: Editor) -> Element:
    orcid = f"https://orcid.org/{editor.orcid}" if editor.orcid else None
    return structure("respStmt", [run("resp", [editor.role or "editor"]), run("persName", [editor.name], ref=orcid)])


def extent(of: Subject) -> list[Element]:
    """``extent``: the words of the body, those of them in tags that no dictionary knows, and the characters that XML cannot
    hold."""
    replaced = sum(clean(text)[1] for text in _all_texts(of.article) if not text.isprintable())
    measures = [
        _measure("words", len(words(of.article.blocks))),
        _measure("unclaimed-words", of.article.account.unclaimed_words),
        _measure("replaced-characters", replaced),
    ]
    return [structure("extent", [m for i, m in enumerate(measures) if i == 0 or dict(m.attributes)["quantity"] != "0"])]


def _measure(unit: str, quantity: int) -> Element:
    return run("measure", unit=unit, quantity=str(quantity))


def _all_texts(article: Article) -> Iterable[str]:
    yield from article.body.texts()
    for _, values in article.metadata.fields:
        for value in values:
            yield value.value


def publication_statement(of: Subject) -> list[Element]:
    """``publicationStmt``: who publishes the portal, the article's id, and what may be done with it."""
    publisher = of.portal.publisher
    content = [run("publisher", [publisher.name if publisher else of.portal.title or of.portal.id])]
    if publisher and publisher.place:
        content.append(run("pubPlace", [publisher.place]))
    content.append(run("idno", [of.article.id], type="curator"))
    if of.portal.corpus.doi:
        content.append(run("idno", [of.portal.corpus.doi], type="DOI"))
    return [structure("publicationStmt", [*content, _availability(of)])]


def _availability(of: Subject) -> Element:
    status = _FREE.get((of.article.metadata.first("access") or "").strip().casefold(), "unknown")
    content = []
    if of.portal.rights:
        target = uri(of.portal.rights.url) if of.portal.rights.url else None
        content.append(run("licence", [of.portal.rights.text or of.portal.rights.url], n="text", target=target))
    if of.portal.corpus.licence:
        target = uri(of.portal.corpus.licence) if of.portal.corpus.licence.startswith("http") else None
        content.append(run("licence", [of.portal.corpus.licence], n="corpus", target=target))
    return structure("availability", content or [run("p", ["No statement of rights is given."])], status=status)


def notes_statement(of: Subject) -> list[Element]:
    """``notesStmt``: the problems met while the article was made, and the values of its ``extra``; nothing if there are none."""
    notes = [run("note", [problem.message], type="problem", n=problem.kind) for problem in of.article.problems]
    notes += [run("note", [value], type="extra", n=key) for key, value in sorted(of.article.extra.items())]
    return [structure("notesStmt", notes)] if notes else []


def source(of: Subject) -> list[Element]:
    """``sourceDesc/bibl``: the article as the portal published it, with its canonical address and its aliases."""
    metadata = of.article.metadata
    content = [*_titles(metadata, "a"), *_authors(of), run("title", [of.portal.title or of.portal.id], level="j")]
    if of.article.column is not None:
        content.append(run("biblScope", [of.article.column], unit="column"))
    content += [_source_organisation(value.value) for value in metadata.all("sources")]
    if of.portal.publisher:
        content.append(run("publisher", [of.portal.publisher.name]))
    content += [_date(name, value) for name in ("published", "modified") if (value := metadata.first(name))]
    content.append(_address("canonical", of.article.url))
    content += [_address("alias", alias) for alias in of.article.aliases]
    return [structure("bibl", content, type="article")]


def _source_organisation(name: str) -> Element:
    return structure("respStmt", [run("resp", ["sourceOrganization"]), run("orgName", [name])])


def _date(field: str, value: str) -> Element:
    valid = when(value)
    return run("date", () if valid else [value], type=schema_org.PROPERTIES[field], when=valid)


def _address(kind: str, raw: str) -> Element:
    target = uri(raw)
    return run("ref", [raw], type=kind, target=target) if target else reference(raw, ())


def captures(of: Subject) -> list[Element]:
    """``listBibl type="captures"``: all that depends on when and how the pages were fetched, in this one place."""
    if not of.article.captures:
        return []
    return [structure("listBibl", [_capture(c) for c in of.article.captures], type="captures")]


def _capture(capture: Capture) -> Element:
    time = capture.time.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    content = [
        _address("capture", capture.url),
        run("date", when=time),
        run("idno", [capture.record_id], type="WARC-Record-ID"),
    ]
    if capture.payload_digest:
        content.append(run("idno", [capture.payload_digest], type="WARC-Payload-Digest"))
    return structure("bibl", content, type="capture")


def application(of: Subject) -> list[Element]:
    """``appInfo``: the output version and the digest of the rules, which together with the captures decide every byte."""
    content = [run("label", ["webarticlecurator"])]
    if of.portal.tei_digest:
        content.append(run("ptr", type="rules-digest", target=f"urn:sha256:{of.portal.tei_digest}"))
    app = structure("application", content, ident="webarticlecurator", version=str(OUTPUT_VERSION))
    return [structure("appInfo", [app])]


def profile(of: Subject) -> list[Element]:
    """``profileDesc``: abstract, language, section and keywords, the writers of entries and comments."""
    content = []
    description = of.article.metadata.first("description")
    if description:
        content.append(structure("abstract", [run("p", [description])]))
    content.append(structure("langUsage", [run("language", ident=language(of))]))
    keywords = [_keywords(name, of.article.metadata) for name in ("section", "keywords") if of.article.metadata.all(name)]
    if keywords:
        content.append(structure("textClass", keywords))
    content += participants(of.article.id, of.article.blocks)
    return [structure("profileDesc", content)]


def _keywords(field: str, metadata: Metadata) -> Element:
    terms = [run("term", [value.value]) for value in metadata.all(field)]
    return structure("keywords", terms, scheme=f"https://schema.org/{schema_org.PROPERTIES[field]}")


def schema_org_data(of: Subject) -> list[Element]:
    """``xenoData``: the same as Schema.org RDF, every value with its source."""
    return [structure("xenoData", [schema_org.rdf(of)], type="schema.org")]
