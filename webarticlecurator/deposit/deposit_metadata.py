"""The files that describe a deposit, one function for each: for people, DataCite, RO-Crate, DSpace,
Invenio.

Write CITATION.cff: how to cite a corpus (Citation File Format 1.2.0).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

import yaml
from lxml import etree

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.export.data_sets import parse_creative_commons
from webarticlecurator.export.text_formats import escape_markdown
from webarticlecurator.installation import DISTRIBUTION, __version__
from webarticlecurator.model.corpus_numbers import CorpusNumbers, CorpusTerms
from webarticlecurator.model.portal import Editor, Portal
from webarticlecurator.tei import OUTPUT_VERSION
from webarticlecurator.tei.xml import clean_text

# What a deposit is: the folder that ``curator package`` writes for a repository.


SHOWN_GROUPS = 20
"""Groups of terms in a description; a portal may state a licence for each text."""
SUBJECTS = ("corpus", "news", "web archive")
"""Keywords of every deposit."""
TERMS_NAME = "terms.tsv"
RULES_ENDING = "-rules.zip"
"""Ending of the file with the portal file and the files that it names."""


@dataclass(frozen=True)
class DepositedFile:
    """A file of a deposit. ``summary`` says in a few words what it holds."""

    name: str
    summary: str
    media_type: str
    size: int
    sha256: str


@dataclass(frozen=True)
class DepositDescription:
    """A deposit of the corpus of a portal.

    ``crawled``: the days (UTC) of the first and the last capture. ``date``: the day on which the
    deposit is dated. ``files``: all but those that describe it. ``has_text`` and ``has_warcs``:
    whether the texts, and the WARC files, are among them.
    """

    portal: Portal
    numbers: CorpusNumbers
    terms: CorpusTerms
    crawled: tuple[str, str]
    date: str
    files: tuple[DepositedFile, ...]
    has_text: bool = True
    has_warcs: bool = True

    @property
    def title(self) -> str:
        """The title of the corpus."""
        return self.portal.corpus.title or self.portal.title or self.portal.id

    @property
    def years(self) -> tuple[str, str] | None:
        """The first and the last year of publication, None if no article has a date."""
        names = sorted(bar.name for bar in self.numbers.counts["years"] if bar.name)
        return (names[0], names[-1]) if names else None

    @property
    def licence_address(self) -> str:
        """The address of the licence of the corpus, empty if it has none."""
        licence = self.portal.corpus.licence
        known = parse_creative_commons(licence)
        if known is not None:
            return known.address
        return licence if licence.startswith(("http://", "https://")) else ""

    @property
    def summary(self) -> str:
        """What the deposit holds, in a sentence or two."""
        years = self.years
        published = f", published {years[0]}–{years[1]}" if years else ""
        if years and years[0] == years[1]:
            published = f", published {years[0]}"
        source = self.portal.title or self.portal.id
        extent = "with their texts" if self.has_text else "without their texts"
        return (
            f"{self.numbers.articles:,} articles ({self.numbers.words:,} words) of"
            f" {source} ({self.portal.home}){published}, crawled from {self.crawled[0]} to"
            f" {self.crawled[1]}, {extent}. Made with webarticlecurator {__version__}"
            f" (TEI output version {OUTPUT_VERSION})."
        )


def split_editor_name(editor: Editor) -> tuple[str, str]:
    """Return the family name and the given name of an editor. They are known of ``Family, Given``
    alone, else empty: no rule tells which word of another name is which."""
    family, _, given = (part.strip() for part in editor.name.partition(","))
    return (family, given) if family and given else ("", "")


# The files that describe a deposit: README.md, CITATION.cff, DataCite, RO-Crate, Dublin Core.
#
# All are made from a ``DepositDescription``; read this file first.


CITATION_NAME = "CITATION.cff"


def write_citation(deposit: DepositDescription) -> str:
    """Return the content of CITATION.cff."""
    corpus = deposit.portal.corpus
    known = parse_creative_commons(corpus.licence)
    content: dict[str, Any] = {
        "cff-version": "1.2.0",
        "message": "If you use this corpus, please cite it as below.",
        "type": "dataset",
        "title": deposit.title,
        "authors": [_describe_author(editor) for editor in corpus.editors],
        "date-released": deposit.date,
        "abstract": deposit.summary,
        "keywords": [*SUBJECTS, "TEI"],
        "version": corpus.version,
        "doi": corpus.doi,
        "license": known.spdx if known else "",
        "license-url": "" if known else deposit.licence_address,
    }
    stated = {key: value for key, value in content.items() if value}
    return yaml.safe_dump(stated, allow_unicode=True, sort_keys=False, width=100)


def _describe_author(editor: Editor) -> dict[str, str]:
    """Return an author: a person, or one name that may also be that of an organisation."""
    family, given = split_editor_name(editor)
    author = {"family-names": family, "given-names": given} if family else {"name": editor.name}
    if editor.orcid:
        author["orcid"] = f"https://orcid.org/{editor.orcid}"
    return author


# Write datacite.json: the metadata of a deposit for registering a DOI (DataCite 4.5).

DATACITE_NAME = "datacite.json"
TO_BE_ASSIGNED = ":tba"
"""DataCite's word for a value that is assigned later: the repository is the publisher."""


