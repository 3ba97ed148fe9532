"""Train the classifier of text units (``webarticlecurator/guess/classify_units.py``) on pages with
marked text.

usage: python bench/train_units.py [SHARED] [--keep FILE] [--folds FOLDER] [--out MODEL.json]

Needs LightGBM (``pip install lightgbm``). Reads SHARED/cases/fundus, scrapinghub and wcxb (default
../shared). A unit is text of the article if most of its words are in the marked text, at the place
where the longest common parts of both put them (difflib). Every page counts the same, a unit by the
square root of its words.

Beside the pages, copies of them are read that are changed: damaged in some of the ways of
``damage.py``, or with another page's article or paragraphs (``other_texts.py``); each counts
COPY_WEIGHT. Without them the classifier relies on what most of the pages have, and takes the longest
text on any page. What was read is kept in FILE, and read from there the next time.

The pages are divided into folds by platform and registered domain; a fifth of the sites is a fold of
its own, without which all others are trained, so that no choice of features was made by it. For each
fold the first stage is trained on the others; what it says of the pages of its fold is what the
second stage learns from, so that both see probabilities of pages on which nothing was trained. A
second stage is trained for each fold, too, and the table says how well the pages of unseen sites are
read. Last, both stages are trained on all pages and written to MODEL.json, with FOLDER/fold-N.json
for the other benches (``--folds FOLDER``). The same pages and the same version of LightGBM make the
same bytes. The recipe in the model has a digest of the features (``feature_digest.py``), from which
a test sees that the model is out of date.
"""

from __future__ import annotations

import hashlib
import math
import multiprocessing
import pickle
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import lightgbm  # type: ignore[import-untyped,import-not-found,unused-ignore]
import numpy as np
from article_texts import FOLDS, HELD_OUT, MarkedPage, read_sets
from damage import DAMAGES, Damage, change_page
from feature_digest import digest_features, read_feature_pages
from labelled_page import LabelledPage, label_page
from model_format import format_model
from options import parser_with_shared
from other_texts import add_article, add_list

from webarticlecurator.guess.classify_units import SCORE_STEP, choose_by_expected_f1
from webarticlecurator.guess.unit_context import CONTEXT_NAMES, list_context
from webarticlecurator.guess.unit_features import FEATURE_NAMES
from webarticlecurator.model.plug_in import UNIT_CLASSIFIER
from webarticlecurator.page import read_page
from webarticlecurator.resources import data_folder

ROUNDS = 150
SETTINGS = {
    "objective": "binary",
    "learning_rate": 0.1,
    "num_leaves": 8,
    "min_data_in_leaf": 60,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "feature_fraction": 0.4,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "seed": 0,
    "verbose": -1,
}
COPY_WEIGHT = 0.4
COPY_STEP = 3
COPIED_KINDS = ("article", "forum", "documentation")
"""Kinds of pages of which changed copies are read."""
SCORES = 8000
"""The largest score of the table of probabilities, in 1/1000 of log odds."""
JOBS = 2
ALL = FOLDS + 1
"""The number, after those of the folds, of the trees that are trained on all pages."""


@dataclass
class TrainingPage:
    """A labelled page of a set, with what training adds. ``change``: what was done to it, "" for
    nothing; ``first``, ``second``: the probability of each unit by each stage, in per mille;
    ``context``: what the second stage reads of the units at ``asked``."""

    set_name: str
    kind: str
    id: str
    fold: int
    change: str
    page: LabelledPage
    first: Any = None
    asked: Any = None
    context: Any = None
    second: Any = None

    @property
    def weight(self) -> float:
        return COPY_WEIGHT if self.change else 1.0


def read_training_pages(shared: Path) -> list[TrainingPage]:
    """Return the pages of all sets and their changed copies."""
    pages = list(read_sets(shared))
    by_digest = sorted(pages, key=lambda page: _digest(page.set_name + page.id))
    others = by_digest[1:] + by_digest[:1], by_digest[2:] + by_digest[:2]
    jobs = list(zip(by_digest, *others, strict=True))
    with multiprocessing.Pool(JOBS) as pool:
        return [page for found in pool.imap(_label_with_copies, jobs, 8) for page in found]


def _label_with_copies(job: tuple[MarkedPage, MarkedPage, MarkedPage]) -> list[TrainingPage]:
    marked = job[0]
    contents = [("", marked.content)]
    contents += [
        (name, change_page(marked.content, marked.text, change))
        for name, change in _list_changes(*job)
    ]
    return [
        TrainingPage(
            marked.set_name,
            marked.kind,
            marked.id,
            marked.fold,
            name,
            label_page(read_page(marked.url, content, "text/html; charset=utf-8"), marked.text),
        )
        for name, content in contents
    ]


