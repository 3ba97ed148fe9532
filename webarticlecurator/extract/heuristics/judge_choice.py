"""Judge the choice of the article's text with the classifier of text units.

The classifier is trained on pages with marked text, and reads structure rather than names. Where it
agrees on the whole, both vote on each unit (``unit_votes.py``); where little of the choice can be
an article's text and another one is much more probable, that replaces it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from webarticlecurator.extract.heuristics.boilerplate import RECOGNISED
from webarticlecurator.extract.heuristics.changed_choice import change_choice
from webarticlecurator.extract.heuristics.chosen_elements import (
    find_chosen_elements,
    find_main_root,
)
from webarticlecurator.extract.heuristics.left_out_prose import (
    TextChoice,
    describe_choice,
    list_taken,
)
from webarticlecurator.extract.heuristics.page_hints import PageHints
from webarticlecurator.extract.heuristics.root_choice import MIN_ARTICLE_SIZE, PageText
from webarticlecurator.extract.heuristics.text_units import Unit, sum_text_sizes
from webarticlecurator.extract.unit_classifier.classify_units import load_classifier
from webarticlecurator.extract.unit_classifier.copied_units import find_copies
from webarticlecurator.extract.unit_classifier.unit_selection import (
    choose_by_expected_f1,
    expect_f1,
    expect_precision,
)
from webarticlecurator.extract.unit_classifier.unit_votes import choose_by_votes_and_odds
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors

CONFIDENCE_OF_USUAL_ROOTS = 700
"""Of ``article``, ``main`` or ``body``, taken where a page has too little text to choose from."""
MIN_AGREEMENT = 600
"""Expected F1 in per mille of a choice from which the classifier votes on its units."""
MAX_PRECISION = 500
"""Expected precision in per mille below which a choice can be replaced by another text."""
MIN_GAIN = 500
"""Per mille of expected F1 by which the classifier's own choice must be better."""
MIN_EXTENSION_GAIN = 400
"""The same where it holds most of what was taken, too."""
MIN_EXPECTED = 650
"""Expected F1 per mille of the classifier's own choice."""
MIN_AFTER_TITLE = 0.3
"""Share of the classifier's own choice that must follow the title of the page: longer text before
it is a consent layer or another article."""


@dataclass(frozen=True)
class JudgedUnits:
    """The ``units`` of the article (indices), the F1 to be ``expected`` of them in per mille, and
    whether they replace those that the heuristics took."""

    units: frozenset[int]
    expected: int
    is_replacement: bool


def judge_choice(
    choice: TextChoice | None, text: PageText, page: Page, hints: PageHints
) -> tuple[TextChoice | None, int]:
    """Return ``choice`` with the units that both vote for, or what the classifier chooses instead;
    and the calibrated F1 that is to be expected of it in per mille.

    ``choice`` is None where the heuristics have found nothing; then the result can be None, too.
    ``text``: that of ``page`` in which the article is looked for.
    """
    classifier = load_classifier(page.classifier)
    taken = list_taken_units(choice, text.units) if choice else []
    probabilities = estimate_units(text, page, hints)
    if choice is not None:
        probabilities = _without_recognised(probabilities, choice, text.units)
    judged = judge_units(taken, text.units, text.title, probabilities)
    confidence = classifier.to_confidence(judged.expected)
    if not judged.is_replacement:
        if choice is not None and judged.units != frozenset(taken):
            choice = change_choice(choice, text.units, taken, judged.units)
        return choice, confidence

    roots, drops = find_chosen_elements(text.units, judged.units)
    found = TextChoice(roots, drops)
    if choice is None:
        return found, confidence
    remark = (
        f"the text was first looked for in {describe_choice(choice)}; taken:"
        f" {describe_choice(found)}, which is more probable by the structure of the page"
    )
    return replace(found, remark=remark), confidence


def estimate_units(text: PageText, page: Page, hints: PageHints) -> list[int]:
    """Return the probability of each unit in the ``text`` of ``page`` in per mille; they are
    estimated once for each page."""
    return page.derived(
        "heuristics.unit_probabilities",
        lambda page: load_classifier(page.classifier).estimate(text.units, hints),
    )


def _without_recognised(
    probabilities: Sequence[int], choice: TextChoice, units: Sequence[Unit]
) -> list[int]:
    """Return ``probabilities`` with 0 for the units that were left out for what their words say,
    which the classifier does not read."""
    found = {element for element, why in choice.drops.items() if why in RECOGNISED}
    return [
        0 if not found.isdisjoint(unit.around) else p
        for unit, p in zip(units, probabilities, strict=True)
    ]


def judge_units(
    taken: Sequence[int],
    units: Sequence[Unit],
    title: int | None,
    probabilities: Sequence[int],
) -> JudgedUnits:
    """Return the units of the article, given those that the heuristics have ``taken`` and the
    probability of each unit in per mille. ``title``: index in ``units``."""
    sizes = [unit.size for unit in units]
    taken = _without_copies(taken, units)
    expected = expect_f1(taken, probabilities, sizes)
    chosen, best = choose_by_expected_f1(probabilities, sizes)
    if _holds_most(chosen, taken, sizes):
        is_better = best >= expected + MIN_EXTENSION_GAIN and _are_together(chosen, taken, units)
    else:
        precision = expect_precision(taken, probabilities, sizes)
        is_better = best >= expected + MIN_GAIN and precision < MAX_PRECISION
    if (
        is_better
        and best >= MIN_EXPECTED
        and sum(sizes[n] for n in chosen) >= MIN_ARTICLE_SIZE
        and (not taken or _follows_title(chosen, sizes, title))
    ):
        return JudgedUnits(chosen, best, is_replacement=True)

    kept = frozenset(taken)
    if expected >= MIN_AGREEMENT:
        kept = choose_by_votes_and_odds(taken, units, probabilities)
    return JudgedUnits(kept, expect_f1(kept, probabilities, sizes), is_replacement=False)


def _without_copies(taken: Sequence[int], units: Sequence[Unit]) -> Sequence[int]:
    """Return ``taken`` without units that hold the text of others among them in one piece."""
    copies = find_copies([units[n] for n in taken])
    return [n for place, n in enumerate(taken) if place not in copies]


def _holds_most(chosen: Collection[int], taken: Sequence[int], sizes: Sequence[int]) -> bool:
    """Return True if most of the ``taken`` text is ``chosen``; False if none was taken."""
    return 2 * sum(sizes[n] for n in taken if n in chosen) > sum(sizes[n] for n in taken)


def _are_together(chosen: Collection[int], taken: Sequence[int], units: Sequence[Unit]) -> bool:
    """Return True if most of the ``chosen`` and of the ``taken`` units are in one element other
    than the whole page: what follows an article on a page is beside it."""
    sizes = sum_text_sizes(units[n] for n in taken)
    size = sum(units[n].size for n in taken)
    around = self_and_ancestors(find_main_root(units, chosen))
    return next((e.tag for e in around if 2 * sizes.get(e, 0) > size), "body") != "body"


def _follows_title(chosen: Collection[int], sizes: Sequence[int], title: int | None) -> bool:
    after = sum(sizes[n] for n in chosen if title is None or n > title)
    return after >= MIN_AFTER_TITLE * sum(sizes[n] for n in chosen)


def list_taken_units(choice: TextChoice, units: Sequence[Unit]) -> list[int]:
    """Return the indices of the units in the roots of ``choice`` that are neither dropped nor in a
    figure."""
    return [
        n
        for n in list_taken(choice, units, range(len(units)))
        if all(e.tag != "figure" for e in units[n].around)
    ]
