"""A limit on the requests of each client."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

MAX_CLIENTS = 10_000
"""Clients that are remembered. When there are more, those who have asked least are forgotten."""


@dataclass
class _Bucket:
    """What a client may still ask at the time ``seen``."""

    left: float
    seen: float


class RateLimit:
    """Allows each client so many requests in a minute; what it did not use in the last minute, it
    may ask at once. ``now`` returns the time in seconds."""

    def __init__(self, per_minute: int, now: Callable[[], float]) -> None:
        self._full, self._now = float(per_minute), now
        self._buckets: dict[str, _Bucket] = {}

    def count(self, client: str) -> float:
        """Count a request of a client; return the seconds to wait if it is one too many, else 0."""
        now = self._now()
        bucket = self._buckets.get(client)
        if bucket is None:
            self._forget_some(now)
            bucket = self._buckets.setdefault(client, _Bucket(self._full, now))
        bucket.left, bucket.seen = self._left(bucket, now), now
        if bucket.left < 1:
            return (1 - bucket.left) * 60 / self._full
        bucket.left -= 1
        return 0.0

    def _left(self, bucket: _Bucket, now: float) -> float:
        return min(self._full, bucket.left + (now - bucket.seen) * self._full / 60)

    def _forget_some(self, now: float) -> None:
        """Forget the half of the clients that may ask most, if there are too many."""
        if len(self._buckets) < MAX_CLIENTS:
            return
        by_left = sorted(self._buckets, key=lambda client: self._left(self._buckets[client], now))
        for client in by_left[MAX_CLIENTS // 2 :]:
            del self._buckets[client]
