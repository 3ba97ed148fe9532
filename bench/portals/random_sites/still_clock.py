"""A clock that stands at the day on which portals are crawled, and whose pauses take no time."""

from __future__ import annotations

from datetime import datetime, time, timedelta, timezone

from bench.portals.random_sites.made_articles import TODAY


class StillClock:
    """Stands at noon of ``TODAY`` unless it is told to sleep."""

    def __init__(self) -> None:
        self._now = datetime.combine(TODAY, time(12), timezone.utc)

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return self._now.timestamp()

    def sleep(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)
