"""What selectors select on stored pages of a portal: for ``curator selectors`` and the studio."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from webarticlecurator.errors import UsageError
from webarticlecurator.extract.analysis.selector_proposals import (
    SelectorCount,
    SelectorProposal,
    count_matches,
    find_by_number,
    find_by_text,
    propose_selectors,
)
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page
from webarticlecurator.run.analysis.survey import StoredPages, select_articles, survey_articles
from webarticlecurator.run.building.article_page_choice import Source, find_first_page
from webarticlecurator.run.building.tasks import Task
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.run.preview.supervised import run_supervised
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import view_corpus

MAX_WIDER = 3
"""Proposals for a single element that also select others."""
MAX_MISSING = 3
"""Pages that are named because a selector does not fit them."""

PageCounts = tuple[str, tuple[SelectorCount, ...]]
"""The address of a page, and what each selector selects on it."""


@dataclass(frozen=True)
class SelectorSupport:
    """A proposal, and how it does on ``pages`` other pages: on ``fits`` of them it selects
    something, one element alone if it does so on the page. ``missing`` are addresses of the first
    ones that it does not fit, ``example`` is a text that it selects elsewhere."""

    proposal: SelectorProposal
    pages: int = 0
    fits: int = 0
    missing: tuple[str, ...] = ()
    example: str = ""


def find_requested_address(portal: Portal, folder: Path, url: str) -> str:
    """Return the address under which the first page of an article was requested; ``url`` itself if
    the corpus in ``folder`` has no such article. Raises CorpusMismatch, StoreDamaged."""
    with view_corpus(folder, portal.id) as corpus:
        row = corpus.frontier.article(url)
    return url if row is None else row.requested.partition("#")[0]


def propose_for_texts(
    portal: Portal, stored: StoredPage, texts: Sequence[str]
) -> tuple[SelectorProposal, ...]:
    """Return the proposals for the elements of a page that show ``texts``. Raises UsageError for a
    text that the page does not have."""
    found: tuple[SelectorProposal, ...] = run_supervised(
        portal, stored.url, _propose_for_texts, stored, tuple(texts)
    )
    return found


def propose_for_elements(
    portal: Portal, stored: StoredPage, numbers: Sequence[int], variants: int = 1
) -> tuple[SelectorProposal, ...]:
    """Return the proposals for the elements of a page with these numbers (``find_by_number``), with
    ``variants`` of the same result. To be called in a worker, since it reads the page. Raises
    UsageError for a number that the page does not have."""
    page = _read_html(portal, stored)
    chains = []
    for number in numbers:
        chain = find_by_number(page, number)
        if chain is None:
            raise UsageError(
                f"{stored.url} has no element {number}", "Point at an element of the page."
            )
        chains.append(chain)
    return propose_selectors(page, chains, variants)


def count_on_articles(
    portal: Portal, pages: StoredPages, selectors: Sequence[str], runtime: Runtime
) -> list[PageCounts]:
    """Return what the selectors select on the first pages of stored articles. Raises what
    ``survey_articles`` raises."""
    select = partial(select_articles, portal, include_split=True)
    work = partial(_count_on_article, tuple(selectors))
    counted = survey_articles(portal, pages, select, work, runtime)
    return [each for each in counted if each is not None]


def count_on_pages(
    portal: Portal, pages: Iterable[StoredPage], selectors: Sequence[str]
) -> list[PageCounts]:
    """Return what the selectors select on the pages."""
    return [
        (page.url, run_supervised(portal, page.url, count_on_page, page, tuple(selectors)))
        for page in pages
    ]


def count_on_page(
    portal: Portal, stored: StoredPage, selectors: Sequence[str]
) -> tuple[SelectorCount, ...]:
    """Return what each selector selects on a page. To be called in a worker."""
    return count_matches(stored.page(portal), selectors)


def rank_proposals(
    proposals: Sequence[SelectorProposal],
    counted: Sequence[PageCounts],
    page: str,
    *,
    is_list: bool,
) -> list[SelectorSupport]:
    """Return the proposals with their support on all pages but ``page``, the best first: those
    that fit most pages, then those that select few other elements, then the simplest. Unless the
    elements are some of a list (``is_list``), those that select nothing else come before all."""
    others = [(url, counts) for url, counts in counted if url != page]
    found = [_support(proposals, number, others) for number in range(len(proposals))]
    order = {each.css: number for number, each in enumerate(proposals)}
    ranked = sorted(
        found,
        key=lambda each: (
            each.proposal.others > 0 and not is_list,
            -each.fits,
            each.proposal.others,
            order[each.proposal.css],
        ),
    )
    exact = sum(not each.proposal.others for each in found)
    return ranked if is_list else ranked[: exact + MAX_WIDER]


def _support(
    proposals: Sequence[SelectorProposal], number: int, others: Sequence[PageCounts]
) -> SelectorSupport:
    proposal = proposals[number]
    counts = [(url, each[number]) for url, each in others]
    fits = [
        url
        for url, each in counts
        if each.selected == 1 or (each.selected > 1 and proposal.selected > 1)
    ]
    missing = [url for url, _ in counts if url not in {*fits}]
    example = next((each.text for _, each in counts if each.text), "")
    return SelectorSupport(proposal, len(counts), len(fits), tuple(missing[:MAX_MISSING]), example)


def _propose_for_texts(
    portal: Portal, stored: StoredPage, texts: tuple[str, ...]
) -> tuple[SelectorProposal, ...]:
    page = _read_html(portal, stored)
    chains = []
    for text in texts:
        chain = find_by_text(page, text)
        if chain is None:
            raise UsageError(
                f"{stored.url} has no text {text!r}",
                "Copy some words from the page as it is shown; `curator outline` shows its texts.",
            )
        chains.append(chain)
    return propose_selectors(page, chains)


def _read_html(portal: Portal, stored: StoredPage) -> Page:
    page = stored.page(portal)
    if page.json is not None:
        raise UsageError(f"{stored.url}: JSON, not HTML", "Its parts are rules such as {json: …}.")
    return page


def _count_on_article(
    selectors: tuple[str, ...], portal: Portal, source: Source, task: Task
) -> PageCounts | None:
    page = find_first_page(portal, source, task.start, task.shared)
    if page is None or page.json is not None:
        return None
    return page.url, count_matches(page, selectors)
