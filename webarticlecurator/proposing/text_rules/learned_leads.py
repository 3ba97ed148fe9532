"""Leads learned from pages: one element near the beginning of each page, named as a lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from webarticlecurator.proposing.fields.page_summary import LEAD, TEXT, SummaryPiece
from webarticlecurator.proposing.text_rules.learned_drops import find_roots_of
from webarticlecurator.proposing.text_rules.learned_selectors import MIN_AGREEING_SHARE, LearnedRoot
from webarticlecurator.proposing.text_rules.page_comparisons import PageModel


def is_guessed(piece: SummaryPiece) -> bool:
    return bool(piece.size) and piece.label in (TEXT, LEAD)


def pages_by_root(
    pages: Sequence[PageModel], roots: Sequence[LearnedRoot]
) -> Iterator[tuple[LearnedRoot, list[PageModel]]]:
    """Yield each root with the pages on which it is the first one that matches."""
    rest = list(pages)
    for root in roots:
        yield root, [page for page in rest if page.select(root.names)]
        rest = [page for page in rest if not page.select(root.names)]


MAX_LEAD_SHARE = 0.5
"""A lead is less than this share of the text."""


def learn_leads(
    pages: Sequence[PageModel], roots: Sequence[LearnedRoot], drops: Sequence[str]
) -> tuple[str, ...]:
    """Return the signatures of leads, at most one per layout.

    Most pages of its layout begin with it.
    """
    leads = (_lead_of_layout(own, roots, drops) for _, own in pages_by_root(pages, roots))
    return tuple(dict.fromkeys(filter(None, leads)))


def has_lead(page: PageModel, roots: Sequence[LearnedRoot], name: str) -> bool:
    """Return True if only one element on the page has this name, and it is a lead.

    A lead is inside the roots, holds text of the article, and no other text is before it.
    """
    numbers = page.found.get(name, [])
    roots_here = set(find_roots_of(page, roots))
    if len(numbers) != 1 or roots_here.isdisjoint((numbers[0], *page.around[numbers[0]])):
        return False
    share = page.shares[numbers[0]]
    # A lead is the first text: an element of that name further down is a summary or a teaser.
    text_before = any(
        is_guessed(page.pieces[number])
        and page.shares[number].good > 0
        and not roots_here.isdisjoint((number, *page.ancestors(number)))
        for number in range(numbers[0])
    )
    return (
        share.good > share.bad and share.good < MAX_LEAD_SHARE * page.whole.good and not text_before
    )


def _lead_of_layout(
    pages: Sequence[PageModel], roots: Sequence[LearnedRoot], drops: Sequence[str]
) -> str | None:
    """Return the name of the lead on most of these pages, which have one layout."""
    counts: Counter[str] = Counter()
    for page in pages:
        names = {
            name
            for piece, share in zip(page.pieces, page.shares, strict=True)
            if piece.is_lead and share.good
            for name in piece.names
            # Only names without a context: a lead is written as a signature.
            if " " not in name and name not in drops
        }
        counts.update(name for name in names if has_lead(page, roots, name))
    min_count = max(2, MIN_AGREEING_SHARE * len(pages))
    frequent = {name: count for name, count in counts.items() if count >= min_count}
    return min(frequent, key=lambda name: (-frequent[name], name), default=None)
