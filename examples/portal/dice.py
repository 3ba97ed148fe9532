"""Chance that is the same everywhere and in every Python: built on ``random()`` alone, the one
method that never changes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """A source of choices; two Dice made with the same seed choose the same."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def number(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + int(self._random() * (high - low + 1))

    def pick(self, choices: Sequence[T]) -> T:
        """One of ``choices``."""
        return choices[self.number(0, len(choices) - 1)]

    def some(self, choices: Sequence[T], count: int) -> tuple[T, ...]:
        """``count`` different ones of ``choices``, in the order drawn."""
        left = list(choices)
        return tuple(left.pop(self.number(0, len(left) - 1)) for _ in range(count))

    def chance(self, percent: int) -> bool:
        """True in ``percent`` of 100 cases."""
        return self._random() * 100 < percent
