"""A limit on the requests of each client."""

from __future__ import annotations

from collections.abc import Callable

MAX_CLIENTS = 10_000
"""Clients that are remembered. When there are more, those who have asked least are forgotten."""


class RateLimit:
    """Allows each client so many requests in a minute; what it did not use in the last minute, it
    may ask at once. ``now`` returns the time in seconds."""

    def __init__(self, per_minute: int, now: Callable[[], float]) -> None:
        self._full, self._now = float(per_minute), now
        # what each client might still ask, and when that was
        self._buckets: dict[str, tuple[float, float]] = {}

    def count(self, client: str) -> float:
        """Count a request of a client; return the seconds to wait if it is one too many, else 0."""
        now = self._now()
        if client not in self._buckets and len(self._buckets) >= MAX_CLIENTS:
            # forget the half of them that may ask most
            by_left = sorted(self._buckets, key=lambda each: self._left(each, now))
            for each in by_left[MAX_CLIENTS // 2 :]:
                del self._buckets[each]
        left = self._left(client, now)
        self._buckets[client] = (left - 1 if left >= 1 else left, now)
        return 0.0 if left >= 1 else (1 - left) * 60 / self._full

    def _left(self, client: str, now: float) -> float:
        left, seen = self._buckets.get(client, (self._full, now))
        return min(self._full, left + (now - seen) * self._full / 60)
