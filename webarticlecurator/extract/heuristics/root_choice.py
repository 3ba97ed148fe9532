"""Which element holds the article: two readings of the page, and which of them is to be believed.
For guessing without rules.

How much text an element holds says more than what it is called: articles stand in divisions named
``promo`` or ``share``. But where the article is short, a footer, the comments or a consent layer
hold more text than it. So where what was found bears such a name, the page is read again with names
taken at their word.
"""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from webarticlecurator.extract.heuristics.page_hints import HEADINGS, PageHints
from webarticlecurator.extract.heuristics.person_names import ClassNames
from webarticlecurator.extract.heuristics.root_candidates import (
    MOST,
    PARAGRAPH,
    find_first_root,
    running_text,
)
from webarticlecurator.extract.heuristics.text_units import Unit, list_units_in
from webarticlecurator.extract.heuristics.title_container import narrow_to_title, title_container
from webarticlecurator.page.ancestors import self_and_ancestors

LEAST = 2 * PARAGRAPH
"""An article holds so much running text at least (in characters)."""
RUN = 4
PROSE = 1200
"""So many paragraphs of so much text are prose."""
LABELS = 1.2
"""And so many paragraphs for each other line: each comment has its author, each line at the foot
leads elsewhere."""
_PARTS = HEADINGS | {"p", "li", "ul", "ol", "blockquote"}
"""None of these is an article: it is what they stand in."""


@dataclass(frozen=True)
class PageText:
    """The units of a page's ``body``, the size of the running text below each element, where among
    ``units`` the title is, and whether they are known to hold all of the article (``is_known``)."""

    body: etree._Element
    units: list[Unit]
    held: dict[etree._Element, int]
    title: int | None
    known: bool

    def begin(self, root: etree._Element) -> int:
        """Where after the title the running text of ``root`` begins; past the end if nowhere."""
        after = (
            n for n, unit in enumerate(self.units) if n > (self.title or 0) and running_text(unit)
        )
        return next((n for n in after if self.units[n].is_in(root)), len(self.units))

    def names(self) -> ClassNames:
        """What the page's elements are named as."""
        return ClassNames(
            self.held, self.held.get(self.body, 0), title_container(self.units, self.title)
        )


def choose_root(sheet: PageText, told: PageHints) -> tuple[etree._Element | None, ClassNames]:
    """The element, None where there is too little running text; and what names said."""
    usual = sheet.names()
    root = _root(sheet, usual, told)
    if root is not None and sheet.title is not None:
        strict = usual.strictly(sheet.units[sheet.title].element)
        named = max(strict.large(), key=lambda e: sheet.held[e], default=None)
        if named is not None:
            other = _root(sheet, strict, told)
            if (
                other is not None
                and _is_better(other, root, sheet)
                and not _is_prose(named, sheet, 2 * _beside(named, other, sheet))
            ):
                return other, strict
    return (root if root is not None and sheet.held.get(root, 0) >= LEAST else None), usual


def _is_better(other: etree._Element, root: etree._Element, sheet: PageText) -> bool:
    if sheet.held.get(other, 0) < LEAST:
        return False
    return sheet.begin(other) <= sheet.begin(root) or sheet.held[other] > sheet.held.get(root, 0)


def _beside(named: etree._Element, other: etree._Element, sheet: PageText) -> int:
    """How much running text ``other`` holds that is not that of ``named``."""
    return sheet.held.get(other, 0) - (
        sheet.held[named] if other in self_and_ancestors(named) else 0
    )


def _is_prose(named: etree._Element, sheet: PageText, least: int) -> bool:
    """True if what is named as something else is one run of paragraphs of the size ``least``, or
    such with hardly a label between them, as no footer and no comments are: an article that is
    called ``newsletter-body`` or ``comments``."""
    inside = list_units_in(sheet.units, named)
    text = [unit for unit in inside if running_text(unit)]
    runs: dict[etree._Element | None, list[int]] = {}
    for unit in text:
        runs.setdefault(unit.element.getparent(), []).append(unit.size)
    longest = max(runs.values(), key=sum, default=[])
    if sum(longest) < MOST * sheet.held[named] and len(text) > (len(inside) - len(text)) * LABELS:
        longest = [unit.size for unit in text]
    return len(longest) >= RUN and sum(longest) >= max(PROSE, least, MOST * sheet.held[named])


def _root(sheet: PageText, names: ClassNames, told: PageHints) -> etree._Element | None:
    at = find_first_root(sheet.units, sheet.title, names, told, sheet.known)
    if at is not None:
        at = narrow_to_title(at, sheet.units, sheet.title, names, sheet.known)
    while at is not None and at.tag in _PARTS:
        at = at.getparent()
    return at
