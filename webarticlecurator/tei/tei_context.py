"""The input of a TEI document."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.model.article import Article
from webarticlecurator.model.portal import Portal


@dataclass(frozen=True)
class TeiContext:
    """One article and its portal."""

    article: Article
    portal: Portal
