"""Start worker processes for a portal; keep idle ones for later use."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path

from webarticlecurator.errors import CuratorError
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.executors.worker import Worker
from webarticlecurator.run.executors.worker_sharing import find_sharing

MAX_STARTS = 3
"""Attempts to start a worker process before the command fails."""

MAX_IDLE = 1
"""Idle processes that were not forked and are kept for later use, since starting them is slow."""

_idle: list[Worker] = []
"""Idle processes that are kept for later use: at most ``MAX_IDLE``; all, while threads share
them."""
_idle_lock = threading.Lock()


def start_worker(portal: Portal, folder: Path | None) -> Worker:
    """Return a process that is ready for tasks: an idle one, or a new one.

    ``folder`` is the corpus that it reads. Raises CuratorError if no process can be started, and
    what opening the corpus raises.
    """
    while (idle := _take_idle(reads_corpora=folder is not None)) is not None:
        with suppress(EOFError, OSError):  # the process may have ended while it was idle
            return _prepare(idle, portal, folder)
    for _ in range(MAX_STARTS):
        worker = Worker()
        with suppress(EOFError, OSError):  # the process may be ended while it starts
            return _prepare(worker, portal, folder)
    raise CuratorError(
        f"a worker process could not be started (it ended: {worker.collect()})",
        "Is there enough memory? Does `python -m webarticlecurator --version` run?",
    )


def release_worker(worker: Worker) -> None:
    """End an idle process, or keep it for later use."""
    if find_sharing() is None and (worker.forked or len(_idle) >= MAX_IDLE):
        worker.close()
        return
    try:
        worker.leave_corpus()
    except (EOFError, OSError):
        worker.collect()
    else:
        _idle.append(worker)


def keep_workers(count: int) -> None:
    """Start processes until so many are kept for later use; they are forked if there is no other
    thread yet."""
    _idle.extend(Worker() for _ in range(count - len(_idle)))


def end_surplus_workers() -> None:
    """End the idle processes but those that ``release_worker`` would keep."""
    with _idle_lock:
        started = [worker for worker in _idle if not worker.forked]
        surplus = [worker for worker in _idle if worker not in started[:MAX_IDLE]]
        _idle[:] = started[:MAX_IDLE]
    for worker in surplus:
        worker.close()


def end_idle_workers() -> None:
    """End the processes that are kept for later use."""
    while (idle := _take_idle(reads_corpora=False)) is not None:
        idle.close()


def _take_idle(*, reads_corpora: bool) -> Worker | None:
    """Return an idle process: rather one that has done such work before, or else one that has done
    none, than one that must load what it takes to do other work, too."""
    with _idle_lock:
        for done in (reads_corpora, None, not reads_corpora):
            for number, worker in enumerate(_idle):
                if worker.reads_corpora is done:
                    return _idle.pop(number)
    return None


def _prepare(worker: Worker, portal: Portal, folder: Path | None) -> Worker:
    """Send the portal to a process and return it. Raises EOFError or OSError if it has ended."""
    try:
        worker.set_job(portal, folder)
    except (EOFError, OSError):
        worker.collect()
        raise
    except BaseException:
        worker.kill()
        raise
    return worker
