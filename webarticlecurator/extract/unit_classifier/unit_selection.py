"""Which units are classified at all, and which of them are chosen by their probabilities."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from webarticlecurator.extract.heuristics.root_candidates import is_running_text
from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.extract.unit_classifier.copied_units import find_copies
from webarticlecurator.extract.unit_classifier.page_tree import COMMENTS, PageTree

MIN_TEXT_BEFORE_COMMENTS = 400
"""Size of running text after the title from which an element named as comments holds comments; the
article itself can have that name, but then little text is before it."""


def select_candidates(units: Sequence[Unit], tree: PageTree, title: int | None) -> list[int]:
    """Return the indices of the units that are neither in readers' comments nor copies of the
    article in one piece. ``title``: index in ``units``."""
    comments = _find_comments(units, tree, title)
    copies = find_copies(units)
    return [n for n in range(len(units)) if n not in comments and n not in copies]


def _find_comments(units: Sequence[Unit], tree: PageTree, title: int | None) -> set[int]:
    found, before = set(), 0
    for n, unit in enumerate(units):
        if tree.flags[tree.nodes[n]] & COMMENTS and n != title:
            if before >= MIN_TEXT_BEFORE_COMMENTS:
                found.add(n)
        elif n > (title or 0) and is_running_text(unit):
            before += unit.size
    return found if title is None or title not in found else set()


def choose_by_expected_f1(
    probabilities: Sequence[int], sizes: Sequence[int]
) -> tuple[frozenset[int], int]:
    """Return the units whose choice has the highest expected F1 of their text, and that F1 in per
    mille.

    The F1 that is to be expected of the ``k`` most probable units is ``2 Σ p n / (Σ n + Σ p n)``,
    where the last sum is over all units: the precision by their own sizes ``n``, the recall by the
    text that the article probably has (Lewis 1995, "Evaluating and optimizing autonomous text
    classification systems"). ``probabilities``: in per mille.
    """
    masses = [p * size for p, size in zip(probabilities, sizes, strict=True)]
    total = sum(masses)
    if not total:
        return frozenset(), 0

    order = sorted(range(len(masses)), key=lambda n: (-probabilities[n], n))
    best, best_count, mass, size = (0, 1), 0, 0, 0
    for count, n in enumerate(order, 1):
        mass, size = mass + masses[n], size + sizes[n]
        expected = (2 * mass, 1000 * size + total)
        if expected[0] * best[1] > best[0] * expected[1]:
            best, best_count = expected, count
    return frozenset(order[:best_count]), 1000 * best[0] // best[1]


def expect_f1(chosen: Collection[int], probabilities: Sequence[int], sizes: Sequence[int]) -> int:
    """Return the F1 in per mille that is to be expected of the units ``chosen`` (see
    ``choose_by_expected_f1``)."""
    mass = sum(probabilities[n] * sizes[n] for n in chosen)
    total = sum(p * size for p, size in zip(probabilities, sizes, strict=True))
    return 2000 * mass // (1000 * sum(sizes[n] for n in chosen) + total or 1)


def expect_precision(
    chosen: Collection[int], probabilities: Sequence[int], sizes: Sequence[int]
) -> int:
    """Return the share of the text of the units ``chosen`` that is probably the article's, in per
    mille; 0 for no units."""
    mass = sum(probabilities[n] * sizes[n] for n in chosen)
    return mass // (sum(sizes[n] for n in chosen) or 1)
