"""A clock that goes only where it is told to, and may be wrong."""

from __future__ import annotations

from datetime import datetime, timedelta

from bench.portals.random_sites.still_clock import StillClock


class MadeClock(StillClock):
    """``shift`` sets the clock of the computer wrong by as much; the ``true`` time and
    ``monotonic`` do not know of it."""

    shift = timedelta()

    @property
    def true(self) -> datetime:
        return super().now()

    def now(self) -> datetime:
        return self.true + self.shift
