"""The pages from which the confidence learns (``train_units.py``): what the reading of each says of
itself, by the classifier that has not seen its site, and the F1 of its text."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from bench.text.unseen import count_f1, ours
from bench.training.article_texts import read_sets
from webarticlecurator.articles.units.classify_units import UnitClassifier
from webarticlecurator.articles.without_rules import article_text
from webarticlecurator.base.dataclasses import replace


@dataclass(frozen=True)
class RatedPage:
    """``values``: of ``READING_NAMES``."""

    fold: int
    values: tuple[int, ...]
    f1: float


def read_rated_pages(shared: Path, classifiers: Mapping[int, UnitClassifier]) -> list[RatedPage]:
    """Return the pages of all sets from which a text is read. ``classifiers``: fold → the one that
    has not seen it."""
    values: list[tuple[int, ...]] = []

    def note(*found: int) -> int:
        values.append(found)
        return 0

    noting = {fold: replace(each, confidence=note) for fold, each in classifiers.items()}
    pages, made = list[RatedPage](), dict[Any, Any]()
    with tempfile.TemporaryDirectory() as folder:
        for marked in read_sets(shared):
            values.clear()
            classifier = noting[marked.fold]
            with mock.patch.object(article_text, "load_classifier", lambda *_, it=classifier: it):
                text = ours(marked, Path(folder), made).text
            if values:
                pages.append(RatedPage(marked.fold, values[-1], count_f1(text, marked.text)))
    return pages
