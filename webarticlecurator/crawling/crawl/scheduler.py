"""``curator watch``: crawl portals again and again, each by the schedule of its file.

Portal files are followed while it runs, a plan knows which are due, crawls are started in threads,
and their ends are reported.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import NoReturn, Protocol

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.crawl.crawl_threads import (
    CrawlListener,
    CrawlOutcome,
    CrawlThread,
    CrawlThreads,
    PortalCrawl,
)
from webarticlecurator.crawling.crawl.portal_files import FileChange, PortalFiles
from webarticlecurator.crawling.crawl.schedule_plan import SchedulePlan, find_last_crawl_end
from webarticlecurator.crawling.fetch.pace import RequestPace
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime

LOOK_INTERVAL = timedelta(seconds=5)
"""Time between two looks at the portal files."""
_STEP = 1.0
"""Seconds between two looks at the crawls that run."""


@dataclass(frozen=True)
class ScheduledRun:
    """A crawl that has ended; ``next_start`` is None if the portal is not crawled any more."""

    file: Path
    started: datetime
    ended: datetime
    outcome: CrawlOutcome
    next_start: datetime | None


class ScheduleLog(CrawlListener, Protocol):
    """Receives what a scheduler does: each changed file with the next start of its portal, the
    start of each crawl, its end, and a start that is left out since the last crawl still runs.
    All but the calls of a ``CrawlListener`` come from one thread."""

    def show_file(self, change: FileChange, next_start: datetime | None) -> None:
        """Show a portal file that has changed."""

    def begin_run(self, portal: str) -> None:
        """Show that a crawl starts."""

    def end_run(self, run: ScheduledRun) -> None:
        """Show how a crawl ended."""

    def leave_out(self, portal: str, next_start: datetime) -> None:
        """Show that a start is left out."""


@dataclass(frozen=True)
class _Running:
    """A crawl that runs."""

    file: Path
    started: datetime
    thread: CrawlThread


class Scheduler:
    """Crawls the portals of the given files into folders below ``corpora``.

    All crawls share one pace for each host. A crawl still runs to its end when its file is changed
    or removed.
    """

    def __init__(
        self,
        files: PortalFiles,
        corpora: Path,
        options: CrawlOptions,
        runtime: Runtime,
        log: ScheduleLog,
    ) -> None:
        self._files, self._corpora, self._options, self._log = files, corpora, options, log
        self._pace = runtime.pace or RequestPace()
        self._runtime = replace(runtime, pace=self._pace)
        self._clock = runtime.clock
        self._plan = SchedulePlan(find_last_crawl_end)
        self._running: dict[str, _Running] = {}
        self._next_look = self._clock.now()

    def run(self) -> NoReturn:
        """Crawl whatever is due, until an exception such as KeyboardInterrupt ends it: then the
        crawls that run are ended, and each corpus is closed."""
        while True:
            self._look_at_files()
            if self._plan.due(self._clock.now()):
                self._crawl_due(goes_on=True)
            else:
                left = self._plan.time_left(self._clock.now())
                idle = LOOK_INTERVAL if left is None else min(left, LOOK_INTERVAL)
                self._clock.sleep(max(idle.total_seconds(), 0))

    def run_once(self) -> list[ScheduledRun]:
        """Crawl what is due now; return these crawls when they have ended."""
        self._look_at_files()
        return self._crawl_due(goes_on=False) if self._plan.due(self._clock.now()) else []

    def _crawl_due(self, *, goes_on: bool) -> list[ScheduledRun]:
        """Crawl what is due, and with ``goes_on`` what becomes due meanwhile, until no crawl runs.
        Return the crawls."""
        # delays that portal files or robots.txt no longer ask for
        self._pace.forget_delays()
        runs: list[ScheduledRun] = []
        with CrawlThreads(len(self._plan), self._options, self._runtime, self._log) as threads:
            self._start_due(threads)
            while self._running:
                self._clock.sleep(_STEP)
                for name in [name for name, each in self._running.items() if each.thread.has_ended]:
                    running, now = self._running.pop(name), self._clock.now()
                    start = self._plan.note_end(name, now)
                    outcome = running.thread.outcome
                    runs.append(ScheduledRun(running.file, running.started, now, outcome, start))
                    self._log.end_run(runs[-1])
                if goes_on:
                    self._look_at_files()
                    self._start_due(threads)
        return runs

    def _look_at_files(self) -> None:
        now = self._clock.now()
        if now >= self._next_look:
            self._next_look = now + LOOK_INTERVAL
            for change in self._files.find_changes():
                self._apply(change)

    def _apply(self, change: FileChange) -> None:
        """Plan the next crawl of a changed file, if there is one."""
        planned = None
        if change.portal is None:
            self._plan.remove(change.file)
        else:
            planned = self._plan.add(change.file, self._job_of(change.portal), self._clock.now())
            if planned.start is not None and change.portal.id in self._running:
                self._plan.set_next(planned, self._clock.now())
        self._log.show_file(change, planned.start if planned is not None else None)

    def _job_of(self, portal: Portal) -> PortalCrawl:
        return PortalCrawl(portal, self._corpora / portal.id)

    def _start_due(self, threads: CrawlThreads) -> None:
        for planned in self._plan.due(self._clock.now()):
            portal = planned.job.portal
            later = self._plan.set_next(planned, self._clock.now())
            if portal.id in self._running:
                self._log.leave_out(portal.id, later)
                continue
            # the files that it names may have changed, too
            change = self._files.read_again(planned.file)
            if change.portal is not None and _is_same_plan(change.portal, portal):
                thread = threads.add(self._job_of(change.portal))
                self._running[portal.id] = _Running(planned.file, self._clock.now(), thread)
                self._log.begin_run(portal.id)
                thread.start()
            else:
                self._apply(change)


def _is_same_plan(one: Portal, other: Portal) -> bool:
    """Return True if two portals are the same one and are crawled at the same times."""
    return all(
        getattr(one, name) == getattr(other, name) for name in ("id", "schedule", "timezone")
    )
