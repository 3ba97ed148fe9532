"""Run tasks in several processes; the results come in the order of the tasks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain as joined
from itertools import islice
from pathlib import Path
from typing import TypeVar

from webarticlecurator.model.article import Failed
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.building.article_page_choice import Source
from webarticlecurator.run.building.build_article import BuildOutcome, build_article
from webarticlecurator.run.building.capture_sources import RankedSource
from webarticlecurator.run.building.tasks import Task
from webarticlecurator.run.workers.team import LostTask, Team, describe_loss
from webarticlecurator.store import Corpus

MIN_PARALLEL_TASKS = 1000
"""Number of articles from which several processes are faster than one."""

Result = TypeVar("Result")
Work = Callable[[Portal, Source, Task], Result]
"""The function that a worker calls with each task; module-level, so that it can be pickled."""


@contextmanager
def build_outcomes(
    portal: Portal,
    corpus: Corpus,
    foreign: RankedSource | None,
    tasks: Iterator[Task],
    jobs: int | None,
) -> Iterator[Iterator[BuildOutcome]]:
    """Yield an iterator of the outcomes of ``tasks``, in their order, built in ``jobs`` processes
    (None: chosen automatically).

    ``foreign`` is a source that only this process can read; it allows one process only. Raises
    RulesTooSlow if several articles in a row exceed their time limit.
    """
    workers, tasks = choose_workers(tasks, jobs)
    if workers == 0:
        yield iter(())
        return
    corpus.commit()
    folder = None if foreign else corpus.folder
    with Team(portal, folder, 1 if foreign else workers, foreign) as team:
        results = team.results(build_article, tasks)
        yield (_to_failure(each) if isinstance(each, LostTask) else each for each in results)


def _to_failure(lost: LostTask) -> BuildOutcome:
    task: Task = lost.task
    return BuildOutcome(task.canonical, failed=Failed(task.canonical, lost.reason, lost.evidence))


def choose_workers(tasks: Iterator[Task], jobs: int | None) -> tuple[int, Iterator[Task]]:
    """Return the number of processes to start (0 if there are no tasks) and all the tasks."""
    first = list(islice(tasks, MIN_PARALLEL_TASKS))
    if jobs is None:
        jobs = os.cpu_count() or 1 if len(first) == MIN_PARALLEL_TASKS else 1
    return min(jobs, len(first)), joined(first, tasks)


@contextmanager
def build_in_parallel(
    portal: Portal,
    read: Path | RankedSource,
    work: Work[Result],
    tasks: Iterator[Task],
    jobs: int | None,
) -> Iterator[Iterator[Result]]:
    """Yield an iterator of the results of ``work``, in the order of the tasks.

    ``read`` is a corpus folder, which ``jobs`` processes read (None: chosen automatically), or a
    source that only this process can read, which allows one process only. Raises PageUnreadable for
    the first page that cannot be read, since a count over all articles must not leave one out.
    """
    workers, tasks = choose_workers(tasks, jobs)
    if workers == 0:
        yield iter(())
        return
    folder, source, workers = (read, None, workers) if isinstance(read, Path) else (None, read, 1)
    with Team(portal, folder, workers, source) as team:
        yield map(_raise_if_lost, team.results(work, tasks))


def _raise_if_lost(result: Result | LostTask) -> Result:
    if isinstance(result, LostTask):
        raise describe_loss(result, result.task.canonical)
    return result
