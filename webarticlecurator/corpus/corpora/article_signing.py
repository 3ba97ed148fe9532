"""The signature of an article, by which it is compared with others."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from webarticlecurator.base.text.text_signature import TextSignature
from webarticlecurator.base.text.word_borders import list_counted
from webarticlecurator.corpus.corpora.fingerprints import choose_fingerprints
from webarticlecurator.corpus.export.stored_article import StoredArticle

_DIGEST_BYTES = 16


def words_of_lines(lines: Sequence[str]) -> list[str]:
    """Return the words of a text in small letters, without punctuation; of scripts without white
    space the characters, so that one other character is no other sentence."""
    return list_counted("\n".join(lines))


def sign_article(article: StoredArticle) -> TextSignature:
    """Return an article as it is compared with others."""
    header = article.header
    words = words_of_lines(article.lines())
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
