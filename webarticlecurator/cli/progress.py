"""Progress: what is known of each work, the plain lines that show it, and how a crawl ended.

A row is the model: the table of a terminal (``live_display.py``) and the file for programs show
the same rows.
"""

from __future__ import annotations

import argparse
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from webarticlecurator.base.command_ends import COMMAND_ENDS
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.characters import escape_cell
from webarticlecurator.base.text.translation import as_message, join_messages, make_message
from webarticlecurator.cli.crawl_outcomes import KNOWN_ERRORS, outcome_state
from webarticlecurator.cli.exit_codes import INTERRUPTED, exit_code_of
from webarticlecurator.cli.output import ask_reader, print_message, print_progress
from webarticlecurator.crawling.workers.progress import CrawlCounts, Progress
from webarticlecurator.crawling.workers.progress_file import (
    CommandProgress,
    PortalProgress,
    write_progress,
)
from webarticlecurator.crawling.workers.system_clock import SystemClock
from webarticlecurator.storage.warc.record import warc_date

if TYPE_CHECKING:
    from webarticlecurator.crawling.crawl.crawl_threads import CrawlOutcome

LINE_INTERVAL = 10.0
"""Seconds between two plain lines, at least."""
SILENT_AFTER = 30.0
"""Seconds without an answer after which a row shows the time of the last one."""
MAX_TROUBLES = 5
"""Portals in trouble that a plain line names."""
WRITE_INTERVAL = 1.0
"""Seconds between two versions of the file of ``--progress``."""
_SAMPLE_INTERVAL = 5.0
_SAMPLES = 12


@dataclass(frozen=True)
class Expected:
    """The expected number of steps: at least ``low``, at most about ``high``, None if unknown."""

    low: int = 0
    high: int | None = None

    def describe_total(self) -> str:
        """Return what follows the number of steps that are done: "" if nothing is expected."""
        if self.high is None:
            return make_message(" of at least {low}", low=self.low) if self.low else ""
        if self.is_certain:
            return make_message(" of {high}", high=self.high) if self.high else ""
        return make_message(" of about {low}–{high}", low=self.low, high=self.high)

    def describe_time_left(self, done: int, rate: float) -> str:
        """Return the remaining time at ``rate`` steps per second; "" without one."""
        if not rate or (self.low <= done and (self.high or 0) <= done):
            return ""
        shortest = _describe_seconds(max(self.low - done, 0) / rate)
        if self.high is None:
            return make_message("at least {time} left", time=shortest)
        longest = _describe_seconds((self.high - done) / rate)
        if self.is_certain or shortest == longest:
            return make_message("about {time} left", time=longest)
        number, _, unit = shortest.partition(" ")
        least = number if longest.endswith(f" {unit}") else shortest
        return make_message("{least}–{most} left", least=least, most=longest)

    @property
    def is_certain(self) -> bool:
        """True if both numbers are the same, or nearly so."""
        return self.high is not None and self.high - self.low <= 0.05 * self.high


def _describe_seconds(seconds: float) -> str:
    """Return a length of time in words: ``40 s``, ``12 min``, ``5 h``, ``9 days``."""
    for size, unit in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


