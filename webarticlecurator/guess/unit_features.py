"""What is known of each text unit of a page: integers only, so that no rounding decides.

Shares are in per mille. Described here are the text of a unit and its place in the order of the
page; its place in the tree in ``structure_features.py``, the page as a whole in
``structure_features.py``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

from webarticlecurator.guess.page_tree import (
    FAR,
    HIDDEN,
    MISSING,
    PageTree,
    find_common,
    per_mille,
    tag_flags,
)
from webarticlecurator.guess.structure_features import (
    ANCESTOR_NAMES,
    ITEM_NAMES,
    KIND_NAMES,
    NAME_NAMES,
    NO_ITEM,
    PAGE_NAMES,
    PageFacts,
    PageTotals,
    describe_ancestors,
    describe_kinds,
    describe_names,
    find_items,
    is_in_code,
    list_page_values,
)
from webarticlecurator.guess.text_units import (
    HEADINGS,
    Unit,
    has_sentence_end,
    is_in_declared_body,
    names_author,
    repeats_title,
)

# The features of a unit's own text.

MAX_LINK_SIZE = 80
"""Size below which a unit can be a bare link."""
_LINK_CONTAINERS = frozenset("li dd dt td div span section".split())
_COMMAS = ",;:،、，；："
_WORD = re.compile(r"\w+")
_ASCII_WORDS = bytes(n if chr(n).isalnum() or chr(n) == "_" else 32 for n in range(256))
_ASCII = bytes(range(128))
_ASCII_BUT_CAPITALS = _ASCII.translate(None, b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_HEAD = 200
"""Characters of a unit in which capitals are counted."""
_MIN_DESCRIPTION = 20
"""Folded letters from which a text is compared with a description: shorter ones occur by chance."""
_DESCRIPTION_START = 40
_TAG_CODES = {
    tag: code
    for code, tags in enumerate(
        (
            "p",
            "div section article main span body",
            "li dd dt",
            "td th",
            "blockquote pre",
            "h1",
            "h2",
            "h3",
            "h4 h5 h6",
            "figcaption",
        ),
        1,
    )
    for tag in tags.split()
}


TEXT_NAMES = (
    "size link_share tag words commas ends_sentence is_date is_title declared description capitals"
    " links_on in_code relative_size names_author"
).split()
BRIEF_NAMES = "size link_share tag".split()
"""What a unit knows of the units beside it."""


def describe_text(
    unit: Unit, brief: tuple[int, int, int], facts: PageFacts, longest: int
) -> tuple[int, ...]:
    """Return the values of ``TEXT_NAMES`` for a unit. ``brief``: what ``describe_briefly`` returns
    for it; ``longest``: the size of the longest running text."""
    hints, text, folded = facts.hints, unit.text, unit.folded_text
    head = text[:_HEAD]
    # Of text that is not ASCII, counting takes four times as long.
    if text.isascii():
        encoded = text.encode("ascii")
        words = len(encoded.translate(_ASCII_WORDS).split())
        commas = text.count(",") + text.count(";") + text.count(":")
        capitals = len(encoded[:_HEAD].translate(None, _ASCII_BUT_CAPITALS))
    else:
        words, commas = len(_WORD.findall(text)), sum(map(text.count, _COMMAS))
        capitals = sum(map(str.isupper, head))
    matches_description = False
    if len(folded) >= _MIN_DESCRIPTION:
        start = folded[:_DESCRIPTION_START]
        for each in hints.descriptions:
            if len(each) >= _MIN_DESCRIPTION and (
                start in each or each[:_DESCRIPTION_START] in folded
            ):
                matches_description = True
    return (
        *brief,
        words,
        commas,
        int(has_sentence_end(text)),
        int(unit.is_date_line),
        # no longer text is a title
        int(unit.size < 300 and repeats_title(folded, hints)),
        (2 if is_in_declared_body(unit, hints) else 1) if hints.body else 0,
        int(matches_description),
        per_mille(capitals, len(head)),
        int(unit.is_link_line),
        int(facts.has_code and is_in_code(unit)),
        per_mille(unit.size, longest),
        int(names_author(unit, hints)),
    )


def describe_briefly(unit: Unit) -> tuple[int, int, int]:
    """Return the values of ``BRIEF_NAMES`` for a unit."""
    return unit.size, per_mille(unit.linked, unit.size), _TAG_CODES.get(unit.tag, 0)


# The features of a unit's place in the order of the page: positions, distances, neighbours.

NEIGHBOURS = (-1, 1)
"""The units, relative to one, of which it knows some features."""

POSITION_NAMES = (
    "page_position running_before half_position after_title running_since_title h1_since_title"
    " title_up title_down window_running same_kind_before same_kind_after"
    " heading_distance heading_tag heading_running"
    " anchor_up anchor_down anchor_kind anchor_path beginning_up beginning_down"
).split()
_BEGINNING = 600
"""Size of running text that is the beginning of an article: several paragraphs."""
_BESIDE = tag_flags("nav aside footer form") | HIDDEN
"""Flags of elements in which no article begins."""
_MENUS = _BESIDE | tag_flags("header")
"""Flags of elements in which a short link is the entry of a menu."""


def describe_positions(
    units: Sequence[Unit], places: Sequence[int], totals: PageTotals
) -> list[list[int]]:
    """Return the values of ``POSITION_NAMES`` for the units at ``places``."""
    count, tree, title = len(units), totals.tree, totals.title
    is_running = totals.is_running
    sizes = (unit.size if running else 0 for unit, running in zip(units, is_running, strict=True))
    sums = list(accumulate(sizes, initial=0))
    headings = _describe_headings(units, sums, totals.running)
    kinds = [tree.kinds[node] for node in tree.nodes]
    before, after = _same_kind_distances(kinds), _same_kind_distances(kinds[::-1])[::-1]
    first_level = [n for n, unit in enumerate(units) if unit.tag == "h1" and n > (title or 0)]
    anchor, beginning = _find_beginning(units, totals)
    of_title, of_anchor, of_beginning = (
        _number_ancestors(tree, inner)
        for inner in (-1 if title is None else tree.nodes[title], anchor, beginning)
    )
    anchor_kind, anchor_path = (
        (tree.kinds[anchor], tree.tag_paths[anchor]) if anchor >= 0 else (-1, -1)
    )
    rows = []
    for n in places:
        if n < totals.first:
            place = n - totals.first
        elif n > totals.last:
            # Outside of the core the distance in units, inside it the share: the two never overlap.
            place = 1000 + n - totals.last
        else:
            place = per_mille(n - totals.first, totals.last - totals.first)
        node = tree.nodes[n]
        title_values = (MISSING, MISSING, 0, MISSING, MISSING)
        if title is not None:
            title_values = (
                n - title,
                per_mille(sums[n] - sums[title], totals.running),
                bisect_right(first_level, n),
                *_measure_levels(tree, node, of_title),
            )
        window = sums[min(n + 6, count)] - sums[max(n - 5, 0)]
        rows.append(
            [
                per_mille(n, count),
                per_mille(sums[n], totals.running),
                place,
                *title_values,
                per_mille(window, totals.running),
                before[n],
                after[n],
                *headings[n],
                *_measure_levels(tree, node, of_anchor),
                int(tree.kinds[node] == anchor_kind),
                int(tree.tag_paths[node] == anchor_path),
                *_measure_levels(tree, node, of_beginning),
            ]
        )
    return rows


def _find_beginning(units: Sequence[Unit], totals: PageTotals) -> tuple[int, int]:
    """Return the element of the first running text after the title, -1 for none, and the innermost
    element with the first of it of _BEGINNING together."""
    tree = totals.tree
    anchor = beginning = -1
    size = 0
    for n in range(0 if totals.title is None else totals.title + 1, len(units)):
        node = tree.nodes[n]
        if not totals.is_running[n] or tree.flags[node] & _BESIDE:
            continue
        if anchor < 0:
            anchor = beginning = node
        else:
            beginning = find_common(tree, beginning, node)
        if size + units[n].size >= _BEGINNING and size:
            break
        size += units[n].size
    return anchor, beginning


def _describe_headings(
    units: Sequence[Unit], sums: Sequence[int], running: int
) -> list[tuple[int, int, int]]:
    """Return for each unit the distance to the heading before it (0 for a heading), its tag, and
    the share of the running text from there to the next heading. ``sums``: of the running text
    before each unit."""
    starts = [n for n, unit in enumerate(units) if unit.tag in HEADINGS]
    found = [(-1, -1, -1)] * (starts[0] if starts else len(units))
    for start, end in pairwise([*starts, len(units)]):
        tag, share = _TAG_CODES[units[start].tag], per_mille(sums[end] - sums[start], running)
        found += [(min(n - start, FAR), tag, share) for n in range(start, end)]
    return found


def _number_ancestors(tree: PageTree, inner: int) -> dict[int, int]:
    """Return the element ``inner`` and those around it → the levels down to it; {} for none
    (-1)."""
    around: dict[int, int] = {}
    at = inner
    while at >= 0:
        around[at] = len(around)
        at = tree.parents[at]
    return around


def _measure_levels(tree: PageTree, node: int, around: Mapping[int, int]) -> tuple[int, int]:
    """Return the levels from an element up to the innermost of those ``around`` another one, and
    down from there to that; FAR for both if there are none."""
    at, up = node, 0
    while at >= 0:
        down = around.get(at)
        if down is not None:
            return (up if up < FAR else FAR), down
        at, up = tree.parents[at], up + 1
    return FAR, FAR


def _same_kind_distances(kinds: list[int]) -> list[int]:
    last: dict[int, int] = {}
    found = []
    for n, kind in enumerate(kinds):
        distance = n - last.get(kind, -FAR)
        found.append(distance if distance < FAR else FAR)
        last[kind] = n
    return found


NEIGHBOUR_NAMES = [f"at{offset:+d}_{name}" for offset in NEIGHBOURS for name in BRIEF_NAMES]
_NO_NEIGHBOUR = (-1, -1, -1)


FEATURE_NAMES = (
    *TEXT_NAMES,
    "copies",
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
    which is nothing but context for others. ``tree``: their ``build_page_tree``; ``title``: its
    index in ``units``."""
    if not units:
        return []
    # The sums of the page.
    running = tree.running[0]
    half = max(
        (node for node, size in enumerate(tree.running) if 2 * size >= running),
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
    is_running = [unit.is_running_text for unit in units]
    totals = PageTotals(
        tree, running, tree.sizes[0], half, first, last, title, is_running, Counter(tree.kinds)
    )
    # Entries of menus, short links alone in no paragraph or heading, are never text of an article;
    # as neighbours of others they still count. Outside of menus they are in lists, contents,
    # encyclopedias: when none was asked about, lists had .096 less at best, documentation .014.
    places = [
        n
        for n, unit in enumerate(units)
        if unit.size >= MAX_LINK_SIZE
        or 10 * unit.linked < 9 * unit.size
        or unit.tag not in _LINK_CONTAINERS
        or not tree.flags[tree.nodes[n]] & _MENUS
    ]
    copies = Counter(unit.folded_text for unit in units)
    nodes = {tree.nodes[n] for n in places}
    around, names = describe_ancestors(nodes, within, totals), describe_names(nodes, totals)
    items = find_items(units, tree)
    briefs = [_NO_NEIGHBOUR, *map(describe_briefly, units), _NO_NEIGHBOUR]
    longest = max((unit.size for unit in units if unit.is_running_text), default=0)
    values_of_page = list_page_values(page, units, tree, items.most)
    rows: list[list[int]] = [[] for _ in units]
    for n, kind, path, position in zip(
        places,
        describe_kinds([tree.kinds[node] for node in tree.nodes], units, places, totals),
        describe_kinds([tree.tag_paths[node] for node in tree.nodes], units, places, totals),
        describe_positions(units, places, totals),
        strict=True,
    ):
        unit, node = units[n], tree.nodes[n]
        rows[n] = [
            *describe_text(unit, briefs[n + 1], page, longest),
            min(copies[unit.folded_text], 9),
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
