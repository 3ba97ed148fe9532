"""Pairs by signatures, and the groups that follow from similar pairs."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("datasketch", reason="datasketch is not installed: pip install datasketch")

from webarticlecurator.model.text_signature import TextSignature
from webarticlecurator.run.duplicates.candidate_pairs import ALL_PAIRS, CandidatePairs
from webarticlecurator.run.duplicates.grouping import (
    ComparedArticle,
    group_duplicates,
    is_version,
)
from webarticlecurator.run.duplicates.shingles import list_shingles, sign_shingles
from webarticlecurator.run.duplicates.similarity import measure_similarity


def edit(words: list[str], share: float, chance: random.Random) -> list[str]:
    """Replace a run of words."""
    size = int(len(words) * share)
    start = chance.randrange(len(words) - size + 1)
    new = [f"new{chance.random()}" for _ in range(size)]
    return [*words[:start], *new, *words[start + size :]]


def test_similar_texts_are_pairs_and_others_are_not() -> None:
    chance = random.Random(7)
    pairs = CandidatePairs()
    for number in range(40):
        words = [f"w{number}x{chance.randrange(500)}" for _ in range(200)]
        pairs.add(sign_shingles(list_shingles(words)))
        pairs.add(sign_shingles(list_shingles(edit(words, 0.1, chance))))
    assert pairs.list_pairs() == [(number, number + 1) for number in range(0, 80, 2)]


def test_many_equal_bands_are_compared_in_linear_time() -> None:
    pairs = CandidatePairs()
    signature = sign_shingles(list_shingles([f"w{number}" for number in range(50)]))
    for _ in range(ALL_PAIRS + 10):
        pairs.add(signature)
    found = pairs.list_pairs()
    assert {(0, number) for number in range(1, ALL_PAIRS + 10)} <= set(found)
    assert len(found) < 2 * (ALL_PAIRS + 10)
    assert CandidatePairs().list_pairs() == []


def test_similarity_counts_common_shingles() -> None:
    one, other = {b"a", b"b", b"c"}, {b"b", b"c", b"d", b"e"}
    assert measure_similarity(one, other) == (2 / 5, 2 / 3)
    assert measure_similarity(set(), one) == (0.0, 0.0)
    assert list_shingles(["a", "b", "c", "d"]) == {b"a b c", b"b c d"}
    assert list_shingles(["a", "b"]) == set()


def describe(number: int, title: str = "T", day: str = "2024-03-01") -> ComparedArticle:
    text = TextSignature(
        f"A{number}", f"https://a.example/news/{number}?x", title, day, (), (), number, b"", b""
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
        (describe(2, day=""), False),
        (ComparedArticle("other", "UTC", "2.xml", describe(2).text), False),
    ],
)
def test_versions_are_of_one_portal_and_some_days(other: ComparedArticle, expected: bool) -> None:
    assert is_version(describe(1), other) is expected
