"""What is known of each text unit of a page: integers only, so that no rounding decides.

Shares are in per mille. Structure counts more than names: a path of tags and classes tells only
what else on the page is alike, never what its words mean. Described are the text of a unit, its
place in the tree, and its place in the order of the page.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.guess.page_tree import ARTICLE_BODY, HIDDEN, INHERITED_TAGS, PageTree
from webarticlecurator.guess.text_units import (
    CLOSING_MARKS,
    PageHints,
    Unit,
    find_title_position,
    has_sentence_end,
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
    # One list of sums for each kind: four counters took twice as long.
    sums: dict[int, list[int]] = {}
    order = []
    for kind, unit, is_running in zip(kinds, units, totals.is_running, strict=True):
        known = sums.get(kind)
        if known is None:
            known = sums[kind] = [0, 0, 0, 0]
        order.append(known[0])
        known[0] += 1
        known[1] += unit.size
        known[2] += unit.linked
        if is_running:
            known[3] += unit.size
    shared = {
        kind: (
            per_mille(running, totals.running),
            # Bounded, so that a page of a hundred thousand lines is like one of a thousand.
            min(count, FAR),
            size // count,
            per_mille(linked, size),
        )
        for kind, (count, size, linked, running) in sums.items()
    }
    return [(*shared[kinds[n]], 1000 * order[n] // sums[kinds[n]][0]) for n in places]


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


@lru_cache(maxsize=1024)
def _list_flags(flags: int) -> tuple[int, ...]:
    """Return for each of ``INHERITED_TAGS``, ``HIDDEN`` and ``ARTICLE_BODY`` whether its flag is
    set."""
    inherited = (flags >> n & 1 for n in range(len(INHERITED_TAGS)))
    return (*inherited, int(bool(flags & HIDDEN)), int(bool(flags & ARTICLE_BODY)))


def describe_ancestors(
    nodes: Iterable[int], within: Collection[int], totals: PageTotals
) -> dict[int, list[int]]:
    """Return the values of ``ANCESTOR_NAMES`` for each of some elements. ``within``: those in the
    element with half of the running text."""
    tree, running = totals.tree, totals.running
    parents, depths, half_depth = tree.parents, tree.depths, tree.depths[totals.half]
    bounded = {kind: min(count, FAR) for kind, count in totals.repeats.items()}
    repeats = [bounded[kind] for kind in tree.kinds]
    # How far out a fifth, and half, of the running text is: comments and teasers are far from both;
    # and the most repeats of an ancestor. From the outside in, so that no element asks all those
    # around it, which took twice as long.
    levels = list[tuple[int, int, int]]()
    for parent, size in zip(parents, tree.running, strict=True):
        to_20, to_50, most = levels[parent] if parent >= 0 else (FAR, FAR, 1)
        if parent >= 0 and repeats[parent] > most:
            most = repeats[parent]
        near_20, near_50 = 5 * size >= running, 2 * size >= running
        levels.append((0 if near_20 else to_20 + 1, 0 if near_50 else to_50 + 1, most))

    described, outer = dict[int, list[int]](), dict[int, tuple[int, ...]]()
    for node in nodes:
        to_20, to_50, most = levels[node]
        values = [
            *_list_flags(tree.flags[node]),
            depths[node],
            depths[node] - half_depth,
            int(node in within),
            min(to_20, FAR),
            min(to_50, FAR),
            repeats[node],
            most,
        ]
        at = node
        for _ in range(3):
            at = parents[at] if parents[at] >= 0 else at
            if at not in outer:
                outer[at] = (*_describe_outer(at, totals), repeats[at])
            values += outer[at]
        described[node] = values
    return described


def _describe_outer(node: int, totals: PageTotals) -> tuple[int, ...]:
    tree = totals.tree
    return (
        per_mille(tree.running[node], totals.running),
        tree.paragraphs[node],
        per_mille(tree.linked[node], tree.sizes[node]),
        tree.counts[node],
        tree.children[node],
        tree.sizes[node] // (tree.counts[node] or 1),
    )


# The features of a unit's own text.

MAX_LINK_SIZE = 80
"""Size below which a unit can be a bare link."""
_LINK_CONTAINERS = frozenset("li dd dt td div span section".split())
_MARKS = ".!?…。！？؟।"
_IDEOGRAPHIC_MARKS = "。！？"
"""Marks that end a sentence without white space after them."""
_MARK_RUN = re.compile(rf"[{_MARKS}]+(?:[^{_MARKS}]|$)")
"""A run of marks, and what follows it."""
_AFTER_SENTENCE = frozenset(f"{_MARKS}{CLOSING_MARKS}")
"""The last character of ``_MARK_RUN`` at the end of a sentence, if it is no white space."""
_ASCII_COMMAS = ",;:"
_COMMAS = f"{_ASCII_COMMAS}،、，；："
_WORD = re.compile(r"\w+")
_ASCII_WORDS = bytes(n if chr(n).isalnum() or chr(n) == "_" else 32 for n in range(256))
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
    words = _count_words(text)
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
        sum(map(text.count, _ASCII_COMMAS if text.isascii() else _COMMAS)),
        sentences,
        int(has_sentence_end(text)),
        tag,
        int(unit.is_running_text),
        int(unit.is_date_line),
        # no longer text is a title
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
        _count_sentences(unit.text),
        _TAG_CODES.get(unit.tag, 0),
    )


def _count_words(text: str) -> int:
    # The expression takes four times as long, and most text is ASCII.
    if text.isascii():
        return len(text.encode("ascii").translate(_ASCII_WORDS).split())
    return len(_WORD.findall(text))


def _count_sentences(text: str) -> int:
    """Return the number of runs of marks before white space, a closing mark or the end, and of
    ideographic marks in other runs."""
    count = 0
    # An expression that begins with a set of characters finds them in a fifth of the time of one
    # that begins with a look behind.
    for run in _MARK_RUN.findall(text):
        if run[-1] in _AFTER_SENTENCE or run[-1].isspace():
            count += 1
        else:
            count += sum(map(run.count, _IDEOGRAPHIC_MARKS))
    return count


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
        if distance < FAR:
            distance += 1
        found.append(distance)
        if mark:
            distance = 0
    return found


def _same_kind_distances(kinds: list[int]) -> list[int]:
    last: dict[int, int] = {}
    found = []
    for n, kind in enumerate(kinds):
        distance = n - last.get(kind, -FAR)
        found.append(distance if distance < FAR else FAR)
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
    count = len(units)
    kinds, parents = ([each[node] for node in tree.nodes] for each in (tree.kinds, tree.parents))
    rows = []
    for n in places:
        kind, parent = kinds[n], parents[n]
        values: list[int] = []
        for offset in NEIGHBOURS:
            other = n + offset
            if not 0 <= other < count:
                values += _NO_NEIGHBOUR
                continue
            brief = briefs.get(other)
            if brief is None:
                brief = briefs[other] = describe_briefly(units[other])
            values += brief
            values.append(1 if kind == kinds[other] else 0)
            values.append(1 if parent == parents[other] else 0)
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
    if not units:
        return []
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
    is_running = [unit.is_running_text for unit in units]
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
    around = describe_ancestors({tree.nodes[n] for n in places}, within, totals)
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
