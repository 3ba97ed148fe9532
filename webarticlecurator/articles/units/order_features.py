"""The features of a unit's place in the order of the page: positions, distances, neighbours."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from webarticlecurator.articles.units.feature_values import FAR, MISSING, per_mille
from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.page_tree import (
    HIDDEN,
    PageTree,
    find_common,
    tag_flags,
)
from webarticlecurator.articles.units.structure_features import ReferencePlaces
from webarticlecurator.articles.units.text_features import BRIEF_NAMES, TAG_CODES
from webarticlecurator.articles.units.text_units import Unit

NEIGHBOURS = (-1, 1)
"""The units, relative to one, of which it knows some features."""

POSITION_NAMES = (
    "page_position running_before half_position after_title running_since_title h1_since_title"
    " title_up title_down window_running same_kind_before same_kind_after"
    " heading_distance heading_tag heading_running"
    " anchor_up anchor_down anchor_kind anchor_path beginning_up beginning_down"
).split()
_BEGINNING_SIZE = 600
"""Size of running text that is the beginning of an article: several paragraphs."""
_SIDE_FLAGS = tag_flags("nav aside footer form") | HIDDEN
"""Flags of elements in which no article begins."""
MENUS = _SIDE_FLAGS | tag_flags("header")
"""Flags of elements in which a short link is the entry of a menu."""


def describe_positions(
    units: Sequence[Unit], places: Sequence[int], reference: ReferencePlaces
) -> list[list[int]]:
    """Return the values of ``POSITION_NAMES`` for the units at ``places``."""
    count, tree, title = len(units), reference.tree, reference.title
    sizes = (unit.size if unit.is_running_text else 0 for unit in units)
    sums, running = list(accumulate(sizes, initial=0)), tree.running[0]
    headings = _describe_headings(units, sums, running)
    kinds = [tree.kinds[node] for node in tree.nodes]
    before, after = _same_kind_distances(kinds), _same_kind_distances(kinds[::-1])[::-1]
    first_level = [n for n, unit in enumerate(units) if unit.tag == "h1" and n > (title or 0)]
    anchor, beginning_node = _find_beginning(units, reference)
    to_title, to_anchor, to_beginning = (
        _measure_levels(tree, inner)
        for inner in (-1 if title is None else tree.nodes[title], anchor, beginning_node)
    )
    anchor_kind, anchor_path = (
        (tree.kinds[anchor], tree.tag_paths[anchor]) if anchor >= 0 else (-1, -1)
    )
    rows = []
    for n in places:
        if n < reference.first:
            place = n - reference.first
        elif n > reference.last:
            # Outside of the core the distance in units, inside it the share: the two never overlap.
            place = 1000 + n - reference.last
        else:
            place = per_mille(n - reference.first, reference.last - reference.first)
        node = tree.nodes[n]
        title_values = (MISSING, MISSING, 0, MISSING, MISSING)
        if title is not None:
            title_values = (
                n - title,
                per_mille(sums[n] - sums[title], running),
                bisect_right(first_level, n),
                *to_title[node],
            )
        window = sums[min(n + 6, count)] - sums[max(n - 5, 0)]
        rows.append(
            [
                per_mille(n, count),
                per_mille(sums[n], running),
                place,
                *title_values,
                per_mille(window, running),
                before[n],
                after[n],
                *headings[n],
                *to_anchor[node],
                int(tree.kinds[node] == anchor_kind),
                int(tree.tag_paths[node] == anchor_path),
                *to_beginning[node],
            ]
        )
    return rows


def _find_beginning(units: Sequence[Unit], reference: ReferencePlaces) -> tuple[int, int]:
    """Return the element of the first running text after the title, -1 for none, and the innermost
    element with the first of it of _BEGINNING together."""
    tree = reference.tree
    anchor = beginning_node = -1
    size = 0
    for n in range(0 if reference.title is None else reference.title + 1, len(units)):
        node = tree.nodes[n]
        if not units[n].is_running_text or tree.flags[node] & _SIDE_FLAGS:
            continue
        if anchor < 0:
            anchor = beginning_node = node
        else:
            beginning_node = find_common(tree, beginning_node, node)
        if size + units[n].size >= _BEGINNING_SIZE and size:
            break
        size += units[n].size
    return anchor, beginning_node


def _describe_headings(
    units: Sequence[Unit], sums: Sequence[int], running: int
) -> list[tuple[int, int, int]]:
    """Return for each unit the distance to the heading before it (0 for a heading), its tag, and
    the share of the running text from there to the next heading. ``sums``: of the running text
    before each unit."""
    starts = [n for n, unit in enumerate(units) if unit.tag in HEADINGS]
    found = [(-1, -1, -1)] * (starts[0] if starts else len(units))
    for start, end in pairwise([*starts, len(units)]):
        tag, share = TAG_CODES[units[start].tag], per_mille(sums[end] - sums[start], running)
        found += [(min(n - start, FAR), tag, share) for n in range(start, end)]
    return found


def _measure_levels(tree: PageTree, inner: int) -> list[tuple[int, int]]:
    """Return for each element the levels up to the innermost of those around the element ``inner``
    or itself, and down from there to that; FAR for both if there are none, or no ``inner`` (-1)."""
    downs = dict[int, int]()
    while inner >= 0:
        downs[inner] = len(downs)
        inner = tree.parents[inner]
    levels = list[tuple[int, int]]()
    for node, parent in enumerate(tree.parents):
        if node in downs:
            levels.append((0, downs[node]))
        elif parent < 0:
            levels.append((FAR, FAR))
        else:
            up, down = levels[parent]
            levels.append((up + 1 if up < FAR else FAR, down))
    return levels


def _same_kind_distances(kinds: list[int]) -> list[int]:
    last: dict[int, int] = {}
    found = []
    for n, kind in enumerate(kinds):
        distance = n - last.get(kind, -FAR)
        found.append(distance if distance < FAR else FAR)
        last[kind] = n
    return found


NEIGHBOUR_NAMES = [f"at{offset:+d}_{name}" for offset in NEIGHBOURS for name in BRIEF_NAMES]
NO_NEIGHBOUR = (-1, -1, -1)


INTRODUCTION_NAMES = ["introduction", "introduction_up"]
_LISTS = tag_flags("ul ol")
_COLONS = (":", "：")


def describe_introductions(units: Sequence[Unit], tree: PageTree) -> list[tuple[int, int]]:
    """Return for each unit what precedes the outermost list around it, and the levels from
    that list up to the element around both; (0, 0) outside of lists.

    A list belongs to the text by its position and its introduction: 2 for a heading, 3 for a
    line with a colon, 4 for running text, 5 for another line, 1 for nothing.
    """
    lists = list[int]()
    """For each element the outermost list around it, -1 for none."""
    for node, (parent, flags) in enumerate(zip(tree.parents, tree.flags, strict=True)):
        outer = lists[parent] if parent >= 0 else -1
        lists.append(node if outer < 0 and flags & _LISTS else outer)
    known, found = {-1: (0, 0)}, list[tuple[int, int]]()
    for n, node in enumerate(tree.nodes):
        outer = lists[node]
        if outer not in known:
            known[outer] = (1, 0)
            if n:
                around = find_common(tree, outer, tree.nodes[n - 1])
                code = _rate_introduction(units[n - 1])
                known[outer] = code, min(tree.depths[outer] - tree.depths[around], FAR)
        found.append(known[outer])
    return found


def _rate_introduction(unit: Unit) -> int:
    if unit.tag in HEADINGS:
        return 2
    if unit.text.endswith(_COLONS):
        return 3
    return 4 if unit.is_running_text else 5
