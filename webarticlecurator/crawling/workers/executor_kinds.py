"""The kinds of executors by name, and how a command opens one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import Any, TypeVar

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.plug_in import (
    EXECUTOR,
    find_plug_in,
    list_plug_ins,
    load_plug_in,
)
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.workers.executor import (
    Executor,
    ExecutorKind,
    Job,
    LostTask,
    Result,
    Work,
    open_source,
    run_task,
)
from webarticlecurator.crawling.workers.processes import ProcessExecutor


class SerialExecutor:
    """Runs each task in this process when its result is asked for: for debuggers and profilers, and
    for systems that allow no other process. Nothing ends a rule that runs for ever."""

    def __init__(self, job: Job, _processes: int = 1) -> None:
        self._portal = job.portal
        self._source = None if job.captures is None else open_source(job.captures)

    def results(self, work: Work[Result], tasks: Iterator[Any]) -> Iterator[Result | LostTask]:
        """See ``Executor.results``."""
        return (run_task(work, self._portal, self._source, task) for task in tasks)

    def close(self) -> None:
        """Close the view of the corpus."""
        if self._source is not None:
            self._source.close()

    end = close


# Two processes are 1.76 times as fast as one: 4,000 articles in 13.5 s instead of 23.8
# (bench/speed/workers.py).
MIN_PARALLEL_TASKS = 1000
"""Number of articles from which several processes are faster than one."""


EXECUTORS: dict[str, Callable[[Job, int], Executor]] = {
    "serial": SerialExecutor,
    "processes": ProcessExecutor,
}
"""Name of a kind (``Runtime.executor``) → its class. Other kinds are plug-ins, ``cluster`` among
them: it is imported where it is used."""

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


def _find_executor(kind: str) -> Callable[[Job, int], Executor]:
    plug_in = find_plug_in(EXECUTOR, kind)
    if plug_in is None:
        # Sorted: in which order plug-ins register depends on what has been imported before.
        known = ", ".join(sorted({*EXECUTORS, *(each.name for each in list_plug_ins(EXECUTOR))}))
        raise UsageError(
            make_message("not an executor: {kind!r} (expected {known})", kind=kind, known=known),
            "Give one of them.",
        )
    return load_plug_in(plug_in, ExecutorKind).start


@contextmanager
def open_executor(kind: str, job: Job, processes: int) -> Iterator[Executor]:
    """Open an executor of a kind for the ``with`` statement, which closes it. Raises UsageError for
    a kind that does not exist."""
    executor = (EXECUTORS.get(kind) or _find_executor(kind))(job, processes)
    try:
        yield executor
    except BaseException:
        executor.end()
        raise
    executor.close()
