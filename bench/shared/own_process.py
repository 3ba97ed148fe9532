"""Measurements in processes of their own, so that each has its own greatest memory."""

from __future__ import annotations

import multiprocessing
import resource
from collections.abc import Callable


def run_apart(measure: Callable[[int], None], articles: int) -> None:
    """Measure for a number of articles in a new process, and wait for its end."""
    process = multiprocessing.get_context("spawn").Process(target=measure, args=(articles,))
    process.start()
    process.join()


def peak_megabytes() -> int:
    """Return the greatest memory of this process until now."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
