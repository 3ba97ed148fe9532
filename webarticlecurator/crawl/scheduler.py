"""``curator watch``: crawl portals again and again, each by the schedule of its file.

Portal files are followed while it runs, a plan knows which are due, crawls are started in threads,
and their ends are reported.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta, timezone
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, Protocol

from webarticlecurator.config.files import stamp_file
from webarticlecurator.crawl.crawl_portals import (
    CrawlListener,
    CrawlOutcome,
    CrawlThread,
    CrawlThreads,
    PortalCrawl,
)
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.fetch import RequestPace
from webarticlecurator.installation import require_extra
from webarticlecurator.model.portal import Portal
from webarticlecurator.store import view_corpus
from webarticlecurator.text.times import find_zone, parse_iso_time
from webarticlecurator.text.translation import make_message
from webarticlecurator.workers.executor import CrawlOptions, Runtime

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

    def show_file(self, change: FileChange, next_start: datetime | None) -> None: ...

    def begin_run(self, portal: str) -> None: ...

    def end_run(self, run: ScheduledRun) -> None: ...

    def leave_out(self, portal: str, next_start: datetime) -> None: ...


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


# Which portals are due for a crawl, and when the others are.


@dataclass
class PlannedCrawl:
    """The next crawl of a portal: its ``start``, None for a portal without a schedule."""

    file: Path
    job: PortalCrawl
    start: datetime | None


class SchedulePlan:
    """The next crawls of all portals.

    A crawl starts at the first time of its schedule after the end of the portal's last crawl; what
    was missed since then is made up for by one crawl. A portal that was never crawled, or whose
    last crawl was interrupted, is due at once. ``find_last_end`` returns the end of the last crawl
    that a corpus knows of, or None.
    """

    def __init__(self, find_last_end: Callable[[PortalCrawl], datetime | None]) -> None:
        self._find_last_end = find_last_end
        self._planned: dict[Path, PlannedCrawl] = {}
        self._ends: dict[str, datetime] = {}

    def __len__(self) -> int:
        return len(self._planned)

    def add(self, file: Path, job: PortalCrawl, now: datetime) -> PlannedCrawl:
        """Plan the next crawl of a new or changed file, and return it."""
        planned = self._planned[file] = PlannedCrawl(file, job, None)
        if job.portal.schedule:
            end = self._ends.get(job.portal.id) or self._find_last_end(job)
            planned.start = now if end is None else next_start(job.portal, end)
        return planned

    def remove(self, file: Path) -> None:
        """Plan no crawl of a file any more."""
        self._planned.pop(file, None)

    def due(self, now: datetime) -> list[PlannedCrawl]:
        """Return the crawls that are due, in the order of their starts."""
        starts = [
            (each.start, number, each)
            for number, each in enumerate(self._planned.values())
            if each.start is not None and each.start <= now
        ]
        return [each for _, _, each in sorted(starts)]

    def time_left(self, now: datetime) -> timedelta | None:
        """Return the time until the next crawl of all; None if there is none."""
        starts = [each.start for each in self._planned.values() if each.start is not None]
        return min(starts) - now if starts else None

    def set_next(self, planned: PlannedCrawl, after: datetime) -> datetime:
        """Plan the first start of a portal with a schedule after a moment, and return it."""
        planned.start = next_start(planned.job.portal, after)
        return planned.start

    def note_end(self, portal: str, now: datetime) -> datetime | None:
        """Note that a crawl has ended, and return the next start of its portal; None if its file
        was removed or has no schedule any more."""
        self._ends[portal] = now
        for planned in self._planned.values():
            if planned.job.portal.id == portal and planned.start is not None:
                return self.set_next(planned, now)
        return None


def find_last_crawl_end(job: PortalCrawl) -> datetime | None:
    """Return when the last crawl of a corpus ended; None if there was none, if it was interrupted,
    or if the corpus cannot be read: then the next crawl says why."""
    try:
        with view_corpus(job.folder, job.portal.id) as corpus:
            run = corpus.run_log.last_run("crawl")
    except (CuratorError, OSError):
        return None
    return parse_iso_time(run.finished) if run is not None and run.finished else None


# The times at which a portal is crawled, by the schedule of its file.

MAX_OFFSET = timedelta(minutes=5)
"""A crawl starts up to so much later than its schedule says, so that portals with the same schedule
do not all start at once."""


def next_start(portal: Portal, after: datetime) -> datetime:
    """Return the first start of a crawl of a portal with a schedule after a moment, in UTC. Raises
    UsageError where the library that reads schedules is not installed."""
    return next(_starts(portal, after))


def next_starts(portal: Portal, after: datetime, count: int) -> tuple[datetime, ...]:
    """Return the first ``count`` starts after a moment, as ``next_start``."""
    return tuple(islice(_starts(portal, after), count))


def start_offset(portal_id: str) -> timedelta:
    """Return how much later than its schedule says a portal is crawled: whole seconds below
    MAX_OFFSET that depend on its id alone, so that its starts stay as far apart as the schedule
    says."""
    number = int.from_bytes(hashlib.sha256(portal_id.encode()).digest()[:8], "big")
    return timedelta(seconds=number % int(MAX_OFFSET.total_seconds()))


def require_croniter() -> Any:
    """Return the class that computes the times of a schedule. Raises UsageError where it is not
    installed."""
    require_extra("watch", ("croniter",), "the `schedule` of a portal file")
    # imported here because it takes 55 ms
    from croniter import croniter

    return croniter


def _starts(portal: Portal, after: datetime) -> Iterator[datetime]:
    """Yield all starts after a moment.

    The schedule is read on the clock of the portal's zone. When this clock is put forward, a time
    that it leaves out counts as an hour later; when it is put back, the hour that it shows twice
    counts once.
    """
    zone, offset = find_zone(portal.timezone), start_offset(portal.id)
    shown = (after - offset).astimezone(zone).replace(tzinfo=None)
    for local in require_croniter()(portal.schedule, shown).all_next(datetime):
        start = local.replace(tzinfo=zone).astimezone(timezone.utc) + offset
        if start > after:
            yield start


# Follow portal files that are added, changed and removed while a command runs.

FileError = CuratorError | OSError


@dataclass(frozen=True)
class FileChange:
    """A portal file that has changed: it has a ``portal``, or is left out for an ``error``; with
    neither, it was removed."""

    file: Path
    portal: Portal | None = None
    error: FileError | None = None


@dataclass(frozen=True)
class _KnownFile:
    """A file as it was read: its time of change and size, and its portal or its problems."""

    stamp: tuple[int, int]
    portal: Portal | None
    problems: str


class PortalFiles:
    """The portal files that a command follows.

    ``list_files`` returns those that are there now; ``read_portal`` returns the portal of one, or
    raises CuratorError or OSError.
    """

    def __init__(
        self, list_files: Callable[[], Sequence[Path]], read_portal: Callable[[Path], Portal]
    ) -> None:
        self._list_files, self._read_portal = list_files, read_portal
        self._known: dict[Path, _KnownFile] = {}

    def find_changes(self) -> list[FileChange]:
        """Return what has changed since the last call; the first call returns all files.

        A file with problems is read again at each call, since they may be in a file that it names;
        it is returned again when its problems are other ones. The later one of two files of the
        same portal is left out.
        """
        present = {file: stamp for file in self._list_files() if (stamp := stamp_file(file))}
        removed = [FileChange(file) for file in self._known if file not in present]
        for each in removed:
            del self._known[each.file]
        return removed + [
            change
            for file, stamp in present.items()
            if not self._is_unchanged(file, stamp)
            if (change := self._read(file, stamp)) is not None
        ]

    def read_again(self, file: Path) -> FileChange:
        """Return a file that had no problems as it and the files that it names are now."""
        stamp = stamp_file(file)
        read = None if stamp is None else self._read(file, stamp)
        if read is None:
            self._known.pop(file, None)
        return read or FileChange(file)

    def _is_unchanged(self, file: Path, stamp: tuple[int, int]) -> bool:
        known = self._known.get(file)
        return known is not None and known.stamp == stamp and not known.problems

    def _read(self, file: Path, stamp: tuple[int, int]) -> FileChange | None:
        """Read a file; return None if its problems are known already."""
        known = self._known.get(file)
        try:
            portal = self._read_portal(file)
            for other, each in self._known.items():
                if other != file and each.portal is not None and each.portal.id == portal.id:
                    raise UsageError(
                        make_message(
                            "{file} and {other} have the same corpus, that of {id}",
                            file=file,
                            other=other,
                            id=portal.id,
                        ),
                        "Give each portal file a `portal` name of its own.",
                    )
        except (CuratorError, OSError) as error:
            self._known[file] = _KnownFile(stamp, None, str(error))
            is_known = known is not None and known.problems == str(error)
            return None if is_known else FileChange(file, error=error)
        self._known[file] = _KnownFile(stamp, portal, "")
        return FileChange(file, portal)
