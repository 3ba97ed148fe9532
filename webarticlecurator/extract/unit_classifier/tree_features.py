"""The features of a unit's place in the tree: what is alike on the page, and what is around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from webarticlecurator.extract.heuristics.root_candidates import is_running_text
from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.extract.unit_classifier.page_totals import FAR, PageTotals, per_mille
from webarticlecurator.extract.unit_classifier.page_tree import (
    ARTICLE_BODY,
    HIDDEN,
    INHERITED_TAGS,
)

KIND_NAMES = "running count mean_size link_share position".split()


def describe_kinds(kinds: list[int], units: Sequence[Unit], totals: PageTotals) -> list[list[int]]:
    """Return the values of ``KIND_NAMES`` for each unit. ``kinds``: numbers of their paths."""
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
            per_mille(running[kind], totals.running),
            min(counts[kind], FAR),
            sizes[kind] // counts[kind],
            per_mille(linked[kind], sizes[kind]),
            per_mille(position, counts[kind]),
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


def describe_ancestors(node: int, totals: PageTotals) -> list[int]:
    """Return the values of ``ANCESTOR_NAMES`` for an element."""
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
            per_mille(tree.running[outer], totals.running),
            tree.paragraphs[outer],
            per_mille(tree.linked[outer], tree.sizes[outer]),
            tree.counts[outer],
            tree.children[outer],
            tree.sizes[outer] // (tree.counts[outer] or 1),
            repeats[min(level, len(chain) - 1)],
        ]
    return values
