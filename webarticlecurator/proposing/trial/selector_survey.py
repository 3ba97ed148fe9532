"""What selectors select on stored pages of a portal: for ``curator selectors`` and the studio."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.corpus.stored_pages.article_survey import survey_articles
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, StoredPages, run_supervised
from webarticlecurator.corpus.stored_pages.stored_rows import select_articles
from webarticlecurator.crawling.captures.page_choice import Source, find_first_page
from webarticlecurator.crawling.captures.tasks import Task
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.ancestors import outermost_elements
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import shown_text
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.text_rules.pointed_drops import MAX_BOX_SHARE, list_lines
from webarticlecurator.proposing.text_rules.pointed_selectors import Selector, SelectorProposal

MAX_WIDER = 3
"""Proposals for a single element that also select others."""
MAX_MISSING = 3
"""Pages that are named because a selector does not fit them."""


@dataclass(frozen=True)
class SelectorCount:
    """How many elements a selector selects on a page, the text of the first one, and whether they
    have more than MAX_BOX_SHARE of the text of the page."""

    selected: int
    text: str = ""
    is_much: bool = False


PageCounts = tuple[str, tuple[SelectorCount, ...]]
"""The address of a page, and what each selector selects on it."""


@dataclass(frozen=True)
class SelectorSupport:
    """A proposal, and how it does on ``pages`` other pages: on ``fits`` of them it selects
    something, one element alone if it does so on the page. ``missing`` are addresses of the first
    ones that it does not fit, ``example`` is a text that it selects elsewhere; on ``much`` of them
    it has more than MAX_BOX_SHARE of the text."""

    proposal: SelectorProposal
    pages: int = 0
    fits: int = 0
    much: int = 0
    missing: tuple[str, ...] = ()
    example: str = ""


def count_matches(page: Page, selectors: Sequence[Selector]) -> tuple[SelectorCount, ...]:
    """Return what each selector selects on a page; of a regex, how many lines it finds."""
    body = page.root.find(".//body")
    whole = page.root if body is None else body
    most = MAX_BOX_SHARE * len(shown_text(whole))
    lines = list_lines(whole) if any(not isinstance(each, str) for each in selectors) else []
    counts = []
    for each in selectors:
        if isinstance(each, str):
            found = select_elements((Rule(kind="css", expression=each),), page)
            texts = [shown_text(element) for element in outermost_elements(found)]
            number = len(found)
        else:
            texts = [line for line in lines if each.search(line)]
            number = len(texts)
        counts.append(SelectorCount(number, texts[0] if texts else "", sum(map(len, texts)) > most))
    return tuple(counts)


def count_on_articles(
    portal: Portal, pages: StoredPages, selectors: Sequence[str], runtime: Runtime
) -> list[PageCounts]:
    """Return what the selectors select on the first pages of stored articles. Raises what
    ``survey_articles`` raises."""
    select = partial(select_articles, portal, include_split=True)
    counted = survey_articles(
        portal, pages, select, partial(_count_on_article, tuple(selectors)), runtime
    )
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
    portal: Portal, stored: StoredPage, selectors: Sequence[Selector]
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
    found = []
    for number, proposal in enumerate(proposals):
        counts = [(url, each[number]) for url, each in counted if url != page]
        # One element alone where it selects one on the page.
        several = proposal.selected > 1
        fits = [url for url, n in counts if n.selected == 1 or (several and n.selected > 1)]
        missing = [url for url, _ in counts if url not in {*fits}][:MAX_MISSING]
        example = next((each.text for _, each in counts if each.text), "")
        much = sum(each.is_much for _, each in counts)
        found.append(
            SelectorSupport(proposal, len(counts), len(fits), much, tuple(missing), example)
        )
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


def _count_on_article(
    selectors: tuple[str, ...], portal: Portal, source: Source, task: Task
) -> PageCounts | None:
    page = find_first_page(portal, source, task.start, task.shared)
    if page is None or page.json is not None:
        return None
    return page.url, count_matches(page, selectors)
