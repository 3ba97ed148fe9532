"""Train the classifier of text units (``webarticlecurator/articles/units/classify_units.py``) on pages with
marked text.

usage: python bench/train_units.py [SHARED] [--keep FOLDER] [--folds FOLDER] [--out MODEL.json]

Needs LightGBM (``pip install lightgbm``). Reads SHARED/cases/fundus, scrapinghub and wcxb (default
../shared), changed copies of their pages and pages made of their texts (``training_pages.py``). A
unit is text of the article if most of its words are in the marked text, at the place where the
longest common parts of both put them (difflib). Every page counts the same, a unit by the square
root of its words; copies and made pages count less. What was read is kept in FOLDER, and read from
there the next time.

The pages are divided into folds by platform and registered domain; a fifth of the sites is a fold of
its own, without which all others are trained, so that no choice of features was made by it. For each
fold the first stage is trained on the others; what it says of the pages of its fold is what the
second stage learns from, so that both see probabilities of pages on which nothing was trained. A
second stage is trained for each fold, too: how well the pages of unseen sites are read with both is
what a few more trees learn, which make the confidence (``rated_pages.py``). Last, all is trained on
all pages and written to MODEL.json, of which ``python -m bench.training.model_format`` writes the module. ``--folds FOLDER`` writes FOLDER/fold-N.json for the other
benches, that of the sites held out included. One process with one thread does all of it, so that the
same pages and the same version of LightGBM make the same bytes on any machine. The recipe in the
model has a digest of the features (``feature_digest.py``), from which a test sees that the model is
out of date.
"""

from __future__ import annotations

import math
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import lightgbm  # type: ignore[import-untyped,import-not-found,unused-ignore]
import numpy as np

from bench.shared.options import parser_with_shared
from bench.training.article_texts import FOLDS, HELD_OUT
from bench.training.feature_digest import digest_features, read_feature_pages
from bench.training.model_format import format_model
from bench.training.rated_pages import RatedPage, read_rated_pages
from bench.training.training_pages import MADE, TrainingPage, read_training_pages
from webarticlecurator.articles.units.classify_units import SCORE_STEP, read_classifier
from webarticlecurator.articles.units.context_features import CONTEXT_NAMES, list_context
from webarticlecurator.articles.units.expected_f1 import choose_by_expected_f1
from webarticlecurator.articles.units.text_confidence import READING_NAMES
from webarticlecurator.articles.units.unit_features import FEATURE_NAMES
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.portal.trained_models import UNIT_CLASSIFIER

ROUNDS = 150
SETTINGS = {
    "objective": "binary",
    "learning_rate": 0.1,
    "num_leaves": 20,
    "min_data_in_leaf": 100,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "feature_fraction": 0.4,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "seed": 0,
    "verbose": -1,
}
CONFIDENCE_ROUNDS = 60
_RISING = {"expected": 1, "agreement": 1, "mean": 1}
_FALLING = dict.fromkeys(("left_out", "likely_outside", "unsure", "unsure_outside"), -1)
CONFIDENCE_SETTINGS = {
    **SETTINGS,
    "objective": "xentropy",
    "num_leaves": 4,
    "min_data_in_leaf": 20,
    "monotone_constraints": [{**_RISING, **_FALLING}.get(name, 0) for name in READING_NAMES],
}
"""Of 1,100 pages little can be learned but what each value says: whatever the others, the confidence
never falls where the agreement of the voices is larger."""
COPY_WEIGHT = 0.4
MADE_WEIGHT = 1.0
NEWS_WEIGHT = 3.0
"""Of the sets of news, a fifth of the pages, which are what corpora are made of."""
LIST_WEIGHT = 0.3
"""Of pages that only list others, from which lists of links behind an article are not to be learned;
they are read as well with it as without."""
LISTS = "listing"
NEWS_SETS = ("fundus", "scrapinghub")
COPY_STEP = 3
SCORES = 8000
"""The largest score of the table of probabilities, in 1/1000 of log odds."""
ALL = FOLDS + 1
"""The number, after those of the folds, of the trees that are trained on all pages."""


def weigh_page(page: TrainingPage) -> float:
    """Return how much a page counts."""
    weight = {"": 1.0, MADE: MADE_WEIGHT}.get(page.change, COPY_WEIGHT)
    if page.kind == LISTS and page.change != MADE:
        weight *= LIST_WEIGHT
    return weight * (NEWS_WEIGHT if page.set_name in NEWS_SETS else 1.0)


