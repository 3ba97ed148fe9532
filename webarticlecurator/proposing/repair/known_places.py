"""Where the known words of an article are on a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from lxml import etree

from webarticlecurator.articles.units.text_units import (
    SKIPPED_TAGS,
    Unit,
    fold_text,
    list_page_units,
    list_units,
)
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.proposing.repair.body_rules import (
    CHUNK,
    MIN_CHUNKS,
    MIN_NARROW_SHARE,
    MIN_SHARE,
    MIN_SURE,
    Summaries,
)
from webarticlecurator.proposing.repair.design_names import lasting_selectors, place_selectors
from webarticlecurator.proposing.repair.known_articles import KnownArticle
from webarticlecurator.proposing.repair.page_pieces import (
    DROPPED,
    LEAD,
    OUTSIDE,
    TEXT,
    PagePieces,
    Piece,
)

START_LENGTH = 60
"""Characters at the beginning of a text that are looked at."""
MIN_LINE_SIZE = 10
"""Size from which a text can be recognised; shorter ones occur in many places."""


def find_places(portal: Portal, stored: StoredPage, known: KnownArticle) -> Summaries:
    """Return the pieces of a page: with all of the known text in one element, and with a lead
    outside of it. To be called in a worker, since it reads the page."""
    page = stored.page(portal)
    places = KnownUnits(page, known)
    # each element is above many others
    lasting = cache(lasting_selectors)

    @cache
    def list_names(element: etree._Element) -> tuple[str, ...]:
        return (*lasting(element), *place_selectors(element, lasting, is_exact=True))

    return [list_known_pieces(page, places, list_names, is_narrow=n) for n in (False, True)]


class KnownUnits:
    """The units of a page with known text: ``sizes`` is the size of it in each element around."""

    def __init__(self, page: Page, known: KnownArticle) -> None:
        self._text = fold_text(" ".join(known.words))
        self._read(list_page_units(page))
        body = page.root.find("body")
        if body is not None and 2 * self.total < len(self._text):
            # forums and single-page applications have in noscript what scripts would show
            self._read(list_units(body, SKIPPED_TAGS - {"noscript"}))

    def _read(self, units: Sequence[Unit]) -> None:
        self.units = {unit.element: unit for unit in units}
        self.sure = {
            unit.element for unit in units if len(unit.folded_text) >= MIN_SURE and self._has(unit)
        }
        self.sizes: dict[etree._Element, int] = {}
        self.total = sum(
            map(len, dict.fromkeys(self.units[element].folded_text for element in self.sure))
        )
        for element in self.sure:
            for outer in self.units[element].around:
                self.sizes[outer] = self.sizes.get(outer, 0) + len(self.units[element].folded_text)

    def is_known(self, element: etree._Element) -> bool:
        """True for an element whose own text is known; a short line may be so by chance."""
        return element in self.sure or (element in self.units and self._has(self.units[element]))

    def _has(self, unit: Unit) -> bool:
        text = unit.folded_text
        if text in self._text:
            return True
        chunks = [text[n : n + CHUNK] for n in range(0, len(text) - CHUNK + 1, CHUNK)]
        found = sum(chunk in self._text for chunk in chunks)
        return len(chunks) > 2 and found >= MIN_CHUNKS * len(chunks)

    def find_root(self, share: float) -> etree._Element | None:
        """Return the innermost element with a share of the known text."""
        found = [e for e, size in self.sizes.items() if size >= share * self.total]
        return max(found, key=lambda e: (sum(1 for _ in e.iterancestors()),), default=None)


def list_known_pieces(
    page: Page,
    places: KnownUnits,
    list_names: Callable[[etree._Element], tuple[str, ...]],
    *,
    is_narrow: bool,
) -> PagePieces | None:
    """Return the pieces of a page by the known text of its article; None if it is not there.
    ``is_narrow``: known text outside the element with most of it is a lead."""
    body = page.root.find("body")
    root = places.find_root(MIN_NARROW_SHARE if is_narrow else MIN_SHARE)
    if body is None or root is None:
        return None
    with_text = {element for unit in places.units.values() for element in unit.around}
    inside = set(root.iter(etree.Element))
    above = set(root.iterancestors())

    def label(element: etree._Element, parent_label: str) -> str:
        if element in above:
            return OUTSIDE
        if element in inside:
            is_box = element not in places.units and bool(places.sizes.get(element))
            return TEXT if is_box or places.is_known(element) or element is root else DROPPED
        is_lead = is_narrow and (element in places.sure or parent_label == LEAD)
        return LEAD if is_lead else OUTSIDE

    numbers: dict[etree._Element, int] = {}
    pieces: list[Piece] = []
    for element in body.iter(etree.Element):
        if element not in with_text:
            continue
        parent = -1 if element is body else numbers[element.getparent()]
        is_line = element in places.units and places.units[element].size >= MIN_LINE_SIZE
        start = text_of(element)[:START_LENGTH] if is_line else ""
        found = label(element, pieces[parent].label if parent >= 0 else OUTSIDE)
        numbers[element] = len(pieces)
        # a file cannot hold any other
        pieces.append(
            Piece(parent, list_names(element), found, start if start.isprintable() else "")
        )
    return PagePieces(pieces)
