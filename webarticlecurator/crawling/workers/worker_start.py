"""Start worker processes for a portal; keep idle ones for later use."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.workers import worker_sharing
from webarticlecurator.crawling.workers.worker import Worker
from webarticlecurator.crawling.workers.worker_sharing import find_sharing

if TYPE_CHECKING:
    from webarticlecurator.storage.store.joined_corpus import CaptureFolders

MAX_STARTS = 3
"""Attempts to start a worker process before the command fails."""


def start_worker(portal: Portal, captures: CaptureFolders | None) -> Worker:
    """Return a process that is ready for tasks: an idle one, or a new one.

    ``captures`` are those of ``Job``. Raises CuratorError if no process can be started, and
    what opening the corpus raises.
    """
    while (idle := _take_idle(reads_corpora=captures is not None)) is not None:
        with suppress(EOFError, OSError):  # the process may have ended while it was idle
            return _prepare(idle, portal, captures)
    for _ in range(MAX_STARTS):
        worker = Worker()
        with suppress(EOFError, OSError):  # the process may be ended while it starts
            return _prepare(worker, portal, captures)
    raise CuratorError(
        make_message(
            "a worker process could not be started (it ended: {words})", words=worker.collect()
        ),
        "Is there enough memory? Does `python -m webarticlecurator --version` run?",
    )


def release_worker(worker: Worker) -> None:
    """End an idle process, or keep it for later use."""
    # A forked one takes milliseconds to make again.
    if find_sharing() is None and (
        worker.forked or len(worker_sharing.idle_workers) >= worker_sharing.MAX_IDLE
    ):
        worker.close()
        return
    try:
        worker.leave_corpus()
    except (EOFError, OSError):
        worker.collect()
    else:
        worker_sharing.idle_workers.append(worker)


def end_idle_workers() -> None:
    """End the processes that are kept for later use."""
    while (idle := _take_idle(reads_corpora=False)) is not None:
        idle.close()


def _take_idle(*, reads_corpora: bool) -> Worker | None:
    """Return an idle process: rather one that has done such work before, or else one that has done
    none, than one that must load what it takes to do other work, too."""
    with worker_sharing.idle_workers_lock:
        for done in (reads_corpora, None, not reads_corpora):
            for number, worker in enumerate(worker_sharing.idle_workers):
                if worker.reads_corpora is done:
                    return worker_sharing.idle_workers.pop(number)
    return None


def _prepare(worker: Worker, portal: Portal, captures: CaptureFolders | None) -> Worker:
    """Send the portal to a process and return it. Raises EOFError or OSError if it has ended."""
    try:
        worker.set_job(portal, captures)
    except (EOFError, OSError):
        worker.collect()
        raise
    except BaseException:
        worker.kill()
        raise
    return worker