class Stage:
    """What a stage reads of all pages, and how its trees are trained.

    The values are put into bins once, for all folds; nothing but the bounds of the bins is then
    known of a fold by trees that are trained without it.
    """

    def __init__(self, pages: Sequence[TrainingPage], *, with_context: bool) -> None:
        self.pages, self.with_context = pages, with_context
        places = [page.asked if with_context else page.page.places for page in pages]
        self.places = places
        counts = [len(each) for each in places]
        self.starts = np.cumsum([0, *counts])
        self.rows = np.vstack([self._list_rows(page) for page in pages])
        labels, weights, taken = [], [], []
        for page, asked in zip(pages, places, strict=True):
            # of a copy every third unit, which then counts for three
            step = COPY_STEP if page.change not in ("", MADE) else 1
            labels.append(page.page.labels[asked])
            weights.append(step * weigh_page(page) * page.page.weights()[asked])
            taken.append(np.arange(len(asked)) % step == 0)
        self.taken = np.concatenate(taken)
        weight = np.concatenate(weights)
        self.fold_of_rows = np.repeat([page.fold for page in pages], counts)
        self.data = lightgbm.Dataset(
            self.rows,
            np.concatenate(labels).astype(np.float32),
            weight=weight / weight[self.taken].mean(),
            params=SETTINGS,
        ).construct()

    def _list_rows(self, page: TrainingPage) -> Any:
        rows = page.page.rows
        if self.with_context:
            rows = np.hstack([rows[np.isin(page.page.places, page.asked)], page.context])
        return rows.astype(np.float32)

    def train_without(self, fold: int) -> Any:
        """Return the trees that have not seen a fold, for ALL those that have seen everything. The
        sites held out are seen by no others."""
        used = self.taken.copy()
        if fold != ALL:
            used &= (self.fold_of_rows != fold) & (self.fold_of_rows != HELD_OUT)
        return lightgbm.train(SETTINGS, self.data.subset(np.flatnonzero(used)), ROUNDS)

    def estimate(self, model: Any, fold: int) -> None:
        """Fill in the probability of each unit of the pages of a fold, in per mille; by the second
        stage what the first says where it is not asked."""
        for number, page in enumerate(self.pages):
            if page.fold != fold:
                continue
            found = np.zeros(len(page.page.units), np.int32)
            if self.with_context:
                found = page.first.copy()
            rows = self.rows[self.starts[number] : self.starts[number + 1]]
            if len(rows):
                likely = model.predict(rows, num_threads=1)
                found[self.places[number]] = np.rint(1000 * likely)
            setattr(page, "second" if self.with_context else "first", found)


def train_stage(
    pages: Sequence[TrainingPage], folds: Sequence[int], *, with_context: bool
) -> dict[int, Any]:
    """Return the trees of a stage trained without each of the ``folds``, for ALL those trained on
    all; fill in what the others say of their fold."""
    stage, models = Stage(pages, with_context=with_context), {}
    report(f"stage {1 + with_context}: {len(stage.rows)} rows")
    for fold in folds:
        models[fold] = stage.train_without(fold)
        stage.estimate(models[fold], fold)
        report(f"stage {1 + with_context}, fold {fold}")
    return models


def add_context(pages: Sequence[TrainingPage]) -> None:
    """Fill in what the second stage reads beside the features."""
    for page in pages:
        found = list_context(page.page.units, page.page.tree, page.first.tolist())  # type: ignore[arg-type]
        asked = [n for n in page.page.places.tolist() if found[n]]
        context = np.array([found[n] for n in asked], np.int32)
        page.asked = np.array(asked, np.int32)
        page.context = context.reshape(-1, len(CONTEXT_NAMES))


def report(what: str) -> None:
    """Print what is done, and the time of the processor."""
    print(f"{time.process_time():6.0f} s  {what}", flush=True)


def store_stage(model: Any) -> dict[str, Any]:
    """Return the trees of a stage as the model file has them."""
    dumped = model.dump_model()["tree_info"]
    return {"start": 0, "trees": [store_tree(each["tree_structure"]) for each in dumped]}


def store_tree(node: Any) -> Any:
    """Return a tree of integers; a value of integers is at most a threshold if it is at most its
    integer part."""
    if "leaf_value" in node:
        return round(1000 * float(node["leaf_value"]))
    low, high = store_tree(node["left_child"]), store_tree(node["right_child"])
    if low == high:
        return low
    return [int(node["split_feature"]), math.floor(node["threshold"]), low, high]


