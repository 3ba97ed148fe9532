"""Runs that end after a step of the store as a kill ends them: nothing that was not committed
stays."""

from __future__ import annotations

import os
from collections.abc import Callable

ENDED = 9
"""Exit code of a process that ``end_process`` ends."""


class Killed(BaseException):
    """Ends a run in this process without a commit."""


def kill_run() -> None:
    """End what runs in this process."""
    raise Killed


def end_process() -> None:
    """End this process without any cleanup."""
    os._exit(ENDED)


def end_after(
    number: int,
    *events: str,
    end: Callable[[], None] = kill_run,
    has_begun: Callable[[], bool] = lambda: True,
) -> Callable[[str], None]:
    """Return what a store is to call at each step: it ends the run at the ``number``-th of these
    steps, of all steps without ``events``, counted from when ``has_begun``."""
    left = number

    def count(step: str) -> None:
        nonlocal left
        if (not events or step in events) and has_begun():
            left -= 1
            if left == 0:
                end()

    return count
