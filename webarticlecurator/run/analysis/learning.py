"""``curator learn``: what a portal's own captures show together, written down: no TEI depends on other articles unseen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from webarticlecurator.extract import choose
from webarticlecurator.extract.analysis.learning.affixes import Affix, title_affixes
from webarticlecurator.extract.analysis.learning.induce_rules import Template, template
from webarticlecurator.extract.analysis.learning.page_summary import Sketch, sketch
from webarticlecurator.extract.metadata.candidates import offers
from webarticlecurator.extract.pages.article_page import carried
from webarticlecurator.model.hosts import plain_host
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page
from webarticlecurator.run.analysis.survey import Pages, opened, rows, spread
from webarticlecurator.run.building.article_page_choice import Source, first_page
from webarticlecurator.run.building.pool import parallel
from webarticlecurator.run.building.tasks import Task, task_of
from webarticlecurator.run.setup import Effects

ARTICLES = 2000
"""That are looked at, unless told otherwise: enough to see what stands on every fifth title."""
SKETCHED = 300
"""Of these the pages are compared: enough to see a layout that every twentieth has, few enough to be held in memory."""


@dataclass(frozen=True)
class Seen:
    """What one article adds: (source, title) pairs, and the sketch of its first page."""

    url: str
    titles: tuple[tuple[str, str], ...]
    sketch: Sketch | None


@dataclass(frozen=True)
class Learned:
    """``articles`` that were looked at; ``affixes`` of their titles in the order in which they have to be taken off; the
    ``template`` of their pages, None where the portal file says itself where the text is."""

    articles: int
    affixes: tuple[Affix, ...]
    template: Template | None = None


def learn(portal: Portal, pages: Pages, effects: Effects | None = None, jobs: int | None = 1) -> Learned:
    """Look at stored articles. ``portal`` must be loaded without the rules that were learned before. The same captures teach
    the same in any number of processes (``jobs``; None: as many as pay; with WARC files one). Raises what ``survey`` raises."""
    titles: dict[str, list[str]] = {}
    compared = _Compared()
    looked_at = 0
    with _looked(portal, pages, effects or Effects(), jobs) as found:
        for seen in found:
            looked_at += 1
            compared.take(seen)
            for source, title in seen.titles:
                titles.setdefault(source, []).append(title)
    affixes = title_affixes(titles, _names(portal))
    return Learned(looked_at, affixes, template(compared.sketches()) if _may_have_template(portal) else None)


class _Compared:
    """The sketches that are kept: SKETCHED of them at most, always the same and in the same order, whatever came first."""

    def __init__(self) -> None:
        self._kept: dict[bytes, Sketch] = {}

    def take(self, seen: Seen) -> None:
        if seen.sketch is not None:
            self._kept[spread(seen.url)] = seen.sketch
        if len(self._kept) > SKETCHED:
            del self._kept[max(self._kept)]

    def sketches(self) -> list[Sketch]:
        return [self._kept[key] for key in sorted(self._kept)]


@contextmanager
def _looked(portal: Portal, pages: Pages, effects: Effects, jobs: int | None) -> Iterator[Iterator[Seen]]:
    with opened(portal, pages, effects) as (corpus, source):
        tasks = (task_of(portal, corpus, row) for row in rows(portal, corpus, pages.limit))
        with parallel(portal, source if pages.warcs else pages.folder, look, tasks, jobs) as found:
            effects.progress.begin("read", pages.limit, "articles")
            try:
                yield _told(found, effects)
            finally:
                effects.progress.end()


def _told(found: Iterator[Seen | None], effects: Effects) -> Iterator[Seen]:
    for seen in found:
        effects.progress.step(seen.url if seen else "")
        if seen is not None:
            yield seen


def look(portal: Portal, source: Source, task: Task) -> Seen | None:
    """What the first page of an article adds; None if it is not stored, or no article."""
    page = first_page(portal, source, task.head, task.shared)
    if page is None:
        return None
    offered = offers(portal, page)
    titles = tuple((offer.source, value) for offer in offered if offer.field == "title" for value in offer.values)
    return Seen(task.canonical, titles, _sketch(portal, page)) if offered else None


def _sketch(portal: Portal, page: Page) -> Sketch | None:
    """None for a page that carries its text in a script: its own elements say nothing."""
    shown = _may_have_template(portal) and carried(page, choose(portal, page).rules) is page
    return sketch(page) if shown else None


def _may_have_template(portal: Portal) -> bool:
    """False where the portal file says how the text is found."""
    rules = portal.article
    return not (rules.body.root or rules.page or rules.split)


def _names(portal: Portal) -> tuple[str, ...]:
    host = plain_host(portal.home)
    publisher = portal.publisher.name if portal.publisher else ""
    return (portal.title, portal.id, publisher, host, host.partition(".")[0])
