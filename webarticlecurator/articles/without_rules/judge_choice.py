"""Judge the choice of the article's text with the classifier of text units.

The classifier is trained on pages with marked text, and reads structure rather than names. Where it
agrees on the whole, both vote on each unit; where little of the choice can be
an article's text and another one is much more probable, that replaces it.
"""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.articles.without_rules.boilerplate import RECOGNISED, TEASER
from webarticlecurator.articles.without_rules.chosen_elements import (
    change_choice,
    find_chosen_elements,
)
from webarticlecurator.articles.without_rules.class_names import has_class_word
from webarticlecurator.articles.without_rules.classify_units import load_classifier
from webarticlecurator.articles.without_rules.copied_units import find_copies
from webarticlecurator.articles.without_rules.expected_f1 import choose_by_expected_f1, expect_f1
from webarticlecurator.articles.without_rules.left_out_prose import (
    TextChoice,
    describe_choice,
    list_taken,
)
from webarticlecurator.articles.without_rules.page_hints import PageHints
from webarticlecurator.articles.without_rules.root_choice import MIN_ARTICLE_SIZE, PageText
from webarticlecurator.articles.without_rules.structure_features import collect_page_facts
from webarticlecurator.articles.without_rules.text_confidence import describe_reading
from webarticlecurator.articles.without_rules.text_units import Unit
from webarticlecurator.articles.without_rules.unit_votes import choose_by_votes_and_odds
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.pages.page.page import Page

# When trees may change or replace the choice. Set by folds over three sets (105, 181 and 32 pages)
# and 30 kinds of changed pages, after looking at them, so slightly optimistic: one of the 32
# (test_usatoday1) decided between .3 and .5.
MIN_AGREEMENT = 600
"""Expected F1 in per mille of a choice from which the classifier votes on its units."""
MIN_GAIN = 200
"""Per mille of expected F1 by which the classifier's own choice must be better. Nothing else is
asked of it: with a least F1 (650) and a least share after the title (.3), services that do not say
that they are articles had .808 instead of .845 on folds; any gain from 50 to 200 is about as good.
"""
MIN_EXTENSION_GAIN = 400
"""The same where it holds most of what was taken, too, and adds teasers or what is named as
comments, or is on a page that says that it is an article: comments and other articles often follow
it. With 200, scrapinghub's pages had .961 on folds instead of .969."""
CERTAIN = 900
"""Expected F1 in per mille of a choice for which MIN_GAIN is enough on a page that says that it is
an article: articles had .955 on folds, .954 without it (with 850, scrapinghub's pages .965)."""
SCATTERED_KINDS = ("list", "documentation", "other")
"""Kinds of pages that have their text in many places, which trees know and votes do not."""
MIN_SCATTERED_GAIN = 50
"""MIN_GAIN for these, where the portal file says that its pages are such. Where the kind is only
judged, services gained .003 on folds, and old news pages lost more."""


@dataclass(frozen=True)
class JudgedUnits:
    """The ``units`` of the article (indices), and whether they replace those that the heuristics
    took."""

    units: frozenset[int]
    is_replacement: bool


def judge_choice(
    choice: TextChoice | None,
    text: PageText,
    probabilities: Sequence[int],
    *,
    is_article: bool,
    kind: str = "",
) -> TextChoice | None:
    """Return ``choice`` with the units that both vote for, or what the classifier chooses instead.

    ``choice`` is None where the heuristics have found nothing; then the result can be None, too.
    ``probabilities``: of the units of ``text``, in per mille (``weigh_units``); ``is_article``:
    whether the page says that it is an article; ``kind``: what the portal
    file says that it is.
    """
    taken = list_taken_units(choice, text.units) if choice else []
    teasers = {e for e, why in choice.drops.items() if why == TEASER} if choice else set()
    beside = (n for n, unit in enumerate(text.units) if not teasers.isdisjoint(unit.around))
    judged = judge_units(
        taken, text.units, probabilities, frozenset(beside), is_article=is_article, kind=kind
    )
    if not judged.is_replacement:
        if choice is not None and judged.units != frozenset(taken):
            choice = change_choice(choice, text.units, taken, judged.units)
        return choice

    roots, drops = find_chosen_elements(text.units, judged.units)
    found = TextChoice(roots, drops)
    if choice is None:
        return found
    return replace(
        found,
        remark=f"the text was first looked for in {describe_choice(choice)}; taken:"
        f" {describe_choice(found)}, which is more probable by the structure of the page",
    )


