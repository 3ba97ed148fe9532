"""A worker process for commands that read single pages: one for each thread, or one of those that
the threads of the command share."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.executors.executor import (
    Job,
    LostTask,
    Result,
    Work,
    describe_loss,
)
from webarticlecurator.run.executors.processes import ProcessExecutor
from webarticlecurator.run.executors.worker_sharing import begin_sharing, end_sharing
from webarticlecurator.run.executors.worker_start import end_idle_workers, keep_workers


class _Current(threading.local):
    """The executor of this thread and its portal."""

    portal: Portal | None = None
    executor: ProcessExecutor | None = None


_CURRENT = _Current()


def evaluate_in_worker(portal: Portal, work: Work[Result], task: Any, where: str) -> Result:
    """Call ``work(portal, None, task)`` in the worker process and return its result.

    ``work`` is a module-level function; ``where`` names the page in messages. Raises PageUnreadable
    if it takes too long or the process is killed, RulesTooSlow if that happens for several pages in
    a row, and every CuratorError of ``work``.
    """
    executor = prepare_worker(portal)
    try:
        executor.resume()
        result = next(executor.results(work, iter((task,))))
    finally:
        executor.pause()
    if isinstance(result, LostTask):
        raise describe_loss(result, where)
    return result


def prepare_worker(portal: Portal) -> ProcessExecutor:
    """Return the worker process for ``portal``; start it unless it runs. Called before the first
    thread, it can be forked, which is fast."""
    if _CURRENT.executor is None or _CURRENT.portal is not portal:
        end_worker()
        executor = ProcessExecutor(Job(portal))
        executor.pause()
        _CURRENT.portal, _CURRENT.executor = portal, executor
    return _CURRENT.executor


def end_worker() -> None:
    """End the worker process of this thread, if it runs."""
    if _CURRENT.executor is not None:
        _CURRENT.executor.close()
    _CURRENT.portal = _CURRENT.executor = None


@contextmanager
def share_workers(for_pages: int, for_corpora: int) -> Iterator[None]:
    """Let the threads that run inside of the block share so many processes that read single pages,
    and so many that read whole corpora. They are started before the first thread, so that they can
    be forked."""
    begin_sharing(for_pages, for_corpora)
    try:
        keep_workers(for_pages + for_corpora)
        yield
    finally:
        end_sharing()
        end_idle_workers()


atexit.register(end_worker)
