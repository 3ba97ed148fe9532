"""Roots and drops learned from pages: selectors that hold the guessed text on many pages, one per
layout, and what is inside them on many pages and not text of an article.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from itertools import chain

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.guess.class_names import find_class_word, fold_names
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

MIN_AGREEMENT = 0.8
"""Agreement (F1 of the text, by size) from which a selector finds what the guess finds."""
MIN_AGREEING_SHARE = 0.75
"""Share of the pages where a selector matches on which it must agree with the guess. It is below 1,
since single guesses are wrong."""
DROPPED_WEIGHT = 0.5
"""How much text that the guess drops counts against an element."""
MAX_LAYOUTS = 6
MIN_LAYOUT_SHARE = 0.05
"""A layout of fewer pages is not worth a rule."""
TOLERANCE = 0.01
"""Selectors whose agreement differs by less are equally good. Then the one on more pages wins, then
the better name."""
_ARTICLE_WORDS = re.compile(
    r"article|story|content|body|text|entry|post|main|news|copy", re.IGNORECASE
)


@dataclass(frozen=True)
class LearnedRoot:
    """A root rule: ``body`` selects the text, ``leads`` select leads before it."""

    body: str
    leads: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.leads, self.body)


def learn_roots(pages: Sequence[PageModel]) -> tuple[LearnedRoot, ...]:
    """Return root rules in the order in which they have to be tried.

    Empty if the pages have nothing in common.
    """
    roots: list[LearnedRoot] = []
    rest = list(pages)
    min_pages = min_page_count(len(pages), MIN_LAYOUT_SHARE)
    while len(rest) >= min_pages and len(roots) < MAX_LAYOUTS:
        body = _choose_selector(rest, min_pages)
        if body is None:
            break
        own = [page for page in rest if body in page.found]
        roots.append(LearnedRoot(body, _choose_leads(own, body)))
        rest = [page for page in rest if body not in page.found]
    return tuple(roots)


def measure_agreement(
    page: PageModel, text: TextShare, dropped_weight: float = DROPPED_WEIGHT
) -> float:
    """Return the F1 of the text in some elements against the guessed text of the page.

    What the guess drops counts less than other text: drop rules may remove it, but an element with
    less of it is better. A lead may be outside the guessed root, and is then counted as found.
    """
    good = page.whole.text + text.lead
    if not good:
        return 0.0
    return 2 * text.good / (good + text.good + text.other + dropped_weight * text.dropped)


def holds_article(page: PageModel, text: TextShare) -> bool:
    """True if some elements hold the guessed text of the page and little beside what the guess
    drops there; of a short article, that may be as long as its text."""
    return measure_agreement(page, text, dropped_weight=0) >= MIN_AGREEMENT


def is_most(count: int, of: int) -> bool:
    """True if ``count`` is a large enough share of ``of`` pages."""
    return count >= MIN_AGREEING_SHARE * of


def is_agreed(pages: Collection[bool]) -> bool:
    """True if most pages agree."""
    return is_most(sum(pages), len(pages))


def text_in_root(page: PageModel, root: LearnedRoot) -> TextShare:
    """Return the text that a root holds on a page."""
    return page.total(page.select(root.names))


def _choose_selector(pages: Sequence[PageModel], min_pages: float) -> str | None:
    """Return the selector that is as good as any on most of the pages where it matches, and
    matches on the most pages."""
    scores = _score_selectors(pages, min_pages)
    best_of_page = [
        max((by_page[number] for by_page in scores.values() if number in by_page), default=0.0)
        for number in range(len(pages))
    ]
    counts = {
        name: sum(score >= best_of_page[number] - TOLERANCE for number, score in by_page.items())
        for name, by_page in scores.items()
    }
    good = {name: count for name, count in counts.items() if is_most(count, len(scores[name]))}
    if not good:
        return None
    min_count = max(good.values()) * (1 - TOLERANCE)
    return min(
        (name for name in good if good[name] >= min_count),
        key=lambda name: (
            _matches_several(name, pages),
            *_name_quality(name),
            -sum(scores[name].values()),
            name,
        ),
    )


def _matches_several(name: str, pages: Sequence[PageModel]) -> bool:
    """True if a selector finds several elements on most pages where it matches.

    One of them may be something else.
    """
    counts = [len(page.select((name,))) for page in pages if name in page.found]
    return 2 * sum(count > 1 for count in counts) > len(counts)


def _score_selectors(pages: Sequence[PageModel], min_pages: float) -> dict[str, dict[int, float]]:
    """Return selector → number of a page → agreement there.

    Only selectors that agree with the guess on most pages where they match, with the lead before
    them, are returned.
    """
    # Elements that hold most of the page's text, except single paragraphs.
    counts = Counter(
        name
        for page in pages
        for name, numbers in page.found.items()
        if not name.startswith(("p.", "p#", "p["))
        and any(2 * page.shares[n].text > page.whole.text for n in numbers)
    )
    scores: dict[str, dict[int, float]] = {}
    for name in (name for name, count in counts.items() if count >= min_pages):
        root = LearnedRoot(
            name, _choose_leads([page for page in pages if name in page.found], name)
        )
        texts = {
            number: text_in_root(page, root)
            for number, page in enumerate(pages)
            if name in page.found
        }
        if is_agreed([holds_article(pages[number], text) for number, text in texts.items()]):
            scores[name] = {
                number: measure_agreement(pages[number], text) for number, text in texts.items()
            }
    return scores


def _name_quality(name: str) -> tuple[int, ...]:
    """Return a sort key; the lower, the more likely is the name to stay as it is.

    First comes a name that means the body of the article, then one that means text.
    """
    return (
        not name.endswith("[itemprop=articleBody]"),
        name.count(">"),
        not _ARTICLE_WORDS.search(name.rpartition(" > ")[2]),
    )


def _choose_leads(pages: Sequence[PageModel], body: str) -> tuple[str, ...]:
    """Return the one selector of leads, or other text of the article, that are outside ``body`` on
    most of the pages, if any."""
    shares: dict[str, list[float]] = {}
    for page in pages:
        roots = set(page.select((body,)))
        above = {number for root in roots for number in page.ancestors(root)}
        with_lead = (
            piece.names for piece, share in zip(page.pieces, page.shares, strict=True) if share.good
        )
        for name in dict.fromkeys(chain.from_iterable(with_lead)):
            numbers = page.select((name,))
            inside = any(not roots.isdisjoint((n, *page.ancestors(n))) for n in numbers)
            if not inside and above.isdisjoint(numbers):
                text = page.total(numbers)
                shares.setdefault(name, []).append(text.good / max(1, text.size))
    good = {
        name: sum(each)
        for name, each in shares.items()
        if len(each) >= max(2, len(pages) / 3)
        and is_agreed([share >= MIN_AGREEMENT for share in each])
    }
    if not good:
        return ()
    min_sum = max(good.values()) - TOLERANCE * len(pages)
    best = (name for name in good if good[name] >= min_sum)
    return (min(best, key=lambda name: (*_name_quality(name), name)),)


# Drops, such as related links, newsletters, share boxes and bylines.


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
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
"""Never dropped by their names: a heading is above other articles on one page and above text on
another."""
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
            if not kept.isdisjoint(self.page.ancestors(number))
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
            if piece.has_name and piece.tag not in _HEADINGS and text_names.isdisjoint(piece.names)
        }
        return sum(
            share.bad
            for number, share in enumerate(self.page.own_shares)
            if share.bad and self.keeps(number) and not boxes.isdisjoint(self._up_to_root(number))
        )

    def names(self) -> Iterator[tuple[str, TextShare]]:
        """Yield the names inside the roots, each with the text of one element."""
        for number, piece in enumerate(self.page.pieces):
            if self.keeps(number):
                yield from ((name, self.page.shares[number]) for name in piece.names)

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
            if self.page.shares[number].bad and self.has(number) and piece.tag not in _HEADINGS
            for name in piece.names
            # by its place only what is known to be none of the text
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
    """Yield the lines that other pages have, too, in a tag that CSS can name.

    A line that the guess leaves out anyway does not count, nor does a caption.
    """
    page = content.page
    parents = {piece.parent for piece in page.pieces}
    for number, piece in enumerate(page.pieces):
        if (
            number not in parents
            and piece.start
            and piece.checksum in page.boilerplate
            and (page.is_known or piece.label not in (DROPPED, CAPTION))
            and ":" not in piece.tag
            and content.keeps(number)
        ):
            yield Repeat(piece.names[0] if piece.names else piece.tag, piece.start)
