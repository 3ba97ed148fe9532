"""What two states of an article are compared by."""

from __future__ import annotations

from webarticlecurator.model.article import Article


def content_of(article: Article) -> object:
    """Return what two versions of an article differ in: the blocks, and the metadata without their
    sources."""
    fields = [(name, [value.value for value in values]) for name, values in article.metadata.fields]
    return fields, article.blocks
