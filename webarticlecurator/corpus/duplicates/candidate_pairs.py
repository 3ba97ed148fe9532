"""Pairs of texts that may be alike: those that have enough fingerprints in common.

New texts are compared in batches with those of an index, in which each fingerprint has the first
``HOLDERS`` texts with it only: pages of one template, which are thousands, stay affordable, and
their groups are joined through these. Memory depends on the batch, not on the number of texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.corpus.duplicates.fingerprints import WORK_STEPS
from webarticlecurator.storage.texts.text_contents import VALUE_BYTES, TextContents

HOLDERS = 16
"""Texts that the index has for a fingerprint, at most."""
LEAST_SHARE = 0.1
"""The part of the fingerprints that a longer text has if it contains a shorter one, from which both
are compared. Where every eighth word is another, a text keeps two thirds of its runs of three
words, and half of those of five; the rest is left to chance."""
_SHIFT = 32
_SLICE = 1000
_TEXTS_AT_ONCE = 5_000
"""Texts whose pairs are counted together."""


@dataclass(frozen=True)
class FingerprintBatch:
    """The fingerprints of some texts: arrays of ``values`` and of the number of the text that has
    each, sorted by both."""

    values: Any
    texts: Any


def make_batch(texts: Iterable[tuple[int, bytes]]) -> FingerprintBatch:
    """Return the fingerprints of texts, given with their numbers."""
    # an extra, imported where it is used
    import numpy

    numbers, sizes, parts = [], [], []
    for number, fingerprints in texts:
        # the values as numbers of 8 bytes
        padded = numpy.zeros((len(fingerprints) // VALUE_BYTES, 8), dtype="u1")
        padded[:, :VALUE_BYTES] = numpy.frombuffer(fingerprints, dtype="u1").reshape(
            -1, VALUE_BYTES
        )
        numbers.append(number)
        sizes.append(len(padded))
        parts.append(padded.view("<i8").reshape(-1))
    return _sort_batch(numpy.concatenate(parts), numpy.repeat(numpy.array(numbers), sizes))


def _sort_batch(values: Any, texts: Any) -> FingerprintBatch:
    import numpy

    order = numpy.lexsort((texts, values))
    return FingerprintBatch(values[order], texts[order])


def index_batch(batch: FingerprintBatch, contents: TextContents) -> Iterator[tuple[int, int]]:
    """Add new contents to the index; yield the pairs of them, and of them with earlier ones, that
    may be alike: the earlier one first."""
    import numpy

    known = _find_holders(batch, contents)
    values = numpy.concatenate((known.values, batch.values))
    texts = numpy.concatenate((known.texts, batch.texts))
    order = numpy.lexsort((texts, values))
    holders = FingerprintBatch(values[order], texts[order])
    starts = numpy.searchsorted(holders.values, batch.values)
    # the texts with the same value that came before
    ranks = numpy.flatnonzero(order >= len(known.values)) - starts
    for pairs in _count_pairs(batch, holders, starts, numpy.minimum(ranks, HOLDERS)):
        yield from _select_pairs(*pairs, contents, contents)
    added = ranks < HOLDERS
    rows = zip(_iterate(batch.values[added]), _iterate(batch.texts[added]), strict=True)
    contents.add_holders(rows)


def pair_batch(
    batch: FingerprintBatch, contents: TextContents, others: TextContents
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of one of ``others`` with one of ``contents``, which are in the batch, that
    may be alike."""
    import numpy

    holders = _find_holders(batch, others)
    starts = numpy.searchsorted(holders.values, batch.values)
    ends = numpy.searchsorted(holders.values, batch.values, side="right")
    for pairs in _count_pairs(batch, holders, starts, ends - starts):
        yield from _select_pairs(*pairs, others, contents)


def _find_holders(batch: FingerprintBatch, contents: TextContents) -> FingerprintBatch:
    """Return the fingerprints of a batch that are in an index, with the contents that it has."""
    import numpy

    rows = numpy.fromiter(
        contents.find_holders(_iterate(numpy.unique(batch.values))),
        dtype=numpy.dtype((numpy.int64, 2)),
    )
    return _sort_batch(rows[:, 0], rows[:, 1])


def _iterate(numbers: Any) -> Iterator[int]:
    """Yield the numbers of an array; a list of all would take four times as much memory."""
    for start in range(0, len(numbers), _SLICE):
        yield from numbers[start : start + _SLICE].tolist()


def _count_pairs(
    batch: FingerprintBatch, holders: FingerprintBatch, starts: Any, numbers: Any
) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the pairs of a holder and a text of the batch, with how many fingerprints they have in
    common: arrays of each. ``starts`` and ``numbers``: where the holders are that each fingerprint
    of the batch is compared with."""
    import numpy

    shared = numpy.flatnonzero(numbers)
    shared = shared[numpy.argsort(batch.texts[shared], kind="stable")]
    texts = batch.texts[shared]
    different = numpy.unique(texts)
    for first in range(0, len(different), _TEXTS_AT_ONCE):
        ends = different[first : first + _TEXTS_AT_ONCE][[0, -1]]
        some = shared[slice(texts.searchsorted(ends[0]), texts.searchsorted(ends[1], "right"))]
        parts = []
        for place in range(HOLDERS):
            some = some[numbers[some] > place]
            parts.append(holders.texts[starts[some] + place] << _SHIFT | batch.texts[some])
        pairs, counts = numpy.unique(numpy.concatenate(parts), return_counts=True)
        yield pairs >> _SHIFT, pairs & ((1 << _SHIFT) - 1), counts


def _select_pairs(
    ones: Any, others: Any, counts: Any, one_contents: TextContents, other_contents: TextContents
) -> Iterator[tuple[int, int]]:
    """Yield the pairs that have enough fingerprints in common."""
    import numpy

    runs = numpy.stack((_find_runs(ones, one_contents), _find_runs(others, other_contents)))
    # the fingerprints by the greater modulus are among those by the smaller one
    steps = numpy.searchsorted(WORK_STEPS, runs.max(axis=0), side="right").astype(numpy.uint64)
    enough = counts >= LEAST_SHARE * (runs.min(axis=0) / (numpy.uint64(1) << steps))
    yield from zip(ones[enough].tolist(), others[enough].tolist(), strict=True)


def _find_runs(numbers: Any, contents: TextContents) -> Any:
    import numpy

    different = numpy.unique(numbers)
    rows = numpy.fromiter(
        contents.find_runs(_iterate(different)), dtype=numpy.dtype((numpy.int64, 2))
    )
    runs = rows[numpy.argsort(rows[:, 0]), 1]
    return runs[numpy.searchsorted(different, numbers)]
