"""The system clock; tests use another one."""

from __future__ import annotations

import time
from datetime import datetime, timezone


class SystemClock:
    """Implements ``text.times.Clock``."""

    def now(self) -> datetime:
        return datetime.now(timezone.utc)

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def monotonic(self) -> float:
        return time.monotonic()
