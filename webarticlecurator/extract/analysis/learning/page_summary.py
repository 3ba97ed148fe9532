"""A page as learning sees it: which elements hold text, what names them, and what the guess of this
page says of each.

A sketch is small (no tree, no text), so that hundreds of pages can be compared; what holds for many
of them becomes a rule. What is guessed of one page never flows into another one but through rules
that are written down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

from lxml import etree

from webarticlecurator.extract.heuristics.article_text import ArticleText, find_article_text
from webarticlecurator.extract.heuristics.person_names import is_lead
from webarticlecurator.extract.heuristics.text_units import Unit, list_page_units
from webarticlecurator.extract.tags.signature import is_generated
from webarticlecurator.model.compound import to_css
from webarticlecurator.page import Page
from webarticlecurator.page.ancestors import self_and_ancestors
from webarticlecurator.rules.white_space import text_of

TEXT, LEAD, DROPPED, OUTSIDE, CAPTION = "text", "lead", "dropped", "outside", "caption"
"""What the guess says of a piece of text. ``LEAD``: text that stands outside the article's own
element. Of captions it says nothing: the tag dictionary knows them."""

START_LENGTH = 60
"""So much of a text tells it from every other one."""
MIN_LINE_SIZE = 10
"""A text of this size may be known by itself; a shorter one stands for many things."""
SEMANTIC_TAGS = frozenset("article main section aside nav header footer address form h1".split())
"""Tags that say something without any name on them."""
NAMING_ATTRIBUTES = (
    "itemprop role data-testid data-test data-component data-gtm-name data-qa property".split()
)
_PLAIN = re.compile(r"-?[A-Za-z_][A-Za-z0-9_-]*")
_BOXES = frozenset(("div", "section", "td", "article", "main", "span"))
_LOOKS = re.compile(
    r"""(?:(?:is|has|js|no|col|row|flex|grid|items|justify|self|float|text|font|bg|border|rounded|shadow|space|gap|leading|tracking
    |max|min|top|bottom|left|right|order|z|[whmp][tblrxy]?|xs|sm|md|lg|xl)-.*
    |active|open|show|hidden|first|last|odd|even|left|right|clearfix|row|flex|grid|block|inline|relative|absolute|sticky|static
    |container|wrapper|inner|outer|bold|italic|uppercase|truncate)$""",
    re.VERBOSE,
)
"""Classes that say how something looks or in what state it is, not what it is."""
_MODULE = re.compile(
    r"([A-Za-z][A-Za-z0-9_-]{2,}__)(?=.*[0-9]|(?:.*[A-Z]){2})(?=.*[a-z])[A-Za-z0-9-]{5,6}"
)
"""A class with a part that a program adds at each release (CSS modules): what stands before it
stays."""


def is_generic_class(name: str) -> bool:
    """True for a selector that goes by a class of which nothing is to be expected: it stands on
    many things, and goes soon."""
    return bool(_LOOKS.match(name.rpartition(" > ")[2].partition(".")[2]))


@dataclass(frozen=True)
class SummaryPiece:
    """An element that holds text. ``parent``: number of the piece around it, -1 for none;
    ``names``: CSS selectors that find it wherever it stands, the most telling first; ``size``: of
    the text directly in it (in characters, as the guess counts); ``says``: what the guess says of
    that text; ``mark``: checksum of the text, 0 where there is hardly any, ``start``: its first
    START characters, where it is a line of text; ``lead``: its names say that it is a lead."""

    tag: str
    parent: int
    names: tuple[str, ...]
    size: int
    says: str
    mark: int
    start: str = ""
    lead: bool = False


@dataclass(frozen=True)
class PageSummary:
    """``pieces``: in document order, a parent before its children."""

    url: str
    pieces: tuple[SummaryPiece, ...]


def summarize_page(page: Page) -> PageSummary | None:
    """The sketch of a page; None where the page says nothing that others could be compared with
    (hardly any running text)."""
    guessed = find_article_text(page) if page.json is None else None
    body = page.root.find("body")
    if guessed is None or body is None:
        return None
    own = {unit.element: unit for unit in list_page_units(page)}
    wanted = {element for unit in own.values() for element in self_and_ancestors(unit.element)}
    return PageSummary(page.url, tuple(_pieces(body, wanted, own, guessed)))


def _pieces(
    body: etree._Element,
    wanted: set[etree._Element],
    own: dict[etree._Element, Unit],
    guessed: ArticleText,
) -> Iterator[SummaryPiece]:
    numbers: dict[etree._Element, int] = {}
    said: dict[etree._Element, str] = {}
    named: dict[etree._Element, tuple[str, ...]] = {}
    for element in body.iter(etree.Element):
        if element not in wanted:
            continue
        parent = None if element is body else element.getparent()
        above = OUTSIDE if parent is None else said[parent]
        said[element] = _said(element, above, guessed)
        named[element] = _names(element, parent, named)
        numbers[element] = len(numbers)
        unit = own.get(element)
        yield SummaryPiece(
            str(element.tag),
            -1 if parent is None else numbers[parent],
            named[element],
            unit.size if unit else 0,
            said[element],
            _mark(unit),
            _start(unit),
            is_lead(element),
        )


def _said(element: etree._Element, above: str, guessed: ArticleText) -> str:
    if element.tag in ("figure", "figcaption"):
        return CAPTION
    if above in (DROPPED, CAPTION):
        return above
    if element in guessed.drops:
        return CAPTION if _shows_picture(element) else DROPPED
    if element in guessed.roots:
        return TEXT if element is guessed.roots[-1] else LEAD
    return above


def _shows_picture(element: etree._Element) -> bool:
    """True if a picture in it leads nowhere: what stands below is its caption, whatever the guess
    calls it."""
    pictures = element.iter("img", "picture", "amp-img")
    return any(all(outer.tag != "a" for outer in picture.iterancestors()) for picture in pictures)


def _start(unit: Unit | None) -> str:
    """As a rule sees the text of an element; nothing where a file could not hold it."""
    text = text_of(unit.element) if unit and unit.size >= MIN_LINE_SIZE else ""
    return text[:START_LENGTH] if text[:START_LENGTH].isprintable() else ""


def _mark(unit: Unit | None) -> int:
    text = unit.folded_text if unit else ""
    return crc32(text.encode("utf-8", "replace")) if len(text) > 2 else 0


def _names(
    element: etree._Element,
    parent: etree._Element | None,
    named: dict[etree._Element, tuple[str, ...]],
) -> tuple[str, ...]:
    """Names of its own; of a box without any, its place in a box that has one."""
    own = tuple(_own_names(element))
    if own or parent is None or element.tag not in _BOXES:
        return own
    return tuple(f"{name} > {element.tag}" for name in named[parent][:3] if name.count(">") < 2)


def _own_names(element: etree._Element) -> Iterator[str]:
    tag = str(element.tag)
    if not _PLAIN.fullmatch(tag):  # no CSS finds it: o:p
        return
    for name in NAMING_ATTRIBUTES:
        value = element.get(name)
        if value and _PLAIN.fullmatch(value) and not is_generated(value):
            yield to_css(tag, (), (), ((name, value),))
    identity = element.get("id") or ""
    if _is_name(identity):
        yield to_css(tag, (identity,), (), ())
    for name in dict.fromkeys((element.get("class") or "").split()):
        made = _MODULE.fullmatch(name)
        if made:
            yield f'{tag}[class*="{made[1]}"]'
        elif _is_name(name):
            yield to_css(tag, (), (name,), ())
    if tag in SEMANTIC_TAGS:
        yield tag


def _is_name(token: str) -> bool:
    return bool(_PLAIN.fullmatch(token)) and not is_generated(token)
