"""Boosted decision trees over integers, read from JSON and evaluated in plain Python.

They are evaluated feature by feature instead of tree by tree (Lucchese et al. 2015, "QuickScorer: a
fast algorithm to rank documents with additive ensembles of regression trees"). All leaves of all
trees are bits of one integer. A value of a feature rules out the leaves below the nodes whose
threshold it exceeds, and how many thresholds of the feature it exceeds says which these are. What
no feature rules out is the leaf of each tree: the first one that is left. Bits and sums of integers
are exact, so the result is that of going down each tree.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_, getitem, itemgetter
from typing import Any


@dataclass(frozen=True)
class TreeEnsemble:
    """``start`` and the leaves are log odds in units of 1/1000.

    - ``used``: the features that a tree asks for, at least two;
    - ``thresholds``: of each of them, in order;
    - ``masks``: of each of them, the leaves that are left for a value that exceeds none of its
      thresholds, the first, the first two …;
    - ``first_leaves``: the first leaf of each tree;
    - ``scores``: for each byte of the leaves, the score for the one bit of it that is set, or 0.
    """

    start: int
    used: tuple[int, ...]
    thresholds: tuple[tuple[int, ...], ...]
    masks: tuple[tuple[int, ...], ...]
    first_leaves: int
    scores: tuple[tuple[int, ...], ...]

    def score(self, values: Sequence[int]) -> int:
        """Return the sum of the leaves that ``values`` lead to."""
        places = map(bisect_left, self.thresholds, itemgetter(*self.used)(values))
        left = reduce(and_, map(getitem, self.masks, places))
        # a borrow ends at the first bit that is set, and in each tree at least one is
        leaves = left & ~(left - self.first_leaves)
        octets = leaves.to_bytes(len(self.scores), "little")
        return sum(map(getitem, self.scores, octets), self.start)


def read_ensemble(stored: dict[str, Any]) -> TreeEnsemble:
    """Return the trees of ``{"start": …, "trees": […]}``. A leaf is stored as its score, another
    node as [feature, threshold, tree for values up to the threshold, tree for larger values]."""
    collected = _Leaves(max(map(_count_leaves, stored["trees"]), default=0))
    for tree in stored["trees"]:
        collected.add_tree(tree)
    # two, since one would not be selected as a tuple
    used = tuple(sorted({0, 1, *collected.nodes}))
    thresholds, masks = [], []
    for feature in used:
        nodes = sorted(collected.nodes[feature])
        thresholds.append(tuple(sorted({threshold for threshold, _ in nodes})))
        masks.append(tuple(_list_masks(nodes, collected.all_leaves)))
    return TreeEnsemble(
        stored["start"],
        used,
        tuple(thresholds),
        tuple(masks),
        collected.first_leaves,
        tuple(map(tuple, collected.scores)),
    )


@dataclass
class _Leaves:
    """The leaves of the trees read so far. ``nodes``: feature → (threshold, the leaves for values
    up to it) of its nodes. Each tree has room for ``most`` leaves, in whole bytes."""

    most: int
    nodes: dict[int, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    scores: list[list[int]] = field(default_factory=list)
    all_leaves: int = 0
    first_leaves: int = 0

    def add_tree(self, tree: Any) -> None:
        """Add the leaves of a tree, from values up to the threshold to larger ones."""
        first = 8 * len(self.scores)
        self.scores += [[0] * 129 for _ in range(-(-self.most // 8))]
        self.first_leaves |= 1 << first
        self._add_node(tree, first)

    def _add_node(self, tree: Any, leaf: int) -> int:
        """Add the leaves of a tree from the number ``leaf`` on, and return the next number."""
        if isinstance(tree, int):
            self.all_leaves |= 1 << leaf
            self.scores[leaf // 8][1 << leaf % 8] = tree
            return leaf + 1
        feature, threshold, low, high = tree
        end = self._add_node(low, leaf)
        self.nodes[feature].append((threshold, (1 << end) - (1 << leaf)))
        return self._add_node(high, end)


def _count_leaves(tree: Any) -> int:
    return 1 if isinstance(tree, int) else _count_leaves(tree[2]) + _count_leaves(tree[3])


def _list_masks(nodes: Sequence[tuple[int, int]], all_leaves: int) -> list[int]:
    """Return the leaves that are left for a value that exceeds none of the thresholds, the first,
    the first two …; ``nodes``: (threshold, leaves up to it), in order."""
    masks, last = [all_leaves], None
    for threshold, leaves in nodes:
        if threshold != last:
            masks.append(masks[-1])
        masks[-1] &= ~leaves
        last = threshold
    return masks
