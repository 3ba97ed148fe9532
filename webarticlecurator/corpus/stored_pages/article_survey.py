"""Stored articles read one by one, for reports, inventories and learning. Nothing is written, and
the network is not used.
"""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import tee
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.corpus.stored_pages.page_store_opening import open_page_store
from webarticlecurator.corpus.stored_pages.stored_rows import select_articles
from webarticlecurator.crawling.captures.page_choice import Source, find_first_page
from webarticlecurator.crawling.captures.split_articles import fragment_of
from webarticlecurator.crawling.captures.tasks import Task, build_task
from webarticlecurator.crawling.workers.executor import Job, LostTask, Result, Work, require_results
from webarticlecurator.crawling.workers.executor_kinds import choose_processes, open_executor
from webarticlecurator.crawling.workers.progress import progress_stage
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.view import CorpusView

if TYPE_CHECKING:
    from webarticlecurator.articles.by_rules.field_candidates import FieldCandidate
    from webarticlecurator.articles.by_rules.metadata_remarks import MetadataRemark


@dataclass(frozen=True)
class ArticleCandidates:
    """The metadata candidates on the first page of an article.

    ``url`` is its canonical address, with a fragment if it is one of several on a page.
    ``remarks`` are doubts about those in force, on a page that is one article.
    """

    url: str
    candidates: tuple[FieldCandidate, ...]
    remarks: tuple[MetadataRemark, ...] = ()


def survey_articles(
    portal: Portal,
    pages: StoredPages,
    select: Callable[[CorpusView], Iterator[ArticleRow]],
    work: Work[Result],
    runtime: Runtime | None = None,
    stage: str = "read",
) -> Iterator[Result]:
    """Yield what ``work`` returns for each article that ``select`` and ``pages`` select, in order.

    Arguments and errors as for ``survey_each``; raises PageUnreadable for the first page that
    cannot be read, since a count must not leave one out.
    """
    yield from require_results(survey_each(portal, pages, select, work, runtime, stage))


def survey_each(
    portal: Portal,
    pages: StoredPages,
    select: Callable[[CorpusView], Iterator[ArticleRow]],
    work: Work[Result],
    runtime: Runtime | None = None,
    stage: str = "read",
) -> Iterator[Result | LostTask]:
    """Yield what ``work`` returns for each article that ``select`` and ``pages`` select, in order,
    or a ``LostTask`` for one that cannot be read.

    The number of processes does not change the results. ``stage`` is the word for the progress.
    Raises CorpusMismatch, StoreDamaged, UsageError (no such file), WarcUnreadable, and RulesTooSlow
    if several articles in a row take too long.
    """
    runtime = runtime or Runtime()
    with (
        open_page_store(portal, pages, runtime) as store,
        store.classify(pages.urls) as listed,
    ):
        rows = (row for row in select(listed.corpus) if _is_chosen(row, pages))
        every = (
            build_task(portal, listed.corpus, row) for row in limit_articles(rows, pages.limit)
        )
        processes, tasks = choose_processes(every, pages.jobs)
        names, tasks = tee(tasks)
        job = Job(portal, listed.captures, runtime.cluster, runtime.progress.show_message)
        with (
            open_executor(runtime.executor, job, processes) as executor,
            progress_stage(runtime.progress, stage, pages.limit, "articles"),
        ):
            for result in executor.results(work, tasks):
                runtime.progress.step(next(names).canonical)
                yield result


def _is_chosen(row: ArticleRow, pages: StoredPages) -> bool:
    """Return True for an article at one of the given addresses, whose fragments make no
    difference; in files they chose already."""
    if pages.has_files:
        return True
    if pages.selected is not None and row.requested not in pages.selected:
        return False
    urls = [url.partition("#")[0] for url in pages.urls]
    return not urls or row.requested in urls or row.canonical in urls


def read_candidates(
    portal: Portal,
    pages: StoredPages,
    runtime: Runtime | None = None,
    extra_rules: ArticleRules | None = None,
) -> Iterator[ArticleCandidates]:
    """Yield the metadata candidates of every stored article, in the order of listing.

    Articles of ``article.split`` come one by one. ``extra_rules`` have sources that are read, too,
    though they are not in force. Raises what ``survey_articles`` raises.
    """
    select = partial(select_articles, portal, include_split=True)
    for articles in survey_articles(
        portal, pages, select, partial(_list_candidates, extra_rules), runtime
    ):
        yield from articles


def limit_articles(rows: Iterator[ArticleRow], limit: int | None) -> Iterator[ArticleRow]:
    """Return at most ``limit`` of the articles (None: all), spread over them and always the same,
    in the order of listing."""
    if limit is None:
        return rows
    sample = heapq.nsmallest(limit, rows, key=lambda row: sampling_key(row.canonical))
    return iter(sorted(sample, key=lambda row: row.id))


def sampling_key(url: str) -> bytes:
    """Return a sort key that spreads addresses evenly, whatever they have in common."""
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).digest()


def _list_candidates(
    extra_rules: ArticleRules | None, portal: Portal, source: Source, task: Task
) -> tuple[ArticleCandidates, ...]:
    from webarticlecurator.articles.by_rules.field_candidates import list_part_candidates
    from webarticlecurator.articles.by_rules.metadata_remarks import remark_metadata

    page = find_first_page(portal, source, task.start, task.shared)
    found = list_part_candidates(portal, page, extra_rules) if page is not None else ()
    if page is None or len(found) != 1 or found[0][0]:
        return tuple(
            ArticleCandidates(
                f"{task.canonical}#{fragment_of(name)}" if name else task.canonical, offers
            )
            for name, offers in found
            if offers
        )
    ((_, offers),) = found
    titles, authors = (_values_in_force(offers, name) for name in ("title", "authors"))
    return (
        ArticleCandidates(task.canonical, offers, remark_metadata(portal, page, titles, authors)),
    )


def _values_in_force(candidates: Iterable[FieldCandidate], name: str) -> list[tuple[str, str]]:
    """Return source and values of the first candidate of a field that counts."""
    in_force = next((c for c in candidates if c.field == name and c.counts), None)
    return [(in_force.source, value) for value in in_force.values] if in_force else []
