"""Progress for a person: a live line on a terminal, plain lines now and then elsewhere."""

from __future__ import annotations

import time
from dataclasses import dataclass

from webarticlecurator.cli.output import is_error_terminal, print_message
from webarticlecurator.workers.progress import CrawlCounts, NullProgress, Progress

LINE_INTERVAL = 10.0
"""Seconds between two plain lines, at least."""


class PlainLines:
    """Progress as plain lines: ``crawl: 410 of about 980–1200 pages, 1.0/s, 10–13 min left, news
    2019-03 — https://…``."""

    def __init__(self) -> None:
        self._stage = self._unit = self._part = ""
        self._expected = Expected()
        self._done = 0
        self._began = self._printed = 0.0

    def show_message(self, text: str) -> None:
        print_message(text)

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        self._stage, self._unit, self._part, self._done = stage, unit, "", 0
        self._expected = Expected(total or 0, total)
        self._began = self._printed = time.monotonic()

    def expect(self, low: int, high: int | None) -> None:
        self._expected = Expected(low, high)

    def enter(self, part: str) -> None:
        self._part = part

    def step(self, what: str) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._printed >= LINE_INTERVAL:
            self._printed = now
            print_message(f"{self._stage}: {self._describe(now - self._began)} — {what}")

    def count(self, counts: CrawlCounts) -> None:
        pass

    def _describe(self, seconds: float) -> str:
        """Return count, rate, remaining time and part after ``seconds``."""
        rate = self._done / seconds if seconds else 0.0
        count = f"{self._done}{self._expected.describe_total()} {self._unit}"
        left = self._expected.describe_time_left(self._done, rate)
        return ", ".join(filter(None, (count, f"{rate:.1f}/s", left, self._part)))

    def end(self) -> None:
        self._stage = ""


def choose_progress(quiet: bool) -> Progress:
    """Return the kind of progress that suits standard error."""
    if quiet:
        return NullProgress()
    if is_error_terminal():
        # Importing rich takes a tenth of a second.
        from webarticlecurator.cli.live_display import LiveLine

        return LiveLine()
    return PlainLines()


# What is expected of the rest of a work, in words: how many steps, how much time.


@dataclass(frozen=True)
class Expected:
    """The expected number of steps: at least ``low``, at most about ``high``, None if unknown."""

    low: int = 0
    high: int | None = None

    def describe_total(self) -> str:
        """Return what follows the number of steps that are done: "" if nothing is expected."""
        if self.high is None:
            return f" of at least {self.low}" if self.low else ""
        if self.is_certain:
            return f" of {self.high}" if self.high else ""
        return f" of about {self.low}–{self.high}"

    def describe_time_left(self, done: int, rate: float) -> str:
        """Return the remaining time at ``rate`` steps per second; "" without one."""
        if not rate or (self.low <= done and (self.high or 0) <= done):
            return ""
        shortest = _describe_seconds(max(self.low - done, 0) / rate)
        if self.high is None:
            return f"at least {shortest} left"
        longest = _describe_seconds((self.high - done) / rate)
        if self.is_certain or shortest == longest:
            return f"about {longest} left"
        number, _, unit = shortest.partition(" ")
        return f"{number if longest.endswith(f' {unit}') else shortest}–{longest} left"

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
