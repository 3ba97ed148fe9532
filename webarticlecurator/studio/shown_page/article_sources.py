"""The stored bodies of an article, as a build finds them."""

from __future__ import annotations

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.capture import TRUNCATED, Body
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.captured_pages import CapturedPages, CorpusPages
from webarticlecurator.crawling.captures.article_pages import ArticleStart
from webarticlecurator.crawling.captures.tasks import Task, build_page_task
from webarticlecurator.crawling.workers.capture_source import first_of_equal
from webarticlecurator.studio.frame.page_sources import PageSources

MAX_CAPTURES = 8
"""Captures of a page that are read: its first one and the last ones."""


def find_article_task(sources: PageSources, portal: Portal, url: str) -> Task:
    """Return the build task of the article that has a stored page. A page that is not known to the
    corpus is the first one of an article. Raises as ``PageSources.read``."""
    page = sources.read(portal, url)

    def find(store: CapturedPages) -> Task | None:
        if not isinstance(store, CorpusPages):
            return None
        frontier = store.corpus.frontier
        row = frontier.find_article(url) or frontier.find_article(page.url)
        return None if row is None else build_page_task(portal, store.corpus, row)

    address = page.url.partition("#")[0]
    task = sources.use(portal, find) or Task(
        canonical_address(address, portal.address), ArticleStart(address)
    )
    return replace(task, start=replace(task.start, url=task.start.url.partition("#")[0]))


def read_bodies(sources: PageSources, portal: Portal, url: str) -> tuple[Body, ...]:
    """Return the complete bodies of an address by time, () if it is not stored. Raises as
    ``PageSources.use``."""

    def read_all(store: CapturedPages) -> tuple[Body, ...] | None:
        captures = first_of_equal(store.captures.ranked([url], "first"))
        chosen = [*captures[:1], *captures[1:][1 - MAX_CAPTURES :]]
        bodies = [store.source.read(capture) for capture in chosen]
        return tuple(body for body in bodies if body.fault != TRUNCATED) or None

    return sources.use(portal, read_all) or ()