class ProgressRow(Progress):
    """What is known of one work, such as the crawl of one portal. It receives its progress
    (``crawling/workers/progress.py``), and tells ``display`` whenever something has changed."""

    def __init__(self, portal: str, display: PlainLines) -> None:
        self.portal, self.part, self.what = portal, "", ""
        self.state: str = make_message("starting")
        self.counts = CrawlCounts()
        self.expected, self.done = Expected(), 0
        self._display, self._unit = display, ""
        self._began = self._answered = time.monotonic()
        self._samples = deque([(self._answered, 0)], _SAMPLES)

    @property
    def is_active(self) -> bool:
        """True if the work has not ended."""
        return all(self.state != end.state for end in COMMAND_ENDS.values())

    def show_message(self, text: str) -> None:
        self._display.show_message(self, text)

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        self.state, self.part, self.what, self._unit, self.done = stage, "", "", unit, 0
        self.expected = Expected(total or 0, total)
        self._began = time.monotonic()
        self._display.begin_stage()

    def expect(self, low: int, high: int | None) -> None:
        self.expected = Expected(low, high)

    def enter(self, part: str) -> None:
        self.part = part

    def step(self, what: str) -> None:
        self.done += 1
        self.what = what
        self._display.update(self, is_step=True)

    def count(self, counts: CrawlCounts) -> None:
        if counts.requests > self.counts.requests:
            now = self._answered = time.monotonic()
            if now - self._samples[-1][0] >= _SAMPLE_INTERVAL:
                self._samples.append((now, counts.requests))
        self.counts = counts
        self._display.update(self)

    def ask(self, question: str) -> bool | None:
        return self._display.ask(question)

    def end(self) -> None:
        self._display.end_stage()
        self.state = make_message("waiting")

    def rate(self) -> float:
        """Return the steps a second of the stage."""
        seconds = time.monotonic() - self._began
        return self.done / seconds if seconds > 0 else 0.0

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
        return make_message(
            "{done}{total} {unit}",
            done=self.done,
            total=self.expected.describe_total(),
            unit=as_message(self._unit),
        )

    def describe_time_left(self) -> str:
        """Return the remaining time of the stage; "" if nothing is known."""
        if not self.is_active or self.state == "waiting":
            return ""
        return self.expected.describe_time_left(self.done, self.rate())

    def describe_line(self) -> str:
        """Return a whole line: ``crawl: 410 of about 980–1200 pages, 1.0/s, 10–13 min left, news
        2019-03 — https://…``."""
        words = (
            self.describe_count(),
            f"{self.rate():.1f}/s",
            self.describe_time_left(),
            self.part,
        )
        return make_message(
            "{state}: {words} — {what}",
            state=as_message(self.state),
            words=join_messages(", ", filter(None, words)),
            what=self.what,
        )

    def describe_trouble(self) -> str:
        """Return why a portal does not answer; "" if it does."""
        counts, silent = self.counts, time.monotonic() - self._answered
        parts: list[str] = []
        if counts.trouble:
            trouble: str = as_message(counts.trouble)
            if counts.in_a_row > 1:
                trouble = make_message(
                    "{trouble}, {number} in a row", trouble=trouble, number=counts.in_a_row
                )
            parts.append(trouble)
        if self.state == "crawl" and silent >= SILENT_AFTER:
            parts.append(make_message("last answer {seconds:.0f} s ago", seconds=silent))
        return join_messages("; ", parts).map_values(escape_cell)


