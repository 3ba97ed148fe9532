"""Units that repeat others are found as by looking for each in each, and in time on large pages."""

from __future__ import annotations

import random
import time

import pytest
from lxml import html

from webarticlecurator.articles.units.text_units import Unit, list_units
from webarticlecurator.articles.without_rules.copied_units import (
    MIN_COPIED_UNITS,
    MIN_COPY_SIZE,
    find_copies,
)

WORDS = "the ferry sailed on a river between two towns with one goat in winter and summer".split()


def units_of(texts: list[str]) -> list[Unit]:
    content = "".join(f"<p>{text}</p>" for text in texts)
    return list_units(html.document_fromstring(f"<body>{content}</body>").find("body"))


def sentence(chance: random.Random, size: int) -> str:
    text = ""
    while len(text) < size:
        text += chance.choice(WORDS) + " "
    return text + f"{chance.randrange(10**6)}."


def compare_all(units: list[Unit]) -> set[int]:
    running = [n for n, unit in enumerate(units) if unit.is_running_text]
    return {
        n
        for n in running
        if units[n].size >= MIN_COPY_SIZE
        and sum(
            2 * units[m].size < units[n].size and units[m].folded_text in units[n].folded_text
            for m in running
        )
        >= MIN_COPIED_UNITS
    }


@pytest.mark.parametrize("seed", range(20))
def test_the_units_are_those_that_each_in_each_finds(seed: int) -> None:
    chance = random.Random(seed)
    texts = [sentence(chance, chance.randrange(80, 500)) for _ in range(30)]
    for _ in range(8):
        start, count = chance.randrange(25), chance.randrange(1, 6)
        texts.append(" ".join(texts[start : start + count]) + sentence(chance, 10))
    texts += [text.upper() for text in texts[-2:]]
    chance.shuffle(texts)
    units = units_of(texts)
    assert find_copies(units) == compare_all(units)


def test_some_of_these_pages_have_copies() -> None:
    chance = random.Random(1)
    texts = [sentence(chance, 300) for _ in range(4)]
    assert find_copies(units_of([*texts, " ".join(texts)])) == {4}
    assert find_copies(units_of([*texts[:2], " ".join(texts)])) == set()


@pytest.mark.parametrize(
    "sizes", [(850,), (400, 900), (90, 900), (100, 210, 430, 870, 1750)], ids=str
)
def test_a_page_of_many_long_paragraphs_takes_seconds(sizes: tuple[int, ...]) -> None:
    chance = random.Random(0)
    start = "The price of the thing is what the town and its river ask for it. "
    texts = [
        start + sentence(chance, size - len(start))
        for _ in range(2_000_000 // sum(sizes))
        for size in sizes
    ]
    units = units_of(texts)
    began = time.process_time()
    find_copies(units)
    assert time.process_time() - began < 4, "2 MB"
