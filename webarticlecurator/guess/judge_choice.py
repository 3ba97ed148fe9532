"""Judge the choice of the article's text with the classifier of text units.

The classifier is trained on pages with marked text, and reads structure rather than names. Where it
agrees on the whole, both vote on each unit; where little of the choice can be
an article's text and another one is much more probable, that replaces it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lxml import etree

from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.guess.boilerplate import (
    RECOGNISED,
    TEASER,
    TextChoice,
    describe_choice,
    list_taken,
)
from webarticlecurator.guess.class_names import has_class_word
from webarticlecurator.guess.classify_units import (
    choose_by_expected_f1,
    describe_reading,
    expect_f1,
    find_copies,
    load_classifier,
)
from webarticlecurator.guess.root_candidates import MIN_ARTICLE_SIZE, PageText
from webarticlecurator.guess.structure_features import collect_page_facts
from webarticlecurator.guess.text_units import HEADINGS, PageHints, Unit, sum_text_sizes, text_size
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import BLOCK_TAGS, outermost_elements

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
    remark = (
        f"the text was first looked for in {describe_choice(choice)}; taken:"
        f" {describe_choice(found)}, which is more probable by the structure of the page"
    )
    return replace(found, remark=remark)


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


# A choice of the article's text in which other units are kept than those that it took.


def change_choice(
    choice: TextChoice, units: Sequence[Unit], taken: Sequence[int], kept: Collection[int]
) -> TextChoice:
    """Return ``choice`` with the ``kept`` units instead of those that it has ``taken`` (indices in
    ``units``). Its roots stay, unless a kept unit is outside of them; what it has left out stays
    left out, unless a kept unit is in it."""
    if set(kept).issubset(taken):
        # the other units are left out already, and an element may be dropped as a whole with them
        places = {place for place, n in enumerate(taken) if n in kept}
        drops = find_drops_of([units[n] for n in taken], places, choice.roots)
        return replace(choice, drops={**drops, **choice.drops})
    roots = choice.roots
    if any(set(roots).isdisjoint(units[n].around) for n in kept):
        roots, _ = find_chosen_elements(units, kept)
    around_kept = {e for n in kept for e in units[n].around}
    # What heuristics left out for a reason stays out, unless a unit in it was voted back.
    stay = {e: why for e, why in choice.drops.items() if e not in around_kept}
    return replace(choice, roots=roots, drops={**find_drops_of(units, kept, roots), **stay})


# Chosen text units → the elements that hold them, and those in between that are left out.

# How the chosen units become elements, and what stays with a picture.
MAIN_PERCENT = 85
"""Percent of the chosen text that one element must hold to be a root without the rest, which then
has roots of its own: what lies between them is not the article's."""
MAX_PICTURE_LINES = 250
"""Size of the lines beside a picture with which it stays; with more text it is a teaser's."""

Elements = tuple[etree._Element, ...]
Drops = dict[etree._Element, str]


def find_chosen_elements(units: Sequence[Unit], chosen: Collection[int]) -> tuple[Elements, Drops]:
    """Return the roots of the chosen units in document order, and element → why it is left out,
    for the other units inside them. ``chosen``: indices in ``units``, at least one."""
    main = find_main_root(units, chosen)
    before, after = list[etree._Element](), list[etree._Element]()
    first = min(n for n in chosen if units[n].is_in(main))
    for n in sorted(chosen):
        if not units[n].is_in(main):
            (before if n < first else after).append(units[n].element)
    roots = outermost_elements([*before, main, *after])
    return roots, find_drops_of(units, chosen, roots)


def find_main_root(units: Sequence[Unit], chosen: Collection[int]) -> etree._Element:
    """Return the innermost element with nearly all of the text of the ``chosen`` units (indices in
    ``units``, at least one)."""
    sizes = sum_text_sizes(units[n] for n in chosen)
    total = sum(units[n].size for n in chosen)
    # From the longest unit outwards, since it is surely inside; of equals the first one.
    around = units[max(chosen, key=lambda n: (units[n].size, -n))].around
    return next((e for e in around if 100 * sizes[e] >= MAIN_PERCENT * total), around[-1])


def find_drops_of(
    units: Sequence[Unit], kept: Collection[int], roots: Collection[etree._Element]
) -> Drops:
    """Return element → why it is left out, for all units in ``roots`` that are not ``kept``
    (indices in ``units``): each the largest element around it that holds none of these, no more
    than it must of what belongs to a picture."""
    sizes, drops, root_set = sum_text_sizes(units[n] for n in kept), Drops(), set(roots)
    for n, unit in enumerate(units):
        if n not in kept and unit.element not in root_set:
            root = next((e for e in unit.around[1:] if e in root_set), None)
            if root is not None:
                _drop_unit(unit, root, sizes, drops)
    return drops


