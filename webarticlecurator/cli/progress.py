"""Progress for a person: a live line on a terminal, plain lines now and then elsewhere."""

from __future__ import annotations

import time

from webarticlecurator.cli.expected_steps import Expected
from webarticlecurator.cli.output import is_error_terminal, print_message
from webarticlecurator.run.progress import CrawlCounts, NullProgress, Progress

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
        from webarticlecurator.cli.live_line import LiveLine

        return LiveLine()
    return PlainLines()
