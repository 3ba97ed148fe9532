"""The digest of the features of text units, by which a trained model is known to be out of date.

The features of units, which elements are units, and which of them are classified can change without
a change of their names. Whoever changes one of them must train again: ``train_units.py`` writes
this digest into the recipe of the model, and a test computes it again. It is made of what the
model reads on a few made-up pages, on which no feature is the same for all units.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from webarticlecurator.articles.units.context_features import CONTEXT_NAMES, list_context
from webarticlecurator.articles.units.page_hints import collect_hints, find_title_position
from webarticlecurator.articles.units.page_tree import build_page_tree
from webarticlecurator.articles.units.structure_features import (
    PAGE_NAMES,
    collect_page_facts,
)
from webarticlecurator.articles.units.unit_features import FEATURE_NAMES, list_features
from webarticlecurator.articles.without_rules.article_text import read_page_text
from webarticlecurator.articles.without_rules.page_kind import KIND_FEATURES, describe_page_kind
from webarticlecurator.pages.page.page import Page

PAGES = (
    Path(__file__).resolve().parents[2]
    / "tests"
    / "articles"
    / "without_rules"
    / "unit_classifier"
    / "feature_pages"
)
ADDRESSES = {"forum": "viewtopic.php?t=17", "news": "2020/05/17/the-ferry-sails", "old": "weir4711"}
NAMES = (*FEATURE_NAMES, *CONTEXT_NAMES)


def read_feature_pages(folder: Path = PAGES) -> list[Page]:
    """Return the made-up pages, in the order of their file names."""
    return [
        Page(f"https://{path.stem}.example/{ADDRESSES[path.stem]}", path.read_text("utf-8"))
        for path in sorted(folder.glob("*.html"))
    ]


def digest_features(pages: Sequence[Page]) -> str:
    """Return the hex sha256 of the names and values that both stages read of ``pages``."""
    values = [NAMES, *(list(list_values(page)) for page in pages)]
    return hashlib.sha256(json.dumps(values).encode("ascii")).hexdigest()


def list_values(page: Page) -> Iterator[list[int]]:
    """Yield the values of ``NAMES`` for each unit that is classified.

    The second stage reads probabilities of the first. So that no model is needed, a unit is taken
    to be the more probable the longer it is.
    """
    hints, text = collect_hints(page), read_page_text(page)
    units = text.units if text else []
    tree, title = build_page_tree(page, units), find_title_position(units, hints)
    rows = list_features(units, tree, collect_page_facts(page, hints), title)
    likely = [min(7 * unit.size, 1000) if row else 0 for unit, row in zip(units, rows, strict=True)]
    for row, context in zip(rows, list_context(units, tree, likely), strict=True):
        yield row + context


def digest_kind_features(pages: Sequence[Page]) -> str:
    """Return the hex sha256 of the names and values by which the kinds of ``pages`` are judged."""
    values = [KIND_FEATURES, *map(list_kind_values, pages)]
    return hashlib.sha256(json.dumps(values).encode("ascii")).hexdigest()


def list_kind_values(page: Page) -> list[int]:
    """Return the values of ``KIND_FEATURES`` for a page, [] for one without text."""
    hints, text = collect_hints(page), read_page_text(page)
    units = text.units if text else []
    facts, title = collect_page_facts(page, hints), find_title_position(units, hints)
    rows = list_features(units, build_page_tree(page, units), facts, title)
    of_page = next(filter(None, rows), [])[-len(PAGE_NAMES) :]
    return list(describe_page_kind(page, of_page)) if of_page else []
