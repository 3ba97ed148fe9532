"""Judge the choice of the article's text with the classifier of text units.

The classifier is trained on pages with marked text, and reads structure rather than names. It is
right about pages like those, and too sure of comment threads and lists of teasers. So it leaves out
single units where it agrees on the whole, and replaces a choice only where that holds next to
nothing that could be an article's text.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from webarticlecurator.extract.heuristics.chosen_elements import (
    find_chosen_elements,
    find_drops_of,
)
from webarticlecurator.extract.heuristics.left_out_prose import (
    TextChoice,
    describe_choice,
    list_taken,
)
from webarticlecurator.extract.heuristics.page_hints import PageHints
from webarticlecurator.extract.heuristics.root_choice import MIN_ARTICLE_SIZE, PageText
from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.extract.unit_classifier.classify_units import load_classifier
from webarticlecurator.extract.unit_classifier.copied_units import find_copies
from webarticlecurator.extract.unit_classifier.unit_selection import (
    choose_by_expected_f1,
    expect_f1,
    expect_precision,
)
from webarticlecurator.page import Page

CONFIDENCE_OF_USUAL_ROOTS = 700
"""Of ``article``, ``main`` or ``body``, taken where a page has too little text to choose from."""
MIN_PROBABILITY = 100
"""Probability in per mille below which a unit is left out, although the heuristics take it."""
MIN_AGREEMENT = 500
"""Expected F1 in per mille of a choice from which the classifier may leave out units of it."""
MAX_PRECISION = 150
"""Expected precision in per mille below which a choice can be replaced: what it holds is hardly an
article's text."""
MIN_GAIN = 300
"""Per mille of expected F1 by which the classifier's own choice must be better."""
MIN_AFTER_TITLE = 0.3
"""Share of the classifier's own choice that must follow the title of the page: longer text before
it is a consent layer or another article."""
_LIST_TAGS = frozenset("li td th dt dd".split())
"""Parts of lists and tables, which the classifier knows too little of to leave out single ones."""


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
    """Return ``choice``, without units that are improbable, or what the classifier chooses instead;
    and the calibrated F1 that is to be expected of it in per mille.

    ``choice`` is None where the heuristics have found nothing; then the result can be None, too.
    ``text``: that of ``page`` in which the article is looked for.
    """
    classifier = load_classifier(page.classifier)
    taken = list_taken_units(choice, text.units) if choice else []
    probabilities = estimate_units(text, page, hints)
    judged = judge_units(taken, text.units, text.title, probabilities)
    confidence = classifier.to_confidence(judged.expected)
    if not judged.is_replacement:
        if choice is not None and len(judged.units) < len(taken):
            choice = _drop_others(choice, text.units, taken, judged.units)
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
    precision = expect_precision(taken, probabilities, sizes)
    if (
        precision < MAX_PRECISION
        and best >= expected + MIN_GAIN
        and sum(sizes[n] for n in chosen) >= MIN_ARTICLE_SIZE
        and (not taken or _follows_title(chosen, sizes, title))
    ):
        return JudgedUnits(chosen, best, is_replacement=True)

    kept = frozenset(taken)
    if expected >= MIN_AGREEMENT:
        kept = frozenset(
            n for n in taken if probabilities[n] >= MIN_PROBABILITY or units[n].tag in _LIST_TAGS
        )
    return JudgedUnits(kept, expect_f1(kept, probabilities, sizes), is_replacement=False)


def _without_copies(taken: Sequence[int], units: Sequence[Unit]) -> Sequence[int]:
    """Return ``taken`` without units that hold the text of others among them in one piece."""
    copies = find_copies([units[n] for n in taken])
    return [n for place, n in enumerate(taken) if place not in copies]


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


def _drop_others(
    choice: TextChoice, units: Sequence[Unit], taken: Sequence[int], kept: Collection[int]
) -> TextChoice:
    """Return ``choice`` without those of the ``taken`` units that are not ``kept``."""
    places = {place for place, n in enumerate(taken) if n in kept}
    drops = find_drops_of([units[n] for n in taken], places, choice.roots)
    return replace(choice, drops={**drops, **choice.drops})
