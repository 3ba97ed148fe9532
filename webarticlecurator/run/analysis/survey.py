"""Every stored article looked at by a function, for reports and for learning. Reads only; the
network is never asked."""

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
class CandidateRow:
    """What the sources of metadata give on the first page of an article; ``url`` is its canonical
    address (of one of several on a page, with its fragment)."""

    url: str
    offers: tuple[FieldCandidate, ...]


@dataclass(frozen=True)
class StoredPages:
    """Which pages to look at: those of the corpus in ``folder``, or of ``warcs`` instead;
    ``limit``: so many articles at most, spread over the whole and always the same. ``besides``:
    rules whose sources are asked, too, though they do not count. ``jobs`` processes (None: as many
    as pay; with ``warcs`` always one)."""

    folder: Path
    warcs: tuple[Path, ...] = ()
    limit: int | None = None
    besides: ArticleRules | None = None
    jobs: int | None = None


def read_stored_pages(
    portal: Portal, pages: StoredPages, effects: Runtime | None = None
) -> Iterator[CandidateRow]:
    """Every article whose page is stored, those of ``article.split`` too, in the order of listing,
    in any number of processes. Raises CorpusMismatch, StoreDamaged, UsageError (no such file),
    WarcUnreadable."""
    effects = effects or Runtime()
    with open_pages(portal, pages, effects) as (corpus, source):
        tasks = (
            build_task(portal, corpus, row)
            for row in article_rows(portal, corpus, pages.limit, parted=True)
        )
        look = partial(_look, pages.besides)
        with build_in_parallel(
            portal, source if pages.warcs else pages.folder, look, tasks, pages.jobs
        ) as looked:
            effects.progress.begin("read", pages.limit, "articles")
            try:
                for found in looked:
                    effects.progress.step(found[0].url if found else "")
                    yield from found
            finally:
                effects.progress.end()


@contextmanager
def open_pages(
    portal: Portal, pages: StoredPages, effects: Runtime
) -> Iterator[tuple[CorpusView, RankedSource]]:
    """The corpus that knows the pages, and where they are read. WARC files are told apart as for a
    build, in a corpus that is thrown away."""
    if not pages.warcs:
        with view_corpus(pages.folder, portal.id) as view:
            yield view, CorpusSource(view)
        return
    with (
        tempfile.TemporaryDirectory(prefix="curator-") as name,
        open_warcs(pages.warcs) as foreign,
        open_corpus(Path(name) / portal.id, portal.id, effects.store_options()) as corpus,
    ):
        list_foreign(portal, corpus, foreign, effects.progress)
        yield corpus, WithForeign(corpus, foreign)


def article_rows(
    portal: Portal, corpus: CorpusView, limit: int | None, *, parted: bool = False
) -> Iterator[ArticleRow]:
    """Every article that has a page of its own, or ``limit`` of them, spread over the whole and
    always the same. ``parted``: pages that hold several articles, too."""
    stored = corpus.frontier.articles("stored", "tei", *(("rejected",) if parted else ()))
    every = (row for row in stored if row.reason in (None, "", "split") and _whole(portal, row))
    if limit is None:
        return every
    return iter(
        sorted(
            heapq.nsmallest(limit, every, key=lambda row: spread_evenly(row.canonical)),
            key=lambda row: row.id,
        )
    )


def _whole(portal: Portal, row: ArticleRow) -> bool:
    """An address with a page of its own."""
    return "#" not in row.requested and not is_continuation(portal, row.requested)


def spread_evenly(url: str) -> bytes:
    """An order of addresses that has nothing to do with what they say."""
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).digest()


def _look(
    besides: ArticleRules | None, portal: Portal, source: Source, task: Task
) -> tuple[CandidateRow, ...]:
    page = find_first_page(portal, source, task.head, task.shared)
    found = list_part_candidates(portal, page, besides) if page is not None else ()
    return tuple(
        CandidateRow(_address(task.canonical, name), offers) for name, offers in found if offers
    )


def _address(page: str, name: str) -> str:
    return f"{page}#{fragment_of(name)}" if name else page
