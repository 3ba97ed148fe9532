"""A clock that stands at the day on which portals are crawled, and whose pauses take no time."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone

from bench.portals.random_sites.made_articles import TODAY


class StillClock:
    """Stands at an hour of a day unless it is told to sleep, until it is set to another day."""

    def __init__(self, day: date = TODAY, hour: int = 12) -> None:
        self._hour = hour
        self.set_day(day)

    def set_day(self, day: date) -> None:
        self._now = datetime.combine(day, time(self._hour), timezone.utc)

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return self._now.timestamp()

    def sleep(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)