def make_datacite_record(deposit: DepositDescription) -> dict[str, Any]:
    """Return the record of DataCite."""
    corpus = deposit.portal.corpus
    dates = [
        {"date": deposit.date, "dateType": "Issued"},
        {"date": "/".join(deposit.crawled), "dateType": "Collected"},
    ]
    if deposit.years:
        period = {"date": "/".join(deposit.years), "dateType": "Other"}
        dates.append({**period, "dateInformation": "publication of the articles"})
    record: dict[str, Any] = {
        "schemaVersion": "http://datacite.org/schema/kernel-4",
        "types": {"resourceType": "Text corpus", "resourceTypeGeneral": "Dataset"},
        "creators": [_describe_creator(editor) for editor in corpus.editors],
        "titles": [{"title": deposit.title}],
        "publisher": {"name": TO_BE_ASSIGNED},
        "publicationYear": deposit.date[:4],
        "dates": dates,
        "language": deposit.portal.language,
        "subjects": [{"subject": word} for word in SUBJECTS],
        "sizes": [f"{deposit.numbers.articles} articles", f"{deposit.numbers.words} words"],
        "formats": sorted({file.media_type for file in deposit.files}),
        "rightsList": _list_rights(deposit),
        "descriptions": [{"description": deposit.summary, "descriptionType": "Abstract"}],
        "relatedIdentifiers": [
            {
                "relatedIdentifier": deposit.portal.home,
                "relatedIdentifierType": "URL",
                "relationType": "IsDerivedFrom",
            }
        ],
        "version": corpus.version,
        "doi": corpus.doi,
        "fundingReferences": [{"funderName": corpus.funder}] if corpus.funder else [],
    }
    return {key: value for key, value in record.items() if value not in ([], "")}


def _describe_creator(editor: Editor) -> dict[str, Any]:
    family, given = split_editor_name(editor)
    creator: dict[str, Any] = {"name": editor.name}
    if family or editor.orcid:
        creator["nameType"] = "Personal"
    if family:
        creator.update(givenName=given, familyName=family)
    if editor.orcid:
        creator["nameIdentifiers"] = [
            {
                "nameIdentifier": f"https://orcid.org/{editor.orcid}",
                "nameIdentifierScheme": "ORCID",
                "schemeUri": "https://orcid.org",
            }
        ]
    return creator


def _list_rights(deposit: DepositDescription) -> list[dict[str, str]]:
    """Return the terms of the texts, then the licence of the corpus."""
    licences = dict.fromkeys(
        group.terms.licence for group in deposit.terms.groups[:SHOWN_GROUPS] if group.terms.licence
    )
    rights = [{"rights": f"Texts: {licence}"} for licence in licences]
    licence = deposit.portal.corpus.licence
    if licence:
        entry = {"rights": f"Corpus: {licence}"}
        known = parse_creative_commons(licence)
        if known is not None:
            entry.update(rightsIdentifier=known.spdx, rightsIdentifierScheme="SPDX")
        if deposit.licence_address:
            entry["rightsUri"] = deposit.licence_address
        rights.append(entry)
    return rights


# Write README.md of a deposit: what it holds, where it is from, how to cite and to rebuild it.

README_NAME = "README.md"


def write_deposit_readme(deposit: DepositDescription) -> str:
    """Return the content of README.md."""
    corpus = deposit.portal.corpus
    editors = "; ".join(editor.name for editor in corpus.editors)
    version = f" (version {corpus.version})" if corpus.version else ""
    doi = f" https://doi.org/{corpus.doi}" if corpus.doi else ""
    citation = escape_markdown(f"{editors} ({deposit.date[:4]}): {deposit.title}{version}.")
    files = ["| file | what it holds | bytes |", "|---|---|---:|"]
    files += [
        f"| {escape_markdown(file.name)} | {escape_markdown(file.summary)} | {file.size:,} |"
        for file in deposit.files
    ]
    parts = (
        f"# {escape_markdown(deposit.title)}\n\n{escape_markdown(deposit.summary)}",
        f"## How to cite\n\n> {citation}{doi}\n\nThe same for programs: CITATION.cff.",
        "## Files\n\n" + "\n".join(files),
        "## Articles by year of publication\n\n" + "\n".join(_list_counts(deposit, "years")),
        "## Articles by column\n\n" + "\n".join(_list_counts(deposit, "columns")),
        "## Terms\n\n" + "\n".join(_list_terms(deposit)),
        "## Rebuild and check\n\n" + _explain_rebuild(deposit),
    )
    return "\n\n".join(parts) + "\n"


