"""Train the classifier of authors' names (``webarticlecurator/articles/facts/persons.py``) on pages with
reviewed authors.

usage: python bench/train_authors.py [SHARED] [--out MODEL.json]

Needs scikit-learn (``pip install scikit-learn``). Reads SHARED/cases/fundus and wcxb, without the
sites that are held back (``metadata_pages.py``). Each page is read twice, with the authors that its
markup declares and without them, so that the many pages with markup teach, too, where a page shows
its authors. A candidate is an author if the reviewed authors have its name.

The table is by folds of registered domains, each judged by trees trained on the others. The same
pages and the same version of scikit-learn make the same bytes.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

os.environ.setdefault("OMP_NUM_THREADS", "1")  # the same sums in the same order
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import sklearn  # type: ignore[import-untyped,import-not-found,unused-ignore]
from sklearn.ensemble import (  # type: ignore[import-untyped,import-not-found,unused-ignore]
    HistGradientBoostingClassifier,
)

from bench.shared.options import parser_with_shared
from bench.training.author_digest import digest_name_features
from bench.training.metadata_pages import (
    FOLDS,
    Answer,
    ReviewedPage,
    authors_f1,
    fold_authors,
    portals,
    read_reviewed,
)
from bench.training.model_format import format_model
from webarticlecurator.articles.by_rules.metadata import date_context
from webarticlecurator.articles.facts import persons
from webarticlecurator.articles.facts.article_position import locate_article
from webarticlecurator.articles.facts.author_names import is_name, tidy_names
from webarticlecurator.articles.facts.name_candidates import NAME_FEATURES, NameCandidate
from webarticlecurator.articles.facts.persons import (
    choose_likely,
    has_person,
    list_candidates,
)
from webarticlecurator.articles.facts.sources import MetadataSources
from webarticlecurator.articles.facts.title import find_site_names
from webarticlecurator.articles.units.classify_units import compile_trees
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.trained_models import AUTHOR_CLASSIFIER

SETTINGS = {
    "max_iter": 80,
    "learning_rate": 0.1,
    "max_leaf_nodes": 8,
    "min_samples_leaf": 15,
    "l2_regularization": 5.0,
    "max_bins": 64,
    "max_features": 0.4,
    "early_stopping": False,
    "random_state": 0,
}
RISING = ("declared_person", "by_before", "label_before", "byline_level", "author_level")
RISING += ("markup_level", "profile", "is_full")
FALLING = ("declared_organisation", "elsewhere", "is_site_name")
"""Features that can only speak for or against a name: a thousand pages show that by chance, too."""
OTHER_KINDS_WEIGHT = 0.3
"""Weight of pages that are neither articles nor threads."""
UNSHOWN_WEIGHT = 0.3
"""Weight of pages whose reviewed authors are no candidates: their truth may be wrong."""
FUNDUS_WEIGHT = 2.0


@dataclass
class TrainingPage:
    """A page with its candidates, with and without the declared authors."""

    reviewed: ReviewedPage
    declared: tuple[Value, ...]
    has_person: bool
    candidates: list[NameCandidate]
    without_declared: list[NameCandidate]

    def rows(self) -> list[tuple[tuple[int, ...], bool, float]]:
        """Return features, label and weight of each candidate of both readings."""
        found = self._rows(self.candidates)
        shown = self._rows(self.without_declared)
        return found + (shown if any(label for _, label, _ in shown) else [])

    def _rows(self, candidates: list[NameCandidate]) -> list[tuple[tuple[int, ...], bool, float]]:
        page = self.reviewed
        wanted = fold_authors(page.authors)
        names = [fold_authors([each.value.value]) for each in candidates]
        labels = [bool(name) and name <= wanted for name in names]
        weight = FUNDUS_WEIGHT if page.set_name == "fundus" else 1.0
        weight *= 1.0 if page.kind in ("article", "forum") else OTHER_KINDS_WEIGHT
        weight *= UNSHOWN_WEIGHT if page.authors and not any(labels) else 1.0
        return [
            (each.features, label, weight) for each, label in zip(candidates, labels, strict=True)
        ]


def read_training_page(reviewed: ReviewedPage, portal: Portal) -> TrainingPage:
    page = reviewed.read()
    sources = MetadataSources(page)
    site_names = find_site_names(sources, portal)
    declared = tidy_names(read_declared(sources, portal), site_names)
    named = [value for value in declared if fold_text(value.value) not in site_names]
    position = locate_article(page)
    language = date_context(page, portal).language
    candidates = list_candidates(position, named, site_names, language) if position else []
    without = list_candidates(position, [], site_names, language) if position and named else []
    return TrainingPage(reviewed, declared, has_person(page, named), candidates, without)


def read_declared(sources: MetadataSources, portal: Portal) -> tuple[Value, ...]:
    """Return the authors by the first of the default sources that has any."""
    for rule in dict(portal.article.metadata)["authors"]:
        found = [each for each in sources.values("authors", rule) if is_name(each.value.strip())]
        if found:
            texts = {" ".join(each.value.split()): each for each in found}
            return tuple(Value(text, each.source, each.original) for text, each in texts.items())
    return ()


def train(pages: Sequence[TrainingPage]) -> dict[str, Any]:
    """Return the trees as the model file has them."""
    rows = [row for page in pages for row in page.rows()]
    weights = [weight for _, _, weight in rows]
    mean = sum(weights) / len(weights)
    signs = [(name in RISING) - (name in FALLING) for name in NAME_FEATURES]
    model = HistGradientBoostingClassifier(**SETTINGS, monotonic_cst=signs)
    model.fit(
        [features for features, _, _ in rows],
        [int(label) for _, label, _ in rows],
        sample_weight=[weight / mean for weight in weights],
    )
    return {
        "start": round(1000 * float(model._baseline_prediction[0, 0])),
        "trees": [store_tree(step[0].nodes, 0) for step in model._predictors],
    }


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


def judge_fold(pages: Sequence[TrainingPage], trees: dict[str, Any]) -> list[tuple[str, float]]:
    """Return the set and kind of each page with authors, and the F1 of those chosen by ``trees``."""
    found = []
    score = compile_trees(trees)
    with mock.patch.object(persons, "_load_trees", lambda: score):
        for page in pages:
            likely = () if page.has_person else choose_likely(page.candidates)
            chosen = likely or page.declared
            answer = Answer(authors=tuple(value.value for value in chosen))
            if page.reviewed.authors:
                key = f"{page.reviewed.set_name} {page.reviewed.kind}"
                found.append((key, authors_f1(answer, page.reviewed)))
    return found


def main() -> None:
    options = parser_with_shared(__doc__)
    options.add_argument("--out", type=Path, default=data_folder("trained") / AUTHOR_CLASSIFIER)
    given = options.parse_args()
    made: dict[tuple[str, str], Portal] = {}
    with tempfile.TemporaryDirectory() as folder:
        pages = [
            read_training_page(
                page, portals(Path(folder), {"lang": page.lang, "country": page.country}, made)
            )
            for page in read_reviewed(given.shared)
            if not page.is_held_out
        ]
    print(f"{len(pages)} pages, {sum(len(page.rows()) for page in pages)} candidates", flush=True)
    trees = train(pages)
    recipe = {
        "script": "bench/train_authors.py",
        "sets": dict(Counter(page.reviewed.set_name for page in pages)),
        "candidates": sum(len(page.rows()) for page in pages),
        "features": digest_name_features(),
        "scikit-learn": sklearn.__version__,
        "settings": SETTINGS,
        "rising": RISING,
        "falling": FALLING,
        "weights": [FUNDUS_WEIGHT, OTHER_KINDS_WEIGHT, UNSHOWN_WEIGHT],
    }
    content = format_model({"recipe": recipe, "features": NAME_FEATURES, **trees})
    given.out.write_bytes(content)
    print(f"{given.out}: {len(content)} bytes", flush=True)

    scores: dict[str, list[float]] = {}
    for fold in range(FOLDS):
        others = [page for page in pages if page.reviewed.fold != fold]
        own = [page for page in pages if page.reviewed.fold == fold]
        for key, score in judge_fold(own, train(others)):
            scores.setdefault(key, []).append(score)
    for key, values in sorted(scores.items()):
        print(f"{key:<24} authors {sum(values) / len(values):.3f} of {len(values)}")


if __name__ == "__main__":
    main()
