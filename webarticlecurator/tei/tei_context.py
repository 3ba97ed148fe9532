"""The input of a TEI document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from webarticlecurator.model.article import Article
from webarticlecurator.model.blocks import Node, block_words
from webarticlecurator.model.portal import Portal
from webarticlecurator.tei.xml import clean_text


@dataclass(frozen=True)
class TeiContext:
    """One article and its portal."""

    article: Article
    portal: Portal

    @cached_property
    def words(self) -> list[str]:
        """The words of the body, in order."""
        return tei_words(self.article.blocks)


# The words of the TEI body of an article.


def tei_words(blocks: Iterable[Node]) -> list[str]:
    """Return the words of the blocks as in the TEI ``body``, in order."""
    return block_words(blocks, _clean)


def _clean(text: str) -> str:
    return text if text.isprintable() else clean_text(text)[0]
