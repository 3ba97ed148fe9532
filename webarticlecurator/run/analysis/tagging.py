"""``curator tags inventory``: counts the tags of every stored article by signature.

Nothing is written, and the network is not used.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.extract import select_layout
from webarticlecurator.extract.analysis.inventory.inventory import Inventory
from webarticlecurator.extract.analysis.inventory.page_tags import tally_page
from webarticlecurator.extract.analysis.inventory.tally import PageTally
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import WITHOUT_PAGE
from webarticlecurator.run.building.article_page_choice import FirstPageReader, Source
from webarticlecurator.run.building.article_pages import ArticlePage, follow_pages
from webarticlecurator.run.building.capture_sources import WithForeign
from webarticlecurator.run.building.pool import build_in_parallel
from webarticlecurator.run.building.tasks import Task, build_task
from webarticlecurator.run.foreign_listing import list_foreign
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import CorpusView, open_corpus, open_warcs, view_corpus

_NOT_READ = (*WITHOUT_PAGE, "continuation", "duplicate", "excluded")
"""Rejections of addresses without a page of their own; other rejected pages are checked again."""


@dataclass(frozen=True)
class InventoryOptions:
    """Options of ``take_inventory``.

    ``warcs`` are read instead of the corpus. ``jobs`` is the number of processes (None: as many as
    speed it up; with ``warcs`` always one). ``with_tree`` also counts for the content tree and the
    bigrams.
    """

    warcs: tuple[Path, ...] = ()
    jobs: int | None = 1
    with_tree: bool = False


def take_inventory(
    portal: Portal, folder: Path, options: InventoryOptions, runtime: Runtime | None = None
) -> Inventory:
    """Count the tags of all stored articles of the corpus in ``folder``, by the current rules.

    The number of processes does not change the result. Raises CorpusMismatch, StoreDamaged,
    UsageError, WarcUnreadable.
    """
    runtime = runtime or Runtime()
    if options.warcs:
        return _inventory_of_warcs(portal, options, runtime)
    with (
        view_corpus(folder, portal.id) as corpus,
        build_in_parallel(
            portal, folder, tally_article, _build_tasks(portal, corpus), options.jobs
        ) as articles,
    ):
        return _collect(articles, options, runtime)


def _inventory_of_warcs(portal: Portal, options: InventoryOptions, runtime: Runtime) -> Inventory:
    """Count the tags in WARC files, whose pages are classified as for a build, in a temporary
    corpus."""
    with (
        tempfile.TemporaryDirectory(prefix="curator-") as name,
        open_warcs(options.warcs) as foreign,
        open_corpus(
            Path(name) / portal.id, portal.id, runtime.store_options(), create=True
        ) as corpus,
    ):
        list_foreign(portal, corpus, foreign, runtime.progress)
        with build_in_parallel(
            portal, WithForeign(corpus, foreign), tally_article, _build_tasks(portal, corpus), 1
        ) as articles:
            return _collect(articles, options, runtime)


def _build_tasks(portal: Portal, corpus: CorpusView) -> Iterator[Task]:
    """Yield a task for every article whose first page may be stored, in the order of listing.

    Several articles on one page have one task, that of the page.
    """
    for row in corpus.frontier.articles("stored", "tei", "rejected"):
        if row.reason not in _NOT_READ and "#" not in row.requested:
            yield build_task(portal, corpus, row)


def _collect(
    articles: Iterator[tuple[PageTally, ...]], options: InventoryOptions, runtime: Runtime
) -> Inventory:
    inventory = Inventory(with_tree=options.with_tree)
    runtime.progress.begin("inventory", None, "articles")
    try:
        for tallies in articles:
            for tally in tallies:
                inventory.add(tally)
            runtime.progress.step(tallies[0].url if tallies else "")
        inventory.finish()
    finally:
        runtime.progress.end()
    return inventory


def tally_article(portal: Portal, source: Source, task: Task) -> tuple[PageTally, ...]:
    """Count the tags of each stored page of an article, in the order of its links.

    Pages that are not an article are left out.
    """
    pages, _ = follow_pages(
        task.start, FirstPageReader(portal, source).pages_of(task.start, task.shared)
    )
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
