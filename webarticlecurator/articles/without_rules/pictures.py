"""The pictures of an article and their captions, by structure: an element that holds pictures and
nothing but a few words is a figure, and its words are captions, whatever they are called.

HTML has ``figure`` and ``figcaption`` for it (WHATWG HTML 4.4.12); older and generated pages have
boxes of the same form. A picture that leads to another article belongs to a teaser.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lxml import etree

from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.text_units import (
    MAX_LINK_SHARE,
    Unit,
    list_page_units,
    unit_kind,
)
from webarticlecurator.articles.without_rules.page_parts import leads_away
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.pages.page.ancestors import outermost_elements, self_and_ancestors
from webarticlecurator.pages.page.displayed import is_not_displayed
from webarticlecurator.pages.page.page import Page

MAX_CAPTION_SIZE = 300
"""Size of the words in a box that is no ``figure`` from which they may be text of the article."""
MIN_KIND_SHARE = 0.1
"""Share of the running text from which its kind of element is that of paragraphs."""
MIN_PICTURE_SIDE = 50
"""Pixels of a picture; smaller ones are icons and counters."""
_PICTURES = ("img", "amp-img")
_SHOWN_MEDIA = (*_PICTURES, "video", "audio", "iframe", "embed", "object", "amp-video")
_IMAGE_ADDRESS = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)", re.IGNORECASE)
_NO_FIGURE = frozenset(
    """p li ul ol dl blockquote form nav aside footer header body article main h1 h2 h3 h4 h5
    h6""".split()
)
"""Elements that are not around a picture and its caption alone, or whose words are their own."""
TABLE_PARTS = frozenset(("td", "th", "tr", "tbody", "thead"))
MAX_TABLE_LINES = 2
"""Lines in a table around a picture; one with more is a table of its own."""


@dataclass(frozen=True)
class Pictures:
    """``figures``: elements that hold pictures and their captions, none inside another, in document
    order; ``captions``: the elements with the words of each."""

    figures: tuple[etree._Element, ...] = ()
    captions: frozenset[etree._Element] = frozenset()


def find_pictures(page: Page, roots: tuple[etree._Element, ...]) -> Pictures:
    """Return the pictures with captions in the ``roots`` of an article; they are looked for once
    for each page and choice of roots."""
    found: dict[tuple[etree._Element, ...], Pictures]
    found = page.derived("heuristics.pictures", lambda _: {})
    if roots in found:
        return found[roots]
    media = [medium for root in roots for medium in root.iter(*_SHOWN_MEDIA)]
    root_set = set(roots) if media else set[etree._Element]()
    units = [unit for unit in list_page_units(page) if not root_set.isdisjoint(unit.around)]
    finder = _FigureFinder(page, root_set, units)
    figures: dict[etree._Element, list[Unit]] = {}
    for medium in media:
        figure = finder.find_figure(medium)
        if figure is not None and figure not in figures:
            figures[figure] = finder.units_in(figure)
    with_words = {figure: words for figure, words in figures.items() if words}
    outer = outermost_elements(with_words)
    pictures = found[roots] = Pictures(
        outer, frozenset(unit.element for figure in outer for unit in with_words[figure])
    )
    return pictures


def lift_captions(
    pictures: Pictures, drops: Mapping[etree._Element, str], page: Page
) -> dict[etree._Element, str]:
    """Return the drops without those of captions, and of boxes with nothing but such pictures.

    ``drops``: what heuristics leave out, each with the reason.
    """
    if not pictures.figures:
        return dict(drops)
    with_words = {unit.element for unit in list_page_units(page)}
    kept = {}
    for element, reason in drops.items():
        inside = [each for each in element.iter(etree.Element) if each in with_words]
        has_only_captions = bool(inside) and pictures.captions.issuperset(inside)
        # what is not shown may be the large form of a picture
        if not has_only_captions or is_not_displayed(element):
            kept[element] = reason
    return kept


class _FigureFinder:
    """Finds the figure around a medium. ``units``: those in the roots."""

    def __init__(self, page: Page, roots: set[etree._Element], units: list[Unit]) -> None:
        self._url, self._roots = page.url, roots
        self._by_ancestor: dict[etree._Element, list[Unit]] = {}
        for unit in units:
            for outer in unit.around:
                if outer in roots:
                    break
                self._by_ancestor.setdefault(outer, []).append(unit)
        # The tags with classes that much of the running text is in
        sizes: dict[str, int] = {}
        for unit in (unit for unit in units if unit.is_running_text):
            kind = unit_kind(unit)[0]
            sizes[kind] = sizes.get(kind, 0) + unit.size
        least = MIN_KIND_SHARE * sum(sizes.values())
        self._text_kinds = {kind for kind, size in sizes.items() if size >= least}

    def units_in(self, element: etree._Element) -> list[Unit]:
        """Return the units in an element inside a root."""
        return self._by_ancestor.get(element, [])

    def find_figure(self, medium: etree._Element) -> etree._Element | None:
        """Return the ``figure`` around a medium, or the largest box of the same form around a
        picture; None if there is none, or the picture is no part of the article."""
        if self._belongs_elsewhere(medium):
            return None
        box = None
        for outer in medium.iterancestors():
            if outer in self._roots:
                break
            if outer.tag == "figure" and self.units_in(outer):
                # Nothing in a `figure` may be a heading, a teaser or a paragraph.
                captions = self.units_in(outer)
                return outer if all(self._may_be_caption(u, outer) for u in captions) else None
            if outer.tag in _NO_FIGURE or not self._is_box_of_picture(outer):
                break
            if outer.tag not in TABLE_PARTS:
                box = outer
        return box if medium.tag in _PICTURES else None

    def _belongs_elsewhere(self, medium: etree._Element) -> bool:
        if medium.tag in _PICTURES:
            sides = (medium.get(name) or "" for name in ("width", "height"))
            numbers = (int(side) for side in sides if side.isascii() and side.isdigit())
            if any(number < MIN_PICTURE_SIDE for number in numbers):
                return True
        return any(
            not _IMAGE_ADDRESS.search(link.get("href") or "") and leads_away(link, self._url)
            for link in medium.iterancestors("a")
        )

    def _is_box_of_picture(self, box: etree._Element) -> bool:
        """Return True if a box holds a picture and few words that may be its caption."""
        words = self.units_in(box)
        if box.tag == "table" and len(words) > MAX_TABLE_LINES:
            return False
        return sum(unit.size for unit in words) <= MAX_CAPTION_SIZE and all(
            unit.tag != "li" and self._may_be_caption(unit, box) for unit in words
        )

    def _may_be_caption(self, unit: Unit, box: etree._Element) -> bool:
        """Return True for words that lead nowhere, in another kind of element than the paragraphs
        of the article. A link around the whole box is that of its picture."""
        is_linked = unit.link_share > MAX_LINK_SHARE and not _is_in(box, "a")
        is_like_text = unit_kind(unit)[0] in self._text_kinds
        is_text = is_like_text and not _is_in(unit.element, "figcaption")
        return unit.tag not in HEADINGS and not is_linked and not is_text


def _is_in(element: etree._Element, tag: str) -> bool:
    return any(outer.tag == tag for outer in self_and_ancestors(element))
