"""The probability of each text unit of a page that it is text of the article, in two stages.

The first stage judges each unit by its own features; the second knows, too, what the first thinks
of the units around it. The boosted decision trees are in ``trained/unit-classifier.json``, with the
recipe of their training. They are compiled to Python functions over integers: ``unit_trees.py``
has those of that file, so that an installed package has them compiled.

Interpreted ensembles are slower (Asadi et al. 2014, "Runtime optimizations for tree-based machine
learning models" compare both). Sums of integers are exact, so the result is that of going down each
tree.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast

from webarticlecurator.articles.units import unit_trees
from webarticlecurator.articles.units.context_features import CONTEXT_NAMES, list_context
from webarticlecurator.articles.units.page_tree import PageTree, build_page_tree
from webarticlecurator.articles.units.structure_features import PAGE_NAMES, PageFacts
from webarticlecurator.articles.units.text_confidence import READING_NAMES
from webarticlecurator.articles.units.text_units import Unit
from webarticlecurator.articles.units.unit_features import FEATURE_NAMES, list_features
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.trained_models import UNIT_CLASSIFIER, read_trained_model
from webarticlecurator.pages.page.page import Page

ScoreFunction = Callable[..., int]
"""A function of the values of all features, which returns the sum of the leaves they lead to."""


def compile_trees(stored: dict[str, Any]) -> ScoreFunction:
    """Return the function of ``{"start": …, "trees": […]}``. A leaf is stored as its score in log
    odds, in units of 1/1000; another node as [feature, threshold, tree for values up to the
    threshold, tree for larger values]."""
    namespace: dict[str, Any] = {}
    exec(write_trees("score_values", stored), namespace)
    return cast("ScoreFunction", namespace["score_values"])


def write_trees(name: str, stored: dict[str, Any]) -> str:
    """Return the code of the function of ``compile_trees``."""
    # Nested conditions take 9 µs a unit, masks of leaves (QuickScorer) took 21.
    # Nothing but whole numbers of the model file gets into the code: ``:d`` refuses all else.
    used = set[int]()
    trees = "".join(f"        {_write_tree(tree, used)},\n" for tree in stored["trees"])
    names = "".join(f"v{n}: int, " for n in range(max(used, default=-1) + 1))
    start = f"{stored['start']:d}"
    return f"def {name}({names}*_: int) -> int:\n    return {start} + sum((\n{trees}    ))\n"


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
class Estimate:
    """``probabilities``: of each unit in per mille; ``of_page``: the values of ``PAGE_NAMES``, []
    where all units are bare links; ``tree``: the elements of the units."""

    probabilities: list[int]
    of_page: list[int]
    tree: PageTree


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
        self, page: Page, units: Sequence[Unit], facts: PageFacts, title: int | None
    ) -> Estimate:
        """Return what is known of units of a page. ``title``: index in ``units``."""
        tree = build_page_tree(page, units)
        rows = list_features(units, tree, facts, title)
        likely = [self.to_probability(self.first(*row)) if row else 0 for row in rows]
        context = list_context(units, tree, likely)
        probabilities = [
            self.to_probability(self.second(*row, *more)) if more else first
            for row, more, first in zip(rows, context, likely, strict=True)
        ]
        return Estimate(probabilities, next(filter(None, rows), [])[-len(PAGE_NAMES) :], tree)

    def to_probability(self, score: int) -> int:
        """Return the probability of a score in per mille."""
        middle = len(self.probabilities) // 2
        place = middle + score // SCORE_STEP
        return self.probabilities[max(0, min(place, len(self.probabilities) - 1))]


@cache
def load_classifier() -> UnitClassifier:
    """Return the classifier of this version of the package; it is read once."""
    compiled = (unit_trees.first, unit_trees.second, unit_trees.confidence)
    return read_classifier(read_trained_model(UNIT_CLASSIFIER), compiled)


TREES = ("first", "second", "confidence")
"""The keys of a model file that have trees, of which ``unit_trees.py`` has a function each."""


def read_classifier(
    content: bytes, compiled: Sequence[ScoreFunction] | None = None
) -> UnitClassifier:
    """Return the classifier of a model file, whose TREES may be ``compiled`` before. Raises
    ValueError if it was trained with features other than those of this version."""
    stored: dict[str, Any] = json.loads(content)
    # Trees know features by their place: another order would be read without an error, and wrongly.
    names = (*FEATURE_NAMES, *CONTEXT_NAMES)
    if tuple(stored["features"]) != names or stored["reading"] != READING_NAMES:
        raise ValueError(
            "unit-classifier.json: trained with other features (expected those of"
            " unit_features.py and classify_units.py); run bench/train_units.py"
        )
    first, second, confidence = compiled or [compile_trees(stored[name]) for name in TREES]
    return UnitClassifier(first, second, tuple(stored["probabilities"]), confidence)
