"""Which portals are due for a crawl, and when the others are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.text.times import parse_iso_time
from webarticlecurator.crawling.crawl.crawl_threads import PortalCrawl
from webarticlecurator.crawling.crawl.start_times import next_start
from webarticlecurator.storage.store.view import view_corpus


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
