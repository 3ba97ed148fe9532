"""The kinds of executors by name, and how a command opens one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import Any, TypeVar

from webarticlecurator.errors import UsageError
from webarticlecurator.workers.captures import RankedSource
from webarticlecurator.workers.executor import (
    Executor,
    Job,
    LostTask,
    Result,
    Work,
    open_source,
    run_task,
)
from webarticlecurator.workers.processes import ProcessExecutor

# The executor ``serial``: the tasks run in this process, one after the other.
#
# It is for debuggers and profilers, and for systems that allow no other process. Nothing ends a
# rule that runs for ever.


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


MIN_PARALLEL_TASKS = 1000
"""Number of articles from which several processes are faster than one."""


def _open_cluster(job: Job, processes: int) -> Executor:
    # imported here: most commands need it not
    from webarticlecurator.cluster.cluster_executor import ClusterExecutor

    return ClusterExecutor(job, processes)


EXECUTORS: dict[str, Callable[[Job, int], Executor]] = {
    "serial": SerialExecutor,
    "processes": ProcessExecutor,
    "cluster": _open_cluster,
}
"""Name of a kind (``Runtime.executor``) → its class, or a function that makes an object of it."""

Task = TypeVar("Task")


def choose_processes(tasks: Iterator[Task], jobs: int | None) -> tuple[int, Iterator[Task]]:
    """Return the number of processes to start (0 if there are no tasks) and all the tasks.

    ``jobs`` is the number that the user gave, None for an automatic choice.
    """
    # to make a thousand tasks takes a second: only where they decide
    first = list(islice(tasks, MIN_PARALLEL_TASKS if jobs is None else jobs))
    if jobs is None:
        jobs = os.cpu_count() or 1 if len(first) == MIN_PARALLEL_TASKS else 1
    return min(jobs, len(first)), chain(first, tasks)


@contextmanager
def open_executor(kind: str, job: Job, processes: int) -> Iterator[Executor]:
    """Open an executor of a kind for the ``with`` statement, which closes it.

    Captures that only this process can read allow one process only. Raises UsageError for a kind
    that does not exist.
    """
    if kind not in EXECUTORS:
        raise UsageError(
            f"not an executor: {kind!r} (expected {', '.join(EXECUTORS)})", "Give one of them."
        )
    is_readable_anywhere = job.captures is None or isinstance(job.captures, Path)
    executor = EXECUTORS[kind](job, processes if is_readable_anywhere else min(processes, 1))
    try:
        yield executor
    except BaseException:
        executor.end()
        raise
    executor.close()
