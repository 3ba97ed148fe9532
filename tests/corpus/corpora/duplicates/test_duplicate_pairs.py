"""Pairs by signatures, and the groups that follow from similar pairs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from libraries import skip_without

from webarticlecurator.base.text.text_signature import TextSignature
from webarticlecurator.corpus.duplicates.candidate_pairs import (
    HOLDERS,
    index_batch,
    make_batch,
    pair_batch,
)
from webarticlecurator.corpus.duplicates.duplicate_groups import (
    ComparedArticle,
    group_duplicates,
    is_version,
)
from webarticlecurator.corpus.duplicates.fingerprints import (
    MIN_WORDS,
    choose_fingerprints,
    hash_runs,
)
from webarticlecurator.corpus.duplicates.similarity import measure_similarity
from webarticlecurator.storage.texts.derived_file import TeiChange
from webarticlecurator.storage.texts.duplicate_file import DuplicateFile, open_duplicates

skip_without("numpy", reason="numpy is not installed: pip install numpy")


def edit(words: list[str], share: float, chance: random.Random) -> list[str]:
    """Replace a run of words."""
    size = int(len(words) * share)
    start = chance.randrange(len(words) - size + 1)
    new = [f"new{chance.random()}" for _ in range(size)]
    return [*words[:start], *new, *words[start + size :]]


def make_words(number: int, size: int = 200) -> list[str]:
    """Return a text that has no run in common with that of another number."""
    chance = random.Random(number)
    return [f"w{number}x{chance.randrange(500)}" for _ in range(size)]


def record(file: DuplicateFile, texts: Iterable[list[str]]) -> None:
    """Record texts, each as that of an article of its own."""
    for words in texts:
        number = file.count_texts() + 1
        runs, fingerprints = choose_fingerprints(words, digest := repr(words).encode("utf-8"))
        signature = TextSignature(
            f"A{number}", "", "", "", (), (), len(words), "words", digest, runs, fingerprints
        )
        file.record(TeiChange(f"{number:04}.xml", "digest"), signature)
    file.commit()


@pytest.fixture
def open_file(tmp_path: Path) -> Iterator[Callable[[str], DuplicateFile]]:
    """Makes files of signatures, by name."""
    with ExitStack() as stack:

        def make(name: str) -> DuplicateFile:
            (tmp_path / name).mkdir()
            file = open_duplicates(tmp_path / name)
            stack.callback(file.close)
            return file

        yield make


@pytest.fixture
def file(open_file: Callable[[str], DuplicateFile]) -> DuplicateFile:
    return open_file("one")


def index_new(file: DuplicateFile) -> list[tuple[int, int]]:
    """Add the contents that are new to the index; return their pairs."""
    texts = file.contents.list_after(file.contents.last_indexed(), 1000)
    pairs = sorted(index_batch(make_batch(texts), file.contents))
    file.contents.record_indexed(texts[-1][0])
    return pairs


def test_similar_texts_are_pairs_and_others_are_not(file: DuplicateFile) -> None:
    chance = random.Random(7)
    texts = [make_words(number) for number in range(40)]
    record(file, (each for text in texts for each in (text, edit(text, 0.1, chance))))
    assert index_new(file) == [(number, number + 1) for number in range(1, 80, 2)]


@pytest.mark.parametrize(("part", "whole"), [(300, 600), (60, 600), (30, 200), (20, 60)])
def test_a_part_of_a_longer_text_is_a_pair_with_it(
    file: DuplicateFile, part: int, whole: int
) -> None:
    texts = [make_words(number, whole) for number in range(40)]
    record(file, texts)
    index_new(file)
    # parts that come later, from the middle
    record(file, (text[whole // 3 : whole // 3 + part] for text in texts))
    found = index_new(file)
    assert set(found) <= {(number, number + 40) for number in range(1, 41)}
    assert len(found) >= 38


def test_the_same_pairs_are_found_at_once_and_one_after_the_other(
    open_file: Callable[[str], DuplicateFile],
) -> None:
    chance = random.Random(3)
    texts = [make_words(number % 10, 100) for number in range(30)]
    texts = [edit(text, 0.2, chance) for text in texts]
    at_once, one_by_one = open_file("one"), open_file("other")
    record(at_once, texts)
    found = []
    for text in texts:
        record(one_by_one, [text])
        found += index_new(one_by_one)
    assert sorted(found) == index_new(at_once)
    assert len(found) == 30


def test_texts_of_two_files_are_pairs(open_file: Callable[[str], DuplicateFile]) -> None:
    ours, theirs = open_file("ours"), open_file("theirs")
    record(ours, [make_words(1), make_words(2), ["short", "text"]])
    record(theirs, [make_words(3), make_words(2)[:100], ["short", "text"], ["other"]])
    index_new(theirs)
    batch = make_batch(ours.contents.list_after(0, 10))
    assert sorted(pair_batch(batch, ours.contents, theirs.contents)) == [(2, 2), (3, 3)]


def test_pages_of_one_template_are_compared_with_the_first_ones(file: DuplicateFile) -> None:
    template = make_words(0, 50)
    record(file, ([*template, f"day{number}"] for number in range(HOLDERS + 5)))
    pairs = index_new(file)
    last = HOLDERS + 5
    assert [one for one, other in pairs if other == last] == list(range(1, HOLDERS + 1))
    record(file, [[*template, "today"]])
    assert index_new(file) == [(number, last + 1) for number in range(1, HOLDERS + 1)]


def test_a_text_that_is_gone_is_no_pair(file: DuplicateFile) -> None:
    record(file, [make_words(1), make_words(1)])
    index_new(file)
    file.remove_text("0001.xml")
    file.contents.remove_unused()
    assert file.contents.last() == 1  # another article has it
    file.remove_text("0002.xml")
    file.contents.remove_unused()
    assert file.contents.last() == 0
    record(file, [make_words(1)])
    assert index_new(file) == []


def test_what_was_compared_with_a_file_is_known_until_one_of_them_is_another(
    open_file: Callable[[str], DuplicateFile],
) -> None:
    ours, theirs, others = map(open_file, ("ours", "theirs", "others"))
    for file in (ours, theirs, others):
        record(file, [make_words(1), make_words(2)])
    assert ours.contents.last_compared(theirs.contents) == (0, 0)
    ours.contents.record_compared(theirs.contents)
    record(theirs, [make_words(3)])
    assert ours.contents.last_compared(theirs.contents) == (2, 2)
    assert ours.contents.last_compared(others.contents) == (0, 0)
    theirs.remove_text("0002.xml")
    theirs.contents.remove_unused()
    assert ours.contents.last_compared(theirs.contents) == (0, 0)


def test_similarity_counts_common_runs() -> None:
    one, other = hash_runs("abcde", 3), hash_runs("bcdefg", 3)
    assert (len(one), len(other)) == (3, 4)
    assert measure_similarity(one, other) == (2 / 5, 2 / 3)
    assert measure_similarity(hash_runs("ab", 3), one) == (0.0, 0.0)
    assert len(hash_runs("abcabcabc", 3)) == 3  # each one once


def test_a_short_text_has_the_fingerprint_of_its_digest_only() -> None:
    words = make_words(1, MIN_WORDS)
    assert choose_fingerprints(words[1:], b"the digest") == (0, b"the di")
    runs, fingerprints = choose_fingerprints(words, b"the digest")
    assert runs == MIN_WORDS - 4
    assert fingerprints.endswith(b"the di")
    assert len(fingerprints) == 6 * (runs + 1)


def describe(number: int, title: str = "T", day: str = "2024-03-01") -> ComparedArticle:
    text = TextSignature(
        f"A{number}",
        f"https://a.example/news/{number}?x",
        title,
        day,
        (),
        (),
        number,
        "words",
        b"",
        0,
        b"",
    )
    return ComparedArticle("small", "UTC", f"{number}.xml", text)


def test_groups_are_joined_through_others_and_never_repeat_in_a_circle() -> None:
    digests = [bytes([number]) for number in range(4)]
    similar = {(0, 1): (0.6, 0.7), (1, 2): (0.6, 0.7), (0, 2): (0.4, 0.5), (0, 3): (0.2, 0.95)}
    similar[(2, 3)] = (0.2, 0.95)
    found = group_duplicates(
        digests, sorted(similar), lambda one, other: similar[one, other], describe, 0.5
    )
    # the shorter of two texts, by words, is the one with the lower number
    assert [(each.number, each.kind, each.of, each.share) for each in found] == [
        (0, "contained", 3, 0.95),
        (1, "version", 0, 0.6),
        (2, "version", 0, 0.4),
    ]
    similar = {(0, 1): (0.2, 1.0), (1, 2): (0.6, 0.7), (2, 3): (0.2, 1.0), (0, 3): (0.6, 0.7)}
    found = group_duplicates(
        digests, sorted(similar), lambda one, other: similar[one, other], describe, 0.5
    )
    repeated = {each.number: each.of for each in found}
    for number in repeated:
        seen = set()
        while number in repeated:
            assert number not in seen
            seen.add(number)
            number = repeated[number]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (describe(2), True),
        (describe(2, "t!"), True),
        (describe(2, "Other"), True),  # the same address but for its number
        (describe(2, day="2024-03-04"), True),
        (describe(2, day="2024-03-05"), False),
        (describe(2, day="2024"), True),  # may be the same day
        (describe(2, day="2023"), False),
        (describe(2, day=""), False),
        (ComparedArticle("other", "UTC", "2.xml", describe(2).text), False),
    ],
)
def test_versions_are_of_one_portal_and_some_days(other: ComparedArticle, expected: bool) -> None:
    assert is_version(describe(1), other) is expected
