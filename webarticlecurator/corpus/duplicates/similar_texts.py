"""Find the similar texts of corpora, among those that are new, and record how similar they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from webarticlecurator.corpus.duplicates.candidate_pairs import (
    FingerprintBatch,
    index_batch,
    make_batch,
    pair_batch,
)
from webarticlecurator.corpus.duplicates.duplicate_groups import CONTAINED_SHARE
from webarticlecurator.storage.texts.duplicate_file import DuplicateFile, Similarity
from webarticlecurator.storage.texts.text_contents import TextContents

LOWEST_THRESHOLD = 0.3
"""The least Jaccard similarity that is recorded."""
BATCH = 20_000
"""Texts that are compared with the others at once: about a million fingerprints."""
Compare = Callable[[bytes, bytes], Similarity]
"""Returns the similarity of two texts, which are named by their digests."""


def find_similar_texts(files: Sequence[DuplicateFile], compare: Compare) -> None:
    """Compare the texts of files that are new with all others, and record the similar ones: those
    of one file in it, those of two files in one of both."""
    for file in files:
        file.contents.remove_unused()
        contents = file.contents
        for last, batch in _list_batches(contents, contents.last_indexed()):
            _record_similar(
                _name_texts(index_batch(batch, contents), contents, contents), compare, file
            )
            contents.record_indexed(last)
            file.commit()
    for pair in combinations(files, 2):
        # the same one, in whatever order the portals are given
        keeper, other = sorted(pair, key=lambda file: file.contents.token())
        _compare_between(keeper, other, compare)


def _compare_between(keeper: DuplicateFile, other: DuplicateFile, compare: Compare) -> None:
    ours, theirs = keeper.contents, other.contents
    compared, their_compared = ours.last_compared(theirs)
    for _, batch in _list_batches(ours, compared):
        pairs = pair_batch(batch, ours, theirs)
        _record_similar(_name_texts(pairs, theirs, ours), compare, keeper)
    for _, batch in _list_batches(theirs, their_compared if compared else theirs.last()):
        # ours that are new were compared with all of theirs
        pairs = (pair for pair in pair_batch(batch, theirs, ours) if pair[0] <= compared)
        _record_similar(_name_texts(pairs, ours, theirs), compare, keeper)
    ours.record_compared(theirs)
    keeper.commit()


def _list_batches(contents: TextContents, after: int) -> Iterator[tuple[int, FingerprintBatch]]:
    """Yield the contents after a number, in batches, with the number of the last one of each."""
    while texts := contents.list_after(after, BATCH):
        after = texts[-1][0]
        yield after, make_batch(texts)


def _name_texts(
    pairs: Iterable[tuple[int, int]], ones: TextContents, others: TextContents
) -> Iterator[tuple[bytes, bytes]]:
    """Yield the digests of pairs of contents."""
    for one, other in pairs:
        digests = ones.digest_of(one), others.digest_of(other)
        assert digests[0] is not None
        assert digests[1] is not None
        yield digests[0], digests[1]


def _record_similar(
    pairs: Iterable[tuple[bytes, bytes]], compare: Compare, file: DuplicateFile
) -> None:
    for one, other in pairs:
        found = compare(one, other)
        if found[0] >= LOWEST_THRESHOLD or found[1] >= CONTAINED_SHARE:
            file.record_similarity(one, other, found)
