"""The similarity of two texts, by all their shingles, which are their runs of ``SIZE`` words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from webarticlecurator.corpus.duplicates.fingerprints import hash_runs
from webarticlecurator.storage.texts.duplicate_file import DuplicateFile, Similarity

SIZE = 3
"""Words of a shingle: two texts on one subject share words, but few runs of three."""
_KEPT = 2000
"""Texts whose shingles are kept in memory: some kilobytes each."""


class SimilarityFinder:
    """Compares texts, which are named by their digests. ``read_words`` returns the words of a text;
    what ``files`` have recorded is not measured again."""

    def __init__(
        self, files: Sequence[DuplicateFile], read_words: Callable[[bytes], list[str]]
    ) -> None:
        self._files = files
        self._list_shingles = lru_cache(_KEPT)(lambda digest: hash_runs(read_words(digest), SIZE))

    def compare(self, one: bytes, other: bytes) -> Similarity:
        """Return the similarity of two texts."""
        return self._find_known(one, other) or self._measure(one, other)

    def compare_and_record(self, one: bytes, other: bytes) -> Similarity:
        """Return the similarity of two texts; if it was not known, record it in the first file."""
        found = self._find_known(one, other)
        if found is None:
            found = self._measure(one, other)
            self._files[0].record_similarity(one, other, found)
        return found

    def _find_known(self, one: bytes, other: bytes) -> Similarity | None:
        if one == other:
            return (1.0, 1.0)
        return next(filter(None, (file.find_similarity(one, other) for file in self._files)), None)

    def _measure(self, one: bytes, other: bytes) -> Similarity:
        return measure_similarity(self._list_shingles(one), self._list_shingles(other))


def measure_similarity(one: Any, other: Any) -> Similarity:
    """Return the similarity of two texts by their shingles, as ``hash_runs`` returns them; that of
    a text without any is 0."""
    # an extra, imported where it is used
    import numpy

    if not len(one) or not len(other):
        return (0.0, 0.0)
    both = len(numpy.intersect1d(one, other, assume_unique=True))
    return (both / (len(one) + len(other) - both), both / min(len(one), len(other)))
