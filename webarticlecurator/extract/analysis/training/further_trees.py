"""Further trees for the second stage of the classifier of text units, from labelled pages.

Training goes on where the classifier of the package ended: each new tree takes a step against what
is still wrong on the given pages (gradient boosting with Newton steps: Friedman 2001; Chen and
Guestrin 2016). The trees are stored as integers before the next one is fitted, so that training
sees what reading will see. The first stage stays as it is. Few trees with a small rate move what
was learned from many sites only a little.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webarticlecurator.extract.analysis.training.staged_page import StagedPage
from webarticlecurator.extract.unit_classifier.model_format import format_model

TREES = 60
LEARNING_RATE = 0.1
L2_REGULARIZATION = 5.0
TREE_SETTINGS = {"max_leaf_nodes": 8, "min_samples_leaf": 30, "max_features": 0.3}
"""Arguments of scikit-learn's ``DecisionTreeRegressor``."""
MIN_SLOPE = 0.01
"""The least slope of a probability, so that a sure mistake is no endless step."""


@dataclass
class _Units:
    """The units of some pages that the second stage is asked about; the mean of ``weights`` is 1.
    ``scores``: in 1/1000 of log odds, with the trees that are fitted so far."""

    rows: list[Sequence[int]]
    labels: list[int]
    weights: list[float]
    scores: list[int]


def fit_trees(portals: Sequence[Sequence[StagedPage]]) -> list[Any]:
    """Return further trees, as a model file has them, learned from the pages of some portals, all
    of which count the same.

    The same pages and the same version of scikit-learn give the same trees. Raises ImportError
    where scikit-learn is not installed.
    """
    import numpy  # type: ignore[import-not-found,unused-ignore]
    from sklearn.tree import (  # type: ignore[import-untyped,import-not-found,unused-ignore]
        DecisionTreeRegressor,
    )

    units = _collect_units(portals)
    rows = numpy.asarray(units.rows, dtype=numpy.float32)  # all values are below 2**24
    stored = []
    for number in range(TREES if units.rows else 0):
        targets, slopes = _list_steps(units)
        tree = DecisionTreeRegressor(**TREE_SETTINGS, random_state=number)
        tree.fit(rows, targets, sample_weight=slopes)
        leaves = [int(leaf) for leaf in tree.apply(rows)]
        values = _leaf_values(leaves, targets, slopes)
        stored.append(_store_node(tree.tree_, 0, values))
        units.scores = [
            score + values[leaf] for score, leaf in zip(units.scores, leaves, strict=True)
        ]
    return stored


def extend_model(base: bytes, trees: Sequence[Any], recipe: dict[str, Any]) -> bytes:
    """Return the model file ``base`` with further trees of the second stage."""
    stored: dict[str, Any] = json.loads(base)
    second = {"start": stored["second"]["start"], "trees": [*stored["second"]["trees"], *trees]}
    return format_model({**stored, "recipe": recipe, "second": second})


def _collect_units(portals: Sequence[Sequence[StagedPage]]) -> _Units:
    units = _Units([], [], [], [])
    for pages in portals:
        for staged in pages:
            found = zip(
                staged.rows, staged.page.labels, staged.page.weights(), staged.scores, strict=True
            )
            for row, label, weight, score in found:
                if row:
                    units.rows.append(row)
                    units.labels.append(label)
                    units.weights.append(weight / len(pages))
                    units.scores.append(score)
    mean = math.fsum(units.weights) / (len(units.weights) or 1)
    units.weights = [weight / mean for weight in units.weights]
    return units


def _list_steps(units: _Units) -> tuple[list[float], list[float]]:
    """Return for each unit the Newton step of its score towards its label, and the weight of this
    step: the slope of its probability."""
    targets, slopes = [], []
    for label, weight, score in zip(units.labels, units.weights, units.scores, strict=True):
        probability = 1 / (1 + math.exp(-score / 1000))
        slope = max(probability * (1 - probability), MIN_SLOPE)
        targets.append((label - probability) / slope)
        slopes.append(weight * slope)
    return targets, slopes


def _leaf_values(
    leaves: Sequence[int], targets: Sequence[float], slopes: Sequence[float]
) -> dict[int, int]:
    """Return the step of each leaf in 1/1000 of log odds."""
    sums: dict[int, tuple[float, float]] = {}
    for leaf, target, slope in zip(leaves, targets, slopes, strict=True):
        gradient, curvature = sums.get(leaf, (0.0, 0.0))
        sums[leaf] = gradient + slope * target, curvature + slope
    return {
        leaf: round(1000 * LEARNING_RATE * gradient / (curvature + L2_REGULARIZATION))
        for leaf, (gradient, curvature) in sums.items()
    }


def _store_node(tree: Any, node: int, values: dict[int, int]) -> Any:
    """Return a tree of integers; a value of integers is at most a threshold if it is at most its
    integer part."""
    left, right = int(tree.children_left[node]), int(tree.children_right[node])
    if left < 0:
        return values[node]
    low, high = _store_node(tree, left, values), _store_node(tree, right, values)
    if low == high:
        return low
    return [int(tree.feature[node]), math.floor(tree.threshold[node]), low, high]
