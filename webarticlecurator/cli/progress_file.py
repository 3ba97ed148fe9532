"""``--progress``: the progress of a command in a file, beside what it shows."""

from __future__ import annotations

import threading
from pathlib import Path
from types import TracebackType

from webarticlecurator.cli.exit_codes import INTERRUPTED, exit_code_of
from webarticlecurator.cli.outcomes import KNOWN_ERRORS
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.portal_rows import PortalRow, PortalRows
from webarticlecurator.errors import UsageError
from webarticlecurator.model.command_ends import COMMAND_ENDS
from webarticlecurator.run.crawling.crawl_portals import CrawlDisplay
from webarticlecurator.run.crawling.crawl_threads import CrawlOutcome
from webarticlecurator.run.progress import CrawlCounts, Progress
from webarticlecurator.run.progress_file import CommandProgress, PortalProgress, write_progress
from webarticlecurator.run.system_clock import SystemClock
from webarticlecurator.store.record import warc_date

WRITE_INTERVAL = 1.0
"""Seconds between two versions of the file."""


class ProgressFile:
    """The file at ``path``, in a ``with`` statement around the command.

    While a stage lasts, a thread writes the file again and again, also while nothing happens; not
    between two stages, when processes are forked, which must not be done beside another thread.

    Raises UsageError if it cannot be written at the beginning; a later failure is reported once,
    and the command goes on.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows = PortalRows(quiet=True)
        self._exit_code: int | None = None
        self._can_write = True
        self._has_ended = threading.Event()
        self._writer: threading.Thread | None = None

    def __enter__(self) -> ProgressFile:
        write_progress(self._path, self._describe())
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if isinstance(error, KNOWN_ERRORS):
            self._exit_code = exit_code_of(error)
        elif isinstance(error, KeyboardInterrupt):
            self._exit_code = INTERRUPTED
        for row in self._rows.rows:
            if row.is_active and self._exit_code is not None:
                row.state = COMMAND_ENDS[self._exit_code].state
        self.end_writing()
        self._write()

    def end(self, code: int) -> int:
        """Note the exit code of the command, and return it."""
        self._exit_code = code
        return code

    def follow(self, progress: Progress, portal: str) -> Progress:
        """Return a progress that is shown by ``progress`` and written to the file."""
        return _WrittenProgress(progress, self._rows.progress_of(portal), self)

    def follow_display(self, display: CrawlDisplay) -> CrawlDisplay:
        """Return a display of several crawls that are also written to the file."""
        return _WrittenDisplay(display, self._rows, self)

    def begin_writing(self) -> None:
        """Write the file again and again from now on."""
        if self._writer is None:
            self._has_ended.clear()
            self._writer = threading.Thread(target=self._write_again, daemon=True)
            self._writer.start()

    def end_writing(self) -> None:
        """Write the file no more until ``begin_writing``."""
        if self._writer is not None:
            self._has_ended.set()
            self._writer.join()
            self._writer = None

    def _write_again(self) -> None:
        while not self._has_ended.wait(WRITE_INTERVAL):
            self._write()

    def _write(self) -> None:
        if not self._can_write:
            return
        try:
            write_progress(self._path, self._describe())
        except UsageError as error:
            self._can_write = False
            print_message(f"the progress is no longer written: {error.message}")

    def _describe(self) -> CommandProgress:
        now = warc_date(SystemClock().now())
        has_ended = self._exit_code is not None
        rows = tuple(_describe_row(row, has_ended=has_ended) for row in self._rows.rows)
        return CommandProgress(now, self._exit_code, rows)


class _BothProgress:
    """Progress that is passed on to two."""

    def __init__(self, first: Progress, second: Progress) -> None:
        self._both = (first, second)

    def show_message(self, text: str) -> None:
        self._both[0].show_message(text)

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        for each in self._both:
            each.begin(stage, total, unit)

    def expect(self, low: int, high: int | None) -> None:
        for each in self._both:
            each.expect(low, high)

    def enter(self, part: str) -> None:
        for each in self._both:
            each.enter(part)

    def step(self, what: str) -> None:
        for each in self._both:
            each.step(what)

    def count(self, counts: CrawlCounts) -> None:
        for each in self._both:
            each.count(counts)

    def end(self) -> None:
        for each in self._both:
            each.end()


class _WrittenProgress(_BothProgress):
    """Progress that is shown, and written to a file while a stage lasts."""

    def __init__(self, shown: Progress, row: Progress, file: ProgressFile) -> None:
        super().__init__(shown, row)
        self._file = file

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        super().begin(stage, total, unit)
        self._file.begin_writing()

    def end(self) -> None:
        super().end()
        self._file.end_writing()


class _WrittenDisplay:
    """A display of several crawls that are also rows of a file."""

    def __init__(self, display: CrawlDisplay, rows: PortalRows, file: ProgressFile) -> None:
        self._display, self._rows, self._file = display, rows, file

    def begin(self) -> None:
        self._display.begin()
        self._file.begin_writing()

    def close(self) -> None:
        self._display.close()
        self._file.end_writing()

    def progress_of(self, portal: str) -> Progress:
        return _BothProgress(self._display.progress_of(portal), self._rows.progress_of(portal))

    def end_crawl(self, outcome: CrawlOutcome) -> None:
        self._display.end_crawl(outcome)
        self._rows.end_crawl(outcome)


def _describe_row(row: PortalRow, *, has_ended: bool) -> PortalProgress:
    counts, is_active = row.counts, row.is_active and not has_ended
    return PortalProgress(
        portal=row.portal,
        state=row.state,
        part=row.part if is_active else "",
        count=row.describe_count() if is_active else "",
        left=row.describe_time_left() if is_active else "",
        articles=counts.articles,
        due=counts.due,
        requests=counts.requests,
        requests_per_minute=round(row.requests_per_minute()),
        trouble=row.describe_trouble() if is_active else "",
    )
