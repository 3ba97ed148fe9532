"""A page as a list of text units: roughly the paragraphs, headings, labels and teasers that
readers see.

A unit is the text directly in one block element. Sizes are in characters of an alphabet: an
ideograph, kana or hangul syllable counts as many as the letters of the word that it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import takewhile

from lxml import etree

from webarticlecurator.articles.units.link_lines import (
    is_date_line,
    is_link_line,
    measure_linked_text,
)
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.base.text.word_borders import SENTENCE_ENDS
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.displayed import is_shown_dialog
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.page.word_account import BLOCK_TAGS
from webarticlecurator.pages.rules.elements import collapse_white_space

# *noscript* is read where a page shows nothing else (list_text_units).
SKIPPED_TAGS = frozenset(
    """script style noscript template head svg math iframe video audio object canvas select
    option textarea input button dialog map""".split()
)
"""Elements whose text never belongs to an article, but for dialogs that a reader can open."""
LINE_TAGS = frozenset(
    ("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "dt", "dd", "figcaption", "summary")
)
"""Elements that hold a line of text. A custom element is inline in them, and a block elsewhere."""
MIN_PARAGRAPH_SIZE = 80
"""Size from which a unit can be running text: about a line of print, more than labels have."""
MIN_PAGE_TEXT = 200
"""Size of running text below which the article is looked for in ``noscript``, too; and below which
a root found by rules holds no main content. Two or three short paragraphs have more."""
MAX_LINK_SHARE = 0.5
"""Share of a unit's text from which on, if it is inside links, the unit is a link and not running
text."""
_DATA_STARTS = ('{"', '[{"', '["', "{{")
"""How JSON and template code begin that a page has as text."""
_PARAGRAPH_TAGS = frozenset("p div section article td blockquote li span main pre body dd".split())
CLOSING_MARKS = "\"'”’»)]"
"""What can stand between the end of a sentence and white space."""
_NON_WORD = re.compile(r"\W+")
_ASCII_NON_WORD = bytes(n for n in range(128) if not (chr(n).isalnum() or chr(n) == "_"))


_Elements = tuple[etree._Element, ...]
_Children = Iterator[etree._Element]


class Unit:
    """The text directly in one block element, in ``pieces`` while the page is read and in ``text``
    afterwards.

    - ``around``: the element and its ancestors, from the inside out;
    - ``linked``: how much of ``size`` is inside links;
    - ``is_running_text``: whether it is like a paragraph, once the page is read.
    """

    __slots__ = (
        "_folded_text", "_is_date_line", "_is_link_line", "around", "element", "is_running_text",
        "linked", "pieces", "size", "tag", "text",
    )  # fmt: skip

    def __init__(self, element: etree._Element, tag: str, around: _Elements) -> None:
        self.element = element
        self.tag = tag
        self.around = around
        self.pieces: list[str] = []
        self.size = 0
        self.linked = 0
        self.text = ""
        self.is_running_text = False
        self._folded_text: str | None = None
        self._is_date_line: bool | None = None
        self._is_link_line: bool | None = None

    def finish(self) -> None:
        """Join the pieces to the text, and see whether it is like a paragraph: long, mostly without
        links, in a fitting element."""
        # three of five units have one piece, which is collapsed already
        if len(self.pieces) > 1:
            self.text = collapse_white_space("".join(self.pieces))
        text = self.text
        del self.pieces  # as many lists as units, which the garbage collector would look at
        self.is_running_text = (
            self.size >= MIN_PARAGRAPH_SIZE
            and self.linked / self.size < MAX_LINK_SHARE
            and self.tag in _PARAGRAPH_TAGS
            # Pages may have JSON in their text, as long as paragraphs (020b5cc0).
            and not text.startswith(_DATA_STARTS)
        )

    @property
    def link_share(self) -> float:
        """The share of the text that is inside links."""
        return self.linked / self.size if self.size else 0.0

    @property
    def is_date_line(self) -> bool:
        """Whether the text is little more than a date; kept, since the expressions are slow and
        heuristics and trees both ask for it."""
        if self._is_date_line is None:
            self._is_date_line = is_date_line(self.text)
        return self._is_date_line

    @property
    def is_link_line(self) -> bool:
        """Whether the text only sends the reader to something else; kept for the same reason."""
        if self._is_link_line is None:
            self._is_link_line = is_link_line(self.text)
        return self._is_link_line

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


def text_size(text: str) -> int:
    """Return the size of ``text`` in characters of an alphabet: an ideograph or kana counts as
    three, a hangul syllable as two."""
    return measure_linked_text(collapse_white_space(text))


def fold_text(text: str) -> str:
    """Return the letters and digits of ``text``, case folded: equal for two copies of a text that
    differ in case, punctuation or white space."""
    casefolded = text.casefold()
    if casefolded.isascii():
        return casefolded.encode("ascii").translate(None, _ASCII_NON_WORD).decode("ascii")
    return _NON_WORD.sub("", casefolded)


def has_sentence_end(text: str) -> bool:
    """Return True for a text with the punctuation of a sentence at its end, perhaps before closing
    marks."""
    return text.rstrip(CLOSING_MARKS)[-1:] in SENTENCE_ENDS


@once_per_page("heuristics.units")
def list_page_units(page: Page) -> list[Unit]:
    """Return the units of ``page``, [] if it has no body."""
    body = page.root.find("body")
    return [] if body is None else list_units(body, page=page)


@once_per_page("heuristics.text_units")
def list_text_units(page: Page) -> list[Unit]:
    """Return the units of ``page`` in which its text is looked for: with those in ``noscript``
    where it shows hardly any, since forums and applications have there what scripts would show."""
    units, body = list_page_units(page), page.root.find("body")
    if body is None or sum(u.size for u in units if u.is_running_text) >= MIN_PAGE_TEXT:
        return units
    return list_units(body, SKIPPED_TAGS - {"noscript"}, page=page)


class _Block:
    """A block element while its page is read; ``unit`` only where it has text, as half have."""

    __slots__ = ("element", "outer", "tag", "unit")

    def __init__(self, element: etree._Element, tag: str, outer: _Elements) -> None:
        self.element = element
        self.tag = tag
        self.outer = outer
        self.unit: Unit | None = None

    def add_text(self, text: str | None, in_link: bool) -> None:
        """Add a piece of text, if there is any; of white space alone, a space between two."""
        if not text:
            return
        unit = self.unit
        if text.isspace():
            if unit is not None:
                unit.pieces.append(" ")
            return
        collapsed = collapse_white_space(text)
        size = len(collapsed) if collapsed.isascii() else measure_linked_text(collapsed)
        if unit is None:
            unit = self.unit = Unit(self.element, self.tag, (self.element, *self.outer))
            unit.text = collapsed
        unit.pieces.append(text)
        unit.size += size
        if in_link:
            unit.linked += size


def list_units(
    body: etree._Element, skipped: frozenset[str] = SKIPPED_TAGS, *, page: Page | None = None
) -> list[Unit]:
    """Return the units below ``body`` that have text, in the order in which they begin, without
    the elements named in ``skipped``, but with the dialogs of a ``page`` that it shows."""
    block, in_link = _Block(body, str(body.tag), tuple(body.iterancestors())), False
    blocks = [block]
    block.add_text(body.text, in_link)
    # depth first and not recursive: each open element with what is left of its siblings, and what
    # the text after it belongs to
    opened: list[tuple[_Children, etree._Element, _Block, bool, _Elements]] = []
    children: _Children = iter(body)
    around = tuple(self_and_ancestors(body))
    while True:
        for element in children:
            tag = element.tag
            if isinstance(tag, str) and (
                tag not in skipped
                or (tag == "dialog" and page is not None and is_shown_dialog(element, page))
            ):
                inner, is_link = block, in_link or tag == "a"
                # A hyphen marks a custom element, of which no list can know whether it is a block.
                if tag in BLOCK_TAGS or ("-" in tag and block.tag not in LINE_TAGS):
                    inner = _Block(element, tag, around)
                    blocks.append(inner)
                elif tag == "br":
                    block.add_text(" ", in_link)
                # Most elements have no text of their own: they are not worth a call.
                text = element.text
                if text and (inner.unit is not None or not text.isspace()):
                    inner.add_text(text, is_link)
                if len(element):
                    opened.append((children, element, block, in_link, around))
                    children, around = iter(element), (element, *around)
                    block, in_link = inner, is_link
                    break
            # Nearly all of it is white space of the source, before any text.
            if (text := element.tail) and (block.unit is not None or not text.isspace()):
                block.add_text(text, in_link)
        else:
            if not opened:
                return _finish_units(blocks)
            children, element, block, in_link, around = opened.pop()
            block.add_text(element.tail, in_link)


def _finish_units(blocks: Iterable[_Block]) -> list[Unit]:
    units = [block.unit for block in blocks if block.unit is not None]
    for unit in units:
        unit.finish()
    return units


def sum_text_sizes(units: Iterable[Unit]) -> dict[etree._Element, int]:
    """Return element → sum of the sizes of ``units`` in it, for their elements and all
    ancestors."""
    sizes: dict[etree._Element, int] = {}
    for unit in units:
        for element in unit.around:
            sizes[element] = sizes.get(element, 0) + unit.size
    return sizes


def find_box(unit: Unit, is_part: Callable[[etree._Element], bool]) -> etree._Element:
    """Return the outermost of the elements around a unit, from the inside out and below the body,
    as long as ``is_part`` is true of them; the element of the unit if it is true of none."""
    inside = takewhile(lambda outer: outer.tag != "body" and is_part(outer), unit.around)
    return [unit.element, *inside][-1]


def find_around(units: Iterable[Unit], tags: Collection[str]) -> set[etree._Element]:
    """Return the elements with one of the ``tags`` that are around any of ``units``."""
    # Units share most of the elements around them, so each is asked for its tag once.
    around = set[etree._Element]().union(*(unit.around for unit in units))
    return {element for element in around if element.tag in tags}


def unit_kind(unit: Unit) -> tuple[str, ...]:
    """Return what the paragraphs of one article have in common: tag, class and id of the element
    without digits, and, if it has no class, those of its parent."""
    parent = unit.element.getparent()
    elements = [unit.element]
    # Generated paragraphs have no class; then that of their parent is what they share.
    if parent is not None and not unit.element.get("class"):
        elements.append(parent)
    return tuple(
        DIGITS.sub("", f"{e.tag} {e.get('class') or ''} {e.get('id') or ''}") for e in elements
    )
