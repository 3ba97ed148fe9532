"""The element that holds the article: much running text, little else. For guessing without rules.

Every unit of text votes for all elements around it: paragraphs for, labels, link lists and what is
named as something else against. The innermost element with the best sum wins.
"""

from __future__ import annotations

from lxml import etree

from webarticlecurator.extract.heuristics.page_hints import PageHints, is_declared
from webarticlecurator.extract.heuristics.person_names import ClassNames
from webarticlecurator.extract.heuristics.text_units import Unit, is_named, text_sizes, unit_kind
from webarticlecurator.page.ancestors import self_and_ancestors

PARAGRAPH = 80
"""A unit of this size may be running text."""
LINKED = 0.5
"""A unit with this share in links is no running text."""
AGAINST = 1.0
KNOWN = 300
"""So much of the text that JSON-LD gives, found in the page, is enough to know where the article
is."""
SEVERAL = 3
LEAD = 1000
"""It must be more than a lead: so many paragraphs, or so much text."""
MOST = 0.7
EARLIER = 1500
"""So much running text between the title and what seems to be the article is the article."""
_DATA = ('{"', '[{"', '["', "{{")
"""How JSON and templates begin that stand in the page as text."""
_TEXT_TAGS = frozenset(
    (
        "p",
        "div",
        "section",
        "article",
        "td",
        "blockquote",
        "li",
        "span",
        "main",
        "pre",
        "body",
        "dd",
    )
)


def running_text(unit: Unit) -> bool:
    """True for text like that of a paragraph."""
    long = unit.size >= PARAGRAPH and unit.link_share < LINKED and unit.tag in _TEXT_TAGS
    return long and not unit.text.startswith(_DATA)


def measure_sizes(found: list[Unit]) -> dict[etree._Element, int]:
    """Element → size of the running text below it."""
    return text_sizes(filter(running_text, found))


def vote_for_root(unit: Unit, names: ClassNames, told: PageHints, known: bool) -> float:
    """How much a unit speaks for the elements around it. ``known``: what the page gives as the
    article's text was found in other units, so that more text is no sign."""
    if is_declared(unit, told):
        return 1.5 * unit.size
    if names.outermost(unit.element):
        return 0.0 if names.strict else -AGAINST * unit.size
    if running_text(unit):
        return 0.0 if known else float(unit.size)
    return -AGAINST * unit.size if unit.link_share >= LINKED else 0.0


def is_known(found: list[Unit], told: PageHints) -> bool:
    """True if the page gives the whole text of the article, not its beginning alone: after the last
    paragraphs that it gives, no more of them follow in the same element or in one that is called
    like theirs."""
    given = [n for n, unit in enumerate(found) if is_declared(unit, told)] if told.body else []
    size = sum(found[n].size for n in given)
    if size < (KNOWN if len(given) >= SEVERAL else LEAD):
        return False
    last = [found[n] for n in given[-SEVERAL:]]
    around = next(
        e
        for e in last[0].element.iterancestors()
        if all(e in unit.element.iterancestors() for unit in last)
    )
    kinds = {unit_kind(unit) for unit in last if is_named(unit_kind(unit))}
    after = (
        unit
        for unit in found[given[-1] + 1 :]
        if running_text(unit) and (unit_kind(unit) in kinds or unit.is_in(around))
    )
    return sum(unit.size for unit in after) < KNOWN


def find_article_root(
    found: list[Unit], names: ClassNames, told: PageHints, known: bool
) -> etree._Element | None:
    """The element, or None where there is no running text. ``known``: see ``is_known``."""
    scores: dict[etree._Element, float] = {}
    depths: dict[etree._Element, int] = {}
    for unit in found:
        weight = vote_for_root(unit, names, told, known)
        for height, element in enumerate(reversed(list(self_and_ancestors(unit.element)))):
            scores[element] = scores.get(element, 0.0) + weight
            depths[element] = height
    best = max(scores, key=lambda e: (scores[e], depths[e]), default=None)
    return best if best is not None and scores[best] >= PARAGRAPH else None


def find_first_root(
    found: list[Unit], title: int | None, names: ClassNames, told: PageHints, known: bool
) -> etree._Element | None:
    """The article's element; where long texts of other articles follow it, that of the first one
    below the title. ``title``: where in ``found`` that stands."""
    best = find_article_root(found, names, told, known)
    if best is None or title is None:
        return best
    start = next((n for n, unit in enumerate(found) if unit.is_in(best)), 0)
    between = found[title + 1 : start]
    size = sum(
        unit.size for unit in between if running_text(unit) and not names.outermost(unit.element)
    )
    earlier = (
        find_article_root(between, names, told, is_known(between, told))
        if size >= EARLIER
        else None
    )
    return best if earlier is None else earlier


def narrow_root(root: etree._Element, held: dict[etree._Element, int]) -> etree._Element:
    """The one element in ``root`` that says itself to be the article and holds most of its text,
    else ``root``."""
    marked = [
        e
        for e in root.iterdescendants()
        if e.tag == "article" or "articleBody" in (e.get("itemprop") or "").split()
    ]
    enough = [e for e in marked if held.get(e, 0) >= MOST * held[root]]
    return enough[-1] if enough else root
