"""Where on a page the article is, and where beside it a line with a date or a name stands.

Near the title, above it, in the last lines of the text, or after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from functools import cached_property

from lxml import etree

from webarticlecurator.articles.facts.date_lines import UnitLine, list_lines_with_digits
from webarticlecurator.articles.facts.other_texts import is_elsewhere
from webarticlecurator.articles.units.class_names import has_class_word
from webarticlecurator.articles.units.date_labels import fold_line
from webarticlecurator.articles.units.page_hints import (
    HEADINGS,
    collect_hints,
    find_page_title,
)
from webarticlecurator.articles.units.text_units import Unit, fold_text, list_page_units
from webarticlecurator.articles.without_rules.article_text import ArticleText, find_article_text
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.results import select_elements

MAX_UNITS_FROM_TITLE = 25
"""Units after the title that are near it: lead, picture and share buttons may be between."""
MIN_BODY_UNIT = 400
"""Size from which a unit is too long for a lead: the text has begun."""
MIN_PARAGRAPH = 100
MIN_BODY = 600
"""Size of all units from MIN_PARAGRAPH together from which the text has begun."""
UNITS_ABOVE = 4
"""Units before the title in which its date may be."""
UNITS_BESIDE = 2
_LAST_UNITS = 3
"""The last units of the text, where letters and press releases have their date."""
_UNITS_AFTER = 2
"""Units after the text that count as its last lines."""


class LinePlace(Enum):
    """The place of a line on a page."""

    NEAR_TITLE = auto()
    AROUND_TITLE = auto()
    """Directly in an element around the title."""
    ABOVE_TITLE = auto()
    LAST_LINES = auto()
    AFTER_TEXT = auto()
    IN_TEXT = auto()
    """A line of its own between the first paragraphs and the last lines: a box with the facts."""


@dataclass(frozen=True)
class ArticlePosition:
    """The units of a page, with the numbers of those that bound the article: ``title``, ``near``
    (the last one near the title), and ``text_end`` (the last one of the text). ``roots``: the
    elements that a rule has for the text, if any."""

    page: Page
    units: list[Unit]
    title: int
    near: int
    roots: tuple[etree._Element, ...] = ()

    @cached_property
    def text_end(self) -> int:
        """The number of the last unit of the text, which is looked for on first use, unless a rule
        has the text."""
        found = ArticleText(self.roots) if self.roots else find_article_text(self.page)
        if found is None:
            return self.near
        roots = set(found.roots)
        for number in range(len(self.units) - 1, self.near, -1):
            outer = self.units[number].around
            if not roots.isdisjoint(outer) and found.drops.keys().isdisjoint(outer):
                return number
        return self.near

    def find_place(self, line: UnitLine) -> LinePlace | None:
        """Return the place of a line, None if it is not one for the article's dates."""
        number, unit = line.number, line.unit
        # Before is_elsewhere, since what holds the title cannot be another article.
        is_around = unit.tag != "body" and self.units[self.title].is_in(unit.element)
        if number < self.title and is_around:
            return LinePlace.AROUND_TITLE
        # A line with nothing but a date beside the title is the article's, whatever it is named.
        is_date = unit.is_date_line and not any(
            has_class_word(outer, "comments") for outer in unit.around
        )
        is_beside = abs(number - self.title) <= UNITS_BESIDE and is_date
        if not is_beside and is_elsewhere(unit.element, self.page):
            # So is one in a side column with a label of its own, as boxes of facts have.
            if is_date and line.has_label_before and self.near < number <= self.text_end:
                return LinePlace.IN_TEXT
            # A footer below the text is named as elsewhere, and is yet where wikis say when a page
            # was changed.
            is_footer = number > self.text_end and not is_elsewhere(
                unit.element, self.page, footer_counts=True
            )
            return LinePlace.AFTER_TEXT if is_footer else None
        if number < self.title:
            # Lines of links above the title are menus, unless they have nothing but a date.
            is_menu = unit.link_share >= 0.5 and not unit.is_date_line
            is_above = number >= self.title - UNITS_ABOVE and not is_menu
            return LinePlace.ABOVE_TITLE if is_above else None
        if number <= self.near:
            return LinePlace.NEAR_TITLE
        if self.text_end - _LAST_UNITS < number <= self.text_end + _UNITS_AFTER:
            return LinePlace.LAST_LINES
        if number > self.text_end:
            return LinePlace.AFTER_TEXT
        return LinePlace.IN_TEXT if unit.is_date_line else None

    def list_lines_near_title(self) -> Iterator[UnitLine]:
        """Yield the lines with a digit from those above the title to the last one near it."""
        numbers = range(max(0, self.title - UNITS_ABOVE), self.near + 1)
        return list_lines_with_digits(self.units, numbers)

    def text_after_title(self, line: UnitLine) -> str:
        """Return the text after the title in the title's own line; pages of old have both in one
        cell. Empty for a heading, whose text is the title."""
        text = line.unit.text
        if line.unit.tag in HEADINGS:
            return ""
        titles = collect_hints(self.page).titles
        ends = (end for end in range(len(text), 0, -1) if fold_text(text[:end]) in titles)
        return next((fold_line(text[end:]) for end in ends), "")


def locate_article(page: Page, root_rules: Sequence[Rule] = ()) -> ArticlePosition | None:
    """Return where the article on ``page`` is, None if that has no title.

    ``root_rules``: those of the portal file for the text, whose end is then known. The whole search
    for it takes half as long as all else of a page with rules.
    """
    position = _locate_units(page)
    if position is None or not root_rules:
        return position
    return replace(position, roots=select_elements(root_rules, page))


@once_per_page("heuristics.article_position")
def _locate_units(page: Page) -> ArticlePosition | None:
    units = list_page_units(page)
    title = find_page_title(page)
    if title is None:
        return None
    # The text has not begun before the last unit near the title.
    near = min(len(units), title + MAX_UNITS_FROM_TITLE) - 1
    size = 0
    for number, unit in enumerate(units[title + 1 : near + 1], title + 1):
        # Only units as long as a paragraph are added up, so that share buttons do not end the
        # place.
        size += unit.size if unit.size > MIN_PARAGRAPH else 0
        if unit.size > MIN_BODY_UNIT or size > MIN_BODY:
            return ArticlePosition(page, units, title, number - 1)
    return ArticlePosition(page, units, title, near)
