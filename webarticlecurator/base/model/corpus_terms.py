"""The terms of a corpus: under which licences its texts are, and which of them are reserved."""

from __future__ import annotations

from enum import Enum

from webarticlecurator.base.dataclasses import dataclass


class TermsSource(Enum):
    """Where the terms of a text are stated."""

    PAGE = "page"
    PORTAL_FILE = "portal file"
    NOTHING = "nothing"


@dataclass(frozen=True, order=True)
class Terms:
    """The terms of a text.

    ``licence`` as it is stated, empty where nothing is. ``reserved_by``: the statements that
    reserve the text from text and data mining or from the training of models, empty if none does.
    """

    licence: str
    source: str
    reserved_by: str = ""


@dataclass(frozen=True)
class TermsGroup:
    """Articles with the same terms; ``example`` is the address of one."""

    terms: Terms
    articles: int
    example: str


@dataclass(frozen=True)
class CorpusTerms:
    """The groups of all articles in TEI, the largest first."""

    groups: tuple[TermsGroup, ...]

    @property
    def reserved(self) -> tuple[TermsGroup, ...]:
        """The groups whose texts are reserved."""
        return tuple(group for group in self.groups if group.terms.reserved_by)

    @property
    def reserved_articles(self) -> int:
        """The number of articles whose texts are reserved."""
        return sum(group.articles for group in self.reserved)
