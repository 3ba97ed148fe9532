"""The processes that read pages.

A rule of a portal file may run for ever, and a page may take seconds. So pages are read in worker
processes, which are ended when their time is over; each is watched by a thread: so many at the same
time, so many waiting, the others refused. The event loop waits for none of them.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http import HTTPStatus
from types import TracebackType
from typing import Any

from webarticlecurator.base.errors import PageUnreadable, RulesTooSlow
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.corpus.stored_pages.page_store import run_supervised
from webarticlecurator.crawling.workers.executor import import_what_articles_need
from webarticlecurator.crawling.workers.shared_worker import end_worker
from webarticlecurator.crawling.workers.worker_sharing import share_workers
from webarticlecurator.service.guard import RETRY_SECONDS
from webarticlecurator.service.request_problems import RequestProblem

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
                make_message("too many {what} at the same time", what=as_message(self._what)),
                cure=self._cure or "Send the request again after Retry-After.",
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
