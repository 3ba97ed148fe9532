"""What is known of each text unit of a page: integers only, so that no rounding decides.

Shares are in per mille. Structure counts more than names: a path of tags and classes tells only
what else on the page is alike, never what its words mean.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from webarticlecurator.extract.heuristics.lines import is_date_line
from webarticlecurator.extract.heuristics.page_hints import (
    PageHints,
    find_title_position,
    is_in_declared_body,
    repeats_title,
)
from webarticlecurator.extract.heuristics.root_candidates import is_running_text
from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.extract.unit_classifier.page_tree import (
    ARTICLE_BODY,
    HIDDEN,
    INHERITED_TAGS,
    PageTree,
)

MISSING = -1_000_000
"""The value of a feature that the page does not have: a distance to a title where there is none."""
FAR = 1000
"""The largest distance in units."""
MAX_LINK_SIZE = 80
"""Size below which a unit can be a bare link."""
_LINK_CONTAINERS = frozenset("li dd dt td div span section".split())
_SENTENCE_MARK = re.compile(r"[.!?…。！？؟।]+(?=[\s\"'”’»)\]]|$)|[。！？]")
_COMMA = re.compile(r"[,;:،、，；：]")
_SENTENCE_END = re.compile(r"[.!?…。！？؟।][\"'”’»)\]]*$")
_WORD = re.compile(r"\w+")
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
NEIGHBOURS = (-3, -2, -1, 1, 2, 3)
"""The units, relative to one, of which it knows some features."""


def _share(part: int, whole: int) -> int:
    return 1000 * part // whole if whole > 0 else 0


@dataclass(frozen=True)
class _PageTotals:
    """Sums over the page. ``half``: node of the innermost element with half of the running text;
    ``first``, ``last``: the first and last unit in it; ``title``: index in the units;
    ``repeats``: how many elements have each kind."""

    tree: PageTree
    running: int
    half: int
    first: int
    last: int
    title: int | None
    repeats: Counter[int]


def list_features(units: Sequence[Unit], tree: PageTree, hints: PageHints) -> list[list[int]]:
    """Return the values of ``FEATURE_NAMES`` for each of ``units``, [] for a bare link, which is
    nothing but context for others. ``tree``: their ``build_page_tree``."""
    totals = _sum_page(units, tree, find_title_position(list(units), hints))
    texts = [_describe_text(unit, hints) for unit in units]
    kinds = _describe_kinds([tree.kinds[node] for node in tree.nodes], units, totals)
    paths = _describe_kinds([tree.tag_paths[node] for node in tree.nodes], units, totals)
    copies = Counter(unit.folded_text for unit in units)
    positions = _describe_positions(units, totals)
    around: dict[int, list[int]] = {}
    rows: list[list[int]] = []
    for n, unit in enumerate(units):
        if is_bare_link(unit):
            rows.append([])
            continue
        node = tree.nodes[n]
        if node not in around:
            around[node] = _describe_ancestors(node, totals)
        rows.append(
            texts[n]
            + [min(copies[unit.folded_text], 9)]
            + kinds[n]
            + paths[n]
            + around[node]
            + positions[n]
            + _describe_neighbours(n, units, texts, tree)
            + [min(totals.running, 100_000), min(len(units), FAR)]
        )
    return rows


def is_bare_link(unit: Unit) -> bool:
    """Return True for a short link alone, in no paragraph or heading: an entry of a menu."""
    return (
        unit.size < MAX_LINK_SIZE
        and 10 * unit.linked >= 9 * unit.size
        and unit.tag in _LINK_CONTAINERS
    )


def _sum_page(units: Sequence[Unit], tree: PageTree, title: int | None) -> _PageTotals:
    running = tree.running[0] if tree.running else 0
    half = max(
        (node for node, size in enumerate(tree.running) if 2 * size >= running),
        key=lambda node: tree.depths[node],
        default=0,
    )
    inside = [n for n, node in enumerate(tree.nodes) if _is_within(node, half, tree)]
    first, last = (inside[0], inside[-1]) if inside else (0, len(units) - 1)
    return _PageTotals(tree, running, half, first, last, title, Counter(tree.kinds))


def _is_within(node: int, outer: int, tree: PageTree) -> bool:
    while node > outer:
        node = tree.parents[node]
    return node == outer


TEXT_NAMES = (
    "size link_share words word_length commas sentences ends_sentence tag is_running is_date"
    " is_title declared description digits capitals"
).split()


def _describe_text(unit: Unit, hints: PageHints) -> list[int]:
    text = unit.text
    words = len(_WORD.findall(text))
    return [
        unit.size,
        _share(unit.linked, unit.size),
        words,
        10 * len(text) // (words or 1),
        len(_COMMA.findall(text)),
        len(_SENTENCE_MARK.findall(text)),
        int(bool(_SENTENCE_END.search(text))),
        _TAG_CODES.get(unit.tag, 0),
        int(is_running_text(unit)),
        int(len(text) <= 70 and is_date_line(text)),
        int(unit.size < 300 and repeats_title(text, hints)),
        (2 if is_in_declared_body(unit, hints) else 1) if hints.body else 0,
        _matches_description(unit, hints),
        _share(sum(map(str.isdigit, text[:200])), len(text[:200])),
        _share(sum(map(str.isupper, text[:200])), len(text[:200])),
    ]


def _matches_description(unit: Unit, hints: PageHints) -> int:
    folded = unit.folded_text
    if len(folded) < 20:
        return 0
    return int(
        any(folded[:40] in d or d[:40] in folded for d in hints.descriptions if len(d) >= 20)
    )


KIND_NAMES = "running count mean_size link_share position".split()


def _describe_kinds(
    kinds: list[int], units: Sequence[Unit], totals: _PageTotals
) -> list[list[int]]:
    counts: Counter[int] = Counter()
    sizes: Counter[int] = Counter()
    linked: Counter[int] = Counter()
    running: Counter[int] = Counter()
    order = []
    for kind, unit in zip(kinds, units, strict=True):
        order.append(counts[kind])
        counts[kind] += 1
        sizes[kind] += unit.size
        linked[kind] += unit.linked
        running[kind] += unit.size if is_running_text(unit) else 0
    return [
        [
            _share(running[kind], totals.running),
            min(counts[kind], FAR),
            sizes[kind] // counts[kind],
            _share(linked[kind], sizes[kind]),
            _share(position, counts[kind]),
        ]
        for kind, position in zip(kinds, order, strict=True)
    ]


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


def _describe_ancestors(node: int, totals: _PageTotals) -> list[int]:
    tree = totals.tree
    flags = tree.flags[node]
    values = [flags >> n & 1 for n in range(len(INHERITED_TAGS))]
    values += [int(bool(flags & HIDDEN)), int(bool(flags & ARTICLE_BODY)), tree.depths[node]]
    chain = []
    at = node
    while at >= 0:
        chain.append(at)
        at = tree.parents[at]
    values += [
        tree.depths[node] - tree.depths[totals.half],
        int(totals.half in chain),
        next((n for n, e in enumerate(chain) if 5 * tree.running[e] >= totals.running), FAR),
        next((n for n, e in enumerate(chain) if 2 * tree.running[e] >= totals.running), FAR),
    ]
    repeats = [min(totals.repeats[tree.kinds[e]], FAR) for e in chain]
    values += [repeats[0], max(repeats[1:], default=1)]
    for level in (1, 2, 3):
        outer = chain[min(level, len(chain) - 1)]
        values += [
            _share(tree.running[outer], totals.running),
            tree.paragraphs[outer],
            _share(tree.linked[outer], tree.sizes[outer]),
            tree.counts[outer],
            tree.children[outer],
            tree.sizes[outer] // (tree.counts[outer] or 1),
            repeats[min(level, len(chain) - 1)],
        ]
    return values


POSITION_NAMES = (
    "page_position running_before half_position after_title running_since_title h1_since_title"
    " title_up title_down last_running"
    " next_running window_running same_kind_before same_kind_after"
).split()


def _describe_positions(units: Sequence[Unit], totals: _PageTotals) -> list[list[int]]:
    count, tree, title = len(units), totals.tree, totals.title
    sums = [0]
    for unit in units:
        sums.append(sums[-1] + (unit.size if is_running_text(unit) else 0))
    last_running = _distances([is_running_text(unit) for unit in units])
    next_running = _distances([is_running_text(unit) for unit in reversed(units)])[::-1]
    kinds = [tree.kinds[node] for node in tree.nodes]
    before, after = _same_kind_distances(kinds), _same_kind_distances(kinds[::-1])[::-1]
    levels = _title_levels(totals)
    h1_count = 0
    rows = []
    for n in range(count):
        if n < totals.first:
            place = n - totals.first
        elif n > totals.last:
            place = 1000 + n - totals.last
        else:
            place = _share(n - totals.first, totals.last - totals.first)
        if title is not None and n > title and units[n].tag == "h1":
            h1_count += 1
        up, down = levels[tree.nodes[n]] if levels else (MISSING, MISSING)
        window = sums[min(n + 6, count)] - sums[max(n - 5, 0)]
        rows.append(
            [
                _share(n, count),
                _share(sums[n], totals.running),
                place,
                MISSING if title is None else n - title,
                MISSING if title is None else _share(sums[n] - sums[title], totals.running),
                h1_count,
                up,
                down,
                last_running[n],
                next_running[n],
                _share(window, totals.running),
                before[n],
                after[n],
            ]
        )
    return rows


def _title_levels(totals: _PageTotals) -> list[tuple[int, int]]:
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


def _distances(marks: list[bool]) -> list[int]:
    """Return for each place the number of places back to the last mark before it."""
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


_NEIGHBOUR_TEXT = [TEXT_NAMES.index(name) for name in ("size", "link_share", "sentences", "tag")]
NEIGHBOUR_NAMES = [
    f"at{offset:+d}_{name}"
    for offset in NEIGHBOURS
    for name in ("size", "link_share", "sentences", "tag", "same_kind", "same_parent")
]
_NO_NEIGHBOUR = [-1] * 6


def _describe_neighbours(
    n: int, units: Sequence[Unit], texts: list[list[int]], tree: PageTree
) -> list[int]:
    values: list[int] = []
    node = tree.nodes[n]
    for offset in NEIGHBOURS:
        other = n + offset
        if not 0 <= other < len(units):
            values += _NO_NEIGHBOUR
            continue
        text, there = texts[other], tree.nodes[other]
        values += [text[k] for k in _NEIGHBOUR_TEXT]
        values.append(int(tree.kinds[node] == tree.kinds[there]))
        values.append(int(tree.parents[node] == tree.parents[there]))
    return values


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
