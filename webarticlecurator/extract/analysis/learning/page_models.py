"""Sketches made ready for comparison: what each selector finds on each page, and how much of which
text is in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from webarticlecurator.extract.analysis.learning.page_summary import (
    CAPTION,
    DROPPED,
    LEAD,
    TEXT,
    PageSummary,
    SummaryPiece,
)

BOILERPLATE_SHARE = 0.3
"""Text that stands on this share of the pages, and on three at least, is the portal's and not an
article's."""
MIN_BOILERPLATE_PAGES = 3


@dataclass(frozen=True)
class TextShare:
    """How much text of each kind is in an element or a page (in characters): ``text`` and ``lead``
    of the article, ``dropped`` what its guess leaves out, ``other`` all that it does not count to
    the article."""

    text: int = 0
    lead: int = 0
    dropped: int = 0
    other: int = 0

    def __add__(self, more: TextShare) -> TextShare:
        return TextShare(
            self.text + more.text,
            self.lead + more.lead,
            self.dropped + more.dropped,
            self.other + more.other,
        )

    def __sub__(self, less: TextShare) -> TextShare:
        return TextShare(
            self.text - less.text,
            self.lead - less.lead,
            self.dropped - less.dropped,
            self.other - less.other,
        )

    def __bool__(self) -> bool:
        return bool(self.good or self.bad)

    @property
    def good(self) -> int:
        return self.text + self.lead

    @property
    def bad(self) -> int:
        return self.dropped + self.other


NO_TEXT = TextShare()


class PageModel:
    """One page: ``whole`` is what all of it holds; ``boilerplate``: marks of what many pages
    repeat."""

    def __init__(self, sketch: PageSummary, boilerplate: frozenset[int]) -> None:
        self.url = sketch.url
        self.pieces = sketch.pieces
        self.boilerplate = boilerplate
        self.held = _sums(sketch.pieces, boilerplate)
        self.whole = self.held[0] if self.held else NO_TEXT
        self.found: dict[str, list[int]] = {}
        for number, piece in enumerate(sketch.pieces):
            for name in piece.names:
                self.found.setdefault(name, []).append(number)

    @property
    def guessed(self) -> list[int]:
        """The elements that the guess of this page takes for the article."""
        said = [number for number, piece in enumerate(self.pieces) if piece.says in (TEXT, LEAD)]
        return self.outermost(said)

    @property
    def layout(self) -> tuple[str, ...]:
        """What is around the article: the tags and first names of elements, inside out. Alike on
        pages of one layout."""
        main = max(self.guessed, key=lambda number: self.held[number].text, default=None)
        around = (main, *self.around(main)) if main is not None else ()
        return tuple((*self.pieces[number].names, self.pieces[number].tag)[0] for number in around)

    def outermost(self, numbers: Iterable[int]) -> list[int]:
        """Without those that stand inside another one of them; in document order."""
        every = set(numbers)
        return [number for number in sorted(every) if every.isdisjoint(self.around(number))]

    def around(self, number: int) -> Iterator[int]:
        """The numbers of the pieces around a piece, inside out."""
        at = self.pieces[number].parent
        while at >= 0:
            yield at
            at = self.pieces[at].parent

    def select(self, names: Iterable[str]) -> list[int]:
        """The outermost elements that one of the selectors finds."""
        return self.outermost(number for name in names for number in self.found.get(name, ()))

    def sum(self, numbers: Iterable[int]) -> TextShare:
        """What elements hold together; none of them inside another."""
        total = NO_TEXT
        for number in numbers:
            total += self.held[number]
        return total


def min_page_count(pages: Sequence[PageModel], share: float) -> float:
    """How many pages must have what is worth a rule: a share of them, and two at least where there
    are more than two."""
    return max(2 if len(pages) > 2 else 1, share * len(pages))


def build_page_models(sketches: Sequence[PageSummary]) -> list[PageModel]:
    """Views of pages of one portal, text that many of them repeat counted as none of the
    article."""
    pages = Counter(
        mark
        for sketch in sketches
        for mark in {piece.mark for piece in sketch.pieces if piece.mark}
    )
    enough = max(MIN_BOILERPLATE_PAGES, BOILERPLATE_SHARE * len(sketches))
    boilerplate = frozenset(mark for mark, count in pages.items() if count >= enough)
    return [PageModel(sketch, boilerplate) for sketch in sketches]


def _sums(pieces: Sequence[SummaryPiece], boilerplate: frozenset[int]) -> list[TextShare]:
    held = [_own(piece, boilerplate) for piece in pieces]
    for number in range(len(pieces) - 1, 0, -1):
        held[pieces[number].parent] += held[number]
    return held


def _own(piece: SummaryPiece, boilerplate: frozenset[int]) -> TextShare:
    size = piece.size
    if not size or piece.says == CAPTION:
        return NO_TEXT
    if piece.mark in boilerplate:
        return (
            TextShare(dropped=size)
            if piece.says in (TEXT, LEAD, DROPPED)
            else TextShare(other=size)
        )
    if piece.says == TEXT:
        return TextShare(text=size)
    if piece.says == LEAD:
        return TextShare(lead=size)
    return TextShare(dropped=size) if piece.says == DROPPED else TextShare(other=size)
