"""Progress for a person: one live line with rate and ETA on a terminal, a plain line now and then
when piped."""

from __future__ import annotations

import time

from webarticlecurator.cli.output import is_error_terminal, print_message
from webarticlecurator.run.progress import NullProgress, Progress

EVERY = 10.0
"""Seconds between two plain lines."""


class PlainLines:
    """A plain line every ten seconds: ``articles 410 of 980, 3.2/s, about 3 min left``."""

    def __init__(self) -> None:
        self._stage, self._unit = "", ""
        self._total: int | None = None
        self._done = 0
        self._began = self._told = 0.0

    def say(self, text: str) -> None:
        print_message(text)

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        self._stage, self._unit, self._total, self._done = stage, unit, total, 0
        self._began = self._told = time.monotonic()

    def expect(self, total: int) -> None:
        self._total = total

    def step(self, what: str) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._told >= EVERY:
            self._told = now
            print_message(f"{self._stage}: {self._words(now - self._began)} — {what}")

    def _words(self, seconds: float) -> str:
        rate = self._done / seconds if seconds else 0.0
        words = f"{self._done} {self._unit}"
        if self._total:
            words = f"{self._done} of {self._total} {self._unit}"
        words += f", {rate:.1f}/s"
        if self._total and rate and self._total > self._done:
            words += f", about {describe_seconds((self._total - self._done) / rate)} left"
        return words

    def end(self) -> None:
        self._stage = ""


def choose_progress(quiet: bool) -> Progress:
    """The right one for where standard error goes."""
    if quiet:
        return NullProgress()
    if is_error_terminal():
        # rich takes a tenth of a second to import
        from webarticlecurator.cli.live_line import LiveLine

        return LiveLine()
    return PlainLines()


def describe_seconds(seconds: float) -> str:
    """A length of time in words: ``40 s``, ``12 min``, ``5 h``, ``9 days``."""
    for size, unit in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
