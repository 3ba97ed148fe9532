"""A worker process for commands that read single pages: one for each thread, or one of those that
the threads of the command share.
"""

from __future__ import annotations

import atexit
import threading
from typing import Any

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.workers.executor import Job, LostTask, Result, Work, describe_loss
from webarticlecurator.crawling.workers.processes import ProcessExecutor
from webarticlecurator.crawling.workers.worker_sharing import find_sharing


class BegunTask:
    """A task that the worker process of this thread has begun, while the thread does something
    else."""

    def __init__(self, executor: ProcessExecutor, work: Work[Any], task: Any, where: str) -> None:
        self._executor, self._work, self._where = executor, work, where
        self._queued = executor.begin(work, task)
        self._result: Any = None
        self._error: CuratorError | None = None
        self._has_ended = False

    def end(self) -> None:
        """Wait until the task has ended."""
        if self._has_ended:
            return
        self._has_ended = True
        try:
            self._result = self._executor.wait_for(self._work, self._queued)
        except CuratorError as error:
            self._error = error

    def result(self) -> Any:
        """Wait for the result and return it. Raises like ``evaluate_in_worker``."""
        self.end()
        if self._error is not None:
            raise self._error
        if isinstance(self._result, LostTask):
            raise describe_loss(self._result, self._where)
        return self._result


class _Current(threading.local):
    """The executor of this thread and its portal, and the last task that was begun."""

    portal: Portal | None = None
    executor: ProcessExecutor | None = None
    begun: BegunTask | None = None


_CURRENT = _Current()


def evaluate_in_worker(portal: Portal, work: Work[Result], task: Any, where: str) -> Result:
    """Call ``work(portal, None, task)`` in the worker process and return its result.

    ``work`` is a module-level function; ``where`` names the page in messages. Raises PageUnreadable
    if it takes too long or the process is killed, RulesTooSlow if that happens for several pages in
    a row, and every CuratorError of ``work``.
    """
    executor = _free_worker(portal)
    try:
        executor.resume()
        result: Result = BegunTask(executor, work, task, where).result()
    finally:
        executor.pause()
    return result


def begin_in_worker(portal: Portal, work: Work[Any], task: Any, where: str) -> BegunTask | None:
    """Send a task to the worker process and go on; None where threads share the processes, since
    the other threads would wait for this one. Arguments as for ``evaluate_in_worker``."""
    # A task that is begun holds its process until the thread comes back for the result.
    if find_sharing() is not None:
        return None
    executor = _free_worker(portal)
    executor.resume()
    _CURRENT.begun = BegunTask(executor, work, task, where)
    return _CURRENT.begun


def _free_worker(portal: Portal) -> ProcessExecutor:
    """Return the worker process for ``portal``, when the last task that was begun has ended."""
    executor = prepare_worker(portal)
    # One at a time: the channel of a process has one order of messages.
    if _CURRENT.begun is not None:
        _CURRENT.begun.end()
        _CURRENT.begun = None
    return executor


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
    _CURRENT.portal = _CURRENT.executor = _CURRENT.begun = None


atexit.register(end_worker)
