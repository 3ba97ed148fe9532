"""Page summaries prepared for comparison: what each selector finds on a page, and how much text of
which kind is in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import group_values
from webarticlecurator.proposing.fields.page_summary import (
    CAPTION,
    DROPPED,
    LEAD,
    TEXT,
    PageSummary,
    SummaryPiece,
)

BOILERPLATE_SHARE = 0.3
"""Text that is on this share of the pages belongs to the portal, not to an article."""
MIN_BOILERPLATE_PAGES = 3
"""Pages, at least, on which boilerplate must be."""


@dataclass(frozen=True)
class TextShare:
    """How much text of each kind is in an element or a page, in characters.

    ``text`` and ``lead`` belong to the article, ``dropped`` is what its guess leaves out, ``other``
    is everything outside the article.
    """

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
    def size(self) -> int:
        return self.good + self.bad

    @property
    def good(self) -> int:
        """Text of the article."""
        return self.text + self.lead

    @property
    def bad(self) -> int:
        """Anything else."""
        return self.dropped + self.other


NO_TEXT = TextShare()


class PageModel:
    """One page prepared for comparison.

    ``pieces`` are the elements with text, ``own_shares`` how much text is directly in each of them,
    and ``shares`` how much is inside it.
    ``around`` are the numbers of the pieces around each of them.
    ``whole`` is the text of the page; ``boilerplate`` are checksums of texts that many pages
    repeat. ``found`` maps a selector to the numbers of the pieces that it finds.
    """

    def __init__(self, summary: PageSummary, boilerplate: frozenset[int]) -> None:
        self.url = summary.url
        self.is_known = summary.is_known
        self.pieces = summary.pieces
        self.boilerplate = boilerplate
        self.around: list[frozenset[int]] = []
        for piece in summary.pieces:
            parent = piece.parent
            self.around.append(self.around[parent] | {parent} if parent >= 0 else frozenset())
        self.own_shares = [_own_share(piece, boilerplate) for piece in summary.pieces]
        self.shares = list(self.own_shares)
        for number in range(len(self.pieces) - 1, 0, -1):
            self.shares[self.pieces[number].parent] += self.shares[number]
        self.whole = self.shares[0] if self.shares else NO_TEXT
        self.found = group_values(
            (name, number) for number, piece in enumerate(summary.pieces) for name in piece.names
        )

    @property
    def kept_by_rules(self) -> TextShare:
        """The text that the rules of the portal file keep."""
        return sum(
            (
                share
                for share, piece in zip(self.own_shares, self.pieces, strict=True)
                if piece.is_kept
            ),
            NO_TEXT,
        )

    @property
    def guessed_roots(self) -> list[int]:
        """The elements that were guessed to hold the article on this page."""
        return self.outermost(
            number for number, piece in enumerate(self.pieces) if piece.label in (TEXT, LEAD)
        )

    @property
    def layout(self) -> tuple[str, ...]:
        """The first names of the guessed root and its ancestors, innermost first.

        Pages of one layout have the same ones.
        """
        main = max(self.guessed_roots, key=lambda number: self.shares[number].text, default=None)
        if main is None:
            return ()
        return tuple(
            (*self.pieces[number].names, self.pieces[number].tag)[0]
            for number in (main, *self.ancestors(main))
        )

    def outermost(self, numbers: Iterable[int]) -> list[int]:
        """Return the pieces that are not inside another one of them, in document order."""
        every = set(numbers)
        return [number for number in sorted(every) if every.isdisjoint(self.around[number])]

    def ancestors(self, number: int) -> Iterator[int]:
        """Yield the numbers of the pieces around a piece, innermost first."""
        parent = self.pieces[number].parent
        while parent >= 0:
            yield parent
            parent = self.pieces[parent].parent

    def select(self, names: Iterable[str]) -> list[int]:
        """Return the outermost pieces that one of the selectors finds."""
        return self.outermost(number for name in names for number in self.found.get(name, ()))

    def total(self, numbers: Iterable[int]) -> TextShare:
        """Return the text of several pieces, none of which may be inside another."""
        return sum((self.shares[number] for number in numbers), NO_TEXT)


def min_page_count(pages: int, share: float) -> float:
    """Return on how many of so many pages something must be to become a rule.

    It is a share of them, and at least two if there are more than two.
    """
    return max(2 if pages > 2 else 1, share * pages)


def build_page_models(summaries: Sequence[PageSummary]) -> list[PageModel]:
    """Return models of pages of one portal.

    Text that many of them repeat does not count as text of the article.
    """
    pages = Counter(
        checksum
        for summary in summaries
        # a line of a known text is never boilerplate, however many articles have it
        for checksum in {
            piece.checksum
            for piece in summary.pieces
            if piece.checksum and not (summary.is_known and piece.label == TEXT)
        }
    )
    min_count = max(MIN_BOILERPLATE_PAGES, BOILERPLATE_SHARE * len(summaries))
    boilerplate = frozenset(checksum for checksum, count in pages.items() if count >= min_count)
    return [PageModel(summary, boilerplate) for summary in summaries]


def _own_share(piece: SummaryPiece, boilerplate: frozenset[int]) -> TextShare:
    """Return the text directly in a piece."""
    if not piece.size or piece.label == CAPTION:
        return NO_TEXT
    is_text = piece.label in (TEXT, LEAD)
    if piece.label == DROPPED or (is_text and piece.checksum in boilerplate):
        return TextShare(dropped=piece.size)
    return TextShare(**{piece.label if is_text else "other": piece.size})
