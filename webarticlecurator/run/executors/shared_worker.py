"""One shared worker process for commands that read single pages."""

from __future__ import annotations

import atexit
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

_executors: list[tuple[Portal, ProcessExecutor]] = []
"""The current process and its portal; at most one."""


def evaluate_in_worker(portal: Portal, work: Work[Result], task: Any, where: str) -> Result:
    """Call ``work(portal, None, task)`` in the worker process and return its result.

    ``work`` is a module-level function; ``where`` names the page in messages. Raises PageUnreadable
    if it takes too long or the process is killed, RulesTooSlow if that happens for several pages in
    a row, and every CuratorError of ``work``.
    """
    result = next(prepare_worker(portal).results(work, iter((task,))))
    if isinstance(result, LostTask):
        raise describe_loss(result, where)
    return result


def prepare_worker(portal: Portal) -> ProcessExecutor:
    """Return the worker process for ``portal``; start it unless it runs. Called before the first
    thread, it can be forked, which is fast."""
    if not _executors or _executors[0][0] is not portal:
        end_worker()
        _executors.append((portal, ProcessExecutor(Job(portal))))
    return _executors[0][1]


def end_worker() -> None:
    """End the worker process, if it runs."""
    while _executors:
        _executors.pop()[1].close()


atexit.register(end_worker)
