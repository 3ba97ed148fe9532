"""Find the similar texts of corpora, among those that are new, and record how similar they are."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from functools import lru_cache
from itertools import combinations
from typing import Any

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.export.article_fields import parse_days
from webarticlecurator.store.duplicate_file import (
    VALUE_BYTES,
    DuplicateFile,
    Similarity,
    TextContents,
)
from webarticlecurator.text.words import CONTAINED, NEAR, SAME, VERSION, TextSignature

# Which article repeats which, from how similar their texts are.


CONTAINED_SHARE = 0.9
"""The part of the shingles of a text that a longer one must have to contain it."""
VERSION_DAYS = 3
"""Days between two versions of an article, at most."""
_VARIABLE = re.compile(r"\d+|[?#].*")
_WORDS = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class ComparedArticle:
    """An article of a corpus: the id of its ``portal`` and its time zone, the ``path`` of its TEI,
    and what its text is compared by."""

    portal: str
    timezone: str
    path: str
    text: TextSignature


@dataclass(frozen=True)
class FoundDuplicate:
    """That the article ``number`` repeats the article ``of``; see ``Duplicate``."""

    number: int
    kind: str
    of: int
    share: float


def group_duplicates(
    digests: Sequence[bytes],
    pairs: Iterable[tuple[int, int]],
    compare: Callable[[int, int], Similarity],
    read: Callable[[int], ComparedArticle],
    threshold: float,
) -> list[FoundDuplicate]:
    """Return the articles that repeat another one, by number; the first of a group repeats none.

    Articles are numbered by date. ``pairs`` of them may be alike; ``compare`` returns how much two
    texts are. Texts with a Jaccard similarity of at least ``threshold`` are of one group, also
    through others. A text that is contained in a longer one repeats that, unless it repeats an
    earlier one of its group already.
    """
    groups = _Groups(len(digests))
    contained: dict[int, tuple[float, int]] = {}
    for one, other in pairs:
        jaccard, share = compare(one, other)
        if jaccard >= threshold:
            groups.join(one, other)
        elif share >= CONTAINED_SHARE:
            short, long = sorted((one, other), key=lambda number: read(number).text.words)
            contained[short] = max(contained.get(short, (0.0, 0)), (share, long))
    first_of: dict[bytes, int] = {}
    for number, digest in enumerate(digests):
        groups.join(first_of.setdefault(digest, number), number)
    found = [
        _describe_member(number, first, digests, compare, read)
        for first, others in groups.list()
        for number in others
    ]
    repeated = {each.number: each.of for each in found}
    for short, (share, long) in sorted(contained.items()):
        # the article that the longer one repeats in the end, also through others
        origin = long
        while origin in repeated:
            origin = repeated[origin]
        if short not in repeated and origin != short:
            repeated[short] = long
            found.append(FoundDuplicate(short, CONTAINED, long, share))
    return sorted(found, key=lambda each: each.number)


def _describe_member(
    number: int,
    first: int,
    digests: Sequence[bytes],
    compare: Callable[[int, int], Similarity],
    read: Callable[[int], ComparedArticle],
) -> FoundDuplicate:
    """Return what a member of a group is to the first one."""
    if digests[number] == digests[first]:
        return FoundDuplicate(number, SAME, first, 1.0)
    kind = VERSION if is_version(read(first), read(number)) else NEAR
    return FoundDuplicate(number, kind, first, compare(first, number)[0])


def is_version(one: ComparedArticle, other: ComparedArticle) -> bool:
    """Return True if one of two articles with nearly the same text updates the other one."""
    days = [parse_days(each.text.published, each.timezone) for each in (one, other)]
    if one.portal != other.portal or days[0] is None or days[1] is None:
        return False
    if abs(days[0][0] - days[1][0]) > timedelta(days=VERSION_DAYS):
        return False
    titles = [_WORDS.findall(each.text.title.casefold()) for each in (one, other)]
    addresses = [_VARIABLE.sub("", each.text.url) for each in (one, other)]
    return bool(titles[0] and titles[0] == titles[1]) or addresses[0] == addresses[1]


class _Groups:
    """Groups of numbers that are joined pair by pair; the lowest number stands for its group."""

    def __init__(self, size: int) -> None:
        self._parents = list(range(size))

    def find(self, number: int) -> int:
        """Return the lowest number of a group."""
        while self._parents[number] != number:
            self._parents[number] = self._parents[self._parents[number]]
            number = self._parents[number]
        return number

    def join(self, one: int, other: int) -> None:
        first, second = sorted((self.find(one), self.find(other)))
        self._parents[second] = first

    def list(self) -> Iterable[tuple[int, list[int]]]:
        """Return the first number of each group with the others, if there are any."""
        others: dict[int, list[int]] = defaultdict(list)
        for number in range(len(self._parents)):
            first = self.find(number)
            if first != number:
                others[first].append(number)
        return others.items()


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
            pairs = index_batch(batch, contents)
            _record_similar(_name_texts(pairs, contents, contents), compare, file)
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


# Pairs of texts that may be alike: those that have enough fingerprints in common.
#
# New texts are compared in batches with those of an index, in which each fingerprint has the first
# ``HOLDERS`` texts with it only: pages of one template, which are thousands, stay affordable, and
# their groups are joined through these. Memory depends on the batch, not on the number of texts.

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

    different = numpy.unique(batch.values)
    rows = numpy.fromiter(
        contents.find_holders(_iterate(different)), dtype=numpy.dtype((numpy.int64, 2))
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
    steps = numpy.searchsorted(_STEPS, runs.max(axis=0), side="right").astype(numpy.uint64)
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


# The fingerprints of a text: hash values of some of its runs of ``RUN`` words.
#
# Which ones follows from the values alone: those that are divisible by a modulus (Broder 1997). So
# a part of a text has the fingerprints of its runs wherever it is, and texts with a common part
# have common fingerprints. The modulus grows with the text, so that a short one has enough of them;
# as all are powers of two, the values by a greater modulus are among those by a smaller one.

RUN = 5
"""Words of a run: runs of three are in too many texts that have nothing else in common."""
_STEPS = (64, 128, 256)
"""Runs of a text from which its modulus is 2, 4, 8: it has 32 fingerprints or more. A part without
any of them is not found: of 30 words, in a text with the modulus 8, that are 3 %, of 60 0.06 %."""
_BASE = 0x9E3779B97F4A7C15
_MIX = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1))
_KEPT_WORDS = 1 << 15
MIN_WORDS = 20
"""Words that a text must have to be compared with texts that are not the same."""


def hash_runs(words: Sequence[str], size: int) -> Any:
    """Return the hash values, of 64 bits, of the different runs of ``size`` words, sorted."""
    # an extra, imported where it is used
    import numpy

    number = len(words) - size + 1
    if number < 1:
        return numpy.empty(0, dtype=numpy.uint64)
    hashes = numpy.fromiter(map(_hash_word, words), dtype=numpy.uint64, count=len(words))
    values = numpy.zeros(number, dtype=numpy.uint64)
    for start in range(size):
        values = values * numpy.uint64(_BASE) + hashes[start : start + number]
    # the finalizer of SplitMix64
    for shift, factor in _MIX:
        values = (values ^ (values >> numpy.uint64(shift))) * numpy.uint64(factor)
    return numpy.unique(values)


@lru_cache(_KEPT_WORDS)
def _hash_word(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode("utf-8"), digest_size=8).digest(), "little")


def choose_fingerprints(words: Sequence[str], digest: bytes) -> tuple[int, bytes]:
    """Return how many runs a text has, and its fingerprints; the last one is of its digest. Of a
    text that is too short it is the only one."""
    import numpy

    values = hash_runs(words if len(words) >= MIN_WORDS else (), RUN)
    runs = len(values)
    chosen = values[values % numpy.uint64(1 << bisect_right(_STEPS, runs)) == 0]
    # Hash values without their lowest bits, by which they were chosen
    packed: bytes = chosen.astype("<u8").view("u1").reshape(-1, 8)[:, 8 - VALUE_BYTES :].tobytes()
    return runs, packed + digest[:VALUE_BYTES]


# The similarity of two texts, by all their shingles, which are their runs of ``SIZE`` words.

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
