"""Boosted decision trees over integers, read from JSON and evaluated in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Tree = Any
"""A leaf is its score, another node is (feature, threshold, tree for values up to the threshold,
tree for larger values)."""


@dataclass(frozen=True)
class TreeEnsemble:
    """``start`` and the leaves are log odds in units of 1/1000."""

    start: int
    trees: tuple[Tree, ...]

    def score(self, values: Sequence[int]) -> int:
        """Return the sum of the leaves that ``values`` lead to."""
        total = self.start
        for node in self.trees:
            while node.__class__ is tuple:
                feature, threshold, low, high = node
                node = low if values[feature] <= threshold else high
            total += node
        return total


def read_ensemble(stored: dict[str, Any]) -> TreeEnsemble:
    """Return the trees of ``{"start": …, "trees": […]}``."""
    return TreeEnsemble(stored["start"], tuple(_read_tree(tree) for tree in stored["trees"]))


def _read_tree(stored: Any) -> Tree:
    if isinstance(stored, int):
        return stored
    feature, threshold, low, high = stored
    return (feature, threshold, _read_tree(low), _read_tree(high))
