"""The probability of each text unit of a page that it is text of the article, in two stages.

The first stage judges each unit by its own features; the second knows, too, what the first thinks
of the units around it. The trees are in ``trained/unit-classifier.json``, with the recipe of their
training.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from webarticlecurator.extract.heuristics.page_hints import PageHints, find_title_position
from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.extract.unit_classifier.context_features import CONTEXT_NAMES, list_context
from webarticlecurator.extract.unit_classifier.decision_trees import TreeEnsemble, read_ensemble
from webarticlecurator.extract.unit_classifier.page_tree import build_page_tree, select_units
from webarticlecurator.extract.unit_classifier.unit_features import FEATURE_NAMES, list_features
from webarticlecurator.extract.unit_classifier.unit_selection import select_candidates
from webarticlecurator.model.trained_models import UNIT_CLASSIFIER, read_trained_model

SCORE_STEP = 50
"""Units of a score for each entry of ``UnitClassifier.probabilities``."""
CONFIDENCE_STEP = 10
"""Per mille of expected F1 for each entry of ``UnitClassifier.confidences``."""


@dataclass(frozen=True)
class UnitClassifier:
    """``probabilities``: in per mille for scores from the most negative to the most positive, in
    steps of SCORE_STEP around 0; ``confidences``: the F1 that pages of unseen sites had, in per
    mille, for each expected F1 in steps of CONFIDENCE_STEP."""

    first: TreeEnsemble
    second: TreeEnsemble
    probabilities: tuple[int, ...]
    confidences: tuple[int, ...]

    def estimate(self, units: Sequence[Unit], hints: PageHints) -> list[int]:
        """Return the probability of each unit in per mille."""
        tree = build_page_tree(units)
        places = select_candidates(units, tree, find_title_position(units, hints))
        kept = [units[n] for n in places]
        if not kept:
            return [0] * len(units)
        tree = select_units(tree, units, places)
        rows = list_features(kept, tree, hints)
        likely = self.estimate_first(rows)
        context = list_context(kept, tree, likely)
        found = [0] * len(units)
        for place, row, more, first in zip(places, rows, context, likely, strict=True):
            found[place] = self.to_probability(self.second.score(row + more)) if more else first
        return found

    def estimate_first(self, rows: Sequence[Sequence[int]]) -> list[int]:
        """Return the probability by the first stage for each row of features, in per mille; 0 for
        an empty one."""
        return [self.to_probability(self.first.score(row)) if row else 0 for row in rows]

    def to_probability(self, score: int) -> int:
        """Return the probability of a score in per mille."""
        middle = len(self.probabilities) // 2
        place = middle + score // SCORE_STEP
        return self.probabilities[max(0, min(place, len(self.probabilities) - 1))]

    def to_confidence(self, expected: int) -> int:
        """Return the calibrated F1 for an expected one, both in per mille."""
        return self.confidences[expected // CONFIDENCE_STEP]


@lru_cache(maxsize=4)
def load_classifier(content: bytes = b"") -> UnitClassifier:
    """Return the classifier of a model file, or of this version of the package; each is read
    once."""
    return read_classifier(content or read_trained_model(UNIT_CLASSIFIER))


def read_classifier(content: bytes) -> UnitClassifier:
    """Return the classifier of a model file. Raises ValueError if it was trained with features
    other than those of this version."""
    stored: dict[str, Any] = json.loads(content)
    if tuple(stored["features"]) != (*FEATURE_NAMES, *CONTEXT_NAMES):
        raise ValueError(
            "unit-classifier.json: trained with other features (expected those of"
            " unit_features.py and context_features.py); run bench/train_units.py"
        )
    return UnitClassifier(
        read_ensemble(stored["first"]),
        read_ensemble(stored["second"]),
        tuple(stored["probabilities"]),
        tuple(stored["confidences"]),
    )
