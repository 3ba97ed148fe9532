"""Drop rules learned from pages: what is inside the root on many pages and not text of an article.

Examples are related links, newsletters, share boxes and bylines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from webarticlecurator.guess.class_names import compile_class_words, fold_names
from webarticlecurator.propose.learned_roots import LearnedRoot
from webarticlecurator.propose.page_summary import (
    CAPTION,
    DROPPED,
    NO_TEXT,
    START_LENGTH,
    PageModel,
    SummaryPiece,
    TextShare,
    min_page_count,
)

MIN_BAD_SHARE = 0.95
"""Share of the text found by a selector that must be left out by the guesses, or repeat over
pages."""
MIN_TEXT_SHARE = 0.002
"""A selector that finds less than this share of the text is not worth a rule."""
MIN_PAGE_SHARE = 0.02
"""A selector that matches on less than this share of the pages is not worth a rule."""
MAX_DROPS = 40
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
"""Never dropped by their names: a heading is above other articles on one page and above text on
another."""
_TEXT_TAGS = frozenset("p ul ol li h2 h3 h4 blockquote table tr td dl article main section".split())
"""Not dropped by their tag alone. Nothing is dropped by its place alone."""


@dataclass
class SelectorTotal:
    """What a selector finds inside the roots: on how many pages, and how much text of each kind."""

    pages: int = 0
    text: TextShare = NO_TEXT

    @property
    def is_not_text(self) -> bool:
        """True if next to nothing of it is text of the article."""
        return self.text.bad > 0 and self.text.bad >= MIN_BAD_SHARE * (
            self.text.bad + self.text.good
        )


class RootContent:
    """The pieces of one page inside its roots, and what is dropped of them.

    The roots are those of the first root rule that matches, or else those that were guessed.
    ``dropped`` holds the numbers of dropped pieces.
    """

    def __init__(self, page: PageModel, roots: Sequence[LearnedRoot]) -> None:
        self.page = page
        self.roots = frozenset(find_roots_of(page, roots) or page.guessed_roots)
        self._roots_and_ancestors = frozenset(
            number for root in self.roots for number in (root, *page.ancestors(root))
        )
        self.dropped: set[int] = set()

    @property
    def remaining(self) -> TextShare:
        """The text that is not dropped."""
        dropped = self.page.outermost(number for number in self.dropped if self.has(number))
        return self.page.total(self.roots) - self.page.total(dropped)

    def has(self, number: int) -> bool:
        """True if a piece is inside a root."""
        return not self.roots.isdisjoint(self.page.ancestors(number))

    def keeps(self, number: int) -> bool:
        """True if a piece is inside a root, and neither it nor one of its ancestors is dropped."""
        ancestors = set(self.page.ancestors(number))
        return (
            not self.roots.isdisjoint(ancestors)
            and number not in self.dropped
            and self.dropped.isdisjoint(ancestors)
        )

    def drop(self, name: str) -> None:
        """Drop what a selector finds."""
        numbers = self.page.found.get(name, ())
        self.dropped.update(number for number in numbers if self.has(number))

    def text_found_by(self, name: str) -> TextShare | None:
        """Return the text that a selector finds and that is not dropped already.

        None if it finds a root or an ancestor of one.
        """
        found = self.page.select((name,))
        if not self._roots_and_ancestors.isdisjoint(found):
            return None
        return self.page.total(self._kept(found)) - self.page.total(self._dropped_inside(found))

    def _kept(self, numbers: Sequence[int]) -> list[int]:
        return [number for number in numbers if self.keeps(number)]

    def _dropped_inside(self, numbers: Sequence[int]) -> list[int]:
        kept = set(self._kept(numbers)) if self.dropped else set()
        if not kept:
            return []
        return self.page.outermost(
            number for number in self.dropped if not kept.isdisjoint(self.page.ancestors(number))
        )

    def named_rest(self, text_names: Collection[str]) -> int:
        """Return the size of what is kept, is not text, and lies in elements with a class or id.

        What authors write is mostly in plain elements: a short line or a list of links there is
        part of the text, even if the guess leaves it out. So are elements with one of
        ``text_names``, which hold text elsewhere.
        """
        return sum(
            share.bad
            for number, share in enumerate(self.page.own_shares)
            if share.bad
            and self.keeps(number)
            and any(self._is_box(at, text_names) for at in self._up_to_root(number))
        )

    def names(self) -> Iterator[tuple[str, TextShare]]:
        """Yield the names inside the roots, each with the text of one element."""
        for number, piece in enumerate(self.page.pieces):
            if self.keeps(number):
                yield from ((name, self.page.shares[number]) for name in piece.names)

    def _is_box(self, number: int, text_names: Collection[str]) -> bool:
        piece = self.page.pieces[number]
        # the id of a heading is only for links to it
        has_name = piece.has_name and piece.tag not in _HEADINGS
        return has_name and not any(name in text_names for name in piece.names)

    def _up_to_root(self, number: int) -> Iterator[int]:
        for at in (number, *self.page.ancestors(number)):
            if at in self.roots:
                return
            yield at

    def drop_candidates(self) -> Iterator[str]:
        """Return the selectors of pieces inside the roots with something that is not text."""
        names: dict[str, None] = {}
        for number, piece in enumerate(self.page.pieces):
            if self.page.shares[number].bad and self.has(number):
                names.update(
                    dict.fromkeys(name for name in piece.names if _may_be_dropped(piece.tag, name))
                )
        return iter(names)


def _may_be_dropped(tag: str, name: str) -> bool:
    return tag not in _HEADINGS and name not in _TEXT_TAGS and ">" not in name


def is_named_aside(name: str) -> bool:
    """True for a selector by a name that says itself that the element is beside the article."""
    return bool(compile_class_words("beside").search(fold_names(name)))


def find_roots_of(page: PageModel, roots: Sequence[LearnedRoot]) -> tuple[int, ...]:
    """Return the elements of the first root rule that matches on a page."""
    return next((tuple(found) for root in roots if (found := page.select(root.names))), ())


def learn_drops(pages: Sequence[PageModel], roots: Sequence[LearnedRoot]) -> tuple[str, ...]:
    """Return selectors of what should be dropped inside the roots, the largest first."""
    contents = [RootContent(page, roots) for page in pages]
    whole = sum(content.remaining.good for content in contents)
    found = [
        {name: content.text_found_by(name) for name in content.drop_candidates()}
        for content in contents
    ]
    min_pages = min_page_count(pages, MIN_PAGE_SHARE)
    chosen: list[str] = []
    while len(chosen) < MAX_DROPS:
        good = {
            name: total.text
            for name, total in _sum_by_selector(contents, found).items()
            if total.pages >= min_pages and total.is_not_text
        }
        best = max(
            good,
            key=lambda name: (
                good[name].bad - 2 * good[name].good,
                -name.count(">"),
                is_named_aside(name),
                -len(name),
                name,
            ),
            default=None,
        )
        if best is None or good[best].bad < MIN_TEXT_SHARE * whole:
            break
        chosen.append(best)
        for content, texts in zip(contents, found, strict=True):
            if best in texts:
                content.drop(best)
                texts.update({name: content.text_found_by(name) for name in texts})
    return tuple(chosen)


def _sum_by_selector(
    contents: Sequence[RootContent], found: Sequence[dict[str, TextShare | None]]
) -> dict[str, SelectorTotal]:
    totals: dict[str, SelectorTotal] = {}
    for content, texts in zip(contents, found, strict=True):
        for name, text in texts.items():
            total = totals.setdefault(name, SelectorTotal())
            total.pages += bool(text)
            # None: the selector finds a root, so all of the text counts against dropping it.
            total.text += TextShare(text=content.page.whole.good) if text is None else text
    return totals


def sum_found(name: str, contents: Sequence[RootContent]) -> SelectorTotal:
    """Return what one selector finds on all pages."""
    found = [{name: content.text_found_by(name)} for content in contents]
    return _sum_by_selector(contents, found).get(name, SelectorTotal())


def is_common_aside(name: str, contents: Sequence[RootContent]) -> bool:
    """True if what a selector finds on all pages is not text, and is on enough of them."""
    total = sum_found(name, contents)
    pages = [content.page for content in contents]
    return total.is_not_text and total.pages >= min_page_count(pages, MIN_PAGE_SHARE)


def is_validated(name: str, contents: Sequence[RootContent]) -> bool:
    """True if nothing that a selector finds on these pages speaks against it: it is not text.

    What it finds outside the roots decides if it finds nothing inside them. Few pages may have
    nothing of the kind at all.
    """
    total = sum_found(name, contents)
    if total.text:
        return total.is_not_text
    outside = sum(
        (content.page.total(content.page.select((name,))) for content in contents), NO_TEXT
    )
    return outside.good == 0


# Paragraphs that many pages repeat word for word.
#
# No name distinguishes them from the text, so they are recognised by their beginning.

MAX_REPEATS = 20


@dataclass(frozen=True, order=True)
class Repeat:
    """Elements of ``tag`` (a CSS selector) whose text begins with ``starts``, or, if ``whole``, is
    exactly this."""

    tag: str
    starts: str

    @property
    def whole(self) -> bool:
        return len(self.starts) < START_LENGTH


def find_repeats(contents: Sequence[RootContent]) -> tuple[Repeat, ...]:
    """Return what several pages repeat inside their roots, most frequent first.

    What the guess or a rule leaves out is not returned.
    """
    counts = Counter(
        repeat for content in contents for repeat in dict.fromkeys(_repeats_on_page(content))
    )
    several = [repeat for repeat, count in counts.items() if count > 1]
    return tuple(sorted(several, key=lambda repeat: (-counts[repeat], repeat))[:MAX_REPEATS])


def count_pages_with(repeat: Repeat, contents: Sequence[RootContent]) -> int:
    """Return the number of pages on which a repeat is inside the roots."""
    return sum(repeat in set(_repeats_on_page(content)) for content in contents)


def matches_repeat(repeat: Repeat, piece: SummaryPiece) -> bool:
    """Return True if the rule of a repeat finds this piece."""
    if repeat.tag != (piece.names[0] if piece.names else piece.tag):
        return False
    return piece.start == repeat.starts if repeat.whole else piece.start.startswith(repeat.starts)


def _repeats_on_page(content: RootContent) -> Iterator[Repeat]:
    page = content.page
    parents = {piece.parent for piece in page.pieces}
    for number, piece in enumerate(page.pieces):
        if number not in parents and _is_repeated(piece, page) and content.keeps(number):
            yield Repeat(piece.names[0] if piece.names else piece.tag, piece.start)


def _is_repeated(piece: SummaryPiece, page: PageModel) -> bool:
    """True for a line that other pages have, too, in a tag that CSS can name.

    A line that the guess leaves out anyway does not count, nor does a caption.
    """
    return (
        bool(piece.start)
        and piece.checksum in page.boilerplate
        and piece.label not in (DROPPED, CAPTION)
        and ":" not in piece.tag
    )
