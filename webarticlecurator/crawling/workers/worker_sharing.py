"""Let the threads of a command, each of which works on one portal, share worker processes.

A process for each of a hundred portals would need gigabytes. A thread takes a shared process for
one page and gives it back; a build keeps one until it has ended, so builds have processes of
their own, and no build makes a crawl wait.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from webarticlecurator.crawling.workers.worker import Worker

MAX_IDLE = 1
"""Idle processes that were not forked and are kept for later use, since starting them is slow."""

idle_workers: list[Worker] = []
"""Idle processes that are kept for later use: at most ``MAX_IDLE``; all, while threads share
them."""
idle_workers_lock = threading.Lock()


class WorkerSharing:
    """The permission to use one of the processes that read single pages (``for_pages``), or one of
    those that read a whole corpus (``for_corpora``)."""

    def __init__(self, for_pages: int, for_corpora: int) -> None:
        self._for_pages = threading.BoundedSemaphore(for_pages)
        self._for_corpora = threading.BoundedSemaphore(for_corpora)

    def wait_for_turn(self, captures: object) -> threading.BoundedSemaphore:
        """Wait until a process is free; return what must be released after its use. ``captures``
        are those that the process reads, None for single pages."""
        semaphore = self._for_pages if captures is None else self._for_corpora
        semaphore.acquire()
        return semaphore


_sharings: list[WorkerSharing] = []
"""How the threads of this process share processes now; at most one."""


def find_sharing() -> WorkerSharing | None:
    """Return how the threads of this process share worker processes; None if they do not."""
    return _sharings[0] if _sharings else None


@contextmanager
def share_workers(for_pages: int, for_corpora: int) -> Iterator[None]:
    """Let the threads that run inside of the block share so many processes that read single pages,
    and so many that read whole corpora. Those that do not run yet are started before the first
    thread, so that they can be forked."""
    _sharings.append(WorkerSharing(for_pages, for_corpora))
    try:
        idle_workers.extend(Worker() for _ in range(for_pages + for_corpora - len(idle_workers)))
        yield
    finally:
        _sharings.clear()
        # end the idle processes but those that `release_worker` would keep
        with idle_workers_lock:
            started = [worker for worker in idle_workers if not worker.forked]
            surplus = [worker for worker in idle_workers if worker not in started[:MAX_IDLE]]
            idle_workers[:] = started[:MAX_IDLE]
        for worker in surplus:
            worker.close()
