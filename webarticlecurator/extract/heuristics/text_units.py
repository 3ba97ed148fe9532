"""A page as a row of text units: what a reader would call its paragraphs, headings, labels and
teasers. For guessing without rules.

A unit is the text that stands directly in one block element; sizes are in characters, where an
ideograph, kana or hangul syllable counts as much as the letters of the word it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from lxml import etree

from webarticlecurator.extract.body.line_breaks import BLOCK_TAGS
from webarticlecurator.page import Page
from webarticlecurator.page.ancestors import self_and_ancestors

SILENT = frozenset(
    """script style noscript template head svg math iframe video audio object canvas select
    option textarea input button dialog map""".split()
)
"""Their text is no text of an article, wherever it stands."""
TEXT_TAGS = frozenset(
    ("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "dt", "dd", "figcaption", "summary")
)
"""In these a custom element is a part of the line; elsewhere it is a block of its own."""
_DENSE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_HANGUL = re.compile("[\uac00-\ud7af]")
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"\W+")


@dataclass
class Unit:
    """``linked``: how much of ``size`` stands in links."""

    element: etree._Element
    pieces: list[str] = field(default_factory=list)
    size: int = 0
    linked: int = 0
    text: str = ""

    @property
    def tag(self) -> str:
        return str(self.element.tag)

    @property
    def link_share(self) -> float:
        return self.linked / self.size if self.size else 0.0

    @cached_property
    def letters(self) -> str:
        """The text, ``folded``; to be asked when all of it is there."""
        return fold_text(self.text)

    def is_in(self, element: etree._Element) -> bool:
        """True if the unit is that element, or stands in it."""
        return element in self_and_ancestors(self.element)


def text_size(text: str) -> int:
    """How much text says, in characters of an alphabet."""
    collapsed = " ".join(text.split())
    if collapsed.isascii():
        return len(collapsed)
    return len(collapsed) + 2 * len(_DENSE.findall(collapsed)) + len(_HANGUL.findall(collapsed))


def fold_text(text: str) -> str:
    """Letters and digits alone, caseless: what two copies of a text have in common."""
    return _WORDS.sub("", text.casefold())


@dataclass(frozen=True)
class _Place:
    unit: Unit
    linked: bool


def list_page_units(page: Page) -> list[Unit]:
    """The units of a page, made once for it; none where the page has no body."""
    return page.derived("guess.units", _of_page)


def _of_page(page: Page) -> list[Unit]:
    body = page.root.find("body")
    return [] if body is None else list_units(body)


def list_units(body: etree._Element, silent: frozenset[str] = SILENT) -> list[Unit]:
    """The units of a page's ``body`` that hold any text, in the order in which they begin.
    ``silent``: elements that are passed over."""
    found: list[Unit] = []
    first = Unit(body)
    found.append(first)
    pending: list[tuple[etree._Element, _Place, bool]] = [
        (body, _Place(first, linked=False), False)
    ]
    while pending:
        element, place, tail = pending.pop()
        if tail:
            _add(place, element.tail)
            continue
        inside = _inside(element, place, found)
        _add(inside, element.text)
        for child in reversed(element):
            pending.append((child, inside, True))
            if isinstance(child.tag, str) and child.tag not in silent:
                pending.append((child, inside, False))
    return list(_closed(found))


def list_units_in(found: Iterable[Unit], element: etree._Element) -> list[Unit]:
    """Those that are ``element`` or stand in it."""
    return [unit for unit in found if unit.is_in(element)]


def text_sizes(
    found: Iterable[Unit], until: etree._Element | None = None
) -> dict[etree._Element, int]:
    """Element → size of all those units below it, up to ``until``."""
    sizes: dict[etree._Element, int] = {}
    for unit in found:
        for element in self_and_ancestors(unit.element, until):
            sizes[element] = sizes.get(element, 0) + unit.size
    return sizes


def _inside(element: etree._Element, place: _Place, found: list[Unit]) -> _Place:
    linked = place.linked or element.tag == "a"
    unit = place.unit
    if element is not unit.element and (
        element.tag in BLOCK_TAGS or ("-" in element.tag and unit.tag not in TEXT_TAGS)
    ):
        unit = Unit(element)
        found.append(unit)
    if element.tag == "br":
        unit.pieces.append(" ")
    return _Place(unit, linked)


def _add(place: _Place, text: str | None) -> None:
    if text and not text.isspace():
        size = text_size(text)
        place.unit.pieces.append(text)
        place.unit.size += size
        place.unit.linked += size if place.linked else 0
    elif text:
        place.unit.pieces.append(" ")


def _closed(found: list[Unit]) -> Iterator[Unit]:
    for unit in found:
        if unit.size:
            unit.text = " ".join("".join(unit.pieces).split())
            yield unit


def unit_kind(unit: Unit) -> tuple[str, ...]:
    """What paragraphs of one article have in common: how they, or else what they stand in, are
    called, numbers apart."""
    around = unit.element.getparent()
    named = (
        [unit.element] if around is None or unit.element.get("class") else [unit.element, around]
    )
    return tuple(
        _DIGITS.sub("", f"{e.tag} {e.get('class') or ''} {e.get('id') or ''}") for e in named
    )


def is_named(of: tuple[str, ...]) -> bool:
    """False for a kind that is tags alone."""
    return any(len(part.split()) > 1 for part in of)
