"""Selectors for the element that was pointed at, and on how many stored pages they fit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

from webarticlecurator.errors import CuratorError
from webarticlecurator.extract.analysis.selector_proposals import SelectorProposal
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.analysis.selector_survey import (
    PageCounts,
    SelectorSupport,
    count_on_page,
    propose_for_elements,
    rank_proposals,
)
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.studio.article_view.meanings import Meaning
from webarticlecurator.studio.article_view.picked_element import PickedElement
from webarticlecurator.studio.context import StudioContext

SAMPLE = 100
"""Stored pages on which selectors are tried."""
VARIANTS = 3
"""Selectors of the same result on the page, which may differ on others."""
MAX_SHOWN = 6
_AT_ONCE = 4
"""Pages that are read at the same time, so that others find a free process, too."""


@dataclass(frozen=True)
class Support:
    """Proposals from narrow to general, after ``read`` of ``pages`` other pages; ``best`` is the
    one to be chosen first."""

    ranked: tuple[SelectorSupport, ...]
    best: int = 0
    read: int = 0
    pages: int = 0


async def propose(
    context: StudioContext,
    portal: Portal,
    stored: StoredPage,
    picked: PickedElement,
    meaning: Meaning,
) -> tuple[SelectorProposal, ...]:
    """Return selectors for an element; for a meaning of its tag, its signature alone. Raises
    PageUnreadable, RequestProblem, UsageError."""
    if meaning.kind == "tag":
        (count,) = await context.pages.read(
            portal, stored.url, count_on_page, stored, (picked.signature,)
        )
        return (SelectorProposal(picked.signature, count.selected, max(count.selected - 1, 0)),)
    found: tuple[SelectorProposal, ...] = await context.pages.read(
        portal, stored.url, propose_for_elements, stored, (picked.node,), VARIANTS
    )
    return found


async def count_support(
    context: StudioContext,
    portal: Portal,
    stored: StoredPage,
    proposals: Sequence[SelectorProposal],
    is_list: bool,
) -> AsyncIterator[Support]:
    """Yield the proposals with their support, first without any, then after some more pages each
    time. Pages that cannot be read are left out. Raises as ``PageSources.read``."""
    yield choose_proposals(proposals, (), stored.url, is_list)
    selectors = tuple(each.css for each in proposals)
    addresses = await asyncio.to_thread(
        context.sources.sample_addresses, portal, stored.url, SAMPLE
    )
    others = [url for url in addresses if url != stored.url]
    counted: list[PageCounts] = []
    for start in range(0, len(others), _AT_ONCE):
        part = others[start : start + _AT_ONCE]
        work = (_count_one(context, portal, url, selectors) for url in part)
        counted += [each for each in await asyncio.gather(*work) if each is not None]
        support = choose_proposals(proposals, counted, stored.url, is_list)
        yield replace(support, read=start + len(part), pages=len(others))


async def _count_one(
    context: StudioContext, portal: Portal, url: str, selectors: tuple[str, ...]
) -> PageCounts | None:
    try:
        page = await asyncio.to_thread(context.sources.read, portal, url)
        counts = await context.pages.read(portal, url, count_on_page, page, selectors)
    except CuratorError:
        return None
    return url, counts


def choose_proposals(
    proposals: Sequence[SelectorProposal],
    counted: Sequence[PageCounts],
    url: str,
    is_list: bool,
) -> Support:
    """Return the best proposals in the order from narrow to general."""
    ranked = _leave_out_same(rank_proposals(proposals, counted, url, is_list=is_list))[:MAX_SHOWN]
    if not ranked:
        return Support(())
    order = {each.proposal.css: number for number, each in enumerate(ranked)}
    narrow_first = sorted(
        ranked, key=lambda each: (each.proposal.selected, order[each.proposal.css])
    )
    return Support(tuple(narrow_first), narrow_first.index(ranked[0]))


def _leave_out_same(ranked: Sequence[SelectorSupport]) -> list[SelectorSupport]:
    """Return the proposals without those that select as much as a better one and fit as many pages;
    all of them as long as they were tried on no other page."""
    if not ranked or not ranked[0].pages:
        return list(ranked)
    first: dict[tuple[int, int, tuple[str, ...]], SelectorSupport] = {}
    for each in ranked:
        first.setdefault((each.proposal.selected, each.fits, each.missing), each)
    return list(first.values())


def describe_support(support: SelectorSupport, read: int, pages: int) -> str:
    """Return a selector with what it selects here and on the other pages."""
    selected = support.proposal.selected
    here = "1 element here" if selected == 1 else f"{selected} elements here"
    if not pages:
        return f"{here}"
    so_far = "" if read >= pages else " so far"
    return f"{here}, on {support.fits} of {support.pages} other pages{so_far}"
