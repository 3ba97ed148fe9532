"""What is known of each text unit of a page: integers only, so that no rounding decides.

Shares are in per mille. Structure counts more than names: a path of tags and classes tells only
what else on the page is alike, never what its words mean. ``text_features.py`` describes the text
of a unit, ``tree_features.py`` its place in the tree, ``order_features.py`` its place in the order
of the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from webarticlecurator.extract.heuristics.page_hints import PageHints, find_title_position
from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.extract.unit_classifier.order_features import (
    NEIGHBOUR_NAMES,
    POSITION_NAMES,
    describe_neighbours,
    describe_positions,
)
from webarticlecurator.extract.unit_classifier.page_totals import FAR, sum_page
from webarticlecurator.extract.unit_classifier.page_tree import PageTree
from webarticlecurator.extract.unit_classifier.text_features import (
    TEXT_NAMES,
    describe_briefly,
    describe_text,
    is_bare_link,
)
from webarticlecurator.extract.unit_classifier.tree_features import (
    ANCESTOR_NAMES,
    KIND_NAMES,
    describe_ancestors,
    describe_kinds,
)

FEATURE_NAMES = (
    *TEXT_NAMES,
    "copies",
    *(f"kind_{name}" for name in KIND_NAMES),
    *(f"path_{name}" for name in KIND_NAMES),
    *ANCESTOR_NAMES,
    *POSITION_NAMES,
    *NEIGHBOUR_NAMES,
    "page_running",
    "page_units",
)


def list_features(units: Sequence[Unit], tree: PageTree, hints: PageHints) -> list[list[int]]:
    """Return the values of ``FEATURE_NAMES`` for each of ``units``, [] for a bare link, which is
    nothing but context for others. ``tree``: their ``build_page_tree``."""
    totals = sum_page(units, tree, find_title_position(units, hints))
    places = [n for n, unit in enumerate(units) if not is_bare_link(unit)]
    copies = Counter(unit.folded_text for unit in units)
    around = {node: describe_ancestors(node, totals) for node in {tree.nodes[n] for n in places}}
    briefs = {n: describe_briefly(units[n]) for n in places}
    page = (min(totals.running, 100_000), min(len(units), FAR))
    rows: list[list[int]] = [[] for _ in units]
    for n, kind, path, position, neighbours in zip(
        places,
        describe_kinds([tree.kinds[node] for node in tree.nodes], units, places, totals),
        describe_kinds([tree.tag_paths[node] for node in tree.nodes], units, places, totals),
        describe_positions(units, places, totals),
        describe_neighbours(briefs, units, places, tree),
        strict=True,
    ):
        unit = units[n]
        rows[n] = [
            *describe_text(unit, briefs[n], hints),
            min(copies[unit.folded_text], 9),
            *kind,
            *path,
            *around[tree.nodes[n]],
            *position,
            *neighbours,
            *page,
        ]
    return rows
