"""Build tasks: what a worker process is given, and what it returns.

Build tasks: the input of a worker process for one article.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_pages import ArticleStart
from webarticlecurator.crawling.captures.redirect_targets import (
    find_foreign_targets,
    find_redirect_targets,
    find_shared_targets,
)

if TYPE_CHECKING:
    from webarticlecurator.storage.frontier.index_values import ArticleRow, Listing
    from webarticlecurator.storage.store.view import CorpusView


@dataclass(frozen=True)
class Task:
    """One article to build: its canonical address, its first page, and its other addresses.

    ``shared`` are targets of its redirects to which other articles redirect, too: they belong to
    none of them. ``is_sample``: a pager that no rule follows is looked for.
    """

    canonical: str
    start: ArticleStart
    aliases: tuple[str, ...] = ()
    shared: frozenset[str] = frozenset()
    is_sample: bool = False


def build_task(
    portal: Portal, corpus: CorpusView, row: ArticleRow, *, is_sample: bool = False
) -> Task:
    """Return the build task of an article."""
    start, shared = find_start(portal, corpus, row)
    return Task(row.canonical, start, corpus.frontier.aliases(row.canonical), shared, is_sample)


def build_page_task(portal: Portal, corpus: CorpusView, row: ArticleRow) -> Task:
    """Return the build task of an article; of one of several articles on a page, that of the
    page."""
    page, part, _ = row.requested.partition("#")
    owner = corpus.frontier.page_owner(page) if part else None
    return build_task(portal, corpus, owner or row)


def find_start(
    portal: Portal, corpus: CorpusView, row: ArticleRow
) -> tuple[ArticleStart, frozenset[str]]:
    """Return the first page of an article, and ``shared`` of its task."""
    targets = find_redirect_targets(portal, corpus, row.requested)
    others = frozenset(
        target.url
        for target in targets
        if target.listed
        and (owner := corpus.frontier.article(target.canonical)) is not None
        and owner.id != row.id
    )
    foreign = find_foreign_targets(portal, row.requested, targets)
    start = replace(article_start(corpus, row), others=others, foreign=foreign)
    return start, frozenset(find_shared_targets(portal, corpus, targets))


def article_start(
    corpus: CorpusView, row: ArticleRow, listed: Sequence[Listing] = ()
) -> ArticleStart:
    """Return the first page of an article, with what the first archive page that lists it shows
    beside the link; ``listed``: where its requested address is listed, if that is at hand."""
    listings = listed or corpus.listings.of(row.requested) or corpus.listings.of(row.canonical)
    return ArticleStart(row.requested, row.column, listings[0].listed if listings else ())
