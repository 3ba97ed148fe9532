"""How far the text that was taken can be trusted."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from webarticlecurator.articles.units.context_features import LIKELY
from webarticlecurator.articles.units.expected_f1 import choose_by_expected_f1, expect_f1
from webarticlecurator.articles.units.feature_values import per_mille
from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.text_units import Unit

READING_NAMES = (
    "expected agreement mean left_out likely_outside unsure unsure_outside share between longest"
    " headings gap running linked running_outside"
).split()
"""What tells how far a text can be trusted. It compares the units that were taken with those that
the trees of text units hold for text. Other trees, trained on the F1 of pages of unseen sites, make
the confidence (``bench/train_units.py``).
"""
_NONE = -1
"""The value of what a reading does not have: text, a title."""


def describe_reading(
    taken: Collection[int],
    units: Sequence[Unit],
    probabilities: Sequence[int],
    title: int | None,
) -> list[int]:
    """Return the values of ``READING_NAMES`` for the ``taken`` units of a page.

    ``probabilities``: of each unit, in per mille; ``title``: index in ``units``.
    """
    sizes = [unit.size for unit in units]
    masses = [p * size for p, size in zip(probabilities, sizes, strict=True)]
    running = [unit.size if unit.is_running_text else 0 for unit in units]
    unsure = [mass * (1000 - p) // 1000 for p, mass in zip(probabilities, masses, strict=True)]
    likely, _ = choose_by_expected_f1(probabilities, sizes)

    def add(numbers: Collection[int], values: Sequence[int] = sizes) -> int:
        return sum(values[n] for n in numbers)

    inside, size, mass = set(taken), add(taken), sum(masses)
    outside = [n for n in range(len(units)) if n not in inside]
    likely_outside = [n for n in outside if probabilities[n] >= LIKELY]
    first, last = (min(inside), max(inside)) if inside else (0, -1)
    has_text_after_title = title is not None and bool(inside) and first > title
    return [
        expect_f1(inside, probabilities, sizes),
        per_mille(2 * add(likely & inside), add(likely) + size),
        add(inside, masses) // size if size else _NONE,
        per_mille(add(outside, masses), mass),
        per_mille(add(likely_outside), size),
        per_mille(sum(unsure), mass),
        per_mille(add(outside, unsure), mass),
        per_mille(size, sum(sizes)),
        per_mille(size, add(range(first, last + 1))),
        per_mille(max((sizes[n] for n in inside), default=0), size),
        sum(units[n].tag in HEADINGS for n in inside),
        add(range((title or 0) + 1, first)) if has_text_after_title else _NONE,
        per_mille(add(inside, running), size),
        per_mille(add(inside, [unit.linked for unit in units]), size),
        per_mille(add(outside, running), size),
    ]
