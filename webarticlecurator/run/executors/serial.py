"""The executor ``serial``: the tasks run in this process, one after the other.

It is for debuggers and profilers, and for systems that allow no other process. Nothing ends a rule
that runs for ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from webarticlecurator.run.executors.executor import (
    Job,
    LostTask,
    Result,
    Work,
    open_source,
    run_task,
)
from webarticlecurator.run.ranked_source import RankedSource


class SerialExecutor:
    """Runs each task when its result is asked for."""

    def __init__(self, job: Job, _processes: int = 1) -> None:
        self._portal = job.portal
        self._opened = open_source(job.captures) if isinstance(job.captures, Path) else None
        self._source: RankedSource | None = (
            job.captures if isinstance(job.captures, RankedSource) else self._opened
        )

    def results(self, work: Work[Result], tasks: Iterator[Any]) -> Iterator[Result | LostTask]:
        """See ``Executor.results``."""
        for task in tasks:
            yield run_task(work, self._portal, self._source, task)

    def close(self) -> None:
        """Close the view of the corpus."""
        if self._opened is not None:
            self._opened.close()

    end = close
