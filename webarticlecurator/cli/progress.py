"""Progress for a person: a live line on a terminal, plain lines now and then elsewhere."""

from __future__ import annotations

import time

from webarticlecurator.cli.output import is_error_terminal, print_message
from webarticlecurator.run.progress import NullProgress, Progress

LINE_INTERVAL = 10.0
"""Seconds between two plain lines, at least."""


class PlainLines:
    """Progress as plain lines: ``articles: 410 of 980 articles, 3.2/s, about 3 min left``."""

    def __init__(self) -> None:
        self._stage, self._unit = "", ""
        self._total: int | None = None
        self._done = 0
        self._began = self._printed = 0.0

    def show_message(self, text: str) -> None:
        print_message(text)

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        self._stage, self._unit, self._total, self._done = stage, unit, total, 0
        self._began = self._printed = time.monotonic()

    def expect(self, total: int) -> None:
        self._total = total

    def step(self, what: str) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._printed >= LINE_INTERVAL:
            self._printed = now
            print_message(f"{self._stage}: {self._describe(now - self._began)} — {what}")

    def _describe(self, seconds: float) -> str:
        """Return count, rate and remaining time after ``seconds``."""
        rate = self._done / seconds if seconds else 0.0
        text = f"{self._done} {self._unit}"
        if self._total:
            text = f"{self._done} of {self._total} {self._unit}"
        text += f", {rate:.1f}/s"
        if self._total and rate and self._total > self._done:
            text += f", about {describe_seconds((self._total - self._done) / rate)} left"
        return text

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


def describe_seconds(seconds: float) -> str:
    """Return a length of time in words: ``40 s``, ``12 min``, ``5 h``, ``9 days``."""
    for size, unit in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
