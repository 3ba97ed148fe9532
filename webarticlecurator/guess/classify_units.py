"""The probability of each text unit of a page that it is text of the article, in two stages.

The first stage judges each unit by its own features; the second knows, too, what the first thinks
of the units around it. The trees are in ``trained/unit-classifier.json``, with the recipe of their
training.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.guess.expected_f1 import READING_NAMES
from webarticlecurator.guess.page_features import PageFacts
from webarticlecurator.guess.page_tree import build_page_tree
from webarticlecurator.guess.text_units import Unit
from webarticlecurator.guess.unit_context import CONTEXT_NAMES, list_context
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

    def estimate(self, units: Sequence[Unit], facts: PageFacts, title: int | None) -> list[int]:
        """Return the probability of each unit in per mille. ``title``: index in ``units``."""
        tree = build_page_tree(units)
        rows = list_features(units, tree, facts, title)
        likely = self.estimate_first(rows)
        context = list_context(units, tree, likely)
        return [
            self.to_probability(self.second(*row, *more)) if more else first
            for row, more, first in zip(rows, context, likely, strict=True)
        ]

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
