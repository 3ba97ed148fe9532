"""The features of a unit's place in the tree: what is alike on the page, and what is around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.extract.unit_classifier.page_totals import FAR, PageTotals, per_mille
from webarticlecurator.extract.unit_classifier.page_tree import (
    ARTICLE_BODY,
    HIDDEN,
    INHERITED_TAGS,
)

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
