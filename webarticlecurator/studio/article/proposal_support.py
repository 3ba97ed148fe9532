"""Selectors for the element that was pointed at, and on how many stored pages they fit."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from urllib.parse import parse_qsl

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.fields import DATES_IN_ADDRESS
from webarticlecurator.base.portal.hosts import split_address
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import translate, translate_count
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.pages.rules.elements import shown_text
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.repair.design_differences import list_design_names
from webarticlecurator.proposing.text_rules.pointed_drops import KeptText, propose_drops
from webarticlecurator.proposing.text_rules.pointed_selectors import (
    Selector,
    SelectorProposal,
    propose_for_elements,
)
from webarticlecurator.proposing.trial.selector_survey import (
    PageCounts,
    SelectorCount,
    SelectorSupport,
    count_on_page,
    rank_proposals,
)
from webarticlecurator.studio.article.meanings import Meaning, is_list_of
from webarticlecurator.studio.article.rule_proposals import PickedElement
from webarticlecurator.studio.frame.context import StudioContext, read_stored

SAMPLE = 100
"""Stored pages on which selectors are tried."""
VARIANTS = 3
"""Selectors of the same result on the page, which may differ on others."""
MAX_SHOWN = 6
MAX_BOXES = 3
"""Selectors of the box around an element, of those that are shown."""
MIN_SHARED = 0.5
"""Share of the names of two pages that pages of one design have in common, also where one of them
has comments or pictures."""
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
    kept: KeptText,
) -> tuple[SelectorProposal, ...]:
    """Return selectors for an element; for a meaning of its tag, its signature alone. Of what is to
    be dropped, those of the box around it, too, by the ``kept`` text of the page. Raises
    PageUnreadable, RequestProblem, UsageError."""
    if meaning.kind == "tag":
        (count,) = await context.pages.read(
            portal, stored.url, count_on_page, stored, (picked.signature,)
        )
        return (SelectorProposal(picked.signature, count.selected, max(count.selected - 1, 0)),)
    if meaning.kind == "keep":
        drops: tuple[SelectorProposal, ...] = await context.pages.read(
            portal, stored.url, find_rules_of_drop, stored, picked.node
        )
        return drops
    if meaning.kind == "address":
        dates = [expression for expression, _ in DATES_IN_ADDRESS]
        return tuple(
            SelectorProposal(each, 1, 0)
            for each in (dates if meaning.target == "published" else picked.patterns)
            if re.search(each, stored.url)
        )
    node = picked.node
    if meaning.kind == "drop" and not picked.others:
        boxes: tuple[SelectorProposal, ...] = await context.pages.read(
            portal, stored.url, propose_drops, stored, node, kept, picked.line, VARIANTS
        )
        return boxes
    if meaning.kind == "next":  # the link that was clicked somewhere in its words
        node = next((each for each, name in picked.around if re.match(r"a\b", name)), node)
    marked = (node, *picked.others)
    found: tuple[SelectorProposal, ...] = await context.pages.read(
        portal, stored.url, propose_for_elements, stored, marked, VARIANTS
    )
    if found or not picked.others:
        return found
    # elements of different names: the best selectors of each, side by side
    each_alone = [
        await context.pages.read(portal, stored.url, propose_for_elements, stored, (one,), 1)
        for one in marked
    ]
    return tuple(map(join_proposals, zip(*each_alone, strict=False)))


def join_proposals(proposals: Sequence[SelectorProposal]) -> SelectorProposal:
    """Return the selector of what any of several selects."""
    return SelectorProposal(
        ", ".join(each.css for each in proposals),
        sum(each.selected for each in proposals),
        sum(each.others for each in proposals),
    )


async def count_support(
    context: StudioContext,
    portal: Portal,
    stored: StoredPage,
    proposals: Sequence[SelectorProposal],
    meaning: Meaning,
) -> AsyncIterator[Support]:
    """Yield the proposals with their support, first without any, then after some more pages each
    time. Pages that cannot be read, or have another design, are left out. Raises as
    ``PageSources.read``."""
    is_list = is_list_of(meaning)
    yield choose_proposals(proposals, (), stored.url, is_list)
    selectors = tuple(each.selector for each in proposals)
    addresses = await asyncio.to_thread(
        context.sources.sample_addresses, portal, stored.url, SAMPLE
    )
    others = [url for url in addresses if url != stored.url]
    counted: list[PageCounts] = []
    if meaning.kind == "address":
        patterns = [each.css for each in proposals]
        counted = [(url, count_in_address(url, patterns)) for url in others]
        support = choose_proposals(proposals, counted, stored.url, is_list)
        yield replace(support, read=len(others), pages=len(others))
        return
    names = await context.pages.read(portal, stored.url, list_design_names, stored, False)
    for start in range(0, len(others), _AT_ONCE):
        part = others[start : start + _AT_ONCE]
        work = (_count_one(context, portal, url, selectors, names) for url in part)
        counted += [each for each in await asyncio.gather(*work) if each is not None]
        support = choose_proposals(proposals, counted, stored.url, is_list)
        yield replace(support, read=start + len(part), pages=len(others))


async def _count_one(
    context: StudioContext,
    portal: Portal,
    url: str,
    selectors: tuple[Selector, ...],
    names: Sequence[str],
) -> PageCounts | None:
    counts = await read_stored(context, portal, url, count_in_design, selectors, names)
    return None if counts is None else (url, counts)


def count_in_design(
    portal: Portal, stored: StoredPage, selectors: Sequence[Selector], names: Sequence[str]
) -> tuple[SelectorCount, ...] | None:
    """Return what each selector selects on a page; None where it has other names of elements than
    ``names``, those of a page in the design that is asked about. To be called in a worker."""
    own = {*list_design_names(portal, stored, False)}
    if len(own.intersection(names)) < MIN_SHARED * len(own.union(names)):
        return None
    return count_on_page(portal, stored, selectors)


def choose_proposals(
    proposals: Sequence[SelectorProposal],
    counted: Sequence[PageCounts],
    url: str,
    is_list: bool,
) -> Support:
    """Return the best proposals in the order from narrow to general. A box is better than what is
    in it, a name better than words, and nothing is worse than to take text of other elements, or
    much of another page: for what is to be dropped."""
    ranked = rank_proposals(proposals, counted, url, is_list=is_list)
    if not ranked:
        return Support(())
    ranked.sort(
        key=lambda each: (
            each.proposal.is_wide or (is_list and each.much > 0),
            not each.proposal.is_box,
            each.proposal.is_line,
            # a label that other lines have, too, is that of a kind of lines
            each.proposal.is_line and not each.proposal.others,
        )
    )
    if ranked[0].pages:
        # without those that select as much as a better one and fit as many pages; but all of them
        # as long as they were tried on no other page
        first: dict[tuple[bool, int, int, tuple[str, ...]], SelectorSupport] = {}
        for each in ranked:
            found = each.proposal
            first.setdefault((found.is_box, found.selected, each.fits, each.missing), each)
        ranked = list(first.values())
    boxes = [each for each in ranked if each.proposal.is_box][:MAX_BOXES]
    inner = [each for each in ranked if not each.proposal.is_box][: MAX_SHOWN - len(boxes)]
    narrow_first = [
        *sorted(inner, key=lambda each: each.proposal.selected),
        *sorted(boxes, key=lambda each: each.proposal.selected),
    ]
    return Support(tuple(narrow_first), narrow_first.index(ranked[0]))


def describe_support(support: SelectorSupport, read: int, pages: int, *, is_list: bool) -> str:
    """Return what a selector selects here and on the other pages; for elements of a list, on how
    many of these it has much of the text."""
    here = (
        translate_count("1 line here", "{number} lines here", support.proposal.selected)
        if support.proposal.is_line
        else translate_count("1 element here", "{number} elements here", support.proposal.selected)
    )
    if support.proposal.is_box:
        here = translate("the box around it: {elements}", elements=here)
    if not pages:
        return here
    words = translate(
        "{elements}, on {fits} of {pages} other pages",
        elements=here,
        fits=support.fits,
        pages=support.pages,
    )
    if is_list and support.much:
        words = translate(
            "{words}; on {number} of them, a fifth of the text or more",
            words=words,
            number=support.much,
        )
    return words if read >= pages else translate("{words} so far", words=words)


def describe_address_support(support: SelectorSupport) -> str:
    """Return on how many other addresses a regex fits, with what it finds on one."""
    fits = translate("on {fits} of {pages} other addresses", fits=support.fits, pages=support.pages)
    return (
        translate("{fits}, such as “{example}”", fits=fits, example=support.example)
        if support.example
        else fits
    )


def count_in_address(url: str, patterns: Sequence[str]) -> tuple[SelectorCount, ...]:
    """Return what each regex finds in an address."""
    found = (re.search(each, url) for each in patterns)
    return tuple(SelectorCount(1, each[1]) if each else SelectorCount(0) for each in found)


def list_address_parts(url: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the parts of an address that may mean something, each with regexes that find it on
    other addresses: the first word of the host, the folders, the values of the query."""
    parts = split_address(url)
    found: list[tuple[str, tuple[str, ...]]] = []
    labels = (parts.hostname or "").split(".")
    if len(labels) > 2 and labels[0] != "www":
        found.append((labels[0], (r"^https?://([^./]+)\.",)))
    folders = [each for each in parts.path.split("/") if each]
    for place, folder in enumerate(folders):
        before = "[^/?#]+/" * place
        behind = "/" if place + 1 < len(folders) else ""
        found.append((folder, (f"^https?://[^/]+/{before}([^/?#]+){behind}",)))
    found += [
        (value, (rf"[?&]{re.escape(name)}=([^&#]+)",)) for name, value in parse_qsl(parts.query)
    ]
    return found


def find_rules_of_drop(
    portal: Portal, stored: StoredPage, node: int
) -> tuple[SelectorProposal, ...]:
    """Return the rules of the portal file, by their selectors, that drop an element of a stored
    page or one around it. To be called in a worker."""
    page = stored.page(portal)
    element = page.elements.all[node]
    around = {element, *element.iterancestors()}
    body = select_layout(portal, page).rules.body
    line = shown_text(element)
    found = [
        SelectorProposal(pattern, 1, 0, is_line=True)
        for pattern, into in body.clean
        if not into and re.fullmatch(pattern, line)
    ]
    for rule in body.drop:
        selected = select_elements((rule,), page)
        if rule.kind == "css" and around & {*selected}:
            found.append(SelectorProposal(rule.expression, len(selected), len(selected) - 1))
    return tuple(found)
