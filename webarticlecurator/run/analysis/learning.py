"""``curator learn``: what a portal's own captures show together, written down: no TEI depends on
other articles unseen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from webarticlecurator.extract import select_layout
from webarticlecurator.extract.analysis.learning.affixes import Affix, title_affixes
from webarticlecurator.extract.analysis.learning.induce_rules import InducedRules, induce_rules
from webarticlecurator.extract.analysis.learning.page_summary import PageSummary, summarize_page
from webarticlecurator.extract.metadata.candidates import list_candidates
from webarticlecurator.extract.pages.article_page import embedded_page
from webarticlecurator.model.hosts import plain_host
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page
from webarticlecurator.run.analysis.survey import (
    StoredPages,
    article_rows,
    open_pages,
    spread_evenly,
)
from webarticlecurator.run.building.article_page_choice import Source, find_first_page
from webarticlecurator.run.building.pool import build_in_parallel
from webarticlecurator.run.building.tasks import Task, build_task
from webarticlecurator.run.setup import Runtime

ARTICLES = 2000
"""That are looked at, unless told otherwise: enough to see what stands on every fifth title."""
SKETCHED = 300
"""Of these the pages are compared: enough to see a layout that every twentieth has, few enough to
be held in memory."""


@dataclass(frozen=True)
class SeenPages:
    """What one article adds: (source, title) pairs, and the sketch of its first page."""

    url: str
    titles: tuple[tuple[str, str], ...]
    sketch: PageSummary | None


@dataclass(frozen=True)
class Learned:
    """``articles`` that were looked at; ``affixes`` of their titles in the order in which they have
    to be taken off; the ``template`` of their pages, None where the portal file says itself where
    the text is."""

    articles: int
    affixes: tuple[Affix, ...]
    template: InducedRules | None = None


def learn_rules(
    portal: Portal, pages: StoredPages, effects: Runtime | None = None, jobs: int | None = 1
) -> Learned:
    """Look at stored articles. ``portal`` must be loaded without the rules that were learned
    before. The same captures teach the same in any number of processes (``jobs``; None: as many as
    pay; with WARC files one). Raises what ``survey`` raises."""
    titles: dict[str, list[str]] = {}
    compared = _Compared()
    looked_at = 0
    with _looked(portal, pages, effects or Runtime(), jobs) as found:
        for seen in found:
            looked_at += 1
            compared.take(seen)
            for source, title in seen.titles:
                titles.setdefault(source, []).append(title)
    affixes = title_affixes(titles, _names(portal))
    return Learned(
        looked_at,
        affixes,
        induce_rules(compared.sketches()) if _may_have_template(portal) else None,
    )


class _Compared:
    """The sketches that are kept: SKETCHED of them at most, always the same and in the same order,
    whatever came first."""

    def __init__(self) -> None:
        self._kept: dict[bytes, PageSummary] = {}

    def take(self, seen: SeenPages) -> None:
        if seen.sketch is not None:
            self._kept[spread_evenly(seen.url)] = seen.sketch
        if len(self._kept) > SKETCHED:
            del self._kept[max(self._kept)]

    def sketches(self) -> list[PageSummary]:
        return [self._kept[key] for key in sorted(self._kept)]


@contextmanager
def _looked(
    portal: Portal, pages: StoredPages, effects: Runtime, jobs: int | None
) -> Iterator[Iterator[SeenPages]]:
    with open_pages(portal, pages, effects) as (corpus, source):
        tasks = (
            build_task(portal, corpus, row) for row in article_rows(portal, corpus, pages.limit)
        )
        with build_in_parallel(
            portal, source if pages.warcs else pages.folder, summarize_stored_page, tasks, jobs
        ) as found:
            effects.progress.begin("read", pages.limit, "articles")
            try:
                yield _told(found, effects)
            finally:
                effects.progress.end()


def _told(found: Iterator[SeenPages | None], effects: Runtime) -> Iterator[SeenPages]:
    for seen in found:
        effects.progress.step(seen.url if seen else "")
        if seen is not None:
            yield seen


def summarize_stored_page(portal: Portal, source: Source, task: Task) -> SeenPages | None:
    """What the first page of an article adds; None if it is not stored, or no article."""
    page = find_first_page(portal, source, task.head, task.shared)
    if page is None:
        return None
    offered = list_candidates(portal, page)
    titles = tuple(
        (offer.source, value)
        for offer in offered
        if offer.field == "title"
        for value in offer.values
    )
    return SeenPages(task.canonical, titles, _sketch(portal, page)) if offered else None


def _sketch(portal: Portal, page: Page) -> PageSummary | None:
    """None for a page that carries its text in a script: its own elements say nothing."""
    shown = (
        _may_have_template(portal)
        and embedded_page(page, select_layout(portal, page).rules) is page
    )
    return summarize_page(page) if shown else None


def _may_have_template(portal: Portal) -> bool:
    """False where the portal file says how the text is found."""
    rules = portal.article
    return not (rules.body.root or rules.page or rules.split)


def _names(portal: Portal) -> tuple[str, ...]:
    host = plain_host(portal.home)
    publisher = portal.publisher.name if portal.publisher else ""
    return (portal.title, portal.id, publisher, host, host.partition(".")[0])
