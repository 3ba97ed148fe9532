"""Drops, such as related links, newsletters, share boxes and bylines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from webarticlecurator.articles.without_rules.class_names import find_class_word, fold_names
from webarticlecurator.articles.without_rules.kicker import SUBHEADINGS
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.proposing.text_rules.learned_selectors import LearnedRoot
from webarticlecurator.proposing.text_rules.page_comparisons import (
    NO_TEXT,
    PageModel,
    TextShare,
    min_page_count,
)

MIN_BAD_SHARE = 0.95
"""Share of the text found by a selector that must be left out by the guesses, or repeat over
pages."""
MIN_BAD_SHARE_IF_NAMED = 0.8
"""The same of what is named as something beside an article (*related*): there a single guess that
finds text is wrong."""
MAX_SLIP = 60
SLIP_PAGES = 5
"""Letters of text on one page that say nothing against a drop on so many others: a short line, such
as a date with links to sections in a header, that the guess takes for text."""
MIN_TEXT_SHARE = 0.002
"""A selector that finds less than this share of the text is not worth a rule."""
MIN_PAGE_SHARE = 0.02
"""A selector that matches on less than this share of the pages is not worth a rule."""
MAX_DROPS = 40
_TEXT_TAGS = frozenset("p ul ol li h2 h3 h4 blockquote table tr td dl article main section".split())
"""Not dropped by their tag alone. Nothing is dropped by its place alone."""


@dataclass
class SelectorTotal:
    """What a selector finds inside the roots: on how many pages, how much text of each kind, and
    the most text of the article on one page if it is a short line."""

    pages: int = 0
    text: TextShare = NO_TEXT
    slip: int = 0

    def is_not_text(self, name: str) -> bool:
        """True if next to nothing of it is text of the article; ``name`` is the selector."""
        is_named = find_class_word("beside, however long", fold_names(name))
        share = MIN_BAD_SHARE_IF_NAMED if is_named else MIN_BAD_SHARE
        good = self.text.good - (self.slip if self.pages > SLIP_PAGES else 0)
        return self.text.bad > 0 and self.text.bad >= share * (self.text.bad + good)


class RootContent:
    """The pieces of one page inside its roots, and what is dropped of them.

    The roots are those of the first root rule that matches, or else those that were guessed.
    ``dropped`` holds the numbers of dropped pieces.
    """

    def __init__(self, page: PageModel, roots: Sequence[LearnedRoot]) -> None:
        self.page = page
        self.roots = frozenset(find_roots_of(page, roots) or page.guessed_roots)
        self._roots_and_ancestors = frozenset(
            number for root in self.roots for number in (root, *page.around[root])
        )
        self.dropped: set[int] = set()

    @property
    def remaining(self) -> TextShare:
        """The text that is not dropped."""
        dropped = self.page.outermost(number for number in self.dropped if self.has(number))
        return self.page.total(self.roots) - self.page.total(dropped)

    def has(self, number: int) -> bool:
        """True if a piece is inside a root."""
        return not self.roots.isdisjoint(self.page.around[number])

    def keeps(self, number: int) -> bool:
        """True if a piece is inside a root, and neither it nor one of its ancestors is dropped."""
        around = self.page.around[number]
        return (
            not self.roots.isdisjoint(around)
            and number not in self.dropped
            and self.dropped.isdisjoint(around)
        )

    def drop(self, name: str) -> None:
        """Drop what a selector finds."""
        self.dropped.update(n for n in self.page.found.get(name, ()) if self.has(n))

    def text_found_by(self, name: str) -> TextShare | None:
        """Return the text that a selector finds and that is not dropped already.

        None if it finds a root or an ancestor of one.
        """
        found = self.page.select((name,))
        if not self._roots_and_ancestors.isdisjoint(found):
            return None
        kept = {number for number in found if self.keeps(number)}
        dropped = self.page.outermost(
            number
            for number in (self.dropped if kept else ())
            if not kept.isdisjoint(self.page.around[number])
        )
        return self.page.total(kept) - self.page.total(dropped)

    def named_rest(self, text_names: Set[str]) -> int:
        """Return the size of what is kept, is not text, and lies in elements with a class or id.

        What authors write is mostly in plain elements: a short line or a list of links there is
        part of the text, even if the guess leaves it out. So are elements with one of
        ``text_names``, which hold text elsewhere.
        """
        boxes = {
            number
            for number, piece in enumerate(self.page.pieces)
            # the id of a heading is only for links to it
            if piece.has_name
            and piece.tag not in SUBHEADINGS
            and text_names.isdisjoint(piece.names)
        }
        return sum(
            share.bad
            for number, share in enumerate(self.page.own_shares)
            if share.bad and self.keeps(number) and not boxes.isdisjoint(self._up_to_root(number))
        )

    def names(self) -> Iterator[tuple[str, TextShare]]:
        """Yield the names inside the roots, each with the text of one element."""
        return (
            (name, self.page.shares[number])
            for number, piece in enumerate(self.page.pieces)
            if self.keeps(number)
            for name in piece.names
        )

    def _up_to_root(self, number: int) -> Iterator[int]:
        for at in (number, *self.page.ancestors(number)):
            if at in self.roots:
                return
            yield at

    def drop_candidates(self) -> dict[str, None]:
        """Return the selectors of pieces inside the roots with something that is not text."""
        return dict.fromkeys(
            name
            for number, piece in enumerate(self.page.pieces)
            if self.page.shares[number].bad and self.has(number) and piece.tag not in SUBHEADINGS
            for name in piece.names
            # by its place only what is known to be none of the text
            # no heading: it is above other articles on one page, and above text on another
            if name not in _TEXT_TAGS and (">" not in name or self.page.is_known)
        )


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
    min_pages = min_page_count(len(pages), MIN_PAGE_SHARE)
    chosen: list[str] = []
    while len(chosen) < MAX_DROPS:
        good = {
            name: total.text
            for name, total in _sum_by_selector(contents, found).items()
            if total.pages >= min_pages and total.is_not_text(name)
        }
        best = max(
            good,
            key=lambda name: (
                good[name].bad - 2 * good[name].good,
                -name.count(">"),
                # of equals, a name that says itself that the element is beside the article
                bool(find_class_word("beside", fold_names(name))),
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
            if text is not None and text.good <= MAX_SLIP:
                total.slip = max(total.slip, text.good)
    return totals


def sum_found(name: str, contents: Sequence[RootContent]) -> SelectorTotal:
    """Return what one selector finds on all pages."""
    found = [{name: content.text_found_by(name)} for content in contents]
    return _sum_by_selector(contents, found).get(name, SelectorTotal())


def is_common_aside(name: str, contents: Sequence[RootContent]) -> bool:
    """True if what a selector finds on all pages is not text, and is on enough of them."""
    total = sum_found(name, contents)
    return total.is_not_text(name) and total.pages >= min_page_count(len(contents), MIN_PAGE_SHARE)


def is_validated(name: str, contents: Sequence[RootContent]) -> bool:
    """True if nothing that a selector finds on these pages speaks against it: it is not text.

    What it finds outside the roots decides if it finds nothing inside them. Few pages may have
    nothing of the kind at all.
    """
    total = sum_found(name, contents)
    if total.text:
        return total.is_not_text(name)
    outside = sum(
        (content.page.total(content.page.select((name,))) for content in contents), NO_TEXT
    )
    return outside.good == 0