def weigh_units(
    choice: TextChoice | None, text: PageText, page: Page, hints: PageHints
) -> list[int]:
    """Return the probability of each unit in per mille; 0 where ``choice`` leaves it out for what
    it says."""
    probabilities = estimate_units(text, page, hints)
    if choice is None:
        return probabilities
    # Dates and *read also* do not come back: trees read structure and would take such lines for
    # text.
    recognised = {element for element, why in choice.drops.items() if why in RECOGNISED}
    return [
        0 if not recognised.isdisjoint(unit.around) else p
        for unit, p in zip(text.units, probabilities, strict=True)
    ]


def rate_choice(
    found: TextChoice,
    choice: TextChoice | None,
    text: PageText,
    probabilities: Sequence[int],
    classifier: bytes,
) -> int:
    """Return the F1 that is to be expected of what was ``found`` in ``text``, in per mille, by the
    trees of a model file. ``choice``: that of the heuristics."""
    taken = list_taken_units(found, text.units)
    if not taken:
        return 0
    votes = list_taken_units(choice, text.units) if choice else []
    values = describe_reading(taken, votes, text.units, probabilities, text.title)
    trees = load_classifier(classifier)
    return trees.to_probability(trees.confidence(*values))


def estimate_units(text: PageText, page: Page, hints: PageHints) -> list[int]:
    """Return the probability of each unit in the ``text`` of ``page`` in per mille."""
    return estimate_page(text, page, hints)[0]


def estimate_page(text: PageText, page: Page, hints: PageHints) -> tuple[list[int], list[int]]:
    """Return the probability of each unit in the ``text`` of ``page`` in per mille, and what is
    known of the page as a whole; they are estimated once for each page."""
    return page.derived(
        "heuristics.page_estimate",
        lambda page: load_classifier(page.classifier).estimate(
            text.units, collect_page_facts(page, hints), text.title
        ),
    )


def judge_units(
    taken: Sequence[int],
    units: Sequence[Unit],
    probabilities: Sequence[int],
    teasers: frozenset[int] = frozenset(),
    *,
    is_article: bool,
    kind: str = "",
) -> JudgedUnits:
    """Return the units of the article, given those that the heuristics have ``taken``, those that
    they have left out as ``teasers``, and the probability of each unit in per mille.
    ``is_article``: whether the page says that it is one; ``kind``: what the portal file says that
    it is, "" for nothing."""
    sizes = [unit.size for unit in units]
    # A text for search engines or speech, which holds others in one piece, would be counted twice.
    copies = find_copies([units[n] for n in taken])
    taken = [n for place, n in enumerate(taken) if place not in copies]
    expected = expect_f1(taken, probabilities, sizes)
    chosen, best = choose_by_expected_f1(probabilities, sizes)
    common = sum(sizes[n] for n in taken if n in chosen)
    is_extension = 2 * common > sum(sizes[n] for n in taken)
    if is_extension and not is_article:
        is_extension = any(
            n in teasers or any(has_class_word(e, "comments") for e in units[n].around)
            for n in chosen.difference(taken)
        )
    gain = MIN_GAIN
    if is_extension and not (is_article and best >= CERTAIN):
        gain = MIN_EXTENSION_GAIN
    elif kind in SCATTERED_KINDS:
        gain = MIN_SCATTERED_GAIN
    if best >= expected + gain and sum(sizes[n] for n in chosen) >= MIN_ARTICLE_SIZE:
        return JudgedUnits(chosen, is_replacement=True)

    kept = frozenset(taken)
    # Votes where both disagree on the whole were tried without gain. A free vote (odds × 4) of
    # trees not trained on such pages yet fell to .56 to .74 beside teasers or a second article.
    if expected >= MIN_AGREEMENT:
        kept = choose_by_votes_and_odds(taken, units, probabilities)
    return JudgedUnits(kept, is_replacement=False)


def list_taken_units(choice: TextChoice, units: Sequence[Unit]) -> list[int]:
    """Return the indices of the units in the roots of ``choice`` that are neither dropped nor in a
    figure."""
    return [
        n
        for n in list_taken(choice, units, range(len(units)))
        if all(e.tag != "figure" for e in units[n].around)
    ]
