"""``curator tags inventory``: every stored article, counted by signature. Reads only; the network
is never asked."""

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
from webarticlecurator.run.building.article_page_choice import FirstPageReader, Source
from webarticlecurator.run.building.article_pages import ArticlePage, follow_pages
from webarticlecurator.run.building.build import SETTLED
from webarticlecurator.run.building.capture_sources import WithForeign
from webarticlecurator.run.building.pool import build_in_parallel
from webarticlecurator.run.building.tasks import Task, build_task
from webarticlecurator.run.foreign_listing import list_foreign
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import CorpusView, open_corpus, open_warcs, view_corpus

_NOT_READ = (*SETTLED, "continuation", "duplicate", "excluded")
"""Rejections of addresses that have no page of their own; what any other rejected page holds now is
for its gate to say."""


@dataclass(frozen=True)
class InventoryOptions:
    """``warcs``: read these files instead of the corpus; ``jobs`` processes (None: as many as pay;
    with ``warcs`` always one); ``with_tree``: keep what the content tree and the bigrams are made
    of, too."""

    warcs: tuple[Path, ...] = ()
    jobs: int | None = 1
    with_tree: bool = False


def take_inventory(
    portal: Portal, folder: Path, options: InventoryOptions, effects: Runtime | None = None
) -> Inventory:
    """The inventory of all stored articles of the corpus in ``folder``, by the rules as they stand
    now; the same captures give the same inventory in any number of processes. Raises
    CorpusMismatch, StoreDamaged, UsageError, WarcUnreadable."""
    effects = effects or Runtime()
    if options.warcs:
        return _of_files(portal, options, effects)
    with (
        view_corpus(folder, portal.id) as corpus,
        build_in_parallel(
            portal, folder, tally_article, _tasks(portal, corpus), options.jobs
        ) as found,
    ):
        return _collect(found, options, effects)


def _of_files(portal: Portal, options: InventoryOptions, effects: Runtime) -> Inventory:
    """The files are told apart as for a build, in a corpus that is thrown away."""
    with (
        tempfile.TemporaryDirectory(prefix="curator-") as name,
        open_warcs(options.warcs) as foreign,
        open_corpus(
            Path(name) / portal.id, portal.id, effects.store_options(), create=True
        ) as corpus,
    ):
        list_foreign(portal, corpus, foreign, effects.progress)
        with build_in_parallel(
            portal, WithForeign(corpus, foreign), tally_article, _tasks(portal, corpus), 1
        ) as found:
            return _collect(found, options, effects)


def _tasks(portal: Portal, corpus: CorpusView) -> Iterator[Task]:
    """Articles whose first page may be stored, in the order of listing; parts of a page are read
    with the page."""
    for row in corpus.frontier.articles("stored", "tei", "rejected"):
        if row.reason not in _NOT_READ and "#" not in row.requested:
            yield build_task(portal, corpus, row)


def _collect(
    articles: Iterator[tuple[PageTally, ...]], options: InventoryOptions, effects: Runtime
) -> Inventory:
    made = Inventory(with_tree=options.with_tree)
    effects.progress.begin("inventory", None, "articles")
    try:
        for pages in articles:
            for page in pages:
                made.add(page)
            effects.progress.step(pages[0].url if pages else "")
        made.finish()
    finally:
        effects.progress.end()
    return made


def tally_article(portal: Portal, source: Source, task: Task) -> tuple[PageTally, ...]:
    """What each stored page of one article counts, in the order of its links; nothing for a page
    that is no article."""
    leaves, _ = follow_pages(
        task.head, FirstPageReader(portal, source).pages_of(task.head, task.shared)
    )
    captured = [leaf for leaf in leaves if leaf.page is not None]
    opening = _opening(portal, captured)
    tallies = (
        tally_page(portal, leaf.page, later=leaf is not opening)
        for leaf in captured
        if leaf.page is not None
    )
    return tuple(tally for tally in tallies if tally is not None)


def _opening(portal: Portal, captured: list[ArticlePage]) -> ArticlePage | None:
    """The page that is read first."""
    head = captured[0] if captured else None
    if head is None or head.page is None:
        return None
    return captured[-1] if select_layout(portal, head.page).rules.reversed else head
