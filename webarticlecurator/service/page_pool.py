"""The processes that read pages: so many at the same time, so many waiting, the others refused.

A rule of a portal file may run for ever, and a page may take seconds. So pages are read in worker
processes, which are ended when their time is over; each is watched by a thread. The event loop
waits for none of them.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http import HTTPStatus
from pathlib import Path
from types import TracebackType
from typing import Any

from webarticlecurator.archive import normalize_address
from webarticlecurator.article import find_exclusion
from webarticlecurator.crawl.requester import PageVisit
from webarticlecurator.errors import PageUnreadable, RulesTooSlow, UsageError
from webarticlecurator.model.article import Article, Rejected
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.service.guard import RETRY_SECONDS, RequestProblem
from webarticlecurator.store import ArticleRow, view_corpus
from webarticlecurator.stored_pages.captured_pages import CorpusPages, has_corpus
from webarticlecurator.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.tei import build_document
from webarticlecurator.trial.one_article import article_json, extract_articles, extract_stored
from webarticlecurator.trial.page_links import links_json, list_links
from webarticlecurator.workers.executor import import_what_articles_need
from webarticlecurator.workers.shared_worker import end_worker
from webarticlecurator.workers.worker import share_workers

MAX_WAITING = 48
"""Pages that wait for a free process; each is in memory."""


class LimitedThreads:
    """Threads that do blocking work for the event loop: ``running`` calls at the same time and
    ``waiting`` more, the others are refused. ``what`` names in messages what there is too much
    of."""

    def __init__(self, running: int, waiting: int, what: str, cure: str = "") -> None:
        self._threads = ThreadPoolExecutor(running, thread_name_prefix="curator-serve")
        self._places = threading.Semaphore(running + waiting)
        self._what, self._cure = what, cure

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a call in one of the threads. Raises RequestProblem if no place is
        free, and what the function raises."""
        if not self._places.acquire(blocking=False):
            raise RequestProblem(
                HTTPStatus.SERVICE_UNAVAILABLE,
                f"too many {self._what} at the same time",
                cure=f"Ask again after Retry-After. {self._cure}".strip(),
                retry=RETRY_SECONDS,
            )
        future = self._threads.submit(function, *arguments)
        future.add_done_callback(lambda _: self._places.release())
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Begin nothing more; what runs is not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class PagePool:
    """Worker processes that read ``jobs`` pages at the same time, and ``surveys`` more, each for
    one thread that reads all pages of a corpus. To be used in a ``with`` statement, begun before
    there are other threads."""

    def __init__(self, jobs: int, surveys: int = 0) -> None:
        self._jobs, self._surveys = jobs, surveys
        self._threads = LimitedThreads(
            jobs, MAX_WAITING, "pages", "More processes: --jobs of the service."
        )
        self._workers = ExitStack()

    def __enter__(self) -> PagePool:
        import_what_articles_need()  # once, where processes are forked
        # a survey of WARC files takes a process for single pages: one more for each
        processes = self._jobs + self._surveys, self._surveys
        self._workers.enter_context(share_workers(*processes))
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._threads.close()
        self._workers.close()

    async def read(
        self, portal: Portal, url: str, function: Callable[..., Any], *arguments: Any
    ) -> Any:
        """Call ``function`` with the portal and the arguments in a worker and return the result.

        ``url`` names the page in messages. Raises RequestProblem if there is no free place,
        PageUnreadable if it takes too long, and what the function raises.
        """
        return await self._threads.run(_read_in_worker, portal, url, function, *arguments)


def _read_in_worker(portal: Portal, url: str, function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return run_supervised(portal, url, function, *arguments)
    except (PageUnreadable, RulesTooSlow):
        # a worker of a command gives later pages less time; those of a service have other senders
        end_worker()
        raise


# What the service does with one page; the functions that read it run in workers.

_ANSWERED = ("stored", "tei", "rejected")
"""States of an article of which a page is stored, or which was rejected without one."""


ArticleAnswer = Any
"""What ``extract`` says of a page: its JSON; or the bytes of its TEI where that was asked for and
the page is not rejected."""


def read_article(portal: Portal, page: StoredPage, as_tei: bool) -> ArticleAnswer:
    """Extract the article of a page, or the articles that ``article.split`` cuts it into.

    Raises UsageError for the TEI of several articles.
    """
    parts = extract_articles(portal, page)
    if len(parts) > 1 and as_tei:
        addresses = ", ".join(part.url for part in parts)
        raise UsageError(
            f"the page holds {len(parts)} articles (article.split), and a TEI document holds one",
            f"Give the address of one of them: {addresses}.",
        )
    if len(parts) > 1:
        return [article_json(part) for part in parts]
    return _to_answer(portal, parts[0], as_tei)


def read_stored(portal: Portal, folder: Path, row: ArticleRow, as_tei: bool) -> ArticleAnswer:
    """Extract an article of the corpus with all its pages, by the rules as they are now; one that
    was rejected without a page has the verdict of the crawl. Raises as ``extract_stored``."""
    try:
        found = extract_stored(portal, folder, row.canonical)
    except UsageError:
        if row.state != "rejected" or row.reason is None:
            raise
        found = Rejected(row.canonical, row.reason, row.evidence)
    return _to_answer(portal, found, as_tei)


def read_links(portal: Portal, page: StoredPage, column: str | None) -> dict[str, Any]:
    """Return what the link rules find on an archive page. Raises UsageError as ``list_links``."""
    return links_json(list_links(portal, page, column))


def reject_address(portal: Portal, url: str) -> Rejected | None:
    """Return why an address is not asked for; None if it may be."""
    excluded = find_exclusion(portal, (url,))
    return None if excluded is None else Rejected(url, "excluded", excluded)


def reject_visit(portal: Portal, visit: PageVisit) -> Rejected | None:
    """Return the verdict of a crawl on a fetched page that is not read; None for one to read."""
    if visit.is_forbidden:
        return Rejected(visit.url, "robots", visit.trouble)
    if visit.status in GONE:
        return Rejected(visit.url, "gone", visit.trouble)
    if not portal_hosts(portal).belongs(visit.answered, visit.url):
        return Rejected(visit.url, "off-portal", f"it leads to {visit.answered}")
    return None


def find_stored_row(portal: Portal, folder: Path, url: str) -> ArticleRow | None:
    """Return the article of an address of which the corpus has a page or a verdict; or None."""
    if not has_corpus(folder):
        return None
    with view_corpus(folder, portal.id) as corpus:
        for address in dict.fromkeys((url, normalize_address(url))):
            row = corpus.frontier.find_article(address)
            if row is None:
                continue
            # of one that could not be read in time, the page is there
            page = row.requested.partition("#")[0]
            is_read = row.state == "failed" and corpus.captures.best([page]) is not None
            if is_read or row.state in _ANSWERED:
                return row
    return None


def find_stored_list(portal: Portal, folder: Path, url: str) -> StoredPage | None:
    """Return an archive page of the corpus; None if it has none with this address."""
    if not has_corpus(folder):
        return None
    with view_corpus(folder, portal.id) as corpus:
        return CorpusPages(portal, corpus, str(folder)).look_up(url)


def _to_answer(portal: Portal, found: Article | Rejected, as_tei: bool) -> ArticleAnswer:
    if as_tei and isinstance(found, Article):
        return build_document(found, portal).content
    return article_json(found)
