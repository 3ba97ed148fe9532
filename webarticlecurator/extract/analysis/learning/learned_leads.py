"""Which elements are the lead of the articles of a portal: one on a page, at the beginning, named
so."""

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
    pages: Sequence[PageModel], roots: Sequence[LearnedRoot], drop: Sequence[str]
) -> tuple[str, ...]:
    """Signatures, one per layout at most: of the pages of its layout, most begin with it."""
    found: dict[str, None] = {}
    left = list(pages)
    for root in roots:
        here = [view for view in left if view.select(root.names)]
        left = [view for view in left if view not in here]
        name = _of_layout(here, roots, drop)
        if name:
            found.setdefault(name)
    return tuple(found)


def find_lead(view: PageModel, roots: Sequence[LearnedRoot], name: str) -> tuple[int, ...]:
    """The one element on the page that is called ``name``, if it stands inside the roots, holds
    text as the guess has it, and nothing else stands before it; else ()."""
    numbers = view.found.get(name, [])
    inside = set(find_roots_of(view, roots))
    if len(numbers) != 1 or inside.isdisjoint((numbers[0], *view.around(numbers[0]))):
        return ()
    held = view.held[numbers[0]]
    before = (
        n
        for n in range(numbers[0])
        if _is_text(view, n) and not inside.isdisjoint((n, *view.around(n)))
    )
    good = (
        held.good > held.bad
        and held.good < MAX_LEAD_SHARE * view.whole.good
        and next(before, None) is None
    )
    return (numbers[0],) if good else ()


def _is_text(view: PageModel, number: int) -> bool:
    """True if there is text of the article directly in a piece."""
    piece = view.pieces[number]
    return piece.size > 0 and view.held[number].good > 0 and piece.says in ("text", "lead")


def _of_layout(
    pages: Sequence[PageModel], roots: Sequence[LearnedRoot], drop: Sequence[str]
) -> str | None:
    counts: dict[str, int] = {}
    for view in pages:
        names = {
            name
            for piece, held in zip(view.pieces, view.held, strict=True)
            if piece.lead and held.good
            for name in piece.names
        }
        for name in sorted(names - set(drop)):
            counts[name] = counts.get(name, 0) + bool(
                " " not in name and find_lead(view, roots, name)
            )
    enough = {
        name: count
        for name, count in counts.items()
        if count >= max(2, MIN_AGREEING_SHARE * len(pages))
    }
    return min(enough, key=lambda name: (-enough[name], name), default=None)
