"""Pauses between requests that take no time."""

from __future__ import annotations

import time

import pytest

from webarticlecurator.crawling.workers.system_clock import SystemClock


def skip_pauses(patch: pytest.MonkeyPatch) -> None:
    """Let the system clock go ahead where it would sleep.

    If it only did not sleep, whoever waits for a time would look at the clock until then.
    """
    skipped = [0.0]

    def sleep(_clock: SystemClock, seconds: float) -> None:
        skipped[0] += seconds

    patch.setattr(SystemClock, "sleep", sleep)
    patch.setattr(SystemClock, "monotonic", lambda _clock: time.monotonic() + skipped[0])
