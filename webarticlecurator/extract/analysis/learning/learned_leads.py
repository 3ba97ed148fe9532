"""Leads learned from pages: one element near the beginning of each page, named as a lead."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.extract.analysis.learning.learned_drops import find_roots_of
from webarticlecurator.extract.analysis.learning.learned_roots import (
    MIN_AGREEING_SHARE,
    LearnedRoot,
)
from webarticlecurator.extract.analysis.learning.page_models import PageModel

MAX_LEAD_SHARE = 0.5
"""A lead is less than this share of the text."""


def learn_leads(
    pages: Sequence[PageModel], roots: Sequence[LearnedRoot], drops: Sequence[str]
) -> tuple[str, ...]:
    """Return the signatures of leads, at most one per layout.

    Most pages of its layout begin with it.
    """
    leads: dict[str, None] = {}
    rest = list(pages)
    for root in roots:
        own = [page for page in rest if page.select(root.names)]
        rest = [page for page in rest if page not in own]
        name = _lead_of_layout(own, roots, drops)
        if name:
            leads.setdefault(name)
    return tuple(leads)


def locate_lead(page: PageModel, roots: Sequence[LearnedRoot], name: str) -> tuple[int, ...]:
    """Return the only element on the page with this name, if it is a lead; else an empty tuple.

    A lead is inside the roots, holds text of the article, and no other text is before it.
    """
    numbers = page.found.get(name, [])
    roots_here = set(find_roots_of(page, roots))
    if len(numbers) != 1 or roots_here.isdisjoint((numbers[0], *page.ancestors(numbers[0]))):
        return ()
    share = page.shares[numbers[0]]
    text_before = any(
        _is_text(page, number) and not roots_here.isdisjoint((number, *page.ancestors(number)))
        for number in range(numbers[0])
    )
    is_lead = (
        share.good > share.bad and share.good < MAX_LEAD_SHARE * page.whole.good and not text_before
    )
    return (numbers[0],) if is_lead else ()


def _is_text(page: PageModel, number: int) -> bool:
    """True if text of the article is directly in a piece."""
    piece = page.pieces[number]
    return piece.size > 0 and page.shares[number].good > 0 and piece.label in ("text", "lead")


def _lead_of_layout(
    pages: Sequence[PageModel], roots: Sequence[LearnedRoot], drops: Sequence[str]
) -> str | None:
    """Return the name of the lead on most of these pages, which have one layout."""
    counts: dict[str, int] = {}
    for page in pages:
        names = {
            name
            for piece, share in zip(page.pieces, page.shares, strict=True)
            if piece.is_lead and share.good
            for name in piece.names
        }
        for name in sorted(names - set(drops)):
            is_found = " " not in name and bool(locate_lead(page, roots, name))
            counts[name] = counts.get(name, 0) + is_found
    min_count = max(2, MIN_AGREEING_SHARE * len(pages))
    frequent = {name: count for name, count in counts.items() if count >= min_count}
    return min(frequent, key=lambda name: (-frequent[name], name), default=None)