def probability_table() -> list[int]:
    """Return the logistic function in per mille, at the steps of ``to_probability``."""
    steps = range(-SCORES // SCORE_STEP, SCORES // SCORE_STEP + 1)
    return [round(1000 / (1 + math.exp(-step * SCORE_STEP / 1000))) for step in steps]


def model_content(first: Any, second: Any, confidence: Any, recipe: Any) -> bytes:
    """Return the bytes of a model file. ``confidence``: its trees, None while they are not
    trained."""
    stored = {
        "recipe": recipe,
        "features": [*FEATURE_NAMES, *CONTEXT_NAMES],
        "probabilities": probability_table(),
        "first": store_stage(first),
        "second": store_stage(second),
        "reading": READING_NAMES,
        "confidence": store_stage(confidence) if confidence else {"start": 0, "trees": []},
    }
    return format_model(stored)


def choose(page: TrainingPage, likely: Any) -> tuple[frozenset[int], int]:
    """Return the units that are chosen by their probabilities, and their expected F1."""
    return choose_by_expected_f1(likely.tolist(), [unit.size for unit in page.page.units])


def train_confidence(pages: Sequence[RatedPage], fold: int) -> Any:
    """Return the trees of the confidence that have not seen a fold, for ALL those that have seen
    everything. The sites held out are seen by no others."""
    used = [page for page in pages if fold == ALL or page.fold not in (fold, HELD_OUT)]
    rows = np.array([page.values for page in used], np.float32)
    data = lightgbm.Dataset(rows, np.array([page.f1 for page in used], np.float32))
    return lightgbm.train(CONFIDENCE_SETTINGS, data, CONFIDENCE_ROUNDS)


def print_rows(name: str, pages: Sequence[TrainingPage], stage: str) -> None:
    """Print how well the pages of each set and kind are read."""
    scores: dict[tuple[str, str], list[float]] = {}
    for page in pages:
        what = page.change if page.change == MADE or "another" in page.change else "damaged"
        key = ("changed", what) if page.change else (page.set_name, page.kind)
        likely = getattr(page, stage) if stage != "labels" else page.page.labels * 1000
        chosen = choose(page, likely)[0]
        scores.setdefault(key, []).append(page.page.f1(chosen))
    for key, found in sorted(scores.items()):
        low, lost = (sum(f1 < limit for f1 in found) for limit in (0.9, 0.5))
        mean = sum(found) / len(found)
        print(
            f"{name:20} {' '.join(key):24} {len(found):5} F1 {mean:.4f} <.9: {low} <.5: {lost}",
            flush=True,
        )


def main() -> None:
    options = parser_with_shared(__doc__)
    options.add_argument("--keep", type=Path, help="keep the labelled pages in this folder")
    options.add_argument("--folds", type=Path, help="write a model for each fold into this folder")
    options.add_argument("--out", type=Path, default=data_folder("trained") / UNIT_CLASSIFIER)
    given = options.parse_args()
    pages = read_training_pages(given.shared, given.keep)
    units = sum(len(page.page.units) for page in pages)
    report(f"{len(pages)} pages, {units} units")
    firsts = train_stage(pages, range(ALL + 1), with_context=False)
    add_context(pages)
    report("context")
    seconds = train_stage(pages, range(ALL + 1), with_context=True)
    as_they_are = [page for page in pages if page.fold != HELD_OUT and not page.change]
    unrated = {fold: model_content(firsts[fold], seconds[fold], None, {}) for fold in range(ALL)}
    rated = read_rated_pages(
        given.shared, {fold: read_classifier(content) for fold, content in unrated.items()}
    )
    report(f"{len(rated)} pages with a confidence")
    recipe = {
        "script": "bench/train_units.py",
        "sets": dict(Counter(page.set_name for page in pages if not page.change)),
        "changed": dict(Counter(page.set_name for page in pages if page.change not in ("", MADE))),
        "made": dict(Counter(page.set_name for page in pages if page.change == MADE)),
        "units": units,
        "folds": FOLDS,
        "features": digest_features(read_feature_pages()),
        "lightgbm": lightgbm.__version__,
        "rounds": ROUNDS,
        "settings": SETTINGS,
        "confidence": [len(rated), CONFIDENCE_ROUNDS, CONFIDENCE_SETTINGS],
        "weights": [COPY_WEIGHT, MADE_WEIGHT, NEWS_WEIGHT, LIST_WEIGHT],
    }
    if given.folds:
        given.folds.mkdir(parents=True, exist_ok=True)
        for fold in range(ALL):
            trees = train_confidence(rated, fold)
            content = model_content(
                firsts[fold], seconds[fold], trees, {**recipe, "without_fold": fold}
            )
            (given.folds / f"fold-{fold}.json").write_bytes(content)
    content = model_content(firsts[ALL], seconds[ALL], train_confidence(rated, ALL), recipe)
    given.out.write_bytes(content)
    report(f"{given.out}: {len(content)} bytes")
    print_rows("one stage", as_they_are, "first")
    print_rows("two stages", [page for page in pages if page.fold != HELD_OUT], "second")
    print_rows("labels", as_they_are, "labels")


if __name__ == "__main__":
    main()
