"""``curator learn --train``: a classifier of text units that has learned from configured portals.

The rules of a portal say what is text on its stored pages. The classifier of the package learns
from them, in further trees. Before that, each portal is left out in turn: only what makes portals
better that were not seen is worth a model.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webarticlecurator.errors import UsageError
from webarticlecurator.extract.analysis.training.further_trees import (
    LEARNING_RATE,
    TREE_SETTINGS,
    TREES,
    extend_model,
    fit_trees,
)
from webarticlecurator.extract.unit_classifier.classify_units import load_classifier
from webarticlecurator.model.trained_models import UNIT_CLASSIFIER, read_trained_model
from webarticlecurator.run.analysis.training_pages import TrainingPortal
from webarticlecurator.run.setup import Runtime

MIN_PORTALS = 3
"""Portals, at least: with two, one alone would have to teach what holds for the other."""
MAX_FOLDS = 8
"""Models that are trained without some of the portals; with more portals, several are left out
together."""


@dataclass(frozen=True)
class LeftOutScore:
    """The F1 of reading the ``pages`` of a portal without rules: by the classifier of the package,
    and by one that was trained on other portals."""

    id: str
    pages: int
    before: float
    after: float


@dataclass(frozen=True)
class TrainingResult:
    """The model file, and the scores of the portals, each by a model that has not seen it."""

    content: bytes
    scores: Sequence[LeftOutScore]

    @property
    def before(self) -> float:
        return sum(score.before for score in self.scores) / len(self.scores)

    @property
    def after(self) -> float:
        return sum(score.after for score in self.scores) / len(self.scores)


def require_scikit_learn() -> str:
    """Return the version of scikit-learn. Raises UsageError where it is not installed."""
    try:
        import sklearn  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        raise UsageError(
            "scikit-learn is not installed (training needs it; reading by the model does not)",
            'Install it: pip install "webarticlecurator[train]"',
        ) from None
    return str(sklearn.__version__)


def train_classifier(
    portals: Sequence[TrainingPortal], runtime: Runtime | None = None
) -> TrainingResult:
    """Return a model that has learned from the portals, and what such models are worth for portals
    that they have not seen.

    The order of the portals is of no account. Raises UsageError for too few of them, or without
    scikit-learn.
    """
    version = require_scikit_learn()
    progress = (runtime or Runtime()).progress
    portals = sorted(portals, key=lambda portal: portal.id)
    if len(portals) < MIN_PORTALS:
        raise UsageError(
            f"too few portals: {len(portals)} (expected at least {MIN_PORTALS})",
            "Each portal is left out in turn, to see whether the others help it: name more"
            " portal files.",
        )
    folds = min(len(portals), MAX_FOLDS)
    progress.begin("train", folds + 1, "models")
    try:
        scores: list[LeftOutScore] = []
        for fold in range(folds):
            out = portals[fold::folds]
            left_out = {portal.id for portal in out}
            trees = fit_trees([each.pages for each in portals if each.id not in left_out])
            scores += [_score(portal, trees) for portal in out]
            progress.step(", ".join(portal.id for portal in out))
        trees = fit_trees([portal.pages for portal in portals])
        progress.step("all")
    finally:
        progress.end()
    base = read_trained_model(UNIT_CLASSIFIER)
    recipe = {
        "command": "curator learn --train",
        "base": hashlib.sha256(base).hexdigest(),
        "portals": [
            {"id": portal.id, "rules": portal.rules, "pages": len(portal.pages)}
            for portal in portals
        ],
        "scikit-learn": version,
        "settings": {"trees": TREES, "learning_rate": LEARNING_RATE, **TREE_SETTINGS},
    }
    scores.sort(key=lambda score: score.id)
    return TrainingResult(extend_model(base, trees, recipe), scores)


def _score(portal: TrainingPortal, trees: Sequence[Any]) -> LeftOutScore:
    classifier, pages = load_classifier(), portal.pages
    before = sum(page.read_f1(classifier) for page in pages) / len(pages)
    after = sum(page.read_f1(classifier, trees) for page in pages) / len(pages)
    return LeftOutScore(portal.id, len(pages), before, after)
