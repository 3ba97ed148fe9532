"""Train the classifier of text units (``webarticlecurator/extract/unit_classifier``) on pages with
marked text.

usage: python bench/train_units.py [SHARED] [--folds FOLDER] [--out MODEL.json] [--more FILE …]

Needs scikit-learn (``pip install scikit-learn``). Reads SHARED/cases/fundus and scrapinghub (default
../shared). A unit is text of the article if most of its words are in the marked text, at the place
where the longest common parts of both put them (difflib). Every page counts the same, a unit by the
square root of its words.

Beside each page, copies of it are read that are changed: DAMAGED_COPIES damaged in some of the ways
of ``damage.py``, one with another page's article and one with the paragraphs of another page
(``other_texts.py``); each counts DAMAGED_WEIGHT. Without them the classifier relies on what most of
the pages have, and takes the longest text on any page. Nothing is trained on the pages of ``--more``
(``package_pages.py``), which show how well sites are read on which nobody has tuned the heuristics.

The pages are divided into folds by registered domain. For each fold the first stage is trained on
the others; what it says of the pages of its fold is what the second stage learns from, so that both
see probabilities of pages on which nothing was trained. A second stage is trained for each fold,
too, and the table compares on pages of unseen sites: today's heuristics, one stage, two stages.
(The first stages that made the second's training values have seen the pages of the fold.) Last, both
stages are trained on all pages and written to MODEL.json, with FOLDER/fold-N.json for
``bench/extraction.py --folds FOLDER``. The same pages and the same version of scikit-learn make the
same bytes. The recipe in the model has a digest of the features (``feature_digest.py``), from which
a test sees that the model is out of date.
"""

from __future__ import annotations

import hashlib
import math
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # the same sums in the same order
sys.path.insert(0, str(Path(__file__).resolve().parent))

import sklearn  # type: ignore[import-untyped,import-not-found,unused-ignore]
from article_texts import FOLDS, MarkedPage, read_packages, read_sets
from damage import DAMAGES, change_page
from feature_digest import digest_features, read_feature_pages
from labelled_page import LabelledPage, label_page
from model_format import format_model
from options import parser_with_sets
from other_texts import add_article, add_list
from sklearn.ensemble import (  # type: ignore[import-untyped,import-not-found,unused-ignore]
    HistGradientBoostingClassifier,
)
from sklearn.isotonic import (  # type: ignore[import-untyped,import-not-found,unused-ignore]
    IsotonicRegression,
)

from webarticlecurator.guess.classify_units import (
    CONTEXT_NAMES,
    SCORE_STEP,
    UnitClassifier,
    choose_by_expected_f1,
    compile_trees,
    list_context,
)
from webarticlecurator.guess.judge_choice import JudgedUnits, judge_units
from webarticlecurator.guess.text_units import find_title_position
from webarticlecurator.guess.unit_features import FEATURE_NAMES
from webarticlecurator.model.plug_in import UNIT_CLASSIFIER
from webarticlecurator.page import read_page
from webarticlecurator.resources import data_folder

SETTINGS = {
    "max_iter": 120,
    "learning_rate": 0.1,
    "max_leaf_nodes": 8,
    "min_samples_leaf": 30,
    "l2_regularization": 5.0,
    "max_bins": 64,
    "max_features": 0.3,
    "early_stopping": False,
    "random_state": 0,
}
DAMAGED, OTHER_TEXT = "damaged", "with other text"
"""The sets of the changed copies."""
DAMAGED_COPIES = 2
DAMAGED_WEIGHT = 0.4
SCORES = 8000
"""The largest score of the table of probabilities, in 1/1000 of log odds."""


@dataclass
class TrainingPage(LabelledPage):
    """A labelled page of a set, with the probabilities by each stage that training adds.
    ``weight``: of the whole page in training."""

    page: MarkedPage
    weight: float = 1.0
    first: list[int] = field(default_factory=list)
    second: list[int] = field(default_factory=list)


def read_training_page(marked: MarkedPage) -> TrainingPage:
    page = read_page(marked.url, marked.content, "text/html; charset=utf-8")
    weight = DAMAGED_WEIGHT if marked.set_name in (DAMAGED, OTHER_TEXT) else 1.0
    return TrainingPage(**vars(label_page(page, marked.text)), page=marked, weight=weight)


