"""A clock that goes only where it is told to."""

from __future__ import annotations

from datetime import datetime, timedelta


class MadeClock:
    """Implements ``base.text.clock.Clock``. Pauses take no time; ``shift`` sets the clock of the
    computer wrong by as much, while ``monotonic`` goes on."""

    def __init__(self, start: datetime) -> None:
        self.true, self.shift = start, timedelta()
        self._start = start

    def now(self) -> datetime:
        return self.true + self.shift

    def monotonic(self) -> float:
        return (self.true - self._start).total_seconds()

    def sleep(self, seconds: float) -> None:
        self.true += timedelta(seconds=max(seconds, 0))
