"""Which element holds the article: two readings of the page, and which of them is to be believed. For guessing without rules.

How much text an element holds says more than what it is called: articles stand in divisions named ``promo`` or ``share``. But
where the article is short, a footer, the comments or a consent layer hold more text than it. So where what was found bears such
a name, the page is read again with names taken at their word.
"""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from webarticlecurator.extract.guess.anchor import anchored, surroundings
from webarticlecurator.extract.guess.names import Names
from webarticlecurator.extract.guess.root import PARAGRAPH, first_root, running
from webarticlecurator.extract.guess.signals import HEADINGS, Signals
from webarticlecurator.extract.guess.units import Unit

LEAST = 2 * PARAGRAPH
"""An article holds so much running text at least (in characters)."""
_PARTS = HEADINGS | {"p", "li", "ul", "ol", "blockquote"}
"""None of these is an article: it is what they stand in."""


@dataclass(frozen=True)
class Sheet:
    """The units of a page's ``body``, the size of the running text below each element, and where among ``units`` the title is."""

    body: etree._Element
    units: list[Unit]
    held: dict[etree._Element, int]
    title: int | None

    def begin(self, root: etree._Element) -> int:
        """Where after the title the running text of ``root`` begins; past the end if nowhere."""
        after = (n for n, unit in enumerate(self.units) if n > (self.title or 0) and running(unit))
        return next((n for n in after if self.units[n].is_in(root)), len(self.units))

    def names(self, *, strict: bool = False) -> Names:
        """What the page's elements are named as; ``strict``: whatever they hold, unless they hold the title."""
        around = surroundings(self.units, self.title)
        names = Names(self.held, self.held.get(self.body, 0), around)
        return names.strictly(self.units[self.title].element) if strict and self.title is not None else names


def article_element(sheet: Sheet, told: Signals) -> tuple[etree._Element | None, Names]:
    """The element, None where there is too little running text; and what names said."""
    usual = sheet.names()
    root = _root(sheet, usual, told)
    if root is not None and sheet.title is not None:
        strict = sheet.names(strict=True)
        other = _root(sheet, strict, told) if next(strict.large(), None) is not None else None
        if other is not None and _is_better(other, root, sheet):
            return other, strict
    return (root if root is not None and sheet.held.get(root, 0) >= LEAST else None), usual


def _is_better(other: etree._Element, root: etree._Element, sheet: Sheet) -> bool:
    if sheet.held.get(other, 0) < LEAST:
        return False
    return sheet.begin(other) <= sheet.begin(root) or sheet.held[other] > sheet.held.get(root, 0)


def _root(sheet: Sheet, names: Names, told: Signals) -> etree._Element | None:
    at = first_root(sheet.units, names, told)
    if at is not None:
        at = anchored(at, sheet.units, sheet.title, names, told)
    while at is not None and at.tag in _PARTS:
        at = at.getparent()
    return at
