"""The element that holds the article: much running text, little else. For guessing without rules.

Every unit of text votes for all elements around it: paragraphs for, labels, link lists and what is named as something
else against. The innermost element with the best sum wins.
"""

from __future__ import annotations

from lxml import etree

from webarticlecurator.extract.guess_names import Names
from webarticlecurator.extract.guess_signals import Signals
from webarticlecurator.extract.guess_units import Unit, folded

PARAGRAPH = 80
"""A unit of this size may be running text."""
LINKED = 0.5
"""A unit with this share in links is no running text."""
AGAINST = 1.0
MOST = 0.7
_TEXT_TAGS = frozenset(("p", "div", "section", "article", "td", "blockquote", "li", "span", "main", "pre", "body", "dd"))


def running(unit: Unit) -> bool:
    """True for text like that of a paragraph."""
    return unit.size >= PARAGRAPH and unit.link_share < LINKED and unit.tag in _TEXT_TAGS


def sizes(found: list[Unit]) -> dict[etree._Element, int]:
    """Element → size of the running text below it."""
    held: dict[etree._Element, int] = {}
    for unit in found:
        if running(unit):
            at: etree._Element | None = unit.element
            while at is not None:
                held[at] = held.get(at, 0) + unit.size
                at = at.getparent()
    return held


def vote(unit: Unit, names: Names, told: Signals) -> float:
    """How much a unit speaks for the elements around it."""
    if told.body and unit.size >= 40 and folded(unit.text) in told.body:
        return 1.5 * unit.size
    if names.outermost(unit.element):
        return -AGAINST * unit.size
    if running(unit):
        return float(unit.size)
    return -AGAINST * unit.size if unit.link_share >= LINKED else 0.0


def article_root(found: list[Unit], names: Names, told: Signals) -> etree._Element | None:
    """The element, or None where there is no running text."""
    scores: dict[etree._Element, float] = {}
    depths: dict[etree._Element, int] = {}
    for unit in found:
        weight = vote(unit, names, told)
        for height, element in enumerate(reversed([unit.element, *unit.element.iterancestors()])):
            scores[element] = scores.get(element, 0.0) + weight
            depths[element] = height
    best = max(scores, key=lambda e: (scores[e], depths[e]), default=None)
    return best if best is not None and scores[best] >= PARAGRAPH else None


def narrowed(root: etree._Element, held: dict[etree._Element, int]) -> etree._Element:
    """The one element in ``root`` that says itself to be the article and holds most of its text, else ``root``."""
    marked = [e for e in root.iterdescendants() if e.tag == "article" or "articleBody" in (e.get("itemprop") or "").split()]
    enough = [e for e in marked if held.get(e, 0) >= MOST * held[root]]
    return enough[-1] if enough else root
