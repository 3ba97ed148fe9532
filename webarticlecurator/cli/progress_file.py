"""``--progress``: the progress of a command in a file, beside what it shows."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from webarticlecurator.cli.outcomes import KNOWN_ERRORS, outcome_state
from webarticlecurator.cli.output import INTERRUPTED, exit_code_of, print_message
from webarticlecurator.cli.progress import LINE_INTERVAL, Expected
from webarticlecurator.crawl.crawl_portals import CrawlDisplay, CrawlOutcome
from webarticlecurator.errors import UsageError
from webarticlecurator.model.command_ends import COMMAND_ENDS
from webarticlecurator.text.characters import escape_cell
from webarticlecurator.warc.record import warc_date
from webarticlecurator.workers.progress import (
    CommandProgress,
    CrawlCounts,
    PortalProgress,
    Progress,
    SystemClock,
    write_progress,
)

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


# The progress of several crawls: a row for each portal, and plain lines that sum them up.

SILENT_AFTER = 30.0
"""Seconds without an answer after which a row shows the time of the last one."""
MAX_TROUBLES = 5
"""Portals in trouble that a plain line names."""
_SAMPLE_INTERVAL = 5.0
_SAMPLES = 12


class PortalRow:
    """What is known of the crawl of one portal. It is its progress (``workers/progress.py``).

    ``show_line`` is called with each message, and ``update`` whenever something has changed.
    """

    def __init__(
        self, portal: str, show_line: Callable[[str], None], update: Callable[[], None]
    ) -> None:
        self.portal, self.state, self.part = portal, "starting", ""
        self.counts = CrawlCounts()
        self._show_line, self._update = show_line, update
        self._expected, self._done, self._began = Expected(), 0, 0.0
        self._unit = ""
        self._answered = time.monotonic()
        self._samples = deque([(self._answered, 0)], _SAMPLES)

    @property
    def is_active(self) -> bool:
        """True if the crawl has not ended."""
        return all(self.state != end.state for end in COMMAND_ENDS.values())

    def show_message(self, text: str) -> None:
        self._show_line(f"{self.portal}: {text}")

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        self.state, self.part, self._unit, self._done = stage, "", unit, 0
        self._expected = Expected(total or 0, total)
        self._began = time.monotonic()

    def expect(self, low: int, high: int | None) -> None:
        self._expected = Expected(low, high)

    def enter(self, part: str) -> None:
        self.part = part

    def step(self, what: str) -> None:  # noqa: ARG002 (protocol)
        self._done += 1
        self._update()

    def count(self, counts: CrawlCounts) -> None:
        if counts.requests > self.counts.requests:
            now = self._answered = time.monotonic()
            if now - self._samples[-1][0] >= _SAMPLE_INTERVAL:
                self._samples.append((now, counts.requests))
        self.counts = counts
        self._update()

    def end(self) -> None:
        self.state = "waiting"

    def end_crawl(self, outcome: CrawlOutcome) -> None:
        """Show how the crawl ended."""
        self.state = outcome_state(outcome)
        self._update()

    def requests_per_minute(self) -> float:
        """Return the rate of the last minute; 0 if the portal is not crawled."""
        since, requests = self._samples[0]
        seconds = time.monotonic() - since
        if self.state != "crawl" or seconds <= 0:
            return 0.0
        return 60 * (self.counts.requests - requests) / seconds

    def describe_count(self) -> str:
        """Return the steps of the stage that are done: ``410 of about 980–1200 pages``; "" without
        a stage."""
        if not self._unit:
            return ""
        return f"{self._done}{self._expected.describe_total()} {self._unit}"

    def describe_time_left(self) -> str:
        """Return the remaining time of the stage; "" if nothing is known."""
        seconds = time.monotonic() - self._began
        if not self.is_active or self.state == "waiting" or seconds <= 0:
            return ""
        return self._expected.describe_time_left(self._done, self._done / seconds)

    def describe_trouble(self) -> str:
        """Return why a portal does not answer; "" if it does."""
        counts, silent = self.counts, time.monotonic() - self._answered
        parts = []
        if counts.trouble:
            in_a_row = f", {counts.in_a_row} in a row" if counts.in_a_row > 1 else ""
            parts.append(f"{counts.trouble}{in_a_row}")
        if self.state == "crawl" and silent >= SILENT_AFTER:
            parts.append(f"last answer {silent:.0f} s ago")
        return escape_cell("; ".join(parts))


class PortalRows:
    """The rows of several crawls, and plain lines: messages, and now and then the sums of all.

    It is a ``CrawlDisplay``, the one for a pipe or a file; with ``quiet``, it prints nothing.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        self._lock = threading.Lock()
        self._printed = time.monotonic()
        self._quiet = quiet
        self.rows: list[PortalRow] = []

    def begin(self) -> None:
        pass

    def close(self) -> None:
        pass

    def progress_of(self, portal: str) -> PortalRow:
        row = PortalRow(portal, self.show_line, self.update)
        self.rows.append(row)
        return row

    def end_crawl(self, outcome: CrawlOutcome) -> None:
        next(row for row in self.rows if row.portal == outcome.portal).end_crawl(outcome)

    def show_line(self, text: str) -> None:
        """Print a message of a portal."""
        print_message(text, self._quiet)

    def update(self) -> None:
        """Print the sums, unless they were printed a moment ago."""
        now = time.monotonic()
        with self._lock:
            if now - self._printed < LINE_INTERVAL:
                return
            self._printed = now
        self.show_line(self.describe_sums())

    def describe_sums(self) -> str:
        """Return the sums of all rows: ``3 portals: 2 crawl, 1 done; 410 articles, 95 due, 120
        requests/min; trouble: echo (timeout)``."""
        states = Counter(row.state for row in self.rows)
        articles = sum(row.counts.articles for row in self.rows)
        due = sum(row.counts.due for row in self.rows)
        rate = sum(row.requests_per_minute() for row in self.rows)
        troubles = [f"{row.portal} ({row.describe_trouble()})" for row in self.troubled_rows()]
        sums = (
            f"{len(self.rows)} portals: "
            + ", ".join(f"{count} {state}" for state, count in sorted(states.items()))
            + f"; {articles} articles, {due} due, {rate:.0f} requests/min"
        )
        if troubles:
            more = f" and {len(troubles) - MAX_TROUBLES} more" * (len(troubles) > MAX_TROUBLES)
            sums += f"; trouble: {', '.join(troubles[:MAX_TROUBLES])}{more}"
        return sums

    def troubled_rows(self) -> list[PortalRow]:
        """Return the rows of active crawls that get no answers."""
        return [row for row in self.rows if row.is_active and row.describe_trouble()]
