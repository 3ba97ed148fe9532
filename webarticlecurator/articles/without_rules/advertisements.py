"""Advertisements between the paragraphs of a text: a label, and a few words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from webarticlecurator.articles.units.text_units import (
    LINE_TAGS,
    Unit,
    find_box,
    fold_text,
    has_sentence_end,
    sum_text_sizes,
)
from webarticlecurator.base.text.words import list_phrases

MAX_SIZE = 120
"""Size of the largest box that is an advertisement, with its label."""
MAX_LINE_SIZE = 40
"""Size of the longest line that begins with a label and is an advertisement; and of one that
follows a label."""

_LISTED = frozenset(("li", "dt", "dd", "td", "th"))
"""Entries of lists and tables, which may speak of advertising."""


def find_advertisements(units: Sequence[Unit]) -> set[int]:
    """Return the indices of the units of boxes with the label of an advertisement and little
    else, and of lines that begin with one."""
    labels = [n for n, unit in enumerate(units) if unit.size <= MAX_LINE_SIZE and _is_label(unit)]
    if not labels:
        return set()
    sizes = sum_text_sizes(units)
    boxes = {find_box(units[n], lambda outer: sizes[outer] <= MAX_SIZE) for n in labels}
    return {n for n, unit in enumerate(units) if not boxes.isdisjoint(unit.around)}


def _is_label(unit: Unit) -> bool:
    """Return True for a label, or a line in no paragraph that begins with one."""
    if unit.folded_text in _labels():
        return unit.tag not in _LISTED
    if unit.tag in LINE_TAGS:
        return False
    phrases, text = list_phrases("advertisements", "labels"), unit.text.casefold()
    if not text.startswith(phrases) or has_sentence_end(text):
        return False
    # of two inline elements without a space between them, the second has a capital
    ends = (unit.text[len(phrase) :][:1] for phrase in phrases if text.startswith(phrase))
    return any(behind.isupper() or not behind.isalnum() for behind in ends)


@lru_cache(maxsize=1)
def _labels() -> frozenset[str]:
    return frozenset(map(fold_text, list_phrases("advertisements", "labels")))
