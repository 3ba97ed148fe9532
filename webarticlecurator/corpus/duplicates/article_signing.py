"""The signature of an article, by which it is compared with others."""

from __future__ import annotations

import hashlib

from webarticlecurator.base.text.text_signature import TextSignature
from webarticlecurator.base.text.word_borders import list_counted
from webarticlecurator.corpus.duplicates.fingerprints import choose_fingerprints
from webarticlecurator.corpus.export.stored_article import StoredArticle

_DIGEST_BYTES = 16


def sign_article(article: StoredArticle) -> TextSignature:
    """Return an article as it is compared with others."""
    header = article.header
    words = list_counted("\n".join(article.lines()))
    # articles without text are not the same
    text = " ".join(words) or header.id
    digest = hashlib.sha256(text.encode("utf-8")).digest()[:_DIGEST_BYTES]
    runs, fingerprints = choose_fingerprints(words, digest)
    return TextSignature(
        header.id,
        header.url,
        header.metadata.first("title") or "",
        header.metadata.first("published") or "",
        tuple(header.metadata.texts("authors")),
        tuple(header.metadata.texts("sources")),
        len(words),
        header.unit,
        digest,
        runs,
        fingerprints,
    )