def _drop_unit(
    unit: Unit, root: etree._Element, sizes: dict[etree._Element, int], drops: Drops
) -> None:
    chain = unit.around[: unit.around.index(root)]
    if any(e in drops for e in chain):
        return
    if unit.element in sizes:
        for element in [
            e
            for e in unit.element
            if isinstance(e.tag, str) and not any(d.tag in BLOCK_TAGS for d in e.iter())
        ]:
            drops.setdefault(element, _reason(unit))
        return
    # A caption is no unit of the text, and goes with its picture; a figure of links is a teaser.
    if any(e.tag == "figure" for e in chain) and unit.link_share < 0.5:
        return
    outermost = unit.element
    for element in chain[1:]:
        # the text of an inline element is part of the unit around it
        if element.tag not in BLOCK_TAGS or element in sizes:
            break
        has_picture = element.find(".//img") is not None and element.find(".//a") is None
        if has_picture and text_size("".join(map(str, element.itertext()))) <= MAX_PICTURE_LINES:
            break
        outermost = element
    drops[outermost] = _reason(unit)


def _reason(unit: Unit) -> str:
    if unit.link_share > 0.5:
        return "guess: links"
    return "guess: label" if unit.tag in HEADINGS else "guess: beside the text"


# The units of the article by two voices: the heuristics, and the probabilities of the classifier.
#
# Each unit that the heuristics take has its odds multiplied by ODDS, each other one divided by it;
# of the probabilities that come out, those with the highest expected F1 are chosen. So a unit is
# left out where its probability is very low, and added where it is very high. Limits are stricter
# for what the classifier knows little of: short lines, parts of lists, quoted posts.

# Weights from 2 to 30 were tried on 105 Fundus, 181 scrapinghub and 32 pages of other tools. The
# choice as a feature of the second stage was worse: trees trust it where it fails.
ODDS = 6
"""How many times more likely a unit is that the heuristics take. From 4 to 16 the pages of unseen
sites are read about as well (``bench/train_units.py``)."""
# The limits of a vote on one unit, per mille: certain to come back, and very improbable to go.
MIN_ADDED = 950
"""Probability in per mille from which a unit is added."""
MIN_BETWEEN = 800
"""The same for a unit between two that the heuristics take: comments and other articles are behind
the text, lists, tables and boxes of the text inside it. At 700 captions came in (Fundus)."""
SHORT_SIZE = 80
MAX_SHORT = 50
"""Probability in per mille below which a unit of less than SHORT_SIZE is left out."""
MAX_PROBABILITY = 300
"""The highest probability in per mille in an improbable part."""
MAX_MEAN = 200
"""The highest mean probability of an improbable part in per mille, each unit by its size."""
MIN_PART = 3
"""Units of a part: many that are improbable together are more certain than each of them."""
_LIST_TAGS = frozenset("li td th dt dd".split())
_QUOTE = "blockquote"
"""Text directly in an entry of a list or table, or in a quoted post, is left out only with a part
that is mostly something else."""


def choose_by_votes_and_odds(
    taken: Collection[int], units: Sequence[Unit], probabilities: Sequence[int]
) -> frozenset[int]:
    """Return the indices of the units of the article, given those that the heuristics have
    ``taken`` and the probability of each unit in per mille."""
    votes = frozenset(taken)
    odds = []
    for n, p in enumerate(probabilities):
        yes, no = (ODDS * p, 1000 - p) if n in votes else (p, ODDS * (1000 - p))
        odds.append(1000 * yes // (yes + no))
    chosen, _ = choose_by_expected_f1(odds, [unit.size for unit in units])
    added = {n for n in chosen - votes if probabilities[n] >= MIN_ADDED}
    added |= {
        n
        for n in range(min(votes, default=0), max(votes, default=0))
        if probabilities[n] >= MIN_BETWEEN and n not in votes and units[n].tag != "figcaption"
    }
    # What is listed or quoted is not left out on its own, nor a short line that is not certain.
    stay = {
        n
        for n in votes
        if n in chosen
        or (units[n].size < SHORT_SIZE and probabilities[n] >= MAX_SHORT)
        or _is_listed_or_quoted(units[n])
    }
    kept = (added | stay) - find_improbable_parts(taken, units, probabilities)
    # a heading without the text below it is that of a teaser
    for n in sorted(added, reverse=True):
        if units[n].tag in HEADINGS and n + 1 not in kept:
            kept.discard(n)
    return frozenset(kept)


def find_improbable_parts(
    taken: Collection[int], units: Sequence[Unit], probabilities: Sequence[int]
) -> set[int]:
    """Return those of the ``taken`` units that are in an element in which all of them are
    improbable: comments, teasers. It never holds more than half of their text."""
    inside: dict[etree._Element, list[int]] = {}
    for n in taken:
        for element in units[n].around:
            inside.setdefault(element, []).append(n)
    half, found = sum(units[n].size for n in taken) / 2, set[int]()
    for members in inside.values():
        size = sum(units[n].size for n in members)
        # Never more than half of the text: that would be another choice, which judge_units decides.
        if len(members) < MIN_PART or size > half:
            continue
        mass = sum(units[n].size * probabilities[n] for n in members)
        listed = sum(units[n].size for n in members if _is_listed_or_quoted(units[n]))
        highest = max(probabilities[n] for n in members)
        # No single unit may be likely, the mean low, and most of the part no list or quotation.
        if highest <= MAX_PROBABILITY and mass <= MAX_MEAN * size and 2 * listed < size:
            found.update(members)
    return found


def _is_listed_or_quoted(unit: Unit) -> bool:
    return unit.tag in _LIST_TAGS or any(e.tag == _QUOTE for e in unit.around[1:])
