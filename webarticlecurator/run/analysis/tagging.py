"""``curator tags inventory``: counts the tags of every stored article by signature.

Nothing is written, and the network is not used.
"""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.extract import select_layout
from webarticlecurator.extract.analysis.inventory.inventory import Inventory
from webarticlecurator.extract.analysis.inventory.page_tags import tally_page
from webarticlecurator.extract.analysis.inventory.tally import PageTally
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import WITHOUT_PAGE
from webarticlecurator.run.analysis.survey import StoredPages, survey_articles
from webarticlecurator.run.building.article_page_choice import FirstPageReader, Source
from webarticlecurator.run.building.article_pages import ArticlePage, follow_pages
from webarticlecurator.run.building.tasks import Task
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import ArticleRow, CorpusView

_NOT_READ = (*WITHOUT_PAGE, "continuation", "duplicate", "excluded")
"""Rejections of addresses without a page of their own; other rejected pages are checked again."""


def take_inventory(
    portal: Portal,
    pages: StoredPages,
    runtime: Runtime | None = None,
    *,
    with_tree: bool = False,
) -> Inventory:
    """Count the tags of all stored articles, by the current rules.

    ``with_tree`` also counts for the content tree and the bigrams. Raises what ``survey_articles``
    raises.
    """
    inventory = Inventory(with_tree=with_tree)
    articles = survey_articles(
        portal, pages, _select_first_pages, tally_article, runtime, stage="inventory"
    )
    for tallies in articles:
        for tally in tallies:
            inventory.add(tally)
    inventory.finish()
    return inventory


def _select_first_pages(corpus: CorpusView) -> Iterator[ArticleRow]:
    """Yield every article whose first page may be stored, in the order of listing.

    Several articles on one page are one row, that of the page.
    """
    for row in corpus.frontier.articles("stored", "tei", "rejected"):
        if row.reason not in _NOT_READ and "#" not in row.requested:
            yield row


def tally_article(portal: Portal, source: Source, task: Task) -> tuple[PageTally, ...]:
    """Count the tags of each stored page of an article, in the order of its links.

    Pages that are not an article are left out.
    """
    finder = FirstPageReader(portal, source).pages_of(task.start, task.shared)
    found = follow_pages(task.start, finder)
    pages = found.pages if found.whole is None else (found.whole,)
    captured = [page for page in pages if page.parsed is not None]
    opening = _find_opening_page(portal, captured)
    tallies = (
        tally_page(portal, article_page.parsed, later=article_page is not opening)
        for article_page in captured
        if article_page.parsed is not None
    )
    return tuple(tally for tally in tallies if tally is not None)


def _find_opening_page(portal: Portal, captured: list[ArticlePage]) -> ArticlePage | None:
    """Return the page with which the text begins: the last one if the layout is reversed."""
    first = captured[0] if captured else None
    if first is None or first.parsed is None:
        return None
    return captured[-1] if select_layout(portal, first.parsed).rules.reversed else first
