"""What a document is made of."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.model.article import Article
from webarticlecurator.model.portal import Portal


@dataclass(frozen=True)
class TeiContext:
    """One article of one portal."""

    article: Article
    portal: Portal
