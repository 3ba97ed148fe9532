"""What a deposit is: the folder that ``curator package`` writes for a repository."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.export.creative_commons import parse_creative_commons
from webarticlecurator.model.corpus_numbers import CorpusNumbers, CorpusTerms
from webarticlecurator.model.portal import Editor, Portal
from webarticlecurator.tei import OUTPUT_VERSION
from webarticlecurator.version import __version__

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


@dataclass(frozen=True)
class EditorName:
    """The name of an editor. ``family`` and ``given`` are known of ``Family, Given`` alone: no rule
    tells which word of another name is which."""

    whole: str
    family: str = ""
    given: str = ""


def parse_editor_name(editor: Editor) -> EditorName:
    """Return the name of an editor with its parts, where they are known."""
    family, comma, given = (part.strip() for part in editor.name.partition(","))
    if comma and family and given:
        return EditorName(editor.name, family, given)
    return EditorName(editor.name)


# The files that describe a deposit: README.md, CITATION.cff, DataCite, RO-Crate, Dublin Core.
#
# All are made from a ``DepositDescription``; read ``description.py`` first.
