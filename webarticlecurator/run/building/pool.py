"""Several processes read, one writes: outcomes come back in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain as joined
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import TypeVar

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.building.sources import ReadingSource
from webarticlecurator.run.building.worker import Outcome, Source, Task, build_one
from webarticlecurator.run.setup import collect_seldom
from webarticlecurator.store import Corpus

PAYS = 1000
"""Articles from which on starting processes pays: a process needs most of a second to begin, an article three milliseconds."""
CHUNK = 10
AHEAD = 4
"""Chunks under way per process: enough to keep it busy, little enough to stay flat in memory."""


Result = TypeVar("Result")
Work = Callable[[Portal, Source, Task], Result]
"""What is done with each task; a function of a module, so that another process finds it."""


def outcomes(portal: Portal, corpus: Corpus, source: Source, tasks: Iterator[Task], jobs: int | None) -> Iterator[Outcome]:
    """Build the tasks in ``jobs`` processes (None: as many as pay); the order of the outcomes does not depend on their number."""
    wanted, everything = paying(tasks, jobs)
    if wanted <= 1:
        for task in everything:
            yield build_one(portal, source, task)
        return
    corpus.commit()
    yield from parallel(portal, corpus.folder, build_one, everything, wanted)


def paying(tasks: Iterator[Task], jobs: int | None) -> tuple[int, Iterator[Task]]:
    """How many processes to start for the tasks, and the tasks again."""
    first = list(islice(tasks, PAYS))
    wanted = jobs if jobs is not None else (os.cpu_count() or 1 if len(first) == PAYS else 1)
    return wanted, joined(first, tasks)


def parallel(portal: Portal, folder: Path, work: Work[Result], tasks: Iterator[Task], jobs: int) -> Iterator[Result]:
    """Do the work in ``jobs`` processes that read the corpus in ``folder``; results come in the order of the tasks."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _begin, (portal, folder)) as pool:
        waiting: deque[Future[list[Result]]] = deque()
        chunks = iter(lambda: list(islice(tasks, CHUNK)), [])
        for chunk in chunks:
            waiting.append(pool.submit(_do_chunk, work, chunk))
            if len(waiting) >= jobs * AHEAD:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


_MINE: list[tuple[Portal, ReadingSource]] = []
"""The worker process's own portal and reader, set once at its start."""


def _begin(portal: Portal, folder: Path) -> None:
    collect_seldom()
    Thread(target=_end_with_parent, daemon=True).start()
    _MINE[:] = [(portal, ReadingSource(folder))]


def _end_with_parent() -> None:
    """A killed parent does not tell its pool to end: waiting workers would stay for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do_chunk(work: Work[Result], tasks: list[Task]) -> list[Result]:
    portal, source = _MINE[0]
    return [work(portal, source, task) for task in tasks]