def _list_counts(deposit: DepositDescription, key: str) -> list[str]:
    rows = (
        f"| {escape_markdown(bar.name or 'not known')} | {bar.articles:,} | {bar.words:,} |"
        for bar in deposit.numbers.counts[key]
    )
    return ["| | articles | words |", "|---|---:|---:|", *rows]


def _list_terms(deposit: DepositDescription) -> Iterator[str]:
    licence = escape_markdown(deposit.portal.corpus.licence or "not stated")
    yield f"Licence of the corpus as a collection: {licence}. The texts belong to their publishers:"
    yield ""
    yield "| licence of the texts | stated by | reserved by | articles |"
    yield "|---|---|---|---:|"
    for group in deposit.terms.groups[:SHOWN_GROUPS]:
        terms = group.terms
        cells = (terms.licence or "not stated", terms.source, terms.reserved_by or "–")
        yield f"| {' | '.join(map(escape_markdown, cells))} | {group.articles:,} |"
    if len(deposit.terms.groups) > SHOWN_GROUPS:
        yield ""
        yield f"These are the most frequent ones; {TERMS_NAME} has all."


def _explain_rebuild(deposit: DepositDescription) -> str:
    name, config = deposit.portal.id, deposit.portal.path.name
    steps = (
        f"{name}.manifest.jsonl lists every article of the corpus with the digest of its TEI file,"
        " and the size and sha256 of every WARC file; ro-crate-metadata.json has the sha256 of the"
        " files of this deposit."
    )
    if not deposit.has_warcs:
        return (
            f"{steps} The WARC files are not part of it. Whoever has them builds the same TEI from"
            f" them with `pip install {DISTRIBUTION}=={__version__}`, `curator build` and"
            f" {escape_markdown(config)}."
        )
    rules = next((file.name for file in deposit.files if file.name.endswith(RULES_ENDING)), "")
    unpacked = f"{rules}, and" if rules else f"(with {config}, which is not part of the deposit)"
    return (
        f"{steps} The TEI is built from the WARC files alone: unpack {unpacked}"
        f" `archive/` of {name}.wacz into `warc/` of a FOLDER, then\n\n"
        f"    pip install {DISTRIBUTION}=={__version__}\n"
        f"    curator verify {config} --corpus FOLDER --rebuild\n"
        f"    curator build {config} --corpus FOLDER --manifest {name}.manifest.jsonl"
        " --output TEI\n\nsays which TEI files are not, byte for byte, those of the manifest."
    )


# Write ro-crate-metadata.json: what the files of a deposit are (RO-Crate 1.1).

RO_CRATE_NAME = "ro-crate-metadata.json"
_CONTEXT = ["https://w3id.org/ro/crate/1.1/context", {"sha256": "https://schema.org/sha256"}]


def make_ro_crate(deposit: DepositDescription, files: Sequence[DepositedFile]) -> dict[str, Any]:
    """Return the RO-Crate of a deposit; ``files`` are all but that of the crate itself."""
    corpus = deposit.portal.corpus
    root: dict[str, Any] = {
        "@id": "./",
        "@type": "Dataset",
        "name": deposit.title,
        "description": deposit.summary,
        "datePublished": deposit.date,
        "author": [{"@id": _name_editor(editor)} for editor in corpus.editors],
        "isBasedOn": {"@id": deposit.portal.home},
        "inLanguage": deposit.portal.language,
        "hasPart": [{"@id": file.name} for file in files],
        "license": corpus.licence or "not stated",
        **({"version": corpus.version} if corpus.version else {}),
        **({"identifier": f"https://doi.org/{corpus.doi}"} if corpus.doi else {}),
    }
    parts = [
        {
            "@id": file.name,
            "@type": "File",
            "name": file.name,
            "description": file.summary,
            "encodingFormat": file.media_type,
            "contentSize": str(file.size),
            "sha256": file.sha256,
        }
        for file in files
    ]
    entities = [
        {"@id": deposit.portal.home, "@type": "WebSite", "name": deposit.portal.title},
        *(
            {"@id": _name_editor(editor), "@type": "Person", "name": editor.name}
            for editor in corpus.editors
        ),
    ]
    if deposit.licence_address:
        root["license"] = {"@id": deposit.licence_address}
        entities.append(
            {"@id": deposit.licence_address, "@type": "CreativeWork", "name": corpus.licence}
        )
    head = {
        "@id": RO_CRATE_NAME,
        "@type": "CreativeWork",
        "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
        "about": {"@id": "./"},
    }
    return {"@context": _CONTEXT, "@graph": [head, root, *parts, *entities]}