def _list_changes(
    page: MarkedPage, other: MarkedPage, third: MarkedPage
) -> Iterator[tuple[str, Damage]]:
    """Yield how copies of a page are changed: which ways of damage, and which other pages, follows
    from their ids. Of a set with many pages each has fewer copies."""
    if page.kind not in COPIED_KINDS:
        return
    is_large = page.set_name == "wcxb"
    ways = sorted(DAMAGES, key=lambda way: _digest(f"{page.id} {way}"))
    yield from ((way, DAMAGES[way]) for way in ways[: 1 if is_large else 2])
    has_article = _digest(page.id)[0] % 2
    if not is_large or has_article:
        yield "another article", add_article(other.id, other.content, other.text)
    if not is_large or not has_article:
        yield "another list", add_list(third.id, third.content, third.text)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def stack(pages: Sequence[TrainingPage], with_context: bool) -> tuple[Any, Any, Any]:
    """Return the rows of a stage for all ``pages``, their labels and weights."""
    rows, labels, weights = [], [], []
    for page in pages:
        places = page.asked if with_context else page.page.places
        # of a copy every third unit, which then counts for three
        step = COPY_STEP if page.change else 1
        rows.append(stage_rows(page, with_context)[::step])
        labels.append(page.page.labels[places][::step])
        weights.append(step * page.weight * page.page.weights()[places][::step])
    weight = np.concatenate(weights)
    return np.vstack(rows), np.concatenate(labels).astype(np.float32), weight / weight.mean()


def stage_rows(page: TrainingPage, with_context: bool) -> Any:
    """Return what a stage reads of the units that it is asked about."""
    if not with_context:
        return page.page.rows.astype(np.float32)
    rows = page.page.rows[np.isin(page.page.places, page.asked)]
    return np.hstack([rows, page.context]).astype(np.float32)


def train(pages: Sequence[TrainingPage], with_context: bool) -> Any:
    """Return the trees of a stage."""
    rows, labels, weights = stack(pages, with_context)
    data = lightgbm.Dataset(rows, labels, weight=weights, params=SETTINGS)
    return lightgbm.train(SETTINGS, data, ROUNDS)


def estimate(model: Any, page: TrainingPage, with_context: bool) -> Any:
    """Return the probability of each unit of a page by a stage, in per mille; by the second what
    the first says where it is not asked."""
    found = page.first.copy() if with_context else np.zeros(len(page.page.units), np.int32)
    rows = stage_rows(page, with_context)
    if len(rows):
        places = page.asked if with_context else page.page.places
        found[places] = np.rint(1000 * model.predict(rows, num_threads=1))
    return found


_read: list[TrainingPage] = []
"""The pages, where the processes that train by folds find them."""


def _train_without(fold: int, with_context: bool) -> tuple[str, list[Any]]:
    """Return the trees of a stage that has not seen a fold, and what it says of its pages; ALL:
    those that have seen everything. The sites held out are seen by no others."""
    left_out = () if fold == ALL else (fold, HELD_OUT)
    model = train([page for page in _read if page.fold not in left_out], with_context)
    found = [estimate(model, page, with_context) for page in _read if page.fold == fold]
    return model.model_to_string(), found


def train_folds(pages: Sequence[TrainingPage], with_context: bool) -> list[Any]:
    """Return the trees of a stage trained without each fold of ``pages``, and last those trained on
    all; fill in what the others say of their fold."""
    _read[:] = pages
    with multiprocessing.get_context("fork").Pool(JOBS) as pool:
        work = partial(_train_without, with_context=with_context)
        trained = pool.map(work, range(ALL + 1), 1)
    for fold, (_, found) in enumerate(trained[:ALL]):
        for page, likely in zip([p for p in pages if p.fold == fold], found, strict=True):
            setattr(page, "second" if with_context else "first", likely)
    return [lightgbm.Booster(model_str=text) for text, _ in trained]


def add_context(pages: Sequence[TrainingPage]) -> None:
    """Fill in what the second stage reads beside the features."""
    _read[:] = pages
    with multiprocessing.get_context("fork").Pool(JOBS) as pool:
        found = pool.map(_list_context, range(len(pages)), 50)
    for page, (asked, context) in zip(pages, found, strict=True):
        page.asked, page.context = asked, context


