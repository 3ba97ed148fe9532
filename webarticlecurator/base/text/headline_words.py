"""Compare headlines by their words: lists shorten them, and pages add the name of the site."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator

from webarticlecurator.base.text.word_borders import list_letter_runs

MIN_WORDS = 3
"""Words from which a headline can tell one article from another."""
_FIRST_UNSPACED = 0x0E00
"""Thai; the scripts of China and Japan are behind it, too."""
_SEPARATOR = re.compile(r"\s+[-–—|·»«:]\s+")


def headline_words(text: str) -> frozenset[str]:
    """Return the words of a headline by which it is compared: without case, marks and numbers.

    Of a script without spaces between words, they are the pairs of letters that follow each other.
    """
    words = list_letter_runs(text.casefold())
    if len(words) >= MIN_WORDS:
        return frozenset(words)
    unspaced = [word for word in words if ord(word[0]) >= _FIRST_UNSPACED]
    pairs = [word[n : n + 2] for word in unspaced for n in range(len(word) - 1)]
    return frozenset(pairs or words)


def share_of_words(one: Collection[str], other: Collection[str]) -> float:
    """Return how much of the shorter of two headlines is in the other one, from 0 to 1."""
    shorter = min(len(one), len(other))
    return len(frozenset(one) & frozenset(other)) / shorter if shorter else 0.0


def hash_words(words: Collection[str]) -> int:
    """Return a hash (64 bits, signed) by which equal headlines are found."""
    digest = hashlib.sha256(" ".join(sorted(words)).encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


def list_title_parts(title: str) -> Iterator[str]:
    """Yield a title, and what is before and after the name of the site in it."""
    yield title
    for separator in _SEPARATOR.finditer(title):
        yield title[: separator.start()]
        yield title[separator.end() :]
