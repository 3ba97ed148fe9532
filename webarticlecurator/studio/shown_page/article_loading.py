"""The pages of an article, loaded as far as the rules lead to them, and read in a worker."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.proposing.trial.joined_article import ArticleBodies, list_linked_addresses
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.shown_page.article_screen import read_article_screen
from webarticlecurator.studio.shown_page.article_sources import find_article_task, read_bodies
from webarticlecurator.studio.shown_page.screen import ArticleScreen

MAX_LOADED = 200
"""Pages of an article that are kept in memory; further ones count as not stored."""


async def open_article(context: StudioContext, portal: Portal, url: str) -> ArticleBodies:
    """Return the article that has a stored page, with the bodies of its pages. Raises as
    ``PageSources.read`` and ``PagePool.read``."""
    task = await asyncio.to_thread(find_article_task, context.sources, portal, url)
    return await _load_pages(context, portal, ArticleBodies(task, {}), [task.start.url])


async def read_article(
    context: StudioContext, portal: Portal, article: ArticleBodies, url: str, shown: str
) -> tuple[ArticleBodies, ArticleScreen]:
    """Return an article as the rules of a portal read it, with the bodies that they lead to.
    ``url`` and ``shown`` as for ``read_article_screen``. Raises as ``open_article``."""
    while True:
        found: ArticleScreen | tuple[str, ...] = await context.pages.read(
            portal, url, read_article_screen, article, url, shown
        )
        if isinstance(found, ArticleScreen):
            return article, found
        article = await _load_pages(context, portal, article, found)


async def _load_pages(
    context: StudioContext, portal: Portal, article: ArticleBodies, addresses: Iterable[str]
) -> ArticleBodies:
    """Return the article with the bodies of some addresses, and of those that they lead to."""
    bodies, pending = dict(article.bodies), [*addresses]
    while pending:
        url = pending.pop(0)
        if url in bodies:
            continue
        bodies[url] = ()
        if len(bodies) > MAX_LOADED:
            continue
        bodies[url] = await asyncio.to_thread(read_bodies, context.sources, portal, url)
        if bodies[url]:
            alone = replace(article, bodies={**dict.fromkeys(bodies, ()), url: bodies[url]})
            pending += await context.pages.read(portal, url, list_linked_addresses, alone, url)
    return replace(article, bodies=bodies)