def _list_context(number: int) -> tuple[Any, Any]:
    page = _read[number]
    found = list_context(page.page.units, page.page.tree, page.first.tolist())  # type: ignore[arg-type]
    asked = [n for n in page.page.places.tolist() if found[n]]
    context = np.array([found[n] for n in asked], np.int32)
    return np.array(asked, np.int32), context.reshape(-1, len(CONTEXT_NAMES))


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


def model_content(first: Any, second: Any, confidences: list[int], recipe: Any) -> bytes:
    stored = {
        "recipe": recipe,
        "features": [*FEATURE_NAMES, *CONTEXT_NAMES],
        "probabilities": probability_table(),
        "confidences": confidences,
        "first": store_stage(first),
        "second": store_stage(second),
    }
    return format_model(stored)


def choose(page: TrainingPage, likely: Any) -> tuple[frozenset[int], int]:
    """Return the units that are chosen by their probabilities, and their expected F1."""
    return choose_by_expected_f1(likely.tolist(), [unit.size for unit in page.page.units])


def calibrate(pages: Sequence[TrainingPage]) -> list[int]:
    """Return for each expected F1 from 0 to 1000 per mille in steps of 10 the F1 that pages of
    unseen sites had: the means of neighbouring pages, pooled until they never fall."""
    found = [(page, *choose(page, page.second)) for page in pages]
    pairs = sorted((expected, page.page.f1(chosen)) for page, chosen, expected in found)
    pools: list[list[float]] = [[0, 0.0, 1]]  # an expectation of nothing is nothing
    for expected, f1 in pairs:
        pools.append([expected, f1, 1])
        while len(pools) > 1 and pools[-2][1] >= pools[-1][1]:
            _, mean, count = pools.pop()
            last = pools[-1]
            last[0] = max(last[0], expected)
            last[1], last[2] = (
                (last[1] * last[2] + mean * count) / (last[2] + count),
                last[2] + count,
            )
    ends, means = [pool[0] for pool in pools], [pool[1] for pool in pools]
    return [round(1000 * float(y)) for y in np.interp(range(0, 1001, 10), ends, means)]


def print_rows(name: str, pages: Sequence[TrainingPage], stage: str) -> None:
    """Print how well the pages of each set and kind are read."""
    scores: dict[tuple[str, str], list[float]] = {}
    for page in pages:
        what = "" if not page.change else page.change if "another" in page.change else "damaged"
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
    options.add_argument("--keep", type=Path, help="keep the labelled pages in this file")
    options.add_argument("--folds", type=Path, help="write a model for each fold into this folder")
    options.add_argument("--out", type=Path, default=data_folder("trained") / UNIT_CLASSIFIER)
    given = options.parse_args()
    if given.keep and given.keep.is_file():
        pages = pickle.loads(given.keep.read_bytes())
    else:
        pages = read_training_pages(given.shared)
        if given.keep:
            given.keep.write_bytes(pickle.dumps(pages))
    units = sum(len(page.page.units) for page in pages)
    print(f"{len(pages)} pages, {units} units", flush=True)
    firsts = train_folds(pages, False)
    add_context(pages)
    seconds = train_folds(pages, True)
    seen = [page for page in pages if page.fold != HELD_OUT]
    as_they_are = [page for page in seen if not page.change]
    confidences = calibrate(as_they_are)
    recipe = {
        "script": "bench/train_units.py",
        "sets": dict(Counter(page.set_name for page in pages if not page.change)),
        "changed": dict(Counter(page.set_name for page in pages if page.change)),
        "units": units,
        "folds": FOLDS,
        "features": digest_features(read_feature_pages()),
        "lightgbm": lightgbm.__version__,
        "rounds": ROUNDS,
        "settings": SETTINGS,
        "copy_weight": COPY_WEIGHT,
    }
    if given.folds:
        given.folds.mkdir(parents=True, exist_ok=True)
        for fold, (first, second) in enumerate(zip(firsts[:ALL], seconds[:ALL], strict=True)):
            content = model_content(first, second, confidences, {**recipe, "without_fold": fold})
            (given.folds / f"fold-{fold}.json").write_bytes(content)
    content = model_content(firsts[ALL], seconds[ALL], confidences, recipe)
    given.out.write_bytes(content)
    print(f"{given.out}: {len(content)} bytes", flush=True)
    print_rows("one stage", as_they_are, "first")
    print_rows("two stages", seen, "second")
    print_rows("two stages, held out", [p for p in pages if p.fold == HELD_OUT], "second")
    print_rows("labels", as_they_are, "labels")


if __name__ == "__main__":
    main()
