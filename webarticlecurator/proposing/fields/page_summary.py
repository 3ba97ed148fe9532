"""What learning keeps of a page: its elements with text, their names, and what is guessed of each.

A summary is small (no tree, no text), so that hundreds of pages can be compared. What holds for
many of them becomes a rule. A guess about one page affects other pages only through rules that are
written down.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from urllib.parse import urljoin, urlsplit
from zlib import crc32

from lxml import etree

from webarticlecurator.articles.by_rules.article_roots import find_drops, find_roots
from webarticlecurator.articles.without_rules.article_text import (
    ArticleText,
    find_article_text,
    judge_text,
)
from webarticlecurator.articles.without_rules.class_names import is_lead
from webarticlecurator.articles.without_rules.pictures import Pictures, find_pictures, lift_captions
from webarticlecurator.articles.without_rules.text_units import Unit, list_page_units
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article_rules import BodyRules
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.css_compound import to_css
from webarticlecurator.pages.page.layout_classes import is_layout_class
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.stable_names import is_written_name, select_by_class
from webarticlecurator.pages.rules.elements import text_of

TEXT, LEAD, DROPPED, OUTSIDE, CAPTION = "text", "lead", "dropped", "outside", "caption"
"""Labels of pieces, from the guess about the page. ``LEAD`` is text outside the article's own
element. Captions are found by structure."""

START_LENGTH = 60
"""Characters at the beginning of a text that distinguish it from any other text."""
MIN_LINE_SIZE = 10
"""Size from which a text can be recognised; shorter ones occur in many places."""
SEMANTIC_TAGS = frozenset("article main section aside nav header footer address form h1".split())
"""Tags with a meaning of their own, without any name."""
NAMING_ATTRIBUTES = (
    "itemprop role data-testid data-test data-component data-gtm-name data-qa property".split()
)
"""Attributes whose value names an element."""
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_BOXES = frozenset(("div", "section", "td", "article", "main", "span"))


@dataclass(frozen=True)
class SummaryPiece:
    """An element that holds text.

    ``parent`` is the number of the piece around it, -1 for none. ``names`` are CSS selectors that
    find it anywhere on a page, the most specific first. ``size`` is the text directly in it, in
    characters as the guess counts them, and ``label`` what the guess says of that text.
    ``checksum`` is that of the text (0 if there is hardly any), and ``start`` its beginning if it
    is a line of text. ``is_lead`` says that its names mean a lead, ``is_kept`` that the rules of
    the portal file keep its text, ``has_name`` that it has a class, an id or another name, be it
    only of its layout, ``is_teaser`` that its text is that of links within the site.
    """

    tag: str
    parent: int
    names: tuple[str, ...]
    size: int
    label: str
    checksum: int
    start: str = ""
    is_lead: bool = False
    is_kept: bool = False
    has_name: bool = False
    probability: int = 0
    is_teaser: bool = False


@dataclass(frozen=True)
class PageSummary:
    """The ``pieces`` of a page in document order, a parent before its children. ``is_known``: their
    labels do not come from a guess, but from the known text of the article."""

    url: str
    pieces: tuple[SummaryPiece, ...]
    is_known: bool = False


def summarize_page(page: Page, rules: BodyRules | None = None) -> PageSummary | None:
    """Return the summary of a page; None if it has hardly any running text to compare.

    ``rules`` are those of the portal file, if it says where the text is.
    """
    guess = find_article_text(page) if page.json is None else None
    body = page.root.find("body")
    if guess is None or body is None:
        return None
    units = {unit.element: unit for unit in list_page_units(page)}
    with_text = {element for unit in units.values() for element in unit.around}
    roots = find_roots(page, rules) if rules is not None else ()
    drops = find_drops(page, rules, roots) if rules is not None else {}
    kept = {
        element
        for root in roots
        for element in root.iter(etree.Element)
        if drops.keys().isdisjoint(self_and_ancestors(element, root))
    }
    pictures = find_pictures(page, guess.roots)
    guess = replace(guess, drops=lift_captions(pictures, guess.drops, page))
    label = partial(_label, guess=guess, pictures=pictures)
    pieces = list_pieces(
        page.url, body, with_text, units, label, kept, _estimate(page), _list_names
    )
    return PageSummary(page.url, tuple(pieces))


Names = dict[etree._Element, tuple[str, ...]]


def list_pieces(
    url: str,
    body: etree._Element,
    with_text: set[etree._Element],
    units: Mapping[etree._Element, Unit],
    label: Callable[[etree._Element, str], str],
    kept: Collection[etree._Element],
    probabilities: Mapping[etree._Element, int],
    list_names: Callable[[etree._Element, etree._Element | None, Names], tuple[str, ...]],
) -> Iterator[SummaryPiece]:
    """Yield the pieces of a page: the elements in ``with_text``. ``label`` gets an element and the
    label of the one around it; ``list_names`` gets an element, the one around it and the names
    of those before."""
    numbers: dict[etree._Element, int] = {}
    labels: dict[etree._Element, str] = {}
    names: Names = {}
    for element in body.iter(etree.Element):
        if element not in with_text:
            continue
        parent = None if element is body else element.getparent()
        parent_label = OUTSIDE if parent is None else labels[parent]
        labels[element] = label(element, parent_label)
        names[element] = list_names(element, parent, names)
        numbers[element] = len(numbers)
        unit = units.get(element)
        text = unit.folded_text if unit else ""
        start = text_of(element)[:START_LENGTH] if unit and unit.size >= MIN_LINE_SIZE else ""
        yield SummaryPiece(
            str(element.tag),
            -1 if parent is None else numbers[parent],
            names[element],
            unit.size if unit else 0,
            labels[element],
            crc32(text.encode("utf-8", "replace")) if len(text) > 2 else 0,
            start if start.isprintable() else "",  # a file cannot hold any other
            is_lead(element),
            element in kept,
            has_name(element),
            0 if labels[element] == CAPTION else probabilities.get(element, 0),
            unit is not None and _is_teaser(unit, url),
        )


def _is_teaser(unit: Unit, url: str) -> bool:
    """True for a text that is that of links to other pages of the site, as of a list beside it."""
    if unit.link_share < MIN_TEASER_SHARE:
        return False
    links = (*unit.element.iterancestors("a"), *unit.element.iter("a"))
    addresses = (urljoin(url, link.get("href") or "") for link in links)
    return all(urlsplit(address).netloc == urlsplit(url).netloc for address in addresses)


def _estimate(page: Page) -> dict[etree._Element, int]:
    """Return the probability of each text unit of the page; other articles on it have none."""
    judged = judge_text(page)
    if judged is None:
        return {}
    pairs = zip(judged.text.units, judged.probabilities, strict=True)
    return {unit.element: p for unit, p in pairs}


def _label(
    element: etree._Element, parent_label: str, guess: ArticleText, pictures: Pictures
) -> str:
    if element.tag in ("figure", "figcaption", "caption") or element in pictures.figures:
        return CAPTION
    if parent_label in (DROPPED, CAPTION):
        return parent_label
    if element in guess.drops:
        return DROPPED
    if element in guess.roots:
        return TEXT if element is guess.roots[-1] else LEAD
    return parent_label


def _list_names(
    element: etree._Element,
    parent: etree._Element | None,
    names: Names,
) -> tuple[str, ...]:
    """Return the names of an element; for a box without any, not even a class of its layout, its
    place in a named parent."""
    own = tuple(own_selectors(element))
    if own or parent is None or element.tag not in _BOXES or has_name(element):
        return own
    return tuple(f"{name} > {element.tag}" for name in names[parent][:3] if name.count(">") < 2)


def has_name(element: etree._Element) -> bool:
    """Return True for an element with a class, an id or another name that a person wrote."""
    if not _PLAIN.fullmatch(str(element.tag)):
        return False
    values = (element.get(name) or "" for name in ("id", *NAMING_ATTRIBUTES))
    return any(map(is_written_name, values)) or any(select_by_class(element))


def own_selectors(element: etree._Element) -> Iterator[str]:
    """Yield selectors by attributes, id, classes and tag: none by what a program has generated, or
    by a class that only says how something looks."""
    tag = str(element.tag)
    if not _PLAIN.fullmatch(tag):  # A tag such as o:p cannot be selected in CSS.
        return
    for attribute in NAMING_ATTRIBUTES:
        value = element.get(attribute)
        if value and is_written_name(value):
            yield to_css(tag, (), (), ((attribute, value),))
    identity = element.get("id") or ""
    if is_written_name(identity):
        yield to_css(tag, (identity,), (), ())
    yield from (css for name, css in select_by_class(element) if not is_layout_class(name))
    if tag in SEMANTIC_TAGS:
        yield tag


MIN_TEASER_SHARE = 0.9
"""Share of a text that is in links, of a teaser."""
