"""Questions about many stored articles, such as on how many of them a selector fits.

They are asked in threads of their own, few at the same time, and can be stopped after each article.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.service.reader_processes import LimitedThreads

MAX_SURVEYS = 2
"""Surveys that run at the same time, each with a worker process."""
MAX_WAITING = 16
"""Surveys that wait for one of these to end."""


class SurveyStopped(Exception):
    """The survey was stopped before its end."""


class SurveyProgress(NullProgress):
    """What a survey has done so far; give it to ``Runtime`` as its progress.

    ``expected`` is the number of articles, None as long as it is unknown; one that is set before
    the survey begins is kept. ``stopped`` is set by ``stop``. Thread-safe.
    """

    def __init__(self) -> None:
        self.done = 0
        self.expected: int | None = None
        self.stopped = threading.Event()

    def stop(self) -> None:
        """Let the survey end with SurveyStopped after the article that it reads now."""
        self.stopped.set()

    def begin(self, stage: str, total: int | None, unit: str) -> None:  # noqa: ARG002 (protocol)
        self.expected = total if self.expected is None else self.expected

    def step(self, what: str) -> None:  # noqa: ARG002 (protocol)
        if self.stopped.is_set():
            raise SurveyStopped
        self.done += 1


class Surveys:
    """The threads that ask, each for one survey."""

    def __init__(self) -> None:
        self._threads = LimitedThreads(
            MAX_SURVEYS,
            MAX_WAITING,
            make_message("surveys of articles"),
            make_message("Stop one, or wait until it has ended."),
        )
        self._running: set[SurveyProgress] = set()

    async def run(
        self, progress: SurveyProgress, function: Callable[..., Any], *arguments: Any
    ) -> Any:
        """Return the result of ``function``, which reads articles with ``progress``.

        Raises SurveyStopped after ``progress.stop()``, RequestProblem if too many wait, and what
        the function raises.
        """
        self._running.add(progress)
        try:
            return await self._threads.run(function, *arguments)
        finally:
            self._running.discard(progress)

    def close(self) -> None:
        """Stop all, and begin no more."""
        for progress in [*self._running]:
            progress.stop()
        self._threads.close()
