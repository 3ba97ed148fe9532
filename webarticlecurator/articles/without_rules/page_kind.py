"""What kind of page a page is: an article, a thread, a list, documentation or something else.

A few decision trees judge it by what is known of the page as a whole (``structure_features.py``),
by the posts that are found on it, and by its address. They are in ``trained/page-kinds.json``, with
the recipe of their training. A portal file may say it (``article.page_kind``); then nothing is
judged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from webarticlecurator.articles.units.classify_units import ScoreFunction, compile_trees
from webarticlecurator.articles.units.structure_features import PAGE_NAMES
from webarticlecurator.articles.without_rules.threads import find_thread
from webarticlecurator.base.model.article import PAGE_KINDS
from webarticlecurator.base.portal.hosts import split_address
from webarticlecurator.base.portal.trained_models import PAGE_KIND_MODEL, read_trained_model
from webarticlecurator.base.text.words import list_words
from webarticlecurator.pages.page.page import Page

KIND_FEATURES = [*PAGE_NAMES, "posts", "address_kind"]
"""What the kind of a page is judged by."""


def judge_page_kind(page: Page, values: Sequence[int]) -> str:
    """Return which of ``PAGE_KINDS`` a page is. ``values``: those of ``PAGE_NAMES``."""
    found = describe_page_kind(page, values)
    trees = load_kind_trees()
    return max(PAGE_KINDS, key=lambda kind: trees[kind](*found))


def describe_page_kind(page: Page, values: Sequence[int]) -> tuple[int, ...]:
    """Return the values of ``KIND_FEATURES``."""
    thread = find_thread(page)
    return (*values, len(thread.posts) if thread else 0, find_address_kind(page.url))


def find_address_kind(address: str) -> int:
    """Return which of ``PAGE_KINDS`` a word in ``address`` names, from 1; 0 for none. Of several
    words the last one counts."""
    parts = split_address(address)
    *folders, file = parts.path.lower().split("/")
    # the name of a page says what it is about, but for programs: viewtopic.php
    name, dot, _ = file.partition(".")
    words = (*(parts.hostname or "").split(".")[:-2], *folders, *([name] if dot else ()))
    return next((known for word in words[::-1] if (known := _list_address_words().get(word))), 0)


@lru_cache(maxsize=1)
def _list_address_words() -> Mapping[str, int]:
    return {
        word: number
        for number, kind in enumerate(PAGE_KINDS[:-1], 1)
        for word in list_words("address-kinds", kind)
    }


@lru_cache(maxsize=1)
def load_kind_trees() -> Mapping[str, ScoreFunction]:
    """Return the trees of this version of the package, for each of ``PAGE_KINDS``."""
    return read_kind_trees(read_trained_model(PAGE_KIND_MODEL))


def read_kind_trees(content: bytes) -> Mapping[str, ScoreFunction]:
    """Return the trees of a model file. Raises ValueError if it was trained with features other
    than those of this version."""
    stored: dict[str, Any] = json.loads(content)
    if stored["features"] != KIND_FEATURES or tuple(stored["trees"]) != PAGE_KINDS:
        raise ValueError(
            f"{PAGE_KIND_MODEL}: trained with other features (expected those of page_kind.py); run"
            " bench/train_kinds.py"
        )
    return {kind: compile_trees(trees) for kind, trees in stored["trees"].items()}
