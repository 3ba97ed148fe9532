"""``curator tags inventory``: counts the tags of every stored article by signature.

Nothing is written, and the network is not used.
"""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.base.model.verdict import WITHOUT_PAGE
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.article_survey import survey_articles
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.crawling.captures.article_pages import follow_pages
from webarticlecurator.crawling.captures.page_choice import FirstPageReader, Source
from webarticlecurator.crawling.captures.tasks import Task
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.proposing.tags.inventory import Inventory, PageTally
from webarticlecurator.proposing.tags.tag_evidence import tally_page
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.view import CorpusView

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
    found = follow_pages(
        task.start, FirstPageReader(portal, source).pages_of(task.start, task.shared)
    )
    pages = found.pages if found.whole is None else (found.whole,)
    parsed = [page.parsed for page in pages if page.parsed is not None]
    # The text begins on the last page if the layout is reversed.
    is_reversed = bool(parsed) and select_layout(portal, parsed[0]).rules.reversed
    opening = parsed[-1 if is_reversed else 0] if parsed else None
    tallies = (tally_page(portal, page, later=page is not opening) for page in parsed)
    return tuple(tally for tally in tallies if tally is not None)
