"""Where the article of a page may be: the votes for elements, the title, the lead before the text.

The element that holds the article, found by votes: much running text, little else.

Each unit votes for or against all elements around it: paragraphs for them; lists of links, and what
is named as something else, against them. The innermost element with the highest sum wins.
"""

from __future__ import annotations

from lxml import etree

from webarticlecurator.articles.without_rules.class_names import ClassNames
from webarticlecurator.articles.without_rules.page_hints import PageHints, is_in_declared_body
from webarticlecurator.articles.without_rules.text_units import (
    MAX_LINK_SHARE,
    MIN_PARAGRAPH_SIZE,
    Unit,
    has_names,
    sum_text_sizes,
    unit_kind,
)

MAIN_SHARE = 0.7
"""Share of the running text that an element must hold to be taken for the whole of it."""
# Votes for and against an element, in characters, so that a long paragraph weighs more than labels.
_DECLARED_FACTOR = 1.5
"""Votes per character of a unit in the declared body; 1.0 is that of other running text."""
_NEGATIVE_WEIGHT = 1.0
"""Votes per character against the ancestors of links and asides: as much as a paragraph of that
size has for them."""
# When JSON-LD is believed to have the whole body: a body that was cut off once hid the rest of the
# article (7ed9af32).
_MIN_DECLARED_SIZE = 300
"""Size of the declared body found on the page that is enough to know where the article is; and of
text after it that shows that the declared body is only a beginning."""
_MIN_DECLARED_PARAGRAPHS = 3
"""A declared body in fewer units may be the lead alone, unless it is a long block."""
_MIN_DECLARED_BLOCK = 1000
"""Size of such a long block: more than a lead has."""
_MIN_EARLIER_TEXT = 1500
"""Size of running text between the title and the best candidate from which the article is looked
for in that text: the candidate is then probably another article below."""


def sum_running_text(units: list[Unit]) -> dict[etree._Element, int]:
    """Return element → size of the running text in it."""
    return sum_text_sizes(unit for unit in units if unit.is_running_text)


def score_unit(unit: Unit, names: ClassNames, hints: PageHints, body_is_declared: bool) -> float:
    """Return the vote of a unit for the elements around it; negative: against them.

    ``body_is_declared``: see ``declares_whole_body``. Running text outside the declared body then
    has no vote.
    """
    if is_in_declared_body(unit, hints):
        return _DECLARED_FACTOR * unit.size
    is_linked = unit.link_share >= MAX_LINK_SHARE
    # Links are against the elements around them whether they are named or not: without a look at
    # the names around most units of a page, the root is found in four fifths of the time.
    if is_linked and not names.strict:
        return -_NEGATIVE_WEIGHT * unit.size
    if names.outermost_aside(unit.element):
        # In the strict reading what is named speaks neither for nor against: named prose may be the
        # article, and votes against it would sink the element around both (c15105eb).
        return 0.0 if names.strict else -_NEGATIVE_WEIGHT * unit.size
    if unit.is_running_text:
        # If all of the article is declared, other paragraphs of the page do not count.
        return 0.0 if body_is_declared else float(unit.size)
    return -_NEGATIVE_WEIGHT * unit.size if is_linked else 0.0


def declares_whole_body(units: list[Unit], hints: PageHints) -> bool:
    """Return True if JSON-LD has the whole text of the article, not only its beginning: after the
    last declared paragraphs, no more running text follows in the same element or in elements of
    the same kind."""
    if not hints.body:
        return False
    declared = [n for n, unit in enumerate(units) if is_in_declared_body(unit, hints)]
    size = sum(units[n].size for n in declared)
    is_several = len(declared) >= _MIN_DECLARED_PARAGRAPHS
    if size < (_MIN_DECLARED_SIZE if is_several else _MIN_DECLARED_BLOCK):
        return False

    # The last paragraphs tell where the text would go on: in their element, or in others of their
    # kind.
    last = [units[n] for n in declared[-_MIN_DECLARED_PARAGRAPHS:]]
    container = next(e for e in last[0].around[1:] if all(e in unit.around[1:] for unit in last))
    kinds = {unit_kind(unit) for unit in last if has_names(unit_kind(unit))}
    following = (
        unit
        for unit in units[declared[-1] + 1 :]
        if unit.is_running_text and (unit_kind(unit) in kinds or unit.is_in(container))
    )
    return sum(unit.size for unit in following) < _MIN_DECLARED_SIZE


def find_article_root(
    units: list[Unit], names: ClassNames, hints: PageHints, body_is_declared: bool
) -> etree._Element | None:
    """Return the element with the highest sum of votes, the innermost of equals; None if there is
    hardly any running text."""
    scores: dict[etree._Element, float] = {}
    for unit in units:
        vote = score_unit(unit, names, hints, body_is_declared)
        if vote:
            for element in unit.around:
                scores[element] = scores.get(element, 0.0) + vote

    highest = max(scores.values(), default=0.0)
    # With less than one paragraph the default roots of the page are better.
    if highest < MIN_PARAGRAPH_SIZE:
        return None
    best = [element for element, score in scores.items() if score == highest]
    # Wrappers have the same sum as what they wrap: the innermost holds the least beside the
    # article.
    return max(best, key=lambda element: sum(1 for _ in element.iterancestors()))


def find_first_root(
    units: list[Unit],
    title: int | None,
    names: ClassNames,
    hints: PageHints,
    body_is_declared: bool,
) -> etree._Element | None:
    """Return the root of the article; if the best candidate is another, longer article below, that
    of the text between the title and the candidate. ``title``: index in ``units``."""
    best = find_article_root(units, names, hints, body_is_declared)
    if best is None or title is None:
        return best

    start = next((n for n, unit in enumerate(units) if unit.is_in(best)), 0)
    between = units[title + 1 : start]
    size = sum(
        unit.size
        for unit in between
        if unit.is_running_text and not names.outermost_aside(unit.element)
    )
    # Sites show a longer article below the one that was asked for: the text after the title is
    # first.
    if size < _MIN_EARLIER_TEXT:
        return best
    first = find_article_root(between, names, hints, declares_whole_body(between, hints))
    return best if first is None else first


def narrow_root(root: etree._Element, sizes: dict[etree._Element, int]) -> etree._Element:
    """Return the last element in ``root`` that is marked as an article (``article``,
    ``articleBody``) and holds most of its text; ``root`` if there is none. ``sizes``: of the
    running text (``sum_running_text``)."""
    marked = [
        e
        for e in root.iterdescendants()
        if e.tag == "article" or "articleBody" in (e.get("itemprop") or "").split()
    ]
    large = [e for e in marked if sizes.get(e, 0) >= MAIN_SHARE * sizes[root]]
    # The innermost that is marked: *article* is also around comments and teasers.
    return large[-1] if large else root
