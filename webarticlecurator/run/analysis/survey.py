"""Stored articles read one by one, for reports and for learning.

Nothing is written, and the network is not used.
"""

from __future__ import annotations

import hashlib
import heapq
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from webarticlecurator.extract.metadata.candidates import FieldCandidate, list_part_candidates
from webarticlecurator.model.portal import ArticleRules, Portal
from webarticlecurator.run.building.article_page_choice import Source, find_first_page
from webarticlecurator.run.building.build_article import is_continuation
from webarticlecurator.run.building.capture_sources import CorpusSource, RankedSource, WithForeign
from webarticlecurator.run.building.pool import build_in_parallel
from webarticlecurator.run.building.split_articles import fragment_of
from webarticlecurator.run.building.tasks import Task, build_task
from webarticlecurator.run.foreign_listing import list_foreign
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import ArticleRow, CorpusView, open_corpus, open_warcs, view_corpus


@dataclass(frozen=True)
class ArticleCandidates:
    """The metadata candidates on the first page of an article.

    ``url`` is its canonical address, with a fragment if it is one of several on a page.
    """

    url: str
    candidates: tuple[FieldCandidate, ...]


@dataclass(frozen=True)
class StoredPages:
    """The pages to read: those of the corpus in ``folder``, or those of ``warcs`` instead.

    ``limit`` is the number of articles at most, spread over the corpus and always the same.
    ``extra_rules`` have sources that are read, too, though they are not in force. ``jobs`` is the
    number of processes (None: as many as speed it up; with ``warcs`` always one).
    """

    folder: Path
    warcs: tuple[Path, ...] = ()
    limit: int | None = None
    extra_rules: ArticleRules | None = None
    jobs: int | None = None


def read_stored_pages(
    portal: Portal, pages: StoredPages, runtime: Runtime | None = None
) -> Iterator[ArticleCandidates]:
    """Yield the metadata candidates of every stored article, in the order of listing.

    Articles of ``article.split`` come one by one. Raises CorpusMismatch, StoreDamaged, UsageError
    (no such file), WarcUnreadable.
    """
    runtime = runtime or Runtime()
    with open_pages(portal, pages, runtime) as (corpus, source):
        tasks = (
            build_task(portal, corpus, row)
            for row in select_articles(portal, corpus, pages.limit, include_split=True)
        )
        read = partial(_list_candidates, pages.extra_rules)
        with build_in_parallel(
            portal, source if pages.warcs else pages.folder, read, tasks, pages.jobs
        ) as results:
            runtime.progress.begin("read", pages.limit, "articles")
            try:
                for articles in results:
                    runtime.progress.step(articles[0].url if articles else "")
                    yield from articles
            finally:
                runtime.progress.end()


@contextmanager
def open_pages(
    portal: Portal, pages: StoredPages, runtime: Runtime
) -> Iterator[tuple[CorpusView, RankedSource]]:
    """Open the corpus that lists the pages, and the source from which they are read.

    The pages of WARC files are classified as for a build, in a temporary corpus.
    """
    if not pages.warcs:
        with view_corpus(pages.folder, portal.id) as view:
            yield view, CorpusSource(view)
        return
    with (
        tempfile.TemporaryDirectory(prefix="curator-") as name,
        open_warcs(pages.warcs) as foreign,
        open_corpus(Path(name) / portal.id, portal.id, runtime.store_options()) as corpus,
    ):
        list_foreign(portal, corpus, foreign, runtime.progress)
        yield corpus, WithForeign(corpus, foreign)


def select_articles(
    portal: Portal, corpus: CorpusView, limit: int | None, *, include_split: bool = False
) -> Iterator[ArticleRow]:
    """Return the articles that have a page of their own, in the order of listing.

    With ``limit`` they are that many, spread over the corpus and always the same.
    ``include_split`` adds pages that hold several articles.
    """
    states = ("stored", "tei", "rejected") if include_split else ("stored", "tei")
    rows = (
        row
        for row in corpus.frontier.articles(*states)
        if row.reason in (None, "", "split") and _has_own_page(portal, row)
    )
    if limit is None:
        return rows
    sample = heapq.nsmallest(limit, rows, key=lambda row: sampling_key(row.canonical))
    return iter(sorted(sample, key=lambda row: row.id))


def _has_own_page(portal: Portal, row: ArticleRow) -> bool:
    return "#" not in row.requested and not is_continuation(portal, row.requested)


def sampling_key(url: str) -> bytes:
    """Return a sort key that spreads addresses evenly, whatever they have in common."""
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).digest()


def _list_candidates(
    besides: ArticleRules | None, portal: Portal, source: Source, task: Task
) -> tuple[ArticleCandidates, ...]:
    page = find_first_page(portal, source, task.start, task.shared)
    found = list_part_candidates(portal, page, besides) if page is not None else ()
    return tuple(
        ArticleCandidates(_address(task.canonical, name), offers)
        for name, offers in found
        if offers
    )


def _address(page: str, name: str) -> str:
    return f"{page}#{fragment_of(name)}" if name else page
