"""A page as a list of text units: roughly the paragraphs, headings, labels and teasers that
readers see.

A unit is the text directly in one block element. Sizes are in characters of an alphabet: an
ideograph, kana or hangul syllable counts as many as the letters of the word that it stands for.
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

SKIPPED_TAGS = frozenset(
    """script style noscript template head svg math iframe video audio object canvas select
    option textarea input button dialog map""".split()
)
"""Elements whose text never belongs to an article."""
LINE_TAGS = frozenset(
    ("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "dt", "dd", "figcaption", "summary")
)
"""Elements that hold a line of text. A custom element is inline in them, and a block elsewhere."""
_IDEOGRAPH_OR_KANA = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_HANGUL = re.compile("[\uac00-\ud7af]")
_DIGITS = re.compile(r"\d+")
_NON_WORD = re.compile(r"\W+")


@dataclass
class Unit:
    """The text directly in one block element, in ``pieces`` while the page is read and in ``text``
    afterwards. ``linked``: how much of ``size`` is inside links."""

    element: etree._Element
    pieces: list[str] = field(default_factory=list)
    size: int = 0
    linked: int = 0
    text: str = ""

    @property
    def tag(self) -> str:
        """The tag of the element."""
        return str(self.element.tag)

    @property
    def link_share(self) -> float:
        """The share of the text that is inside links."""
        return self.linked / self.size if self.size else 0.0

    @cached_property
    def folded_text(self) -> str:
        """The text without case, punctuation and white space; for finished units only, since the
        first result is kept."""
        return fold_text(self.text)

    def is_in(self, element: etree._Element) -> bool:
        """Return True if the unit's element is ``element`` or a descendant of it."""
        return element in self_and_ancestors(self.element)


def text_size(text: str) -> int:
    """Return the size of ``text`` in characters of an alphabet: an ideograph or kana counts as
    three, a hangul syllable as two."""
    collapsed = " ".join(text.split())
    if collapsed.isascii():
        return len(collapsed)

    dense = len(_IDEOGRAPH_OR_KANA.findall(collapsed))
    return len(collapsed) + 2 * dense + len(_HANGUL.findall(collapsed))


def fold_text(text: str) -> str:
    """Return the letters and digits of ``text``, case folded: equal for two copies of a text that
    differ in case, punctuation or white space."""
    return _NON_WORD.sub("", text.casefold())


@dataclass(frozen=True)
class _Context:
    """The unit that text at this place belongs to, and whether the place is inside a link."""

    unit: Unit
    in_link: bool


def list_page_units(page: Page) -> list[Unit]:
    """Return the units of ``page``, [] if it has no body; they are made once for each page."""
    return page.derived("heuristics.units", _list_body_units)


def _list_body_units(page: Page) -> list[Unit]:
    body = page.root.find("body")
    return [] if body is None else list_units(body)


def list_units(body: etree._Element, skipped: frozenset[str] = SKIPPED_TAGS) -> list[Unit]:
    """Return the units below ``body`` that have text, in the order in which they begin, without
    the elements named in ``skipped``."""
    first = Unit(body)
    units = [first]
    # depth first and not recursive: (element, its context, True for the text after its end tag)
    pending: list[tuple[etree._Element, _Context, bool]] = [
        (body, _Context(first, in_link=False), False)
    ]
    while pending:
        element, context, is_tail = pending.pop()
        if is_tail:
            _add_text(context, element.tail)
            continue
        inner = _enter_element(element, context, units)
        _add_text(inner, element.text)
        for child in reversed(element):
            pending.append((child, inner, True))
            if isinstance(child.tag, str) and child.tag not in skipped:
                pending.append((child, inner, False))
    return list(_finish_units(units))


def list_units_in(units: Iterable[Unit], element: etree._Element) -> list[Unit]:
    """Return those of ``units`` whose element is ``element`` or a descendant of it."""
    return [unit for unit in units if unit.is_in(element)]


def sum_text_sizes(
    units: Iterable[Unit], until: etree._Element | None = None
) -> dict[etree._Element, int]:
    """Return element → sum of the sizes of ``units`` in it, for their elements and all ancestors
    up to ``until``."""
    sizes: dict[etree._Element, int] = {}
    for unit in units:
        for element in self_and_ancestors(unit.element, until):
            sizes[element] = sizes.get(element, 0) + unit.size
    return sizes


def _enter_element(element: etree._Element, context: _Context, units: list[Unit]) -> _Context:
    """Return the context inside ``element``; append a new unit to ``units`` for a block."""
    unit = context.unit
    is_custom_block = "-" in element.tag and unit.tag not in LINE_TAGS
    if element is not unit.element and (element.tag in BLOCK_TAGS or is_custom_block):
        unit = Unit(element)
        units.append(unit)
    if element.tag == "br":
        unit.pieces.append(" ")
    return _Context(unit, context.in_link or element.tag == "a")


def _add_text(context: _Context, text: str | None) -> None:
    if text and not text.isspace():
        size = text_size(text)
        context.unit.pieces.append(text)
        context.unit.size += size
        context.unit.linked += size if context.in_link else 0
    elif text:
        context.unit.pieces.append(" ")


def _finish_units(units: list[Unit]) -> Iterator[Unit]:
    for unit in units:
        if unit.size:
            unit.text = " ".join("".join(unit.pieces).split())
            yield unit


def unit_kind(unit: Unit) -> tuple[str, ...]:
    """Return what the paragraphs of one article have in common: tag, class and id of the element
    without digits, and, if it has no class, those of its parent."""
    parent = unit.element.getparent()
    elements = [unit.element]
    if parent is not None and not unit.element.get("class"):
        elements.append(parent)
    return tuple(
        _DIGITS.sub("", f"{e.tag} {e.get('class') or ''} {e.get('id') or ''}") for e in elements
    )


def has_names(kind: tuple[str, ...]) -> bool:
    """Return True for a ``unit_kind`` with a class or id, False for one of tags only."""
    return any(len(part.split()) > 1 for part in kind)