def _name_editor(editor: Editor) -> str:
    if editor.orcid:
        return f"https://orcid.org/{editor.orcid}"
    return "#" + "-".join(editor.name.replace(",", " ").split())


# Write dublin_core.xml: the metadata of a deposit for DSpace (its registry of Dublin Core).

"""Element, qualifier (``none`` without one), and value."""


def write_dublin_core(deposit: DepositDescription) -> bytes:
    """Return the content of dublin_core.xml."""
    root = etree.Element("dublin_core", schema="dc")
    for element, qualifier, value in _list_values(deposit):
        entry = etree.SubElement(root, "dcvalue", element=element, qualifier=qualifier)
        entry.text = clean_text(value)[0]
    return bytes(etree.tostring(root, encoding="UTF-8", xml_declaration=True, pretty_print=True))


def _list_values(deposit: DepositDescription) -> list[tuple[str, str, str]]:
    """Return element, qualifier (``none`` without one) and value of each entry."""
    corpus = deposit.portal.corpus
    optional = (
        ("coverage", "temporal", "/".join(deposit.years or ())),
        ("description", "sponsorship", corpus.funder),
        ("description", "version", corpus.version),
        ("identifier", "uri", f"https://doi.org/{corpus.doi}" if corpus.doi else ""),
        ("rights", "none", corpus.licence),
        ("rights", "uri", deposit.licence_address),
    )
    return [
        ("title", "none", deposit.title),
        *(("contributor", "author", editor.name) for editor in corpus.editors),
        ("date", "issued", deposit.date),
        ("description", "abstract", deposit.summary),
        ("format", "extent", f"{deposit.numbers.articles} articles"),
        ("language", "iso", deposit.portal.language),
        ("source", "uri", deposit.portal.home),
        *(("subject", "none", word) for word in SUBJECTS),
        ("type", "none", "Dataset"),
        *(value for value in optional if value[2]),
    ]


# Write the metadata of a deposit as InvenioRDM takes them, the software of Zenodo.


def make_invenio_record(deposit: DepositDescription) -> dict[str, Any]:
    """Return the record of a deposit: who may see it, that it has files, its metadata."""
    corpus = deposit.portal.corpus
    metadata: dict[str, Any] = {
        "resource_type": {"id": "dataset"},
        "title": deposit.title,
        "creators": [_describe_invenio_creator(editor) for editor in corpus.editors],
        "publication_date": deposit.date,
        "description": f"<p>{escape(deposit.summary)}</p>",
        "subjects": [{"subject": word} for word in SUBJECTS],
        "dates": [{"date": "/".join(deposit.crawled), "type": {"id": "collected"}}],
        "related_identifiers": [
            {
                "identifier": deposit.portal.home,
                "scheme": "url",
                "relation_type": {"id": "isderivedfrom"},
            }
        ],
        **({"version": corpus.version} if corpus.version else {}),
        **({"rights": [_describe_licence(deposit)]} if corpus.licence else {}),
    }
    return {
        "access": {"record": "public", "files": "public"},
        "files": {"enabled": True},
        "metadata": metadata,
    }


def _describe_invenio_creator(editor: Editor) -> dict[str, Any]:
    """Return a creator. A name without parts and without an ORCID iD may be that of a project."""
    family, given = split_editor_name(editor)
    if not family and not editor.orcid:
        return {"person_or_org": {"type": "organizational", "name": editor.name}}
    person: dict[str, Any] = {"type": "personal", "family_name": family or editor.name}
    if given:
        person["given_name"] = given
    if editor.orcid:
        person["identifiers"] = [{"scheme": "orcid", "identifier": editor.orcid}]
    return {"person_or_org": person}


def _describe_licence(deposit: DepositDescription) -> dict[str, Any]:
    licence = deposit.portal.corpus.licence
    known = parse_creative_commons(licence)
    if known is not None:
        return {"id": known.spdx.lower()}
    address = {"link": deposit.licence_address} if deposit.licence_address else {}
    return {"title": {"en": licence}, **address}
