"""The features of a unit's place in the order of the page: positions, distances, neighbours."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.extract.unit_classifier.page_totals import (
    FAR,
    MISSING,
    PageTotals,
    per_mille,
)
from webarticlecurator.extract.unit_classifier.page_tree import PageTree
from webarticlecurator.extract.unit_classifier.text_features import (
    BRIEF_NAMES,
    describe_briefly,
)

NEIGHBOURS = (-3, -2, -1, 1, 2, 3)
"""The units, relative to one, of which it knows some features."""

POSITION_NAMES = (
    "page_position running_before half_position after_title running_since_title h1_since_title"
    " title_up title_down last_running"
    " next_running window_running same_kind_before same_kind_after"
).split()


def describe_positions(
    units: Sequence[Unit], places: Sequence[int], totals: PageTotals
) -> list[list[int]]:
    """Return the values of ``POSITION_NAMES`` for the units at ``places``."""
    count, tree, title = len(units), totals.tree, totals.title
    is_running = totals.is_running
    sizes = (unit.size if running else 0 for unit, running in zip(units, is_running, strict=True))
    sums = list(accumulate(sizes, initial=0))
    last_running = count_places_back(is_running)
    next_running = count_places_back(is_running[::-1])[::-1]
    kinds = [tree.kinds[node] for node in tree.nodes]
    before, after = _same_kind_distances(kinds), _same_kind_distances(kinds[::-1])[::-1]
    first_level = [n for n, unit in enumerate(units) if unit.tag == "h1" and n > (title or 0)]
    levels = _title_levels(totals)
    rows = []
    for n in places:
        if n < totals.first:
            place = n - totals.first
        elif n > totals.last:
            place = 1000 + n - totals.last
        else:
            place = per_mille(n - totals.first, totals.last - totals.first)
        title_values = (MISSING, MISSING, 0, MISSING, MISSING)
        if title is not None:
            title_values = (
                n - title,
                per_mille(sums[n] - sums[title], totals.running),
                bisect_right(first_level, n),
                *levels[tree.nodes[n]],
            )
        window = sums[min(n + 6, count)] - sums[max(n - 5, 0)]
        rows.append(
            [
                per_mille(n, count),
                per_mille(sums[n], totals.running),
                place,
                *title_values,
                last_running[n],
                next_running[n],
                per_mille(window, totals.running),
                before[n],
                after[n],
            ]
        )
    return rows


def _title_levels(totals: PageTotals) -> list[tuple[int, int]]:
    """Return for each element the levels up to the innermost ancestor with the title, and the
    levels from the title up to there; [] without a title."""
    if totals.title is None:
        return []
    tree = totals.tree
    around: dict[int, int] = {}
    at, level = tree.nodes[totals.title], 0
    while at >= 0:
        around[at] = level
        at, level = tree.parents[at], level + 1
    levels: list[tuple[int, int]] = []
    for node, parent in enumerate(tree.parents):
        if node in around:
            levels.append((0, around[node]))
        elif parent < 0:
            levels.append((FAR, FAR))
        else:
            up, down = levels[parent]
            levels.append((up + 1, down))
    return levels


def count_places_back(marks: Sequence[bool]) -> list[int]:
    """Return for each place the number of places back to the last mark before it, FAR at most."""
    distance, found = FAR, []
    for mark in marks:
        distance = min(distance + 1, FAR)
        found.append(distance)
        if mark:
            distance = 0
    return found


def _same_kind_distances(kinds: list[int]) -> list[int]:
    last: dict[int, int] = {}
    found = []
    for n, kind in enumerate(kinds):
        found.append(min(n - last[kind], FAR) if kind in last else FAR)
        last[kind] = n
    return found


NEIGHBOUR_NAMES = [
    f"at{offset:+d}_{name}"
    for offset in NEIGHBOURS
    for name in (*BRIEF_NAMES, "same_kind", "same_parent")
]
_NO_NEIGHBOUR = (-1,) * 6


def describe_neighbours(
    briefs: dict[int, tuple[int, int, int, int]],
    units: Sequence[Unit],
    places: Sequence[int],
    tree: PageTree,
) -> list[list[int]]:
    """Return the values of ``NEIGHBOUR_NAMES`` for the units at ``places``. ``briefs``: what
    ``describe_briefly`` returns for units by their index; what is missing is added."""
    count, nodes = len(units), tree.nodes
    rows = []
    for n in places:
        kind, parent = tree.kinds[nodes[n]], tree.parents[nodes[n]]
        values: list[int] = []
        for offset in NEIGHBOURS:
            other = n + offset
            if not 0 <= other < count:
                values += _NO_NEIGHBOUR
                continue
            text = briefs.get(other)
            if text is None:
                text = briefs[other] = describe_briefly(units[other])
            node = nodes[other]
            values += text
            values += (int(kind == tree.kinds[node]), int(parent == tree.parents[node]))
        rows.append(values)
    return rows
