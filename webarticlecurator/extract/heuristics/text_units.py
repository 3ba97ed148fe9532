"""A page as a list of text units: roughly the paragraphs, headings, labels and teasers that
readers see.

A unit is the text directly in one block element. Sizes are in characters of an alphabet: an
ideograph, kana or hangul syllable counts as many as the letters of the word that it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from webarticlecurator.extract.body.line_breaks import BLOCK_TAGS
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors

SKIPPED_TAGS = frozenset(
    """script style noscript template head svg math iframe video audio object canvas select
    option textarea input button dialog map""".split()
)
"""Elements whose text never belongs to an article."""
LINE_TAGS = frozenset(
    ("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "dt", "dd", "figcaption", "summary")
)
"""Elements that hold a line of text. A custom element is inline in them, and a block elsewhere."""
_DENSE = re.compile("[\u3040-\ud7af]")
"""Finds nothing in a text without any of the characters that count more than once."""
_IDEOGRAPH_OR_KANA = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_HANGUL = re.compile("[\uac00-\ud7af]")
_DIGITS = re.compile(r"\d+")
_NON_WORD = re.compile(r"\W+")
_ASCII_NON_WORD = bytes(n for n in range(128) if not (chr(n).isalnum() or chr(n) == "_"))


_Elements = tuple[etree._Element, ...]
_Children = Iterator[etree._Element]


class Unit:
    """The text directly in one block element, in ``pieces`` while the page is read and in ``text``
    afterwards.

    - ``around``: the element and its ancestors, from the inside out;
    - ``linked``: how much of ``size`` is inside links.
    """

    __slots__ = ("_folded_text", "around", "element", "linked", "pieces", "size", "tag", "text")

    def __init__(
        self,
        element: etree._Element,
        around: _Elements = (),
        *,
        size: int = 0,
        linked: int = 0,
        text: str = "",
    ) -> None:
        self.element = element
        self.tag = str(element.tag)
        self.around = around or tuple(self_and_ancestors(element))
        self.pieces: list[str] = []
        self.size = size
        self.linked = linked
        self.text = text
        self._folded_text: str | None = None

    @property
    def link_share(self) -> float:
        """The share of the text that is inside links."""
        return self.linked / self.size if self.size else 0.0

    @property
    def folded_text(self) -> str:
        """The text without case, punctuation and white space; for finished units only, since the
        first result is kept."""
        if self._folded_text is None:
            self._folded_text = fold_text(self.text)
        return self._folded_text

    def is_in(self, element: etree._Element) -> bool:
        """Return True if the unit's element is ``element`` or a descendant of it."""
        return element in self.around

    def list_around(self, until: etree._Element | None) -> _Elements:
        """Return the element and its ancestors up to ``until``."""
        if until is None or until not in self.around:
            return self.around
        return self.around[: self.around.index(until) + 1]


def text_size(text: str) -> int:
    """Return the size of ``text`` in characters of an alphabet: an ideograph or kana counts as
    three, a hangul syllable as two."""
    collapsed = " ".join(text.split())
    if collapsed.isascii() or not _DENSE.search(collapsed):
        return len(collapsed)

    dense = len(_IDEOGRAPH_OR_KANA.findall(collapsed))
    return len(collapsed) + 2 * dense + len(_HANGUL.findall(collapsed))


def fold_text(text: str) -> str:
    """Return the letters and digits of ``text``, case folded: equal for two copies of a text that
    differ in case, punctuation or white space."""
    folded = text.casefold()
    if folded.isascii():
        return folded.encode("ascii").translate(None, _ASCII_NON_WORD).decode("ascii")
    return _NON_WORD.sub("", folded)


def list_page_units(page: Page) -> list[Unit]:
    """Return the units of ``page``, [] if it has no body; they are made once for each page."""
    return page.derived("heuristics.units", _list_body_units)


def _list_body_units(page: Page) -> list[Unit]:
    body = page.root.find("body")
    return [] if body is None else list_units(body)


def list_units(body: etree._Element, skipped: frozenset[str] = SKIPPED_TAGS) -> list[Unit]:
    """Return the units below ``body`` that have text, in the order in which they begin, without
    the elements named in ``skipped``."""
    unit, in_link = Unit(body), False
    units, around = [unit], unit.around
    _add_text(unit, body.text, in_link)
    # depth first and not recursive: each open element with what is left of its siblings, and what
    # the text after it belongs to
    opened: list[tuple[_Children, etree._Element, Unit, bool, _Elements]] = []
    children: _Children = iter(body)
    while True:
        for element in children:
            tag = element.tag
            if isinstance(tag, str) and tag not in skipped:
                inner, is_link = unit, in_link or tag == "a"
                if tag in BLOCK_TAGS or ("-" in tag and unit.tag not in LINE_TAGS):
                    inner = Unit(element, (element, *around))
                    units.append(inner)
                elif tag == "br":
                    unit.pieces.append(" ")
                _add_text(inner, element.text, is_link)
                if len(element):
                    opened.append((children, element, unit, in_link, around))
                    children, around = iter(element), (element, *around)
                    unit, in_link = inner, is_link
                    break
            _add_text(unit, element.tail, in_link)
        else:
            if not opened:
                return list(_finish_units(units))
            children, element, unit, in_link, around = opened.pop()
            _add_text(unit, element.tail, in_link)


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
        for element in unit.list_around(until):
            sizes[element] = sizes.get(element, 0) + unit.size
    return sizes


def _add_text(unit: Unit, text: str | None, in_link: bool) -> None:
    if not text:
        return
    if text.isspace():
        unit.pieces.append(" ")
        return
    size = text_size(text)
    unit.pieces.append(text)
    unit.size += size
    if in_link:
        unit.linked += size


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
