"""What the first stage thinks of the units around each unit, for the second stage.

Probabilities are in per mille. Each counts by the size of its unit, so that a paragraph weighs more
than a label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate

from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.extract.unit_classifier.order_features import NEIGHBOURS, count_places_back
from webarticlecurator.extract.unit_classifier.page_tree import PageTree

_LEVELS = (1, 2, 3)
_WINDOWS = (5, 12)
MIN_LIKELY = 10
"""The probability below which the second stage is not asked: four of five units of a page."""
LIKELY = 500
"""The probability from which a unit is likely to be text of the article."""
CONTEXT_NAMES = (
    "likely",
    *(f"at{offset:+d}_likely" for offset in NEIGHBOURS),
    "likely_before",
    "likely_after",
    *(f"window{reach}_likely" for reach in _WINDOWS),
    *(f"{path}_{name}" for path in ("kind", "path") for name in ("likely", "likely_share")),
    *(f"outer{n}_{name}" for n in _LEVELS for name in ("likely", "likely_share")),
    *"in_core core_depth branch_likely branch_share branch_units".split(),
    *"last_likely next_likely likely_size".split(),
)


def list_context(units: Sequence[Unit], tree: PageTree, likely: Sequence[int]) -> list[list[int]]:
    """Return the values of ``CONTEXT_NAMES`` for each unit, [] for one below MIN_LIKELY.
    ``likely``: the probability that the first stage gives it."""
    count = len(units)
    sizes = [unit.size for unit in units]
    masses = [p * size for p, size in zip(likely, sizes, strict=True)]
    mass_sums, size_sums = (list(accumulate(values, initial=0)) for values in (masses, sizes))
    total = mass_sums[-1] or 1
    kinds = _compare_alike([tree.kinds[node] for node in tree.nodes], masses, sizes, total)
    paths = _compare_alike([tree.tag_paths[node] for node in tree.nodes], masses, sizes, total)
    described_nodes = (node for node, p in zip(tree.nodes, likely, strict=True) if p >= MIN_LIKELY)
    outer = _describe_outer(tree, masses, total, described_nodes)
    is_likely = [p >= LIKELY for p in likely]
    last, following = count_places_back(is_likely), count_places_back(is_likely[::-1])[::-1]
    rows: list[list[int]] = []
    for n in range(count):
        if likely[n] < MIN_LIKELY:
            rows.append([])
            continue
        row = [likely[n]]
        row += [likely[n + at] if 0 <= n + at < count else -1 for at in NEIGHBOURS]
        row += [1000 * mass_sums[n] // total, 1000 * (mass_sums[-1] - mass_sums[n + 1]) // total]
        for reach in _WINDOWS:
            first, end = max(n - reach, 0), min(n + reach + 1, count)
            size = size_sums[end] - size_sums[first]
            row.append((mass_sums[end] - mass_sums[first]) // (size or 1))
        row += kinds[n]
        row += paths[n]
        row += outer[tree.nodes[n]]
        row += [last[n], following[n], min(total // 1000, 100_000)]
        rows.append(row)
    return rows


def _compare_alike(
    kinds: Sequence[int], masses: Sequence[int], sizes: Sequence[int], total: int
) -> list[tuple[int, int]]:
    """Return the mean probability of the units of the same kind, and their share of all."""
    mass: Counter[int] = Counter()
    size: Counter[int] = Counter()
    for kind, m, s in zip(kinds, masses, sizes, strict=True):
        mass[kind] += m
        size[kind] += s
    return [(mass[kind] // (size[kind] or 1), 1000 * mass[kind] // total) for kind in kinds]


def _describe_outer(
    tree: PageTree, masses: Sequence[int], total: int, nodes: Iterable[int]
) -> dict[int, list[int]]:
    """Return for each of the ``nodes`` what is likely in its ancestors, and in the branch of the
    core (the innermost element with half of the likely text) that it is in."""
    inside = [0] * len(tree.parents)
    for node, mass in zip(tree.nodes, masses, strict=True):
        inside[node] += mass
    for node in range(len(inside) - 1, 0, -1):
        if tree.parents[node] >= 0:
            inside[tree.parents[node]] += inside[node]
    core = max(
        (node for node, mass in enumerate(inside) if 2 * mass >= total),
        key=lambda node: tree.depths[node],
        default=0,
    )
    described: dict[int, list[int]] = {}
    for node in nodes:
        if node in described:
            continue
        chain = [node]
        while chain[-1] != core and tree.parents[chain[-1]] >= 0:
            chain.append(tree.parents[chain[-1]])
        is_in_core = chain[-1] == core
        values = []
        for level in _LEVELS:
            outer = chain[min(level, len(chain) - 1)]
            values += [inside[outer] // (tree.sizes[outer] or 1), 1000 * inside[outer] // total]
        branch = chain[-2] if is_in_core and len(chain) > 1 else chain[-1]
        values += [
            int(is_in_core),
            tree.depths[node] - tree.depths[core],
            inside[branch] // (tree.sizes[branch] or 1),
            1000 * inside[branch] // total,
            tree.counts[branch],
        ]
        described[node] = values
    return described
