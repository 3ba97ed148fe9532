"""Several processes build, one writes: outcomes come back in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain as joined
from itertools import islice
from pathlib import Path
from threading import Thread

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.sources import ReadingSource
from webarticlecurator.run.worker import Outcome, Source, Task, build_one
from webarticlecurator.store import Corpus

PAYS = 1000
"""Articles from which on starting processes pays: a process needs most of a second to begin, an article three milliseconds."""
CHUNK = 10
AHEAD = 4
"""Chunks under way per process: enough to keep it busy, little enough to stay flat in memory."""


def outcomes(portal: Portal, corpus: Corpus, source: Source, tasks: Iterator[Task], jobs: int | None) -> Iterator[Outcome]:
    """Build the tasks in ``jobs`` processes (None: as many as pay); the order of the outcomes does not depend on their number."""
    first = list(islice(tasks, PAYS))
    wanted = jobs if jobs is not None else (os.cpu_count() or 1 if len(first) == PAYS else 1)
    everything = joined(first, tasks)
    if wanted <= 1:
        for task in everything:
            yield build_one(portal, source, task)
        return
    corpus.commit()
    yield from _parallel(portal, corpus.folder, everything, wanted)


def _parallel(portal: Portal, folder: Path, tasks: Iterator[Task], jobs: int) -> Iterator[Outcome]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _begin, (portal, folder)) as pool:
        waiting: deque[Future[list[Outcome]]] = deque()
        chunks = iter(lambda: list(islice(tasks, CHUNK)), [])
        for chunk in chunks:
            waiting.append(pool.submit(_build_chunk, chunk))
            if len(waiting) >= jobs * AHEAD:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


_MINE: list[tuple[Portal, ReadingSource]] = []
"""The worker process's own portal and reader, set once at its start."""


def _begin(portal: Portal, folder: Path) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    _MINE[:] = [(portal, ReadingSource(folder))]


def _end_with_parent() -> None:
    """A killed parent does not tell its pool to end: waiting workers would stay for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _build_chunk(tasks: list[Task]) -> list[Outcome]:
    portal, source = _MINE[0]
    return [build_one(portal, source, task) for task in tasks]
