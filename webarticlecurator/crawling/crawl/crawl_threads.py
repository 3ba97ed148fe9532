"""Crawls of several portals, each in a thread of this process.

A crawl waits most of the time, for answers and for its pace, so that a thread each is enough, and a
hundred of them fit in the memory of one process and a few workers. Rules, which take the processor,
run in worker processes that all crawls share; so do the builds at the end, a few at a time.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Protocol

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.crawl.interruption import (
    InterruptibleClock,
    InterruptibleProgress,
    Interruption,
)
from webarticlecurator.crawling.fetch.pace import RequestPace
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.crawling.workers.shared_worker import end_worker
from webarticlecurator.crawling.workers.worker_sharing import share_workers

GRACE_PERIOD = 3.0
"""Seconds that interrupted crawls have to close their corpora. One that still waits for an answer
is left as a kill would leave it: the next crawl goes on from what it has stored."""
MAX_PAGE_WORKERS = 8
"""Processes that read the pages of all crawls, at most: each takes some fifty megabytes."""
ALL_CACHES_KILOBYTES = 30_000
"""Memory in which SQLite keeps parts of all indexes."""
_LONGEST_JOIN = 0.2


@dataclass(frozen=True)
class PortalCrawl:
    """One of several crawls: a portal, and the folder of its corpus."""

    portal: Portal
    folder: Path


@dataclass(frozen=True)
class CrawlOutcome:
    """How one of several crawls ended: with a ``summary``, or with an ``error``."""

    portal: str
    summary: Summary | None = None
    error: Exception | None = None


class CrawlListener(Protocol):
    """Receives what several crawls do, from all threads: ``progress_of`` is called for each portal
    and returns what receives its progress, ``end_crawl`` is called at the end of each crawl."""

    def progress_of(self, portal: str) -> Progress:
        """Return what receives the progress of a portal."""

    def end_crawl(self, outcome: CrawlOutcome) -> None:
        """Show how a crawl ended."""


class CrawlThreads:
    """The threads of several crawls, in a ``with`` statement.

    About ``count`` crawls run at the same time. Each has its own pace; portals that request the
    same host keep the longest of their delays between them. The error of one crawl ends no other.
    An exception that leaves the statement, such as KeyboardInterrupt, ends all crawls: each corpus
    is closed, and the next crawl goes on from there.
    """

    def __init__(
        self, count: int, options: CrawlOptions, runtime: Runtime, listener: CrawlListener
    ) -> None:
        self._interruption = Interruption()
        self._options, self._listener = options, listener
        self._pace = runtime.pace or RequestPace()
        self._count = count
        store = runtime.store_options()
        kilobytes = min(store.cache_kilobytes, ALL_CACHES_KILOBYTES // count)
        self._runtime = replace(
            runtime,
            clock=InterruptibleClock(runtime.clock, self._interruption),
            store=replace(store, cache_kilobytes=kilobytes),
            pace=self._pace,
        )
        self._threads: list[CrawlThread] = []
        self._workers = ExitStack()

    def __enter__(self) -> CrawlThreads:
        # before the first thread, so that the processes can be forked
        # A page takes a worker some milliseconds, so that a few processes are enough for a page a
        # second of each of hundreds of portals; half of them build at the end
        for_pages = min(os.cpu_count() or 1, self._count, MAX_PAGE_WORKERS)
        self._workers.enter_context(share_workers(for_pages, max(for_pages // 2, 1)))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        with self._workers:
            if kind is not None:
                self._interruption.set()
                self.wait(GRACE_PERIOD)

    def add(self, job: PortalCrawl) -> CrawlThread:
        """Return the thread of another crawl, which is not started yet. From now on the others
        know its delay."""
        for host in portal_hosts(job.portal).names:
            self._pace.slow_down(host, job.portal.fetch.delay)
        thread = CrawlThread(job, self._options, self._runtime, self._interruption, self._listener)
        # those that have ended would keep their summaries as long as others run
        self._threads = [each for each in self._threads if not each.has_ended] + [thread]
        return thread

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the crawls that run have ended, or for so many seconds. The waits are short:
        on some systems no signal ends a wait for a thread."""
        end = None if seconds is None else time.monotonic() + seconds
        for thread in self._threads:
            while thread.is_alive() and (end is None or time.monotonic() < end):
                thread.join(_LONGEST_JOIN)


class CrawlThread(threading.Thread):
    """The crawl of one portal; ``outcome`` is set when it has ended."""

    def __init__(
        self,
        job: PortalCrawl,
        options: CrawlOptions,
        runtime: Runtime,
        interruption: Interruption,
        listener: CrawlListener,
    ) -> None:
        # a thread that waits for an answer must not keep an interrupted process alive
        super().__init__(name=f"crawl of {job.portal.id}", daemon=True)
        progress = InterruptibleProgress(listener.progress_of(job.portal.id), interruption)
        self._job, self._listener = job, listener
        # a build in several processes would make the builds of other portals wait
        self._options = replace(options, jobs=1)
        self._runtime = replace(runtime, progress=progress)
        self.outcome = CrawlOutcome(job.portal.id)

    @property
    def has_ended(self) -> bool:
        """True if the crawl was started and does not run any more."""
        return self.ident is not None and not self.is_alive()

    def run(self) -> None:
        job = self._job
        try:
            self.outcome = CrawlOutcome(
                job.portal.id, crawl(job.portal, job.folder, self._options, self._runtime)
            )
        except KeyboardInterrupt:
            return  # the main thread reports it
        except Exception as error:
            self.outcome = CrawlOutcome(job.portal.id, error=error)
        finally:
            end_worker()
        self._listener.end_crawl(self.outcome)
