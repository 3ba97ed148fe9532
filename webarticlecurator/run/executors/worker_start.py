"""Start worker processes for a portal; keep an idle one where starting is slow."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from webarticlecurator.errors import CuratorError
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.executors.worker import Worker

MAX_STARTS = 3
"""Attempts to start a worker process before the command fails."""

_idle: list[Worker] = []
"""Idle processes that were not forked: starting one is slow, so they are kept for later use."""


def start_worker(portal: Portal, folder: Path | None) -> Worker:
    """Return a process that is ready for tasks: an idle one, or a new one.

    ``folder`` is the corpus that it reads. Raises CuratorError if no process can be started, and
    what opening the corpus raises.
    """
    while _idle:
        with suppress(EOFError, OSError):  # the process may have ended while it was idle
            return _prepare(_idle.pop(), portal, folder)
    for _ in range(MAX_STARTS):
        worker = Worker()
        with suppress(EOFError, OSError):  # the process may be ended while it starts
            return _prepare(worker, portal, folder)
    raise CuratorError(
        f"a worker process could not be started (it ended: {worker.collect()})",
        "Is there enough memory? Does `python -m webarticlecurator --version` run?",
    )


def release_worker(worker: Worker) -> None:
    """End an idle process, or keep it for later use if it was not forked."""
    if worker.forked or _idle:
        worker.close()
    else:
        _idle.append(worker)


def _prepare(worker: Worker, portal: Portal, folder: Path | None) -> Worker:
    """Send the portal to a process and return it. Raises EOFError or OSError if it has ended."""
    try:
        worker.channel.send("job", portal, folder, Path.cwd())
        kind, *content = worker.channel.receive()
    except (EOFError, OSError):
        worker.collect()
        raise
    except BaseException:
        worker.kill()
        raise
    if kind == "raised":
        worker.kill()
        raise content[0]
    return worker
