"""The files that describe a deposit, one function for each: for people, DataCite, RO-Crate, DSpace,
Invenio.

Write CITATION.cff: how to cite a corpus (Citation File Format 1.2.0).
"""

from __future__ import annotations

from typing import Any

import yaml

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.corpus_numbers import CorpusNumbers
from webarticlecurator.base.model.corpus_terms import CorpusTerms
from webarticlecurator.base.portal.portal import Editor, Portal
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.corpus.export.creative_commons import (
    find_licence_address,
    parse_creative_commons,
)
from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION

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
        return self.portal.corpus_title

    @property
    def years(self) -> tuple[str, str] | None:
        """The first and the last year of publication, None if no article has a date."""
        names = sorted(bar.name for bar in self.numbers.counts["years"] if bar.name)
        return (names[0], names[-1]) if names else None

    @property
    def licence_address(self) -> str:
        """The address of the licence of the corpus, empty if it has none."""
        return find_licence_address(self.portal.corpus.licence)

    @property
    def extent(self) -> str:
        """The words of the corpus, and what it has of other units."""
        counted = {self.numbers.unit: self.numbers.words, **self.numbers.other_words}
        return ", ".join(f"{number:,} {unit}" for unit, number in counted.items())

    @property
    def summary(self) -> str:
        """What the deposit holds, and how good and how complete it is, in a few sentences."""
        years = self.years
        published = f", published {years[0]}–{years[1]}" if years else ""
        if years and years[0] == years[1]:
            published = f", published {years[0]}"
        source = self.portal.title or self.portal.id
        extent = "with their texts" if self.has_text else "without their texts"
        summary = (
            f"{self.numbers.articles:,} articles ({self.extent}) of"
            f" {source} ({self.portal.home}){published}, crawled from {self.crawled[0]} to"
            f" {self.crawled[1]}, {extent}. Made with webarticlecurator {__version__}"
            f" (TEI output version {OUTPUT_VERSION})."
        )
        return " ".join((summary, *self.numbers.description.judged))


def split_editor_name(editor: Editor) -> tuple[str, str]:
    """Return the family name and the given name of an editor. They are known of ``Family, Given``
    alone, else empty: no rule tells which word of another name is which."""
    family, _, given = (part.strip() for part in editor.name.partition(","))
    return (family, given) if family and given else ("", "")


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
        "url": "" if corpus.doi else corpus.persistent_id(),
        "license": known.spdx if known else "",
        "license-url": "" if known else deposit.licence_address,
    }
    stated = {key: value for key, value in content.items() if value}
    return yaml.safe_dump(stated, allow_unicode=True, sort_keys=False, width=100)


def _describe_author(editor: Editor) -> dict[str, str]:
    """Return an author: a person, or one name that may also be that of an organisation."""
    family, given = split_editor_name(editor)
    name = {"family-names": family, "given-names": given} if family else {"name": editor.name}
    return {**name, **({"orcid": f"https://orcid.org/{editor.orcid}"} if editor.orcid else {})}
