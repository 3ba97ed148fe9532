"""Where on a page a line with a date is: near the title, above it, in the last lines of the text,
after it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from webarticlecurator.extract.heuristics.article_text import ArticleText, find_article_text
from webarticlecurator.extract.heuristics.date_labels import fold_line
from webarticlecurator.extract.heuristics.date_lines import UnitLine
from webarticlecurator.extract.heuristics.elsewhere import is_elsewhere
from webarticlecurator.extract.heuristics.page_hints import (
    HEADINGS,
    collect_hints,
    find_title_position,
)
from webarticlecurator.extract.heuristics.text_units import Unit, fold_text, list_page_units
from webarticlecurator.extract.heuristics.title_container import find_title_container
from webarticlecurator.page import Page

MAX_UNITS_FROM_TITLE = 25
"""Units after the title that are near it: lead, picture and share buttons may be between."""
MIN_BODY_UNIT = 400
"""Size from which a unit is too long for a lead: the text has begun."""
MIN_PARAGRAPH = 100
MIN_BODY = 600
"""Size of all units from MIN_PARAGRAPH together from which the text has begun."""
_UNITS_ABOVE = 4
"""Units before the title in which its date may be."""
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


@dataclass(frozen=True)
class ArticlePosition:
    """The units of a page, with the numbers of those that bound the article: ``title``, ``near``
    (the last one near the title), and ``text_end`` (the last one of the text)."""

    page: Page
    units: list[Unit]
    title: int
    near: int

    @cached_property
    def text_end(self) -> int:
        """The number of the last unit of the text, which is looked for on first use."""
        return max(self.near, _last_of_text(self.units, find_article_text(self.page)))

    def find_place(self, line: UnitLine) -> LinePlace | None:
        """Return the place of a line, None if it is not one for the article's dates."""
        number, unit = line.number, line.unit
        if number < self.title and self._is_around_title(unit):
            return LinePlace.AROUND_TITLE
        if is_elsewhere(unit.element, self.page):
            is_footer = number > self.text_end and not is_elsewhere(
                unit.element, self.page, footer_counts=True
            )
            return LinePlace.AFTER_TEXT if is_footer else None
        if number < self.title:
            is_above = number >= self.title - _UNITS_ABOVE and unit.link_share < 0.5
            return LinePlace.ABOVE_TITLE if is_above else None
        if number <= self.near:
            return LinePlace.NEAR_TITLE
        if self.text_end - _LAST_UNITS < number <= self.text_end + _UNITS_AFTER:
            return LinePlace.LAST_LINES
        return LinePlace.AFTER_TEXT if number > self.text_end else None

    def is_in_title_container(self, unit: Unit) -> bool:
        """Return True for a unit in the innermost element with the title and text after it, unless
        that is the whole page."""
        container = find_title_container(self.units, self.title)
        return container is not None and container.tag != "body" and unit.is_in(container)

    def text_after_title(self, line: UnitLine) -> str:
        """Return the text after the title in the title's own line; pages of old have both in one
        cell. Empty for a heading, whose text is the title."""
        text = line.unit.text
        if line.unit.tag in HEADINGS:
            return ""
        titles = collect_hints(self.page).titles
        ends = (end for end in range(len(text), 0, -1) if fold_text(text[:end]) in titles)
        return next((fold_line(text[end:]) for end in ends), "")

    def first_paragraph(self) -> Unit | None:
        """Return the first unit after the title that is longer than a line."""
        after = self.units[self.title + 1 : self.near + 2]
        return next((unit for unit in after if unit.size > MIN_PARAGRAPH), None)

    def _is_around_title(self, unit: Unit) -> bool:
        return unit.tag != "body" and self.units[self.title].is_in(unit.element)


def locate_article(page: Page) -> ArticlePosition | None:
    """Return where the article on ``page`` is, None if that has no title; it is found once for each
    page."""
    return page.derived("heuristics.article_position", _locate_article)


def _locate_article(page: Page) -> ArticlePosition | None:
    units = list_page_units(page)
    title = find_title_position(units, collect_hints(page))
    if title is None:
        return None
    return ArticlePosition(page, units, title, _last_near(units, title))


def _last_of_text(units: list[Unit], found: ArticleText | None) -> int:
    """Return the index of the last unit of the text, -1 if there is none."""
    if found is None:
        return -1
    roots = set(found.roots)
    for number in range(len(units) - 1, -1, -1):
        outer = units[number].around
        if not roots.isdisjoint(outer) and found.drops.keys().isdisjoint(outer):
            return number
    return -1


def _last_near(units: list[Unit], title: int) -> int:
    """Return the index of the last unit near the title: the text has not begun before it."""
    size = 0
    for number, unit in enumerate(units[title + 1 : title + MAX_UNITS_FROM_TITLE], title + 1):
        size += unit.size if unit.size > MIN_PARAGRAPH else 0
        if unit.size > MIN_BODY_UNIT or size > MIN_BODY:
            return number - 1
    return min(len(units) - 1, title + MAX_UNITS_FROM_TITLE - 1)
