"""The versions of an article, and what two states of it are compared by."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.model.article import Article
from webarticlecurator.model.capture import Capture


@dataclass(frozen=True)
class ArticleVersion:
    """A state of an article that differs from the version before in words or metadata; ``capture``
    is the one that shows it first."""

    capture: Capture
    article: Article


def content_of(article: Article) -> object:
    """Return what two versions of an article differ in: the blocks, and the metadata without their
    sources."""
    fields = [(name, [value.value for value in values]) for name, values in article.metadata.fields]
    return fields, article.blocks
