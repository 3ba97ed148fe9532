"""The input of a TEI document."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from webarticlecurator.model.article import Article
from webarticlecurator.model.portal import Portal
from webarticlecurator.tei.words import tei_words


@dataclass(frozen=True)
class TeiContext:
    """One article and its portal."""

    article: Article
    portal: Portal

    @cached_property
    def words(self) -> list[str]:
        """The words of the body, in order."""
        return tei_words(self.article.blocks)
