"""``curator crawl`` of several portals at the same time."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Protocol

from webarticlecurator.crawl.crawl import crawl
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import UsageError
from webarticlecurator.fetch import RequestPace
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.states.summary import Summary
from webarticlecurator.text.times import Clock
from webarticlecurator.text.translation import make_message
from webarticlecurator.workers.executor import CrawlOptions, Runtime
from webarticlecurator.workers.progress import CrawlCounts, Progress
from webarticlecurator.workers.shared_worker import end_worker
from webarticlecurator.workers.worker import share_workers

# Crawls of several portals, each in a thread of this process, with a corpus and a pace of its own.
#
# A crawl waits most of the time, for answers and for its pace, so that a thread each is enough, and
# a hundred of them fit in the memory of one process and a few workers. Rules, which take the
# processor, run in worker processes that all crawls share; so do the builds at the end, a few at a
# time.

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

    def progress_of(self, portal: str) -> Progress: ...

    def end_crawl(self, outcome: CrawlOutcome) -> None: ...


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
            summary = crawl(job.portal, job.folder, self._options, self._runtime)
            self.outcome = CrawlOutcome(job.portal.id, summary)
        except KeyboardInterrupt:
            return  # the main thread reports it
        except Exception as error:
            self.outcome = CrawlOutcome(job.portal.id, error=error)
        finally:
            end_worker()
        self._listener.end_crawl(self.outcome)


class CrawlDisplay(CrawlListener, Protocol):
    """Shows several crawls at once.

    After ``progress_of`` for each portal, ``begin`` is called before the first crawl, and ``close``
    after the last.
    """

    def begin(self) -> None: ...

    def close(self) -> None: ...


def check_folders(crawls: Sequence[PortalCrawl]) -> None:
    """Raise UsageError if two of several crawls would write to the same corpus."""
    files: dict[Path, Path] = {}
    for each in crawls:
        other = files.setdefault(each.folder.resolve(), each.portal.path)
        if other is not each.portal.path:
            raise UsageError(
                make_message(
                    "{other} and {path} have the same corpus, {folder}",
                    other=other,
                    path=each.portal.path,
                    folder=each.folder,
                ),
                "Give each portal file a `portal` name of its own, or crawl one after the other.",
            )


def crawl_portals(
    crawls: Sequence[PortalCrawl],
    options: CrawlOptions,
    runtime: Runtime,
    display: CrawlDisplay,
) -> tuple[CrawlOutcome, ...]:
    """Crawl several portals at the same time, as ``CrawlThreads`` says; return how each crawl
    ended, in their order.

    Raises UsageError if two of them have the same corpus.
    """
    if not crawls:
        return ()
    check_folders(crawls)
    with CrawlThreads(len(crawls), options, runtime, display) as threads:
        started = [threads.add(each) for each in crawls]
        display.begin()
        try:
            for thread in started:
                thread.start()
            threads.wait()
        finally:
            display.close()
    return tuple(thread.outcome for thread in started)


# End the threads of a command when it is interrupted.
#
# Python raises an interruption in the main thread alone. The other threads raise it themselves, at
# their next check: before and while they sleep, and whenever they report progress.

_LONGEST_SLEEP = 0.5
"""Seconds between two checks of a thread that sleeps."""


class Interruption(threading.Event):
    """The request to end at the next check, which any thread may set."""

    def check(self) -> None:
        """Raise KeyboardInterrupt if the threads must end."""
        if self.is_set():
            raise KeyboardInterrupt


class InterruptibleClock:
    """A clock whose ``sleep`` ends soon after an interruption."""

    def __init__(self, clock: Clock, interruption: Interruption) -> None:
        self._clock, self._interruption = clock, interruption

    def now(self) -> datetime:
        return self._clock.now()

    def monotonic(self) -> float:
        return self._clock.monotonic()

    def sleep(self, seconds: float) -> None:
        """Sleep at least ``seconds``. Raises KeyboardInterrupt."""
        self._interruption.check()
        while seconds > 0:
            self._clock.sleep(min(seconds, _LONGEST_SLEEP))
            seconds -= _LONGEST_SLEEP
            self._interruption.check()


class InterruptibleProgress(Progress):
    """Progress whose reports raise KeyboardInterrupt after an interruption."""

    def __init__(self, progress: Progress, interruption: Interruption) -> None:
        self._progress, self._interruption = progress, interruption

    def show_message(self, text: str) -> None:
        self._checked().show_message(text)

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        self._checked().begin(stage, total, unit)

    def expect(self, low: int, high: int | None) -> None:
        self._checked().expect(low, high)

    def enter(self, part: str) -> None:
        self._checked().enter(part)

    def step(self, what: str) -> None:
        self._checked().step(what)

    def count(self, counts: CrawlCounts) -> None:
        self._checked().count(counts)

    def end(self) -> None:
        """Close the stage, also after an interruption."""
        self._progress.end()

    def _checked(self) -> Progress:
        self._interruption.check()
        return self._progress
