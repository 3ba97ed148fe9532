"""End the threads of a command when it is interrupted.

Python raises an interruption in the main thread alone. The other threads raise it themselves, at
their next check: before and while they sleep, and whenever they report progress.
"""

from __future__ import annotations

import threading
from datetime import datetime

from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.workers.progress import CrawlCounts, Progress

_LONGEST_SLEEP = 0.5
"""Seconds between two checks of a thread that sleeps."""


class Interruption(threading.Event):
    """The request to end at the next check, which any thread may set."""

    def check(self) -> None:
        """Raise KeyboardInterrupt if the threads must end."""
        if self.is_set():
            raise KeyboardInterrupt


class InterruptibleClock:
    """A clock whose ``sleep`` ends soon after an interruption."""

    def __init__(self, clock: Clock, interruption: Interruption) -> None:
        self._clock, self._interruption = clock, interruption

    def now(self) -> datetime:
        return self._clock.now()

    def monotonic(self) -> float:
        return self._clock.monotonic()

    def sleep(self, seconds: float) -> None:
        """Sleep at least ``seconds``. Raises KeyboardInterrupt."""
        self._interruption.check()
        while seconds > 0:
            self._clock.sleep(min(seconds, _LONGEST_SLEEP))
            seconds -= _LONGEST_SLEEP
            self._interruption.check()


class InterruptibleProgress(Progress):
    """Progress whose reports raise KeyboardInterrupt after an interruption. Nobody is asked: other
    threads write to the same terminal."""

    def __init__(self, progress: Progress, interruption: Interruption) -> None:
        self._progress, self._interruption = progress, interruption

    def show_message(self, text: str) -> None:
        self._checked().show_message(text)

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        self._checked().begin(stage, total, unit)

    def expect(self, low: int, high: int | None) -> None:
        self._checked().expect(low, high)

    def enter(self, part: str) -> None:
        self._checked().enter(part)

    def step(self, what: str) -> None:
        self._checked().step(what)

    def count(self, counts: CrawlCounts) -> None:
        self._checked().count(counts)

    def end(self) -> None:
        """Close the stage, also after an interruption."""
        self._progress.end()

    def _checked(self) -> Progress:
        self._interruption.check()
        return self._progress
