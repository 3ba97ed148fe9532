"""The similarity of two texts, by their shingles; each pair is compared once and then recorded."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from webarticlecurator.run.duplicates.shingles import list_shingles
from webarticlecurator.store.duplicate_file import DuplicateFile, Similarity

_KEPT = 2000
"""Texts whose shingles are kept in memory."""
_COMMIT_EVERY = 1000


class SimilarityFinder:
    """Compares texts, which are named by their numbers.

    ``read_words`` returns the words of a text, ``digests`` are those of all texts. Similarities are
    recorded in ``file``.
    """

    def __init__(
        self, file: DuplicateFile, digests: list[bytes], read_words: Callable[[int], list[str]]
    ) -> None:
        self._file = file
        self._digests = digests
        self._read = lru_cache(_KEPT)(lambda number: list_shingles(read_words(number)))
        self._new = 0

    def compare(self, one: int, other: int) -> Similarity:
        """Return the similarity of two texts."""
        digests = self._digests[one], self._digests[other]
        if digests[0] == digests[1]:
            return (1.0, 1.0)
        known = self._file.find_similarity(*digests)
        if known is not None:
            return known
        found = measure_similarity(self._read(one), self._read(other))
        self._file.record_similarity(*digests, found)
        self._new += 1
        if self._new % _COMMIT_EVERY == 0:
            self._file.commit()
        return found


def measure_similarity(one: set[bytes], other: set[bytes]) -> Similarity:
    """Return the similarity of two sets of shingles; that of an empty one is 0."""
    if not one or not other:
        return (0.0, 0.0)
    both = len(one & other)
    return (both / (len(one) + len(other) - both), both / min(len(one), len(other)))
