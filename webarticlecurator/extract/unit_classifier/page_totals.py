"""Sums over a whole page, with which its units are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from webarticlecurator.extract.heuristics.root_candidates import is_running_text
from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.extract.unit_classifier.page_tree import PageTree

MISSING = -1_000_000
"""The value of a feature that the page does not have: a distance to a title where there is none."""
FAR = 1000
"""The largest distance in units."""


def per_mille(part: int, whole: int) -> int:
    """Return ``part`` in per mille of ``whole``, 0 of nothing."""
    return 1000 * part // whole if whole > 0 else 0


@dataclass(frozen=True)
class PageTotals:
    """Sums over the page. ``half``: node of the innermost element with half of the running text;
    ``first``, ``last``: the first and last unit in it; ``title``: index in the units;
    ``is_running``: of each unit; ``repeats``: how many elements have each kind."""

    tree: PageTree
    running: int
    half: int
    first: int
    last: int
    title: int | None
    is_running: Sequence[bool]
    repeats: Counter[int]


def sum_page(units: Sequence[Unit], tree: PageTree, title: int | None) -> PageTotals:
    """Return the sums of the page. ``title``: index in ``units``."""
    running = tree.running[0] if tree.running else 0
    half = max(
        (node for node, size in enumerate(tree.running) if 2 * size >= running),
        key=lambda node: tree.depths[node],
        default=0,
    )
    inside = [n for n, node in enumerate(tree.nodes) if _is_within(node, half, tree)]
    first, last = (inside[0], inside[-1]) if inside else (0, len(units) - 1)
    is_running = [is_running_text(unit) for unit in units]
    return PageTotals(tree, running, half, first, last, title, is_running, Counter(tree.kinds))


def _is_within(node: int, outer: int, tree: PageTree) -> bool:
    while node > outer:
        node = tree.parents[node]
    return node == outer
