"""Where the known words of an article stand on a page: the summary from which rules are induced.

``induce_rules`` learns from what is guessed of a page, or, with these summaries, from what is
known. Names that a program makes anew at each release are in none of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from webarticlecurator.guess.text_units import Unit, fold_text, list_page_units
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.propose.page_summary import (
    DROPPED,
    LEAD,
    OUTSIDE,
    SEMANTIC_TAGS,
    TEXT,
    Names,
    PageSummary,
    list_pieces,
    own_selectors,
)
from webarticlecurator.repair.known_articles import KnownArticle

MIN_SHARE = 0.97
"""Share of the known text that the element around it holds."""
MIN_NARROW_SHARE = 0.6
"""The same where a lead may stand outside."""
MIN_SURE = 12
"""Letters of a line that stands in the text of no other article by chance."""
CHUNK = 20
"""Letters of the pieces by which a longer line is recognised that has something added."""
MIN_CHUNKS = 0.7
MAX_STEPS = 4
"""Elements between an element and the one by which its place is named."""
MAX_ANCHORS = 3
_ANCHOR_TAGS = SEMANTIC_TAGS | {"body"}


class KnownUnits:
    """The units of a page with known text: ``sizes`` is the size of it in each element around."""

    def __init__(self, page: Page, known: KnownArticle) -> None:
        self._text = fold_text(" ".join(known.words))
        self.units = {unit.element: unit for unit in list_page_units(page)}
        self.sure = {
            element
            for element, unit in self.units.items()
            if len(unit.folded_text) >= MIN_SURE and self._has(unit)
        }
        self.sizes: dict[etree._Element, int] = {}
        lines = dict.fromkeys(self.units[element].folded_text for element in self.sure)
        self.total = sum(map(len, lines))
        for element in self.sure:
            for outer in self.units[element].around:
                size = len(self.units[element].folded_text)
                self.sizes[outer] = self.sizes.get(outer, 0) + size

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


def summarize_known_page(
    page: Page, known: KnownArticle, *, is_narrow: bool = False
) -> PageSummary | None:
    """Return the summary of a page by the known text of its article; None if it is not there.
    ``is_narrow``: known text outside the element with most of it is a lead."""
    body = page.root.find("body")
    places = KnownUnits(page, known)
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

    probabilities = {e: 1000 for e in places.units if e in places.sure or label(e, "") == TEXT}
    pieces = list_pieces(
        page.url, body, with_text, places.units, label, (), probabilities, _list_names
    )
    return PageSummary(page.url, tuple(pieces), is_known=True)


def _list_names(
    element: etree._Element, _parent: etree._Element | None, _names: Names
) -> tuple[str, ...]:
    return (*lasting_selectors(element), *place_selectors(element, is_exact=True))


_NAME = re.compile(r"""[.#]([\w-]+)|=["']?([\w-]+)""")
_WORD = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_CONSONANTS = re.compile("[^aeiouy]{5}", re.IGNORECASE)
_VOWEL = re.compile("[aeiouy]", re.IGNORECASE)


def lasting_selectors(element: etree._Element) -> list[str]:
    """Return the selectors of an element by its names that the next release has, too."""
    return [css for css in own_selectors(element) if is_lasting(css)]


def is_lasting(css: str) -> bool:
    """False for a selector with a class or id that may be generated, as ``sc-iKFaHN`` is. Stricter
    than ``is_written_name``: a place is as good as a name here."""
    names = [one or other for one, other in _NAME.findall(css)]
    pieces = (piece for name in names for piece in re.findall("[A-Za-z]{5,}", name))
    return not any(name.startswith("sc-") for name in names) and not any(map(_is_odd, pieces))


def _is_odd(piece: str) -> bool:
    words = _WORD.findall(piece)
    if len(words) == 1 or len(piece) > 8:
        return bool(_CONSONANTS.search(piece))
    return any(len(w) == 1 or w.isupper() or not _VOWEL.search(w) for w in words)


def place_selectors(element: etree._Element, *, is_exact: bool = False) -> Iterator[str]:
    """Yield selectors of an element by its place: what it contains, what comes before it, and the
    steps from elements around it that have a name or a tag with a meaning of its own.

    With ``is_exact``, the element that a selector finds on another page has it there, too."""
    tag = str(element.tag)
    if not tag.isalnum() or tag in ("body", "html"):
        return
    if any(child.tag == "h1" for child in element):
        yield f"{tag}:has(> h1)"
    if any(each.tag == "h1" for each in element.itersiblings(preceding=True)):
        yield f"h1 ~ {tag}"
    for inner in ("p", "div > p"):
        if len(element.findall(inner.replace(" > ", "/"))) > (0 if is_exact else 1):
            around = {str(outer.tag) for outer in element.iterancestors()}
            inside = [each for each in ("article", "main") if each in around]
            yield from (f"{each} {tag}:has(> {inner})" for each in inside)
            yield f"{tag}:has(> {inner})"
    steps: list[str] = []
    anchors = 0
    for outer in self_and_ancestors(element):
        if outer is not element and (outer.tag in _ANCHOR_TAGS or lasting_selectors(outer)):
            names = lasting_selectors(outer)[:2] or ["body"]
            yield from (" > ".join((name, *reversed(steps))) for name in names)
            anchors += 1
        if anchors == MAX_ANCHORS or len(steps) == MAX_STEPS or outer.tag == "body":
            return
        steps.append(_step(outer, is_exact=is_exact))


def _step(element: etree._Element, *, is_exact: bool) -> str:
    """Return an element beside those around it: its tag, with its number among its like, which one
    alone needs in an exact selector only."""
    tag = str(element.tag)
    parent = element.getparent()
    same = [element] if parent is None else [each for each in parent if each.tag == element.tag]
    is_plain = len(same) == 1 and not is_exact
    return tag if is_plain else f"{tag}:nth-of-type({same.index(element) + 1})"
