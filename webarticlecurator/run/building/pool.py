"""Several processes read, one writes: outcomes come back in the order of the tasks."""

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

PAYS = 1000
"""Articles from which on several processes pay."""

Result = TypeVar("Result")
Work = Callable[[Portal, Source, Task], Result]
"""What is done with each task; a function of a module, so that another process finds it."""


@contextmanager
def build_outcomes(
    portal: Portal,
    corpus: Corpus,
    foreign: RankedSource | None,
    tasks: Iterator[Task],
    jobs: int | None,
) -> Iterator[Iterator[BuildOutcome]]:
    """Build the tasks in ``jobs`` processes (None: as many as pay); the order of the outcomes does
    not depend on their number. ``foreign``: a source that only this process can read; it is read
    for one process. Raises RulesTooSlow where one article after the other runs out of time."""
    wanted, everything = choose_workers(tasks, jobs)
    if wanted == 0:
        yield iter(())
        return
    corpus.commit()
    with Team(
        portal, None if foreign else corpus.folder, 1 if foreign else wanted, foreign
    ) as team:
        results = team.results(build_article, everything)
        yield (_failed(result) if isinstance(result, LostTask) else result for result in results)


def _failed(lost: LostTask) -> BuildOutcome:
    task: Task = lost.task
    return BuildOutcome(task.canonical, failed=Failed(task.canonical, lost.reason, lost.evidence))


def choose_workers(tasks: Iterator[Task], jobs: int | None) -> tuple[int, Iterator[Task]]:
    """How many processes to start for the tasks (0: there are none), and the tasks again."""
    first = list(islice(tasks, PAYS))
    wanted = jobs if jobs is not None else (os.cpu_count() or 1 if len(first) == PAYS else 1)
    return min(wanted, len(first)), joined(first, tasks)


@contextmanager
def build_in_parallel(
    portal: Portal,
    read: Path | RankedSource,
    work: Work[Result],
    tasks: Iterator[Task],
    jobs: int | None,
) -> Iterator[Iterator[Result]]:
    """Do the work in ``jobs`` processes (None: as many as pay) that read the corpus in the folder
    ``read``, or in one that asks for what only this process can read; results come in the order of
    the tasks. Raises PageUnreadable for the first page that cannot be read: what is counted over
    all articles must not leave one out."""
    wanted, everything = choose_workers(tasks, jobs)
    if wanted == 0:
        yield iter(())
        return
    folder, source, wanted = (read, None, wanted) if isinstance(read, Path) else (None, read, 1)
    with Team(portal, folder, wanted, source) as team:
        yield map(_found, team.results(work, everything))


def _found(result: Result | LostTask) -> Result:
    if isinstance(result, LostTask):
        raise describe_loss(result, result.task.canonical)
    return result
