"""Roots and drops learned from pages: selectors that hold the guessed text on many pages, one per
layout, and what is inside them on many pages and not text of an article.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.proposing.text_rules.page_comparisons import (
    PageModel,
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
        above = {number for root in roots for number in page.around[root]}
        with_lead = (
            piece.names for piece, share in zip(page.pieces, page.shares, strict=True) if share.good
        )
        for name in dict.fromkeys(chain.from_iterable(with_lead)):
            numbers = page.select((name,))
            inside = any(n in roots or not roots.isdisjoint(page.around[n]) for n in numbers)
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
