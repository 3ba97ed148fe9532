"""The signature of an article, by which it is compared with others."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from webarticlecurator.export import StoredArticle
from webarticlecurator.model.plug_in import require_extra
from webarticlecurator.model.text_signature import TextSignature
from webarticlecurator.run.duplicates.fingerprints import choose_fingerprints

_WORD = re.compile(r"[^\W_]+")
_DIGEST_BYTES = 16


def check_numpy() -> None:
    """Raise UsageError where the library of the extra is not installed."""
    require_extra("duplicates", ("numpy",), "report duplicates")


def split_words(lines: Sequence[str]) -> list[str]:
    """Return the words of a text in small letters, without punctuation."""
    return _WORD.findall("\n".join(lines).casefold())


def sign_article(article: StoredArticle) -> TextSignature:
    """Return an article as it is compared with others."""
    header = article.header
    words = split_words(article.lines())
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
        digest,
        runs,
        fingerprints,
    )