class PlainLines:
    """Shows rows as plain lines now and then: the work of one, or the sums of several crawls.

    ``is_single``: there is one row, whose portal need not be named. The rows are also written to
    ``file``: those of several crawls between ``begin`` and ``close``, a single one while a stage
    lasts.
    """

    def __init__(
        self, *, is_single: bool = False, quiet: bool = False, file: ProgressFile | None = None
    ) -> None:
        self._lock = threading.Lock()
        self._printed = time.monotonic()
        self._quiet, self._file = quiet, file
        self.is_single = is_single
        self.rows: list[ProgressRow] = []
        if file is not None:
            file.rows = self.rows

    def begin(self) -> None:
        if self._file is not None:
            self._file.begin_writing()

    def close(self) -> None:
        if self._file is not None:
            self._file.end_writing()

    def progress_of(self, portal: str) -> ProgressRow:
        row = ProgressRow(portal, self)
        self.rows.append(row)
        return row

    def end_crawl(self, outcome: CrawlOutcome) -> None:
        """Show how one of several crawls ended."""
        row = next(row for row in self.rows if row.portal == outcome.portal)
        row.state = outcome_state(outcome)
        self.update(row)

    def begin_stage(self) -> None:
        """Note that a stage of a row begins."""
        if self.is_single:
            self._printed = time.monotonic()
            self.begin()

    def end_stage(self) -> None:
        """Note that a stage of a row has ended."""
        if self.is_single:
            self.close()

    def show_message(self, row: ProgressRow, text: str) -> None:
        """Show a message of the work."""
        words = as_message(text)
        portal = row.portal
        self.show_line(
            words
            if self.is_single
            else make_message("{portal}: {words}", portal=portal, words=words)
        )

    def show_line(self, text: str) -> None:
        """Print a line: where nobody may read it, in English."""
        print_progress(text, self._quiet)

    def ask(self, question: str) -> bool | None:
        """Return the answer to a question; None if nobody can read it, and with ``quiet``."""
        self.close()  # nothing may be drawn over the question
        answer = None if self._quiet else ask_reader(question)
        self.begin()
        return answer

    def update(self, row: ProgressRow, *, is_step: bool = False) -> None:
        """Print how far the work is, unless that was printed a moment ago. A single work has a line
        at steps alone."""
        now = time.monotonic()
        with self._lock:
            if now - self._printed < LINE_INTERVAL or (self.is_single and not is_step):
                return
            self._printed = now
        self.show_line(row.describe_line() if self.is_single else self.describe_sums())

    def describe_sums(self) -> str:
        """Return the sums of all rows: ``3 portals: 2 crawl, 1 done; 410 articles, 95 due, 120
        requests/min; trouble: echo (timeout)``."""
        states = Counter(row.state for row in self.rows)
        articles = sum(row.counts.articles for row in self.rows)
        due = sum(row.counts.due for row in self.rows)
        rate = sum(row.requests_per_minute() for row in self.rows)
        troubles = [
            make_message("{portal} ({trouble})", portal=row.portal, trouble=row.describe_trouble())
            for row in self.troubled_rows()
        ]
        counted = [
            make_message("{count} {state}", count=count, state=as_message(state))
            for state, count in sorted(states.items())
        ]
        sums = make_message(
            "{portals} portals: {states}; {articles} articles, {due} due, {rate:.0f} requests/min",
            portals=len(self.rows),
            states=join_messages(", ", counted),
            articles=articles,
            due=due,
            rate=rate,
        )
        if len(troubles) > MAX_TROUBLES:
            return make_message(
                "{sums}; trouble: {troubles} and {number} more",
                sums=sums,
                troubles=join_messages(", ", troubles[:MAX_TROUBLES]),
                number=len(troubles) - MAX_TROUBLES,
            )
        if troubles:
            return make_message(
                "{sums}; trouble: {troubles}", sums=sums, troubles=join_messages(", ", troubles)
            )
        return sums

    def troubled_rows(self) -> list[ProgressRow]:
        """Return the rows of active crawls that get no answers."""
        return [row for row in self.rows if row.is_active and row.describe_trouble()]


# ``--progress``: the progress of a command in a file, beside what it shows.
class ProgressFile:
    """The file at ``path``, in a ``with`` statement around the command; it has the ``rows`` of a
    display.

    While a stage lasts, a thread writes the file again and again, also while nothing happens; not
    between two stages, when processes are forked, which must not be done beside another thread.

    Raises UsageError if it cannot be written at the beginning; a later failure is reported once,
    and the command goes on.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.rows: Sequence[ProgressRow] = ()
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
        for row in self.rows:
            if row.is_active and self._exit_code is not None:
                row.state = COMMAND_ENDS[self._exit_code].state
        self.end_writing()
        self._write()

    def end(self, code: int) -> int:
        """Note the exit code of the command, and return it."""
        self._exit_code = code
        return code

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
            print_message(
                make_message(
                    "progress is no longer written: {message}",
                    message=error.message,
                )
            )

    def _describe(self) -> CommandProgress:
        now = warc_date(SystemClock().now())
        has_ended = self._exit_code is not None
        rows = tuple(_describe_row(row, has_ended=has_ended) for row in self.rows)
        return CommandProgress(now, self._exit_code, rows)


def write_progress_of(
    run: Callable[[argparse.Namespace, ProgressFile | None], int], args: argparse.Namespace
) -> int:
    """Run a command; ``--progress`` names the file that has its progress meanwhile, and its end.
    Returns its exit code."""
    if args.progress is None:
        return run(args, None)
    with ProgressFile(args.progress) as file:
        return file.end(run(args, file))


def _describe_row(row: ProgressRow, *, has_ended: bool) -> PortalProgress:
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
