"""``curator crawl`` of several portals: each in a thread of this process, with a corpus and a pace
of its own.

A crawl waits most of the time, for answers and for its pace, so that a thread each is enough, and a
hundred of them fit in the memory of one process and a few workers. Rules, which take the processor,
run in worker processes that all crawls share; so do the builds at the end, a few at a time.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from webarticlecurator.errors import UsageError
from webarticlecurator.fetch.request_pace import RequestPace
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.crawling.crawl import crawl
from webarticlecurator.run.executors.shared_worker import end_worker, share_workers
from webarticlecurator.run.interruption import (
    InterruptibleClock,
    InterruptibleProgress,
    Interruption,
)
from webarticlecurator.run.progress import Progress
from webarticlecurator.run.setup import CrawlOptions, Runtime
from webarticlecurator.run.summary import Summary

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


class CrawlDisplay(Protocol):
    """Shows several crawls at once. It is called from all threads.

    ``progress_of`` is called for each portal and returns what receives its progress. Then ``begin``
    is called before the first crawl, ``end_crawl`` with the end of each, ``close`` after the last.
    """

    def begin(self) -> None: ...

    def progress_of(self, portal: str) -> Progress: ...

    def end_crawl(self, outcome: CrawlOutcome) -> None: ...

    def close(self) -> None: ...


def check_folders(crawls: Sequence[PortalCrawl]) -> None:
    """Raise UsageError if two of several crawls would write to the same corpus."""
    files: dict[Path, Path] = {}
    for each in crawls:
        other = files.setdefault(each.folder.resolve(), each.portal.path)
        if other is not each.portal.path:
            raise UsageError(
                f"{other} and {each.portal.path} have the same corpus, {each.folder}",
                "Give each portal file a `portal` name of its own, or crawl one after the other.",
            )


def crawl_portals(
    crawls: Sequence[PortalCrawl],
    options: CrawlOptions,
    runtime: Runtime,
    display: CrawlDisplay,
) -> tuple[CrawlOutcome, ...]:
    """Crawl several portals at the same time; return how each crawl ended, in their order.

    Each has its own pace. Portals that request the same host keep the longest of their delays
    between them. The error of one crawl ends no other. KeyboardInterrupt ends all of them: each
    corpus is closed, and the next crawl goes on from there.

    Raises UsageError if two of them have the same corpus.
    """
    if not crawls:
        return ()
    check_folders(crawls)
    interruption = Interruption()
    store = runtime.store_options()
    shared = replace(
        runtime,
        clock=InterruptibleClock(runtime.clock, interruption),
        store=replace(
            store, cache_kilobytes=min(store.cache_kilobytes, ALL_CACHES_KILOBYTES // len(crawls))
        ),
        pace=_common_pace(crawls, runtime.pace or RequestPace()),
    )
    with share_workers(*_choose_workers(len(crawls))):
        threads = [_CrawlThread(each, options, shared, interruption, display) for each in crawls]
        display.begin()
        try:
            for thread in threads:
                thread.start()
            _join(threads)
        except BaseException:
            interruption.set()
            _join(threads, GRACE_PERIOD)
            raise
        finally:
            display.close()
    return tuple(thread.outcome for thread in threads)


def _common_pace(crawls: Sequence[PortalCrawl], pace: RequestPace) -> RequestPace:
    """Let ``pace`` know the delays of all portals before the first request."""
    for each in crawls:
        for host in portal_hosts(each.portal).names:
            pace.slow_down(host, each.portal.fetch.delay)
    return pace


def _choose_workers(portals: int) -> tuple[int, int]:
    """Return how many processes read the pages of all crawls, and how many build at the end. A page
    takes a worker some milliseconds, so that a few are enough for a page a second of each of
    hundreds of portals."""
    for_pages = min(os.cpu_count() or 1, portals, MAX_PAGE_WORKERS)
    return for_pages, max(for_pages // 2, 1)


class _CrawlThread(threading.Thread):
    """The crawl of one portal; ``outcome`` is set when it has ended."""

    def __init__(
        self,
        job: PortalCrawl,
        options: CrawlOptions,
        runtime: Runtime,
        interruption: Interruption,
        display: CrawlDisplay,
    ) -> None:
        # a thread that waits for an answer must not keep an interrupted process alive
        super().__init__(name=f"crawl of {job.portal.id}", daemon=True)
        progress = InterruptibleProgress(display.progress_of(job.portal.id), interruption)
        self._job, self._display = job, display
        # a build in several processes would make the builds of other portals wait
        self._options = replace(options, jobs=1)
        self._runtime = replace(runtime, progress=progress)
        self.outcome = CrawlOutcome(job.portal.id)

    def run(self) -> None:
        job = self._job
        try:
            summary = crawl(job.portal, job.folder, self._options, self._runtime)
            self.outcome = CrawlOutcome(job.portal.id, summary)
        except KeyboardInterrupt:
            return  # the main thread says so
        except Exception as error:
            self.outcome = CrawlOutcome(job.portal.id, error=error)
        finally:
            end_worker()
        self._display.end_crawl(self.outcome)


def _join(threads: Sequence[threading.Thread], seconds: float | None = None) -> None:
    """Wait until the threads that run have ended, or for so many seconds. The waits are short:
    on some systems no signal ends a wait for a thread."""
    end = None if seconds is None else time.monotonic() + seconds
    for thread in threads:
        while thread.is_alive() and (end is None or time.monotonic() < end):
            thread.join(_LONGEST_JOIN)
