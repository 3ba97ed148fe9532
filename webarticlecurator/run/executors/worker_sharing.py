"""Let the threads of a command, each of which works on one portal, share worker processes.

A process for each of a hundred portals would need gigabytes. A thread takes a shared process for
one page and gives it back; a build keeps one until it has ended, so builds have processes of their
own, and no build makes a crawl wait.
"""

from __future__ import annotations

import threading
from pathlib import Path


class WorkerSharing:
    """The permission to use one of the processes that read single pages (``for_pages``), or one of
    those that read a whole corpus (``for_corpora``)."""

    def __init__(self, for_pages: int, for_corpora: int) -> None:
        self._for_pages = threading.BoundedSemaphore(for_pages)
        self._for_corpora = threading.BoundedSemaphore(for_corpora)

    def wait_for_turn(self, folder: Path | None) -> threading.BoundedSemaphore:
        """Wait until a process is free; return what must be released after its use. ``folder`` is
        the corpus that the process reads, None for single pages."""
        semaphore = self._for_pages if folder is None else self._for_corpora
        semaphore.acquire()
        return semaphore


_sharings: list[WorkerSharing] = []
"""How the threads of this process share processes now; at most one."""


def find_sharing() -> WorkerSharing | None:
    """Return how the threads of this process share worker processes; None if they do not."""
    return _sharings[0] if _sharings else None


def begin_sharing(for_pages: int, for_corpora: int) -> None:
    """Let all threads share worker processes from now on."""
    _sharings.append(WorkerSharing(for_pages, for_corpora))


def end_sharing() -> None:
    """Let each thread have worker processes of its own again."""
    _sharings.clear()
