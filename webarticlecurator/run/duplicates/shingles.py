"""The shingles of a text, which are all its runs of ``SIZE`` words, and their MinHash."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from webarticlecurator.export import StoredArticle
from webarticlecurator.model.optional_libraries import require_extra
from webarticlecurator.model.text_signature import TextSignature

SIZE = 3
"""Words of a shingle: two texts on one subject share words, but few runs of three."""
PERMUTATIONS = 128
MIN_WORDS = 20
"""Words that a text must have to be compared with texts that are not the same."""
SCHEME = "affine32"
"""How datasketch permutes hash values; recorded signatures depend on it."""
_WORD = re.compile(r"[^\W_]+")
_DIGEST_BYTES = 16


def check_datasketch() -> None:
    """Raise UsageError where the libraries of the extra are not installed."""
    require_extra("duplicates", ("datasketch", "numpy"), "report duplicates")


def split_words(lines: Sequence[str]) -> list[str]:
    """Return the words of a text in small letters, without punctuation."""
    return _WORD.findall("\n".join(lines).casefold())


def list_shingles(words: Sequence[str]) -> set[bytes]:
    """Return the shingles of a text; none if it is shorter than one."""
    runs = zip(*(words[start:] for start in range(SIZE)), strict=False)
    return {" ".join(run).encode("utf-8") for run in runs}


def sign_article(article: StoredArticle) -> TextSignature:
    """Return an article as it is compared with others."""
    header = article.header
    words = split_words(article.lines())
    # articles without text are not the same
    text = " ".join(words) or header.id
    return TextSignature(
        header.id,
        header.url,
        header.metadata.first("title") or "",
        header.metadata.first("published") or "",
        tuple(header.metadata.texts("authors")),
        tuple(header.metadata.texts("sources")),
        len(words),
        hashlib.sha256(text.encode("utf-8")).digest()[:_DIGEST_BYTES],
        sign_shingles(list_shingles(words)) if len(words) >= MIN_WORDS else b"",
    )


def sign_shingles(shingles: set[bytes]) -> bytes:
    """Return the MinHash of shingles: 32 bits for each permutation, the lowest byte first."""
    minhash = _empty_minhash().copy()
    minhash.update_batch(shingles)
    signature: bytes = minhash.hashvalues.astype("<u4").tobytes()
    return signature


@lru_cache(maxsize=1)
def _empty_minhash() -> Any:
    # an extra, imported where it is used
    from datasketch import MinHash

    return MinHash(PERMUTATIONS, hashfunc=_hash_shingle, scheme=SCHEME)


def _hash_shingle(shingle: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(shingle, digest_size=4).digest(), "little")
