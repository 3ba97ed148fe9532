"""The interface of a clock, which is passed in: the core never reads the system's time."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """``now`` is aware UTC; ``sleep`` and ``monotonic`` are in seconds."""

    def now(self) -> datetime: ...

    def sleep(self, seconds: float) -> None: ...

    def monotonic(self) -> float: ...
