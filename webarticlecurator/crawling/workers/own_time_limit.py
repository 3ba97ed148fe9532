"""The time limit of a command that reads pages in its own process, as ``new`` does."""

from __future__ import annotations

import signal
import threading
from typing import Any

from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.workers.executor import PAGE_ITSELF, LostTask, describe_loss
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.crawling.workers.time_limits import HAS_PROCESSOR_TIMER, read_limits

MAX_PAGES = 10
"""Pages whose time the work between two messages may take: rules are found for all pages that were
read."""


class TimedProgress(Progress):
    """Shows the messages of ``shown``, one for each page that is read, and ends work that has used
    the processor for too long since the last one. To be used in a ``with`` statement.

    The work is ended by PageUnreadable, also inside a regular expression of Python. There is no
    limit beside other threads, and on Windows, which has no timer of the processor's time.
    """

    def __init__(self, shown: Progress) -> None:
        self._shown, self._last, self._pages = shown, "", 0
        is_main = threading.current_thread() is threading.main_thread()
        self._has_timer = HAS_PROCESSOR_TIMER and is_main

    def __enter__(self) -> TimedProgress:
        if self._has_timer:
            self._former = signal.signal(signal.SIGPROF, self._end_work)
            self._start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._has_timer:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, self._former)

    def show_message(self, text: str) -> None:
        """Show a message, and give what comes next its time."""
        self._shown.show_message(text)
        self._last = text
        self._pages += 1
        if self._has_timer:
            self._start()

    def _start(self) -> None:
        self._seconds = read_limits().page * max(1, min(self._pages, MAX_PAGES))
        signal.setitimer(signal.ITIMER_PROF, self._seconds)

    def _end_work(self, *_: Any) -> None:
        evidence = make_message(
            "{rule} ran for more than {seconds:g} seconds of processor time",
            rule=PAGE_ITSELF,
            seconds=self._seconds,
        )
        raise describe_loss(LostTask("rule-timeout", evidence), self._last)
