"""Run a range of tasks on a worker of the cluster, and answer what it asks of the corpus.

A process of its own runs them, as in a build on one machine: so a rule that runs for ever, or a
page that takes all memory, costs its article and not the worker.
"""

from __future__ import annotations

import pickle
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any, cast

from webarticlecurator.base.errors import RulesTooSlow, UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.crawling.cluster.answers import (
    AnsweredSource,
    AnsweredTask,
    Unanswered,
    UnansweredQuestion,
)
from webarticlecurator.crawling.workers.executor import Job, Result, Work
from webarticlecurator.crawling.workers.processes import ProcessExecutor
from webarticlecurator.crawling.workers.worker_start import end_idle_workers
from webarticlecurator.pages.page.parser_versions import describe_parsers
from webarticlecurator.pages.rules.rule_use import RULE_USE
from webarticlecurator.storage.store.remote_records import RemoteWarcs
from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION


def describe_program() -> str:
    """Return what must be the same on all machines, so that they write the same bytes."""
    return ", ".join(
        (f"webarticlecurator {__version__}", f"output version {OUTPUT_VERSION}", describe_parsers())
    )


def unpickle_portal(pickled: bytes) -> Portal:
    """Return the portal that the command has sent; called once, the result is kept by workers."""
    return cast(Portal, pickle.loads(pickled))


def run_range(portal: Portal, program: str, pickled: bytes) -> bytes:
    """Run a range of tasks, one after the other, and return the pickled result.

    ``pickled``: the work, which is called for each task, the address of the WARC files (None for
    tasks that read no captures) and the tasks. The result: the results in the order of the tasks,
    fewer with an error, the rules used as ``RuleUse.take``, and the RulesTooSlow or None.

    Raises UsageError if ``program``, that of the command, is not the one of this worker, and what
    the work raises.
    """
    if program != describe_program():
        raise UsageError(
            f"a worker runs {describe_program()} (expected, as here: {program})",
            "Install the same versions on all workers, so that they write the same bytes.",
        )
    work, warcs, tasks = pickle.loads(pickled)
    results: list[Any] = []
    error = None
    RULE_USE.take()
    with _borrow_executor(portal) as executor:
        try:
            results.extend(executor.results(partial(run_answered, work, warcs), iter(tasks)))
        except RulesTooSlow as too_slow:
            error = too_slow
            executor.end()
            executor.resume()
    return pickle.dumps((results, RULE_USE.take(), error))


def run_answered(
    work: Work[Result], warcs: str | None, portal: Portal, _source: object, task: AnsweredTask
) -> Result | Unanswered:
    """Call ``work`` for one task with what the index knows of its addresses."""
    if warcs is None:
        return work(portal, None, task.task)
    source = AnsweredSource(task.answers, _open_warcs(warcs).read)
    try:
        return work(portal, source, task.task)
    except UnansweredQuestion as unanswered:
        return Unanswered(unanswered.question)


_open_warcs = lru_cache(maxsize=2)(RemoteWarcs)

_idle: list[tuple[Portal, ProcessExecutor]] = []
"""Processes that wait for the next range of tasks, at most one for each thread of the worker."""
_idle_lock = threading.Lock()


@contextmanager
def _borrow_executor(portal: Portal) -> Iterator[ProcessExecutor]:
    """Lend a process for ``portal``; keep it for the next range unless there was an error."""
    executor = _take_idle(portal) or ProcessExecutor(Job(portal))
    try:
        yield executor
    except BaseException:
        executor.end()
        raise
    with _idle_lock:
        _idle.append((portal, executor))


def _take_idle(portal: Portal) -> ProcessExecutor | None:
    """Return an idle process for ``portal``; end one that works for another portal."""
    with _idle_lock:
        if not _idle:
            return None
        same = [number for number, (kept, _) in enumerate(_idle) if kept is portal]
        kept, executor = _idle.pop(same[0] if same else 0)
    if kept is portal:
        return executor
    executor.close()
    return None


def end_idle_processes() -> None:
    """End the processes that wait for a range of tasks."""
    with _idle_lock:
        waiting = [executor for _, executor in _idle]
        _idle.clear()
    for executor in waiting:
        executor.close()
    end_idle_workers()
