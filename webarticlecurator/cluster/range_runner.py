"""Run a range of tasks on a worker of the cluster.

A process of its own runs them, as in a build on one machine: so a rule that runs for ever, or a
page that takes all memory, costs its article and not the worker.
"""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, cast

from webarticlecurator import tei
from webarticlecurator.errors import RulesTooSlow, UsageError
from webarticlecurator.model.article import TDMREP_PATH
from webarticlecurator.model.capture import Body, Capture
from webarticlecurator.model.hosts import origin_of
from webarticlecurator.model.portal import Portal
from webarticlecurator.page.tree import describe_parsers
from webarticlecurator.rules.trace import RULE_USE
from webarticlecurator.store import RemoteWarcs
from webarticlecurator.version import __version__
from webarticlecurator.workers.captures import RankedSource
from webarticlecurator.workers.executor import Job, Result, Work
from webarticlecurator.workers.processes import ProcessExecutor
from webarticlecurator.workers.worker import end_idle_workers


def describe_program() -> str:
    """Return what must be the same on all machines, so that they write the same bytes."""
    output = f"output version {tei.OUTPUT_VERSION}"
    return ", ".join((f"webarticlecurator {__version__}", output, describe_parsers()))


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


# What the index knows of the addresses of an article, for processes that cannot read the index.
#
# A question is a method of ``RankedSource`` and its arguments. The command answers beforehand what
# most articles ask. A task that asks more ends with an ``Unanswered`` and is run again with the
# answer, so that what is read, and every byte that is written, is that of a build with the index.

Question = tuple[Any, ...]
"""The name of a method, and its arguments."""
Answers = dict[Question, Any]


@dataclass
class AnsweredTask:
    """A task with what the index knows of its addresses."""

    task: Any
    answers: Answers = field(default_factory=dict)


@dataclass(frozen=True)
class Unanswered:
    """Stands for the result of a task that asked a question without an answer."""

    question: Question


class UnansweredQuestion(Exception):
    """A source has no answer to ``question``."""

    def __init__(self, question: Question) -> None:
        super().__init__(repr(question))
        self.question = question


class AnsweredSource(RankedSource):
    """The captures that the answers of one task name; ``read_body`` reads their records.

    Raises UnansweredQuestion for a question without an answer.
    """

    def __init__(self, answers: Answers, read_body: Callable[[Capture], Body]) -> None:
        super().__init__()
        self._answers, self._read_body = answers, read_body

    def pages(self, url: str) -> Sequence[Capture]:
        return cast(Sequence[Capture], self._find_answer("pages", url))

    def find_gone(self, url: str) -> Capture | None:
        return cast("Capture | None", self._find_answer("find_gone", url))

    def tries(self, url: str) -> tuple[datetime, ...]:
        return cast(tuple[datetime, ...], self._find_answer("tries", url))

    def answer_before(self, url: str, time: datetime) -> Capture | None:
        return cast("Capture | None", self._find_answer("answer_before", url, time))

    def read(self, capture: Capture) -> Body:
        return self._read_body(capture)

    def _find_answer(self, *question: Any) -> Any:
        try:
            return self._answers[question]
        except KeyError:
            raise UnansweredQuestion(question) from None


class AnswerFinder:
    """Finds the answers to questions in the index, by the source of the command."""

    def __init__(self, source: RankedSource) -> None:
        self._source = source

    def prepare(self, task: Any) -> AnsweredTask:
        """Return a task of an article with the answers that its reading probably needs."""
        prepared = AnsweredTask(task)
        url = task.start.url
        for address in (url, *self._source.later_addresses(url)):
            self.answer(prepared, ("pages", address))
        self.answer(prepared, ("find_gone", url))
        return prepared

    def answer(self, task: AnsweredTask, question: Question) -> None:
        """Add the answer to a question; with captures of pages, what the site said before them."""
        method, *arguments = question
        found = task.answers[question] = getattr(self._source, method)(*arguments)
        if method == "pages":
            for capture in found:
                reservations = origin_of(capture.url) + TDMREP_PATH
                self.answer(task, ("answer_before", reservations, capture.time))
