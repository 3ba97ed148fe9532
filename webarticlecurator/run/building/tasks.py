"""What a worker needs to know of an article."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.building.article_pages import ArticleStart
from webarticlecurator.run.redirect_targets import find_redirect_target, is_shared
from webarticlecurator.store import ArticleRow, CorpusView


@dataclass(frozen=True)
class Task:
    """One article to build: its key, where its pages begin, and its other addresses. ``shared``:
    addresses to which it redirects and others, too, so that they are no article's."""

    canonical: str
    head: ArticleStart
    aliases: tuple[str, ...] = ()
    shared: frozenset[str] = frozenset()


def build_task(portal: Portal, corpus: CorpusView, row: ArticleRow) -> Task:
    """What a worker needs to know of an article."""
    several = is_shared(portal, corpus, find_redirect_target(portal, corpus, row.requested))
    return Task(
        row.canonical,
        article_start(corpus, row),
        corpus.frontier.aliases(row.canonical),
        frozenset(several),
    )


def article_start(corpus: CorpusView, row: ArticleRow) -> ArticleStart:
    """Where the pages of an article begin, with what the first archive page that listed it showed
    beside it."""
    listings = corpus.frontier.listings(row.requested) or corpus.frontier.listings(row.canonical)
    return ArticleStart(row.requested, row.column, listings[0].listed if listings else ())
