"""What is known of each text unit of a page: integers only, so that no rounding decides.

Shares are in per mille. Described here are the text of a unit and its place in the order of the
page; its place in the tree in ``structure_features.py``, the page as a whole in
``structure_features.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from webarticlecurator.articles.units.order_features import (
    INTRODUCTION_NAMES,
    MENUS,
    NEIGHBOUR_NAMES,
    NO_NEIGHBOUR,
    POSITION_NAMES,
    describe_introductions,
    describe_positions,
)
from webarticlecurator.articles.units.page_tree import PageTree
from webarticlecurator.articles.units.structure_features import (
    ANCESTOR_NAMES,
    ITEM_NAMES,
    KIND_NAMES,
    NAME_NAMES,
    NO_ITEM,
    PAGE_NAMES,
    PageFacts,
    ReferencePlaces,
    describe_ancestors,
    describe_kinds,
    describe_names,
    find_items,
    list_page_values,
)
from webarticlecurator.articles.units.text_features import (
    LINK_CONTAINERS,
    MAX_LINK_SIZE,
    TEXT_NAMES,
    describe_briefly,
    describe_text,
)
from webarticlecurator.articles.units.text_units import Unit
from webarticlecurator.pages.page.screen_sizes import are_of_two_sizes

FEATURE_NAMES = (
    *TEXT_NAMES,
    "copies",
    *INTRODUCTION_NAMES,
    *(f"kind_{name}" for name in KIND_NAMES),
    *(f"path_{name}" for name in KIND_NAMES),
    *ANCESTOR_NAMES,
    *NAME_NAMES,
    *ITEM_NAMES,
    *POSITION_NAMES,
    *NEIGHBOUR_NAMES,
    *PAGE_NAMES,
)


def list_features(
    units: Sequence[Unit], tree: PageTree, page: PageFacts, title: int | None
) -> list[list[int]]:
    """Return the values of ``FEATURE_NAMES`` for each of ``units``, [] for a bare link in a menu,
    which is nothing but context for others. ``tree``: their ``build_page_tree``; ``title``: index
    in ``units``."""
    if not units:
        return []
    # the innermost element with half of the running text
    half = max(
        (node for node, size in enumerate(tree.running) if 2 * size >= tree.running[0]),
        key=lambda node: tree.depths[node],
        default=0,
    )
    # parents come first, so the elements inside follow their ancestor
    within = {half}
    for node in range(half + 1, len(tree.parents)):
        if tree.parents[node] in within:
            within.add(node)
    inside = [n for n, node in enumerate(tree.nodes) if node in within]
    first, last = (inside[0], inside[-1]) if inside else (0, len(units) - 1)
    reference = ReferencePlaces(tree, half, first, last, title)
    # Entries of menus, short links alone in no paragraph or heading, are never text of an article;
    # as neighbours of others they still count. Outside of menus they are in lists, contents,
    # encyclopedias: when none was asked about, lists had .096 less at best, documentation .014.
    places = [
        n
        for n, unit in enumerate(units)
        if unit.size >= MAX_LINK_SIZE
        or 10 * unit.linked < 9 * unit.size
        or unit.tag not in LINK_CONTAINERS
        or not tree.flags[tree.nodes[n]] & MENUS
    ]
    texts = [unit.folded_text for unit in units]
    copies = _count_copies(units, texts)
    nodes = {tree.nodes[n] for n in places}
    around, names = describe_ancestors(nodes, within, reference), describe_names(nodes, tree)
    items = find_items(units, tree)
    introductions = describe_introductions(units, tree)
    briefs = [NO_NEIGHBOUR, *map(describe_briefly, units), NO_NEIGHBOUR]
    longest = max((unit.size for unit in units if unit.is_running_text), default=0)
    values_of_page = list_page_values(page, units, tree, items.most)
    rows: list[list[int]] = [[] for _ in units]
    for n, kind, path, position in zip(
        places,
        describe_kinds(tree.kinds, units, places, tree),
        describe_kinds(tree.tag_paths, units, places, tree),
        describe_positions(units, places, reference),
        strict=True,
    ):
        unit, node = units[n], tree.nodes[n]
        rows[n] = [
            *describe_text(unit, briefs[n + 1], page, longest),
            min(copies[texts[n]], 9),
            *introductions[n],
            *kind,
            *path,
            *around[node],
            *names[node],
            *items.described.get(items.of[node], NO_ITEM),
            *position,
            *briefs[n],
            *briefs[n + 2],
            *values_of_page,
        ]
    return rows


def _count_copies(units: Sequence[Unit], texts: Sequence[str]) -> Counter[str]:
    """Return how often the page has each of the folded ``texts`` of its units; two for two sizes of
    screen are one."""
    copies = Counter(texts)
    firsts = dict[str, Unit]()
    for unit, text in zip(units, texts, strict=True):
        # menus, which many pages have for two sizes, are links
        if copies[text] == 2 and 2 * unit.linked <= unit.size:
            first = firsts.setdefault(text, unit)
            if first is not unit and are_of_two_sizes(first.around, unit.around):
                copies[text] = 1
    return copies
