"""What a worker needs to know of an article."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.building.article_pages import Head
from webarticlecurator.run.redirect_targets import leads, shared
from webarticlecurator.store import ArticleRow, CorpusView


@dataclass(frozen=True)
class Task:
    """One article to build: its key, where its pages begin, and its other addresses. ``shared``:
    addresses to which it redirects and others, too, so that they are no article's."""

    canonical: str
    head: Head
    aliases: tuple[str, ...] = ()
    shared: frozenset[str] = frozenset()


def task_of(portal: Portal, corpus: CorpusView, row: ArticleRow) -> Task:
    """What a worker needs to know of an article."""
    several = shared(portal, corpus, leads(portal, corpus, row.requested))
    return Task(row.canonical, head_of(corpus, row), corpus.frontier.aliases(row.canonical), frozenset(several))


def head_of(corpus: CorpusView, row: ArticleRow) -> Head:
    """Where the pages of an article begin, with what the first archive page that listed it showed beside it."""
    listings = corpus.frontier.listings(row.requested) or corpus.frontier.listings(row.canonical)
    return Head(row.requested, row.column, listings[0].listed if listings else ())
