"""What the first stage thinks of the units around each unit, for the second. Probabilities are in
per mille; each counts by the size of its unit: a paragraph weighs more than a label.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from webarticlecurator.articles.units.feature_values import FAR
from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.page_tree import PageTree
from webarticlecurator.articles.units.text_units import Unit
from webarticlecurator.base.dataclasses import dataclass

_LEVELS = (1, 2, 3)
_WINDOWS = (5, 12)
_CORES = (50, 80, 95)
"""A core is the innermost element with so many percent of the likely text."""
MIN_LIKELY = 10
"""The probability below which the second stage is not asked."""
LIKELY = 500
"""The probability in per mille from which a unit is likely to be text of the article."""
_MAX_SIZE = 100_000
CONTEXT_NAMES = (
    *"likely before_likely after_likely likely_before likely_after".split(),
    *(f"window{reach}_likely" for reach in _WINDOWS),
    *(f"{path}_{name}" for path in ("kind", "path") for name in ("likely", "likely_share")),
    *(f"outer{n}_{name}" for n in _LEVELS for name in ("likely", "likely_share")),
    *"sibling_before_likely sibling_after_likely first_item_likely".split(),
    *(f"core{percent}_{name}" for percent in _CORES for name in ("levels", "likely", "share")),
    *"branch_likely branch_share branch_units section_likely earlier_copy".split(),
    *"last_likely next_likely gap likely_size likely_units page_likely highest".split(),
)


def list_context(units: Sequence[Unit], tree: PageTree, likely: Sequence[int]) -> list[list[int]]:
    """Return the values of ``CONTEXT_NAMES`` for each unit, [] for one below MIN_LIKELY.
    ``likely``: the probability that the first stage gives it."""
    sizes = [unit.size for unit in units]
    masses = [p * size for p, size in zip(likely, sizes, strict=True)]
    sums = _Sums(list(accumulate(masses, initial=0)), list(accumulate(sizes, initial=0)))
    total = sums.masses[-1] or 1
    kinds = [tree.kinds[node] for node in tree.nodes]
    paths = [tree.tag_paths[node] for node in tree.nodes]
    of_kinds = _compare_alike(kinds, masses, sizes, total)
    of_paths = _compare_alike(paths, masses, sizes, total)
    likely_units = [n for n, p in enumerate(likely) if p >= MIN_LIKELY]
    outer = _describe_outer(tree, masses, total, {tree.nodes[n] for n in likely_units})
    sections = _describe_sections(units, sums)
    copies = _find_earlier_copies(units, likely)
    places = [n for n, p in enumerate(likely) if p >= LIKELY]
    is_likely = [p >= LIKELY for p in likely]
    last, following = count_places_back(is_likely), count_places_back(is_likely[::-1])[::-1]
    first_place, last_place = (places[0], places[-1]) if places else (0, len(units) - 1)
    page = (
        min(total // 1000, _MAX_SIZE),
        min(len(places), FAR),
        sum(masses[n] for n in places) // (sum(sizes[n] for n in places) or 1),
        max(likely, default=0),
    )
    rows: list[list[int]] = [[] for _ in units]
    for n in likely_units:
        gap = sums.sizes[first_place] - sums.sizes[n + 1] if n < first_place else 0
        if n > last_place:
            gap = sums.sizes[last_place + 1] - sums.sizes[n]
        rows[n] = [
            likely[n],
            likely[n - 1] if n else -1,
            likely[n + 1] if n + 1 < len(units) else -1,
            1000 * sums.masses[n] // total,
            1000 * (sums.masses[-1] - sums.masses[n + 1]) // total,
            *(sums.mean(max(n - reach, 0), min(n + reach + 1, len(units))) for reach in _WINDOWS),
            *of_kinds[kinds[n]],
            *of_paths[paths[n]],
            *outer[tree.nodes[n]],
            sections[n],
            copies[n],
            last[n],
            following[n],
            max(-_MAX_SIZE, min(gap, _MAX_SIZE)),
            *page,
        ]
    return rows


@dataclass(frozen=True)
class _Sums:
    """Sums over the units before each place: of probabilities by size, and of sizes."""

    masses: list[int]
    sizes: list[int]

    def mean(self, start: int, end: int) -> int:
        """Return the mean probability of the units from ``start`` to before ``end``."""
        return (self.masses[end] - self.masses[start]) // (self.sizes[end] - self.sizes[start] or 1)


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


def _compare_alike(
    kinds: Sequence[int], masses: Sequence[int], sizes: Sequence[int], total: int
) -> dict[int, tuple[int, int]]:
    """Return for each kind the mean probability of its units, and their share of all."""
    sums: dict[int, list[int]] = {}
    for kind, mass, size in zip(kinds, masses, sizes, strict=True):
        known = sums.get(kind)
        if known is None:
            sums[kind] = [mass, size]
        else:
            known[0] += mass
            known[1] += size
    return {
        kind: (mass // (size or 1), 1000 * mass // total) for kind, (mass, size) in sums.items()
    }


def _describe_sections(units: Sequence[Unit], sums: _Sums) -> list[int]:
    """Return for each unit the mean probability between the headings around it, -1 for none."""
    starts = [n for n, unit in enumerate(units) if unit.tag in HEADINGS]
    found = [-1] * (starts[0] if starts else len(units))
    for start, end in pairwise([*starts, len(units)]):
        found += [sums.mean(start + 1, end) if start + 1 < end else -1] * (end - start)
    return found


_MIN_COPY_SIZE = 40


def _find_earlier_copies(units: Sequence[Unit], likely: Sequence[int]) -> list[int]:
    """Return for each unit the highest probability of an earlier one with the same text, -1 if
    there is none: pages have their text twice, for narrow and for wide windows."""
    highest: dict[str, int] = {}
    found = []
    for unit, p in zip(units, likely, strict=True):
        if unit.size < _MIN_COPY_SIZE:
            found.append(-1)
            continue
        highest_before = highest.get(unit.folded_text, -1)
        found.append(highest_before)
        highest[unit.folded_text] = max(highest_before, p)
    return found


def _describe_outer(
    tree: PageTree, masses: Sequence[int], total: int, nodes: Iterable[int]
) -> dict[int, list[int]]:
    """Return for each of the ``nodes`` what is likely in its ancestors, beside it, in the cores,
    and in the branch of the first core that it is in."""
    parents, depths = tree.parents, tree.depths
    inside = [0] * len(parents)
    for node, mass in zip(tree.nodes, masses, strict=True):
        inside[node] += mass
    for node in range(len(inside) - 1, 0, -1):
        if parents[node] >= 0:
            inside[parents[node]] += inside[node]
    means = [mass // (size or 1) for mass, size in zip(inside, tree.sizes, strict=True)]
    cores = [
        max(
            (node for node, mass in enumerate(inside) if 100 * mass >= percent * total),
            key=lambda node: depths[node],
            default=0,
        )
        for percent in _CORES
    ]
    before, after = _find_siblings(parents, means)
    first_items = {item: means[items[0]] for items in tree.lists for item in items}
    described: dict[int, list[int]] = {}
    for node in nodes:
        chain = [node]
        while parents[chain[-1]] >= 0:
            chain.append(parents[chain[-1]])
        values = []
        for level in _LEVELS:
            outer = chain[min(level, len(chain) - 1)]
            values += [means[outer], 1000 * inside[outer] // total]
        item = next((each for each in chain if each in first_items), -1)
        values += [before[node], after[node], first_items.get(item, -1)]
        for core in cores:
            levels = chain.index(core) if core in chain else FAR
            values += [levels, means[core], 1000 * inside[core] // total]
        place = chain.index(cores[0]) if cores[0] in chain else len(chain) - 1
        branch = chain[max(place - 1, 0)]
        values += [means[branch], 1000 * inside[branch] // total, tree.counts[branch]]
        described[node] = values
    return described


def _find_siblings(parents: Sequence[int], means: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return for each element the mean probability in the sibling before and after it, -1 for
    none."""
    before, after, last = [-1] * len(parents), [-1] * len(parents), dict[int, int]()
    for node, parent in enumerate(parents):
        sibling = last.get(parent)
        if parent >= 0 and sibling is not None:
            before[node], after[sibling] = means[sibling], means[node]
        last[parent] = node
    return before, after
