"""Boxes that do not belong to the text around them, even if only one article has them: forms with
their descriptions, labels of advertisements, invitations to read another article.

No word list decides: only elements, the targets of links, and the neighbours of both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice, pairwise

from lxml import etree

from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.text_units import Unit, has_sentence_end
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import BLOCK_TAGS
from webarticlecurator.pages.rules.elements import text_of

MAX_LABEL = 60
"""Characters of the longest label."""
MAX_FORM_BOX = 400
"""Characters of the longest box with a form."""
FORM_BOX = (
    "//*[self::div or self::section][.//form][not(.//*[self::div or self::section]//form)]"
    "[not(.//h1)][count(.//p)<3]"
    f"[string-length(normalize-space())<{MAX_FORM_BOX}]"
)
"""The XPath of boxes right around a form."""
_BREAKS = frozenset((etree.Comment, "br", "hr", "figure", "span"))
_MEDIA = ("img", "video", "audio", "picture", "table", "math")


def list_form_boxes(page: Page) -> set[etree._Element]:
    """Return the boxes with a form: to subscribe to a newsletter."""
    return {*page.root.xpath(FORM_BOX)}


def _is_label(unit: Unit) -> bool:
    """Return True for a short unit that is no sentence and has no link."""
    is_short = 0 < len(unit.text) <= MAX_LABEL and any(map(str.isalpha, unit.text))
    return is_short and not unit.linked and not has_sentence_end(unit.text)


def labels_empty_place(unit: Unit, *, is_repeated: bool) -> bool:
    """Return True for a label beside an element without any text, which a script fills: that of an
    advertisement. If no other article has it (``is_repeated``), a frame must be there."""
    if unit.tag in HEADINGS or not _is_label(unit):
        return False
    return any(map(_is_empty, _list_beside(unit.element))) and (
        is_repeated or is_beside_frame(unit.element)
    )


def is_beside_frame(element: etree._Element) -> bool:
    """Return True for an element with a frame in it, or right behind it."""
    return any(next(each.iter("iframe", "ins"), None) is not None for each in _list_beside(element))


def _list_beside(element: etree._Element) -> list[etree._Element]:
    """Return the elements in an element, and the one behind it."""
    return [*element, *islice(element.itersiblings(etree.Element), 1)]


def _is_empty(element: etree._Element) -> bool:
    """Return True for an element without text and with no picture but one that is a link."""
    if element.tag in _BREAKS or text_of(element):
        return False
    is_linked = element.tag == "a" or element.find(".//a") is not None
    return is_linked or next(element.iter(*_MEDIA), None) is None


def sends_on(unit: Unit, links: Sequence[etree._Element]) -> bool:
    """Return True for a line with a label and links behind it, which are longer; but not for an
    item of a list in the text, of which others have no links."""
    text, parent = unit.text, unit.element.getparent()
    items = [] if parent is None else [e for e in parent if unit.tag == e.tag == "li"]
    if not links or not text or any(item.find(".//a") is None for item in items):
        return False
    titles = [text_of(each) for each in links]
    label = text.partition(titles[0])[0] if titles[0] else ""
    is_short = 0 < len(label) <= MAX_LABEL and len(label) < len(" ".join(titles))
    return is_short and text.endswith(titles[-1]) and unit.linked + len(label) >= unit.size


def list_box_labels(units: Sequence[Unit], template: Collection[Unit]) -> Iterator[Unit]:
    """Yield the labels above the template in a box that has nothing else, or above a list of it."""
    for unit, following in pairwise(units):
        if following not in template or not _is_label(unit):
            continue
        box = next((each for each in unit.around if each in following.around), None)
        inside: Iterable[Unit] = () if box is None else (e for e in units if box in e.around)
        if all(each is unit or each in template for each in inside) or _is_above_list(
            unit, units, template
        ):
            yield unit


def _is_above_list(unit: Unit, units: Sequence[Unit], template: Collection[Unit]) -> bool:
    below = unit.element.getnext()
    if below is None or below.tag not in ("ul", "ol") or unit.tag not in BLOCK_TAGS:
        return False
    return all(each in template for each in units if below in each.around)
