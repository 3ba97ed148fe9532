"""What is known of each text unit of a page: integers only, so that no rounding decides.

Shares are in per mille. Structure counts more than names: a path of tags and classes tells only
what else on the page is alike, never what its words mean. Described are the text of a unit, its
place in the tree, and its place in the order of the page.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from webarticlecurator.guess.page_tree import ARTICLE_BODY, HIDDEN, INHERITED_TAGS, PageTree
from webarticlecurator.guess.root_candidates import is_running_text
from webarticlecurator.guess.text_units import (
    PageHints,
    Unit,
    find_title_position,
    is_date_line,
    is_in_declared_body,
    repeats_title,
)

# The features of a unit's place in the tree: what is alike on the page, and what is around it.

KIND_NAMES = "running count mean_size link_share position".split()


def describe_kinds(
    kinds: Sequence[int], units: Sequence[Unit], places: Sequence[int], totals: PageTotals
) -> list[tuple[int, ...]]:
    """Return the values of ``KIND_NAMES`` for the units at ``places``. ``kinds``: numbers of the
    paths of all ``units``."""
    counts: Counter[int] = Counter()
    sizes: Counter[int] = Counter()
    linked: Counter[int] = Counter()
    running: Counter[int] = Counter()
    order = []
    for kind, unit, is_running in zip(kinds, units, totals.is_running, strict=True):
        order.append(counts[kind])
        counts[kind] += 1
        sizes[kind] += unit.size
        linked[kind] += unit.linked
        if is_running:
            running[kind] += unit.size
    shared = {
        kind: (
            per_mille(running[kind], totals.running),
            # Bounded, so that a page of a hundred thousand lines is like one of a thousand.
            min(count, FAR),
            sizes[kind] // count,
            per_mille(linked[kind], sizes[kind]),
        )
        for kind, count in counts.items()
    }
    return [(*shared[kinds[n]], per_mille(order[n], counts[kinds[n]])) for n in places]


ANCESTOR_NAMES = (
    [f"in_{tag}" for tag in INHERITED_TAGS]
    + "hidden article_body depth half_depth in_half levels_to_20 levels_to_50".split()
    + "repeats most_repeats".split()
    + [
        f"outer{level}_{name}"
        for level in (1, 2, 3)
        for name in "running paragraphs link_share units children mean_size repeats".split()
    ]
)


_INHERITED = (1 << len(INHERITED_TAGS)) - 1


@lru_cache(maxsize=1024)
def _list_bits(flags: int) -> tuple[int, ...]:
    """Return for each of ``INHERITED_TAGS`` whether its flag is set."""
    return tuple(flags >> n & 1 for n in range(len(INHERITED_TAGS)))


def describe_ancestors(node: int, totals: PageTotals) -> list[int]:
    """Return the values of ``ANCESTOR_NAMES`` for an element."""
    tree, running = totals.tree, totals.running
    chain = []
    at = node
    while at >= 0:
        chain.append(at)
        at = tree.parents[at]
    flags = tree.flags[node]
    repeats = [min(totals.repeats[tree.kinds[e]], FAR) for e in chain]
    values = [
        *_list_bits(flags & _INHERITED),
        int(bool(flags & HIDDEN)),
        int(bool(flags & ARTICLE_BODY)),
        tree.depths[node],
        tree.depths[node] - tree.depths[totals.half],
        int(totals.half in chain),
        # How far out a fifth, and half, of the running text is: comments and teasers are far from
        # both.
        next((n for n, e in enumerate(chain) if 5 * tree.running[e] >= running), FAR),
        next((n for n, e in enumerate(chain) if 2 * tree.running[e] >= running), FAR),
        repeats[0],
        max(repeats[1:], default=1),
    ]
    for level in (1, 2, 3):
        place = min(level, len(chain) - 1)
        outer = chain[place]
        values += [
            per_mille(tree.running[outer], running),
            tree.paragraphs[outer],
            per_mille(tree.linked[outer], tree.sizes[outer]),
            tree.counts[outer],
            tree.children[outer],
            tree.sizes[outer] // (tree.counts[outer] or 1),
            repeats[place],
        ]
    return values


# The features of a unit's own text.

MAX_LINK_SIZE = 80
"""Size below which a unit can be a bare link."""
_LINK_CONTAINERS = frozenset("li dd dt td div span section".split())
_MARKS = ".!?…。！？؟।"
# Ideographic marks end a sentence without white space after them.
_SENTENCE_MARK = re.compile(
    # a run of marks is looked at once, from its beginning
    rf"(?<![{_MARKS}])[{_MARKS}]+(?=[\s\"'”’»)\]]|$)|[。！？]"
)
_COMMA = re.compile(r"[,;:،、，；：]")
_SENTENCE_END = re.compile(r"[.!?…。！？؟।][\"'”’»)\]]*$")
_WORD = re.compile(r"\w+")
_NON_ASCII = re.compile("[^\0-\x7f]+")
_ASCII = bytes(range(128))
_ASCII_BUT_DIGITS = _ASCII.translate(None, b"0123456789")
_ASCII_BUT_CAPITALS = _ASCII.translate(None, b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_HEAD = 200
"""Characters of a unit in which digits and capitals are counted."""
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
    "size link_share words word_length commas sentences ends_sentence tag is_running is_date"
    " is_title declared description digits capitals"
).split()
BRIEF_NAMES = "size link_share sentences tag".split()
"""What a unit knows of the units beside it."""


def describe_text(unit: Unit, brief: Sequence[int], hints: PageHints) -> list[int]:
    """Return the values of ``TEXT_NAMES`` for a unit. ``brief``: what ``describe_briefly`` returns
    for it."""
    text = unit.text
    words = len(_WORD.findall(text))
    size, link_share, sentences, tag = brief
    digits, capitals = _count_digits_and_capitals(text[:_HEAD])
    matches_description = 0
    if len(unit.folded_text) >= 20:  # shorter texts occur in many lines by chance
        start = unit.folded_text[:40]
        likely = (d for d in hints.descriptions if len(d) >= 20)
        matches_description = int(any(start in d or d[:40] in unit.folded_text for d in likely))
    return [
        size,
        link_share,
        words,
        10 * len(text) // (words or 1),
        len(_COMMA.findall(text)),
        sentences,
        int(bool(_SENTENCE_END.search(text))),
        tag,
        int(is_running_text(unit)),
        # The expressions are slow, and no longer text is a date or a title.
        int(len(text) <= 70 and is_date_line(text)),
        int(unit.size < 300 and repeats_title(unit.folded_text, hints)),
        (2 if is_in_declared_body(unit, hints) else 1) if hints.body else 0,
        matches_description,
        per_mille(digits, min(len(text), _HEAD)),
        per_mille(capitals, min(len(text), _HEAD)),
    ]


def describe_briefly(unit: Unit) -> tuple[int, int, int, int]:
    """Return the values of ``BRIEF_NAMES`` for a unit."""
    return (
        unit.size,
        per_mille(unit.linked, unit.size),
        len(_SENTENCE_MARK.findall(unit.text)),
        _TAG_CODES.get(unit.tag, 0),
    )


def _count_digits_and_capitals(text: str) -> tuple[int, int]:
    """Return the number of characters that are digits (``str.isdigit``), and of capitals."""
    # By tables of bytes, since most text is ASCII, and this is done for each unit of a page.
    ascii_text = text.encode("ascii", "ignore")
    digits = len(ascii_text.translate(None, _ASCII_BUT_DIGITS))
    capitals = len(ascii_text.translate(None, _ASCII_BUT_CAPITALS))
    if len(ascii_text) < len(text):
        other = "".join(_NON_ASCII.findall(text))
        digits += sum(map(str.isdigit, other))
        capitals += sum(map(str.isupper, other))
    return digits, capitals


# The features of a unit's place in the order of the page: positions, distances, neighbours.

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
            # Outside of the core the distance in units, inside it the share: the two never overlap.
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
    # The sums of the page. `title`: index in `units`
    title = find_title_position(units, hints)
    running = tree.running[0] if tree.running else 0
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
    is_running = [is_running_text(unit) for unit in units]
    totals = PageTotals(tree, running, half, first, last, title, is_running, Counter(tree.kinds))
    # Entries of menus, short links alone in no paragraph or heading, are never text of an article;
    # as neighbours of others they still count.
    places = [
        n
        for n, unit in enumerate(units)
        if unit.size >= MAX_LINK_SIZE
        or 10 * unit.linked < 9 * unit.size
        or unit.tag not in _LINK_CONTAINERS
    ]
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


# Sums over a whole page, with which its units are compared.

# MISSING is far below all other values, so that one threshold of a tree tells it apart; FAR bounds
# distances and counts.
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
