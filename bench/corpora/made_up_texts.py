"""Made-up texts for benchmarks: words with the frequencies of Zipf's law, the same ones each time.

A text follows from its number, so that millions of them need no place.
"""

from __future__ import annotations

import random
from itertools import accumulate

WORDS, VOCABULARY = (80, 600), 50_000
_WEIGHTS = list(accumulate(1 / rank for rank in range(1, VOCABULARY + 1)))
_VOCABULARY = [f"word{number}" for number in range(VOCABULARY)]


def choose_words(chance: random.Random, number: int) -> list[str]:
    """Return some words in a row."""
    return chance.choices(_VOCABULARY, cum_weights=_WEIGHTS, k=number)


def make_text(number: int) -> list[str]:
    """Return the words of a text."""
    chance = random.Random(number)
    return choose_words(chance, chance.randint(*WORDS))


def edit_text(words: list[str], share: float, is_scattered: bool) -> list[str]:
    """Return a text in which a share of the words is replaced: in one place, or scattered."""
    chance = random.Random(f"edit {words}")
    size = round(len(words) * share)
    start = chance.randint(0, len(words) - size)
    places = range(start, start + size)
    copy = list(words)
    chosen = chance.sample(range(len(words)), size) if is_scattered else places
    for place, word in zip(chosen, choose_words(chance, size), strict=True):
        copy[place] = word
    return copy


def cut_part(words: list[str], share: float) -> list[str]:
    """Return a part of a text, in one piece."""
    chance = random.Random(f"cut {words}")
    size = round(len(words) * share)
    start = chance.randint(0, len(words) - size)
    return words[start : start + size]
