"""Pairs of texts that may be alike: locality-sensitive hashing of their signatures.

A signature is divided into ``BANDS`` bands of ``ROWS`` values. Texts that agree in a band are a
pair: of texts with a Jaccard similarity of 0.5 that are 87 %, with 0.6 98.8 %, with 0.7 99.98 %,
and with 0.2 5 %. The bands are sorted one after the other: a table of them in memory, as that of
datasketch, takes some gigabytes for a million texts, these arrays 256 MB.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import Any

from webarticlecurator.run.duplicates.shingles import PERMUTATIONS

ROWS = 4
BANDS = PERMUTATIONS // ROWS
ALL_PAIRS = 20
"""Texts with an equal band of which each is compared with each; of more, each is compared with the
first one and the one before it only: pages of one template, which are thousands, stay affordable.
"""
_SLICE = 10_000
_MULTIPLIERS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93)
"""Odd numbers that mix the values of a band into one of 64 bits."""


class CandidatePairs:
    """Collects the bands of texts, which are numbered from 0."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._parts: list[Any] = []

    def add(self, signature: bytes) -> None:
        """Add the next text."""
        self._waiting.append(signature)
        if len(self._waiting) == _SLICE:
            self._hash_bands()

    def _hash_bands(self) -> None:
        # an extra, imported where it is used
        import numpy

        if not self._waiting:
            return
        values = numpy.frombuffer(b"".join(self._waiting), dtype="<u4")
        values = values.reshape(len(self._waiting), BANDS, ROWS).astype(numpy.uint64)
        bands = numpy.zeros(values.shape[:2], dtype=numpy.uint64)
        for row, multiplier in enumerate(_MULTIPLIERS):
            bands = (bands ^ values[:, :, row]) * numpy.uint64(multiplier)
            bands ^= bands >> numpy.uint64(29)
        self._parts.append(bands)
        self._waiting = []

    def list_pairs(self) -> list[tuple[int, int]]:
        """Return the pairs, sorted, each once, the lower number first."""
        import numpy

        self._hash_bands()
        if not self._parts:
            return []
        bands = numpy.concatenate(self._parts)
        pairs: set[tuple[int, int]] = set()
        for band in range(BANDS):
            for bucket in _list_buckets(bands[:, band]):
                pairs.update(_pair_up(bucket))
        return sorted(pairs)


def _list_buckets(band: Any) -> Iterator[list[int]]:
    """Yield the texts that agree in a band, in ascending order."""
    import numpy

    order = numpy.argsort(band, kind="stable")
    ends = numpy.flatnonzero(numpy.diff(band[order])) + 1
    starts = numpy.concatenate(([0], ends))
    ends = numpy.concatenate((ends, [len(order)]))
    several = ends - starts > 1
    for start, end in zip(starts[several], ends[several], strict=True):
        yield order[start:end].tolist()


def _pair_up(bucket: list[int]) -> Iterable[tuple[int, int]]:
    if len(bucket) <= ALL_PAIRS:
        return combinations(bucket, 2)
    with_first = ((bucket[0], other) for other in bucket[1:])
    return (*with_first, *pairwise(bucket))
