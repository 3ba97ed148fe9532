"""Train the trees that judge what kind of page a page is (``webarticlecurator/articles/without_rules/page_kind.py``).

usage: python bench/train_kinds.py [SHARED] [--out MODEL.json]

Needs LightGBM (``pip install lightgbm``). Reads SHARED/cases/fundus, scrapinghub and wcxb (default
../shared), whose pages are articles, forums, listings, documentation and services (*other*). Nothing
is learned from probabilities of text units, so that a new classifier of these changes no kind.

The table is by the folds of ``article_texts.py``, each judged by trees that have not seen its sites
or platforms, with the sites held out apart: for each kind how many pages were taken for which. Last,
all is trained on all pages and written to MODEL.json. One thread; the same pages and the same
version of LightGBM make the same bytes.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import lightgbm  # type: ignore[import-untyped,import-not-found,unused-ignore]
import numpy as np

from bench.shared.options import parser_with_shared
from bench.train_units import ALL, store_tree
from bench.training.article_texts import HELD_OUT, MarkedPage, read_sets
from bench.training.feature_digest import digest_kind_features, list_kind_values, read_feature_pages
from bench.training.model_format import format_model
from webarticlecurator.articles.facts.embedded_page import find_embedded_page
from webarticlecurator.articles.units.text_units import MIN_PAGE_TEXT, list_page_units
from webarticlecurator.articles.without_rules.page_kind import KIND_FEATURES, read_kind_trees
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.model.article import PAGE_KINDS
from webarticlecurator.base.portal.trained_models import PAGE_KIND_MODEL
from webarticlecurator.pages.page.page import read_page

KINDS = {
    "article": "article",
    "forum": "thread",
    "listing": "list",
    "documentation": "documentation",
    "service": "other",
}
"""Type of a page in the sets → one of PAGE_KINDS."""
ROUNDS = 40
SETTINGS = {
    "objective": "multiclass",
    "num_class": len(PAGE_KINDS),
    "learning_rate": 0.15,
    "num_leaves": 4,
    "min_data_in_leaf": 10,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "feature_fraction": 0.5,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "seed": 0,
    "verbose": -1,
}
OTHERS_WEIGHT = 2.0
"""What a page counts that is no article; seven of ten are."""

Example = tuple[str, str, int, list[int]]
"""Set, kind, fold, and the values of KIND_FEATURES."""


def describe(marked: MarkedPage) -> Example:
    """Return what is learned from a page; without values if it has no text."""
    page = read_page(marked.url, marked.content, "text/html; charset=utf-8")
    if sum(unit.size for unit in list_page_units(page) if unit.is_running_text) < MIN_PAGE_TEXT:
        # asks for embedded text without asking for the kind, which is yet to be learned
        page.derived("heuristics.article_text", lambda _: None)
        page = find_embedded_page(page) or page
    return marked.set_name, KINDS[marked.kind], marked.fold, list_kind_values(page)


def train_without(pages: Sequence[Example], fold: int, recipe: dict[str, Any]) -> bytes:
    """Return a model file of trees that have not seen a fold, for ALL of those that have seen
    everything. The sites held out are seen by no others."""
    used = [each for each in pages if fold == ALL or each[2] not in (fold, HELD_OUT)]
    data = lightgbm.Dataset(
        np.array([values for *_, values in used], np.float32),
        np.array([PAGE_KINDS.index(kind) for _, kind, _, _ in used], np.float32),
        weight=np.array([1.0 if kind == "article" else OTHERS_WEIGHT for _, kind, _, _ in used]),
    )
    model = lightgbm.train(SETTINGS, data, ROUNDS)
    trees = [store_tree(each["tree_structure"]) for each in model.dump_model()["tree_info"]]
    # one tree for each kind, in turn
    of_kinds = {
        kind: {"start": 0, "trees": trees[n :: len(PAGE_KINDS)]}
        for n, kind in enumerate(PAGE_KINDS)
    }
    return format_model({"recipe": recipe, "features": KIND_FEATURES, "trees": of_kinds})


def judge(content: bytes, values: Sequence[int]) -> str:
    """Return the kind by the trees of a model file."""
    trees = read_kind_trees(content)
    return max(PAGE_KINDS, key=lambda kind: trees[kind](*values))


def print_table(name: str, pairs: Sequence[tuple[str, str]]) -> None:
    """Print for each kind how many pages were taken for which; ``pairs``: the kind of a page, and
    what it was taken for."""
    right = sum(kind == judged for kind, judged in pairs)
    print(f"{name}: {len(pairs)} pages, right {right / len(pairs):.3f}")
    print(" " * 15 + "".join(f"{kind:>14}" for kind in PAGE_KINDS) + "         found    right")
    counts = Counter(pairs)
    for kind in PAGE_KINDS:
        row = [counts[kind, each] for each in PAGE_KINDS]
        column = sum(counts[each, kind] for each in PAGE_KINDS)
        hits = counts[kind, kind]
        print(
            f"{kind:15}{''.join(f'{n:14}' for n in row)}"
            f"{hits / sum(row):14.3f}{hits / (column or 1):9.3f}"
        )


def main() -> None:
    options = parser_with_shared(__doc__)
    options.add_argument("--out", type=Path, default=data_folder("trained") / PAGE_KIND_MODEL)
    given = options.parse_args()
    found = [describe(marked) for marked in read_sets(given.shared)]
    pages = [each for each in found if each[3]]
    print(f"{len(pages)} pages; {len(found) - len(pages)} without text are left out", flush=True)
    recipe = {
        "script": "bench/train_kinds.py",
        "sets": dict(Counter(f"{set_name} {kind}" for set_name, kind, _, _ in pages)),
        "features": digest_kind_features(read_feature_pages()),
        "lightgbm": lightgbm.__version__,
        "rounds": ROUNDS,
        "settings": SETTINGS,
        "weight": OTHERS_WEIGHT,
    }
    judged: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
    for fold in range(ALL):
        content = train_without(pages, fold, {})
        judged[fold == HELD_OUT] += [
            (kind, judge(content, values)) for _, kind, each, values in pages if each == fold
        ]
    print_table("folds", judged[False])
    print_table("held out", judged[True])
    content = train_without(pages, ALL, recipe)
    given.out.write_bytes(content)
    print(f"{given.out}: {len(content)} bytes")


if __name__ == "__main__":
    main()