def change_pages(pages: Sequence[MarkedPage]) -> list[MarkedPage]:
    """Return the changed copies of ``pages``. Which ways of damage, and which other pages, follows
    from their ids."""
    copies = []
    by_digest = sorted(pages, key=lambda page: _digest(page.id))
    for page, other, third in zip(
        by_digest, by_digest[1:] + by_digest[:1], by_digest[2:] + by_digest[:2], strict=True
    ):
        ways = sorted(DAMAGES, key=lambda way: _digest(f"{page.id} {way}"))[:DAMAGED_COPIES]
        changes = [(DAMAGED, DAMAGES[way]) for way in ways]
        changes.append((OTHER_TEXT, add_article(other.id, other.content, other.text)))
        changes.append((OTHER_TEXT, add_list(third.id, third.content, third.text)))
        for set_name, change in changes:
            content = change_page(page.content, page.text, change)
            copies.append(replace(page, set_name=set_name, content=content))
    return copies


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def train(pages: Sequence[TrainingPage], with_context: bool) -> dict[str, Any]:
    """Return the trees of a stage as the model file has them."""
    rows, labels, weights = [], [], []
    for page in pages:
        found = zip(stage_rows(page, with_context), page.labels, page.weights(), strict=True)
        for row, label, weight in found:
            if row:
                rows.append(row)
                labels.append(label)
                weights.append(page.weight * weight)
    model = HistGradientBoostingClassifier(**SETTINGS)
    mean = sum(weights) / len(weights)
    model.fit(rows, labels, sample_weight=[weight / mean for weight in weights])
    return {
        "start": round(1000 * float(model._baseline_prediction[0, 0])),
        "trees": [store_tree(step[0].nodes, 0) for step in model._predictors],
    }


def train_folds(
    pages: Sequence[TrainingPage], others: Sequence[TrainingPage] = ()
) -> tuple[list[Any], list[Any]]:
    """Return the trees of both stages trained without each fold of ``pages``; fill in what they say
    of the fold, and of the ``others`` in it, on which nothing is trained."""
    firsts, seconds = [], []
    for fold in range(FOLDS):
        firsts.append(train([page for page in pages if page.page.fold != fold], False))
        for page in (*pages, *others):
            if page.page.fold == fold:
                page.first = estimate(firsts[fold], page.rows, [0] * len(page.rows))
    for fold in range(FOLDS):
        seconds.append(train([page for page in pages if page.page.fold != fold], True))
        for page in (*pages, *others):
            if page.page.fold == fold:
                page.second = estimate(seconds[fold], stage_rows(page, True), page.first)
    return firsts, seconds


def stage_rows(page: TrainingPage, with_context: bool) -> list[list[int]]:
    """Return what a stage reads of each unit, [] for the units that it is not asked about."""
    if not with_context:
        return page.rows
    context = list_context(page.units, page.tree, page.first)
    return [row + more if more else [] for row, more in zip(page.rows, context, strict=True)]


def store_tree(nodes: Any, n: int) -> Any:
    """Return a tree of integers; a value of integers is at most a threshold if it is at most its
    integer part."""
    node = nodes[n]
    if node["is_leaf"]:
        return round(1000 * float(node["value"]))
    low, high = store_tree(nodes, int(node["left"])), store_tree(nodes, int(node["right"]))
    if low == high:
        return low
    return [int(node["feature_idx"]), math.floor(node["num_threshold"]), low, high]


