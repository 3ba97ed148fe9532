"""The probability of each text unit of a page that it is text of the article, in two stages.

The first stage judges each unit by its own features; the second knows, too, what the first thinks
of the units around it. The trees are in ``trained/unit-classifier.json``, with the recipe of their
training.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, cast

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.guess.page_tree import FAR, PageTree, build_page_tree, per_mille
from webarticlecurator.guess.structure_features import PAGE_NAMES, PageFacts
from webarticlecurator.guess.text_units import HEADINGS, Unit
from webarticlecurator.guess.unit_features import FEATURE_NAMES, list_features
from webarticlecurator.model.plug_in import UNIT_CLASSIFIER, read_trained_model

# Boosted decision trees over integers, read from JSON and compiled to one Python function.
#
# Interpreted ensembles are slower (Asadi et al. 2014, "Runtime optimizations for tree-based machine
# learning models" compare both). Sums of integers are exact, so the result is that of going down
# each tree.

ScoreFunction = Callable[..., int]
"""A function of the values of all features, which returns the sum of the leaves they lead to."""


def compile_trees(stored: dict[str, Any]) -> ScoreFunction:
    """Return the function of ``{"start": …, "trees": […]}``. A leaf is stored as its score in log
    odds, in units of 1/1000; another node as [feature, threshold, tree for values up to the
    threshold, tree for larger values]."""
    # Nested conditions take 9 µs a unit, masks of leaves (QuickScorer) took 21; to compile the
    # trees of the package takes 12 ms more than to read them, once in a process.
    used = set[int]()
    sums = [f" score += {_write_tree(tree, used)}\n" for tree in stored["trees"]]
    names = [f"v{n}, " for n in range(max(used, default=-1) + 1)]
    code = f"def score_values({''.join(names)}*_):\n score = {stored['start']:d}\n"
    namespace: dict[str, Any] = {}
    # Nothing but whole numbers of the model file gets into the code: ``:d`` refuses all else.
    exec(f"{code}{''.join(sums)} return score", namespace)
    return cast("ScoreFunction", namespace["score_values"])


def _write_tree(tree: Any, used: set[int]) -> str:
    """Return a tree as a Python expression, and add the features that it asks for to ``used``."""
    if isinstance(tree, int):
        return f"{tree:d}"
    feature, threshold, low, high = tree
    used.add(feature)
    low, high = _write_tree(low, used), _write_tree(high, used)
    return f"({low} if v{feature:d} <= {threshold:d} else {high})"


SCORE_STEP = 50
"""Units of a score for each entry of ``UnitClassifier.probabilities``."""


@dataclass(frozen=True)
class UnitClassifier:
    """``probabilities``: in per mille for scores from the most negative to the most positive, in
    steps of SCORE_STEP around 0; ``confidence``: the score of a reading, of what
    ``describe_reading`` says of it."""

    first: ScoreFunction
    second: ScoreFunction
    probabilities: tuple[int, ...]
    confidence: ScoreFunction

    def estimate(
        self, units: Sequence[Unit], facts: PageFacts, title: int | None
    ) -> tuple[list[int], list[int]]:
        """Return the probability of each unit in per mille, and the values of ``PAGE_NAMES``, []
        where all units are bare links. ``title``: index in ``units``."""
        tree = build_page_tree(units)
        rows = list_features(units, tree, facts, title)
        likely = self.estimate_first(rows)
        context = list_context(units, tree, likely)
        probabilities = [
            self.to_probability(self.second(*row, *more)) if more else first
            for row, more, first in zip(rows, context, likely, strict=True)
        ]
        return probabilities, next(filter(None, rows), [])[-len(PAGE_NAMES) :]

    def estimate_first(self, rows: Sequence[Sequence[int]]) -> list[int]:
        """Return the probability by the first stage for each row of features, in per mille; 0 for
        an empty one."""
        return [self.to_probability(self.first(*row)) if row else 0 for row in rows]

    def to_probability(self, score: int) -> int:
        """Return the probability of a score in per mille."""
        middle = len(self.probabilities) // 2
        place = middle + score // SCORE_STEP
        return self.probabilities[max(0, min(place, len(self.probabilities) - 1))]


@lru_cache(maxsize=4)
def load_classifier(content: bytes = b"") -> UnitClassifier:
    """Return the classifier of a model file, or of this version of the package; each is read
    once."""
    return read_classifier(content or read_trained_model(UNIT_CLASSIFIER))


def read_classifier(content: bytes) -> UnitClassifier:
    """Return the classifier of a model file. Raises ValueError if it was trained with features
    other than those of this version."""
    stored: dict[str, Any] = json.loads(content)
    # Trees know features by their place: another order would be read without an error, and wrongly.
    names = (*FEATURE_NAMES, *CONTEXT_NAMES)
    if tuple(stored["features"]) != names or stored["reading"] != READING_NAMES:
        raise ValueError(
            "unit-classifier.json: trained with other features (expected those of"
            " unit_features.py and classify_units.py); run bench/train_units.py"
        )
    return UnitClassifier(
        compile_trees(stored["first"]),
        compile_trees(stored["second"]),
        tuple(stored["probabilities"]),
        compile_trees(stored["confidence"]),
    )


# Which text units repeat the article in one piece, as pages for search engines or speech have it.
#
# On a page of many megabytes not every unit can be looked for in every other. So the long texts are
# cut into blocks of BLOCK characters, and a text is looked for only in those that have one of its
# stretches as a block: wherever a text of two blocks or more is in another one, it covers a whole
# block of it.

# When a unit is a copy. BLOCK bounds the time on a page of megabytes, not the result.
MIN_COPY_SIZE = 800
"""Size from which a unit can be a copy of the whole article."""
MIN_COPIED_UNITS = 3
"""Running units whose text is also in one unit from which that unit is a copy."""
BLOCK = 10
"""Letters and digits. Texts shorter than two blocks are in many others by chance."""

Text = tuple[str, int]
"""The folded text of a unit, and its size."""


def find_copies(units: Sequence[Unit]) -> set[int]:
    """Return the indices of the units that repeat the text of MIN_COPIED_UNITS others or more, each
    less than half as long."""
    running = [n for n, unit in enumerate(units) if unit.is_running_text]
    longest = max((units[n].size for n in running), default=0)
    if longest < MIN_COPY_SIZE:
        return set()

    wholes = defaultdict[Text, list[int]](list)
    parts = Counter[Text]()
    for n in running:
        unit = units[n]
        if unit.size >= MIN_COPY_SIZE:
            wholes[unit.folded_text, unit.size].append(n)
        # A part must be less than half of the whole, else two versions of a text would be copies.
        if 2 * unit.size < longest and len(unit.folded_text) >= 2 * BLOCK:
            parts[unit.folded_text, unit.size] += 1
    if parts.total() < MIN_COPIED_UNITS:
        return set()

    found = Counter[Text]()
    blocks = _index_blocks(wholes)
    for part, count in parts.items():
        for whole in _find_candidates(part[0], blocks):
            if found[whole] < MIN_COPIED_UNITS and 2 * part[1] < whole[1] and part[0] in whole[0]:
                found[whole] += count
    return {n for whole, count in found.items() if count >= MIN_COPIED_UNITS for n in wholes[whole]}


def _index_blocks(wholes: Iterable[Text]) -> Mapping[str, list[Text]]:
    """Return block → the texts that have it at a multiple of BLOCK."""
    blocks = defaultdict[str, list[Text]](list)
    for whole in wholes:
        text = whole[0]
        for block in {text[at : at + BLOCK] for at in range(0, len(text) - BLOCK + 1, BLOCK)}:
            blocks[block].append(whole)
    return blocks


def _find_candidates(part: str, blocks: Mapping[str, list[Text]]) -> set[Text]:
    """Return the texts that can hold ``part``: for each place of its first whole block, those that
    have the rarest of the blocks from there on."""
    candidates = set[Text]()
    for first in range(BLOCK):
        rarest: list[Text] | None = None
        for at in range(first, len(part) - BLOCK + 1, BLOCK):
            texts = blocks.get(part[at : at + BLOCK], [])
            if rarest is None or len(texts) < len(rarest):
                rarest = texts
            if not texts:
                break
        candidates.update(rarest or ())
    return candidates


# What the first stage thinks of the units around each unit, for the second. Probabilities are in
# per mille; each counts by the size of its unit: a paragraph weighs more than a label.

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
    asked = [n for n, p in enumerate(likely) if p >= MIN_LIKELY]
    outer = _describe_outer(tree, masses, total, {tree.nodes[n] for n in asked})
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
    for n in asked:
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
        earlier = highest.get(unit.folded_text, -1)
        found.append(earlier)
        highest[unit.folded_text] = max(earlier, p)
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


# The F1 that is to be expected of some units of a page: which have the highest, and what tells how
# far the text that was taken can be trusted. Integers only, shares in per mille.

# Which units are chosen by their probabilities.


def choose_by_expected_f1(
    probabilities: Sequence[int], sizes: Sequence[int]
) -> tuple[frozenset[int], int]:
    """Return the units whose choice has the highest expected F1 of their text, and that F1 in per
    mille.

    The F1 that is to be expected of the ``k`` most probable units is ``2 Σ p n / (Σ n + Σ p n)``,
    where the last sum is over all units: the precision by their own sizes ``n``, the recall by the
    text that the article probably has (Lewis 1995, "Evaluating and optimizing autonomous text
    classification systems"). ``probabilities``: in per mille.
    """
    masses = [p * size for p, size in zip(probabilities, sizes, strict=True)]
    total = sum(masses)
    if not total:
        return frozenset(), 0

    order = sorted(range(len(masses)), key=lambda n: (-probabilities[n], n))
    best, best_count, mass, size = (0, 1), 0, 0, 0
    for count, n in enumerate(order, 1):
        mass, size = mass + masses[n], size + sizes[n]
        expected = (2 * mass, 1000 * size + total)
        # Products of integers, not quotients: no float decides, so every machine chooses the same
        # text.
        if expected[0] * best[1] > best[0] * expected[1]:
            best, best_count = expected, count
    return frozenset(order[:best_count]), 1000 * best[0] // best[1]


def expect_f1(chosen: Collection[int], probabilities: Sequence[int], sizes: Sequence[int]) -> int:
    """Return the F1 in per mille that is to be expected of the units ``chosen`` (see
    ``choose_by_expected_f1``)."""
    mass = sum(probabilities[n] * sizes[n] for n in chosen)
    total = sum(p * size for p, size in zip(probabilities, sizes, strict=True))
    return 2000 * mass // (1000 * sum(sizes[n] for n in chosen) + total or 1)


# How far the text that was taken can be trusted.

READING_NAMES = (
    "expected votes agreement mean left_out likely_outside unsure unsure_outside share between"
    " longest headings gap"
).split()
"""What tells how far a text can be trusted. It compares the units that were taken with those that
the trees of text units hold for text, and with those that the votes of cheap features took. Other
trees, trained on the F1 of pages of unseen sites, make the confidence (``bench/train_units.py``).
"""
_NONE = -1
"""The value of what a reading does not have: votes on a page without any, a title."""


def describe_reading(
    taken: Collection[int],
    votes: Collection[int],
    units: Sequence[Unit],
    probabilities: Sequence[int],
    title: int | None,
) -> list[int]:
    """Return the values of ``READING_NAMES`` for the ``taken`` units of a page.

    ``votes``: those that the votes took; ``probabilities``: of each unit, in per mille; ``title``:
    index in ``units``.
    """
    sizes = [unit.size for unit in units]
    masses = [p * size for p, size in zip(probabilities, sizes, strict=True)]
    unsure = [mass * (1000 - p) // 1000 for p, mass in zip(probabilities, masses, strict=True)]
    likely, _ = choose_by_expected_f1(probabilities, sizes)

    def add(numbers: Collection[int], values: Sequence[int] = sizes) -> int:
        return sum(values[n] for n in numbers)

    inside, size, mass = set(taken), add(taken), sum(masses)
    outside = [n for n in range(len(units)) if n not in inside]
    likely_outside = [n for n in outside if probabilities[n] >= LIKELY]
    first, last = (min(inside), max(inside)) if inside else (0, -1)
    has_text_after_title = title is not None and bool(inside) and first > title
    return [
        expect_f1(inside, probabilities, sizes),
        per_mille(2 * add(likely & set(votes)), add(likely) + add(votes)) if votes else _NONE,
        per_mille(2 * add(likely & inside), add(likely) + size),
        add(inside, masses) // size if size else _NONE,
        per_mille(add(outside, masses), mass),
        per_mille(add(likely_outside), size),
        per_mille(sum(unsure), mass),
        per_mille(add(outside, unsure), mass),
        per_mille(size, sum(sizes)),
        per_mille(size, add(range(first, last + 1))),
        per_mille(max((sizes[n] for n in inside), default=0), size),
        sum(units[n].tag in HEADINGS for n in inside),
        add(range((title or 0) + 1, first)) if has_text_after_title else _NONE,
    ]