def probability_table() -> list[int]:
    """Return the logistic function in per mille, at the steps of ``to_probability``."""
    steps = range(-SCORES // SCORE_STEP, SCORES // SCORE_STEP + 1)
    return [round(1000 / (1 + math.exp(-step * SCORE_STEP / 1000))) for step in steps]


def model_content(first: Any, second: Any, confidences: list[int], recipe: Any) -> bytes:
    stored = {
        "recipe": recipe,
        "features": [*FEATURE_NAMES, *CONTEXT_NAMES],
        "probabilities": probability_table(),
        "confidences": confidences,
        "first": first,
        "second": second,
    }
    return format_model(stored)


def estimate(stage: Any, rows: Sequence[Sequence[int]], otherwise: Sequence[int]) -> list[int]:
    """Return the probabilities by a stage, ``otherwise`` where it has no row."""
    trees = compile_trees(stage)
    classifier = UnitClassifier(trees, trees, tuple(probability_table()), ())
    return [
        classifier.to_probability(trees(*row)) if row else probability
        for row, probability in zip(rows, otherwise, strict=True)
    ]


def choose(page: TrainingPage, likely: Sequence[int]) -> tuple[frozenset[int], int]:
    return choose_by_expected_f1(likely, [unit.size for unit in page.units])


def calibrate(pages: Sequence[TrainingPage]) -> list[int]:
    """Return for each expected F1 from 0 to 1000 per mille in steps of 10 the F1 that pages of
    unseen sites had (isotonic regression)."""
    pairs = [
        (judged.expected, page.f1(judged.units)) for page in pages for judged in (judge(page),)
    ]
    curve = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip")
    curve.fit([x for x, _ in pairs], [y for _, y in pairs])
    return [round(1000 * float(y)) for y in curve.predict(list(range(0, 1001, 10)))]


def print_row(name: str, scores: dict[str, list[float]]) -> None:
    cells = (
        f"{key} F1 {sum(f) / len(f):.4f}, under .9: {sum(x < 0.9 for x in f)}, under .5:"
        f" {sum(x < 0.5 for x in f)}"
        for key, f in scores.items()
        if f
    )
    print(f"{name:<32} {'; '.join(cells)}", flush=True)


def scores_by_set(
    pages: Sequence[TrainingPage], select: Callable[[TrainingPage], Iterable[int]]
) -> dict[str, list[float]]:
    scores: dict[str, list[float]] = {}
    for page in pages:
        scores.setdefault(page.page.set_name, []).append(page.f1(select(page)))
    return scores


def judge(page: TrainingPage) -> JudgedUnits:
    """Return what ``judge_choice`` makes of what the heuristics take."""
    title = find_title_position(page.units, page.hints)
    return judge_units(page.voted, page.units, title, page.second)


def compare(pages: Sequence[TrainingPage]) -> None:
    rows: dict[str, Callable[[TrainingPage], Iterable[int]]] = {
        "the labels": lambda page: [n for n, label in enumerate(page.labels) if label],
        "heuristics (not out of sample)": lambda page: page.voted,
        "one stage": lambda page: choose(page, page.first)[0],
        "two stages": lambda page: choose(page, page.second)[0],
        "heuristics or two stages": lambda page: {*page.voted, *choose(page, page.second)[0]},
        "heuristics and two stages": lambda page: set(page.voted).intersection(
            choose(page, page.second)[0]
        ),
    }
    rows["heuristics, judged"] = lambda page: judge(page).units
    for name, select in rows.items():
        print_row(name, scores_by_set(pages, select))


def main() -> None:
    options = parser_with_sets(__doc__)
    options.add_argument("--folds", type=Path, help="write a model for each fold into this folder")
    options.add_argument("--out", type=Path, default=data_folder("trained") / UNIT_CLASSIFIER)
    given = options.parse_args()
    marked = list(read_sets(given.shared))
    pages = [read_training_page(page) for page in (*marked, *change_pages(marked))]
    others = [read_training_page(page) for page in read_packages(given.more)]
    print(f"{len(pages)} pages, {sum(len(page.units) for page in pages)} units", flush=True)

    firsts, seconds = train_folds(pages, others)
    compare([*pages, *others])

    confidences = calibrate(pages[: len(marked)])
    recipe = {
        "script": "bench/train_units.py",
        "sets": dict(Counter(page.page.set_name for page in pages)),
        "units": sum(len(page.units) for page in pages),
        "folds": FOLDS,
        "features": digest_features(read_feature_pages()),
        "scikit-learn": sklearn.__version__,
        "settings": SETTINGS,
        "changed_copies": {"damaged": DAMAGED_COPIES, "other": 2, "weight": DAMAGED_WEIGHT},
    }
    if given.folds:
        given.folds.mkdir(parents=True, exist_ok=True)
        for fold, (first, second) in enumerate(zip(firsts, seconds, strict=True)):
            content = model_content(first, second, confidences, {**recipe, "without_fold": fold})
            (given.folds / f"fold-{fold}.json").write_bytes(content)
    second = train(pages, True)
    content = model_content(train(pages, False), second, confidences, recipe)
    given.out.write_bytes(content)
    print(f"{given.out}: {len(content)} bytes")


if __name__ == "__main__":
    main()
