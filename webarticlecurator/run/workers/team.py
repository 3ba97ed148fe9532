"""Run tasks in several worker processes; the results come in the order of the tasks.

A task that exceeds its time limit is tried once more in a new process, which reports the rules that
it runs. A task whose process was killed is not repeated. Both become a ``LostTask``; the other
tasks go on.
"""

from __future__ import annotations

import selectors
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from webarticlecurator.errors import CuratorError, PageUnreadable, RulesTooSlow
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.building.capture_sources import RankedSource
from webarticlecurator.run.workers.limits import MAX_IN_A_ROW, read_limits
from webarticlecurator.run.workers.process import Worker

MAX_STARTS = 3
"""Attempts to start a worker process before the command fails."""
PREFETCHED_TASKS = 8
"""Tasks that are sent to a worker in advance: enough to keep it busy, few enough to save memory."""
MAX_WAITING_RESULTS = 40
"""Results per worker that may wait for the result of an earlier task."""

Work = Callable[[Portal, Any, Any], Any]
"""A module-level function that is called with the portal, a source of captures and a task."""


@dataclass(frozen=True)
class LostTask:
    """Stands for the result of a ``task`` that failed: a reason of ``verdict.BUILD_FAILURES`` and
    the evidence, a message."""

    reason: str
    evidence: str
    task: Any = None


@dataclass
class _QueuedTask:
    """A task that was sent to a worker. ``rule`` is the last rule that it reported, in an attempt
    that reports rules."""

    task: Any
    reports_rules: bool = False
    rule: str = ""
    done: bool = False
    result: Any = None


@dataclass
class _TeamMember:
    """A worker and the tasks that were sent to it; it runs the first one. ``since`` is the time at
    which this task, or its current page, was begun."""

    worker: Worker
    tasks: deque[_QueuedTask] = field(default_factory=deque)
    since: float = 0.0


_idle: list[Worker] = []
"""Idle processes that were not forked: starting one is slow, so they are kept for later use."""


class Team:
    """A team of ``jobs`` processes that work with one portal.

    They read the corpus in ``folder``, or ``source``, which only this process can read. The team is
    used in a ``with`` statement, which ends the processes.
    """

    def __init__(
        self,
        portal: Portal,
        folder: Path | None = None,
        jobs: int = 1,
        source: RankedSource | None = None,
    ) -> None:
        self._portal, self._folder, self._source = portal, folder, source
        self._limits = read_limits()
        self._timeouts = self._timeouts_in_a_row = 0
        self._members: list[_TeamMember] = []
        try:
            for _ in range(jobs):
                self._members.append(_TeamMember(self._get_worker()))
        except BaseException:
            self.end()
            raise

    def __enter__(self) -> Team:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.end()

    def close(self) -> None:
        """End the idle processes; one that was not forked is kept for later use."""
        for member in self._members:
            if member.tasks:
                member.worker.kill()
            elif member.worker.forked or _idle:
                member.worker.close()
            else:
                _idle.append(member.worker)
        self._members = []

    def end(self) -> None:
        """End the processes at once."""
        for member in self._members:
            member.worker.kill()
        self._members = []

    def run_one(self, work: Work, task: Any) -> Any:
        """Return the result of one task, or a ``LostTask``."""
        return next(self.results(work, iter((task,))))

    def results(self, work: Work, tasks: Iterator[Any]) -> Iterator[Any]:
        """Yield the result of each task, or a ``LostTask``. Raises every CuratorError of ``work``,
        and RulesTooSlow if several tasks in a row exceed their time limit."""
        order: deque[_QueuedTask] = deque()
        more = True
        while more or order:
            more = more and self._send_tasks(work, tasks, order)
            while order and order[0].done:
                yield self._check_timeouts(order.popleft().result)
            if order:
                self._wait(work)

    def _send_tasks(self, work: Work, tasks: Iterator[Any], order: deque[_QueuedTask]) -> bool:
        """Send tasks to the workers with the fewest; return False if there are no more tasks."""
        while len(order) < MAX_WAITING_RESULTS * len(self._members):
            member = min(self._members, key=lambda member: len(member.tasks))
            if len(member.tasks) >= PREFETCHED_TASKS:
                return True
            try:
                queued = _QueuedTask(next(tasks))
            except StopIteration:
                return False
            order.append(queued)
            self._send(member, work, queued)
        return True

    def _send(self, member: _TeamMember, work: Work, queued: _QueuedTask) -> None:
        message = ("do", work, queued.task, queued.reports_rules, self._source is not None)
        try:
            member.worker.channel.send(*message)
        except OSError:
            # The process ended while it was idle. If it was not idle, ``_wait`` notices its end.
            if not member.tasks:
                member.worker.collect()
                member.worker = self._get_worker()
                member.worker.channel.send(*message)
        if not member.tasks:
            member.since = time.monotonic()
        member.tasks.append(queued)

    def _wait(self, work: Work) -> None:
        """Wait until a worker sends a message or a task exceeds its time limit."""
        with selectors.DefaultSelector() as selector:
            for member in self._members:
                if member.tasks:
                    selector.register(member.worker.channel.fileno(), selectors.EVENT_READ, member)
            timeout = min(self._seconds_left(member) for member in self._members if member.tasks)
            ready = [key.data for key, _ in selector.select(max(timeout, 0.0))]
        for member in ready:
            self._receive(work, member)
        for member in self._members:
            if member.tasks and member not in ready and self._seconds_left(member) <= 0:
                self._end_attempt(work, member)

    def _seconds_left(self, member: _TeamMember) -> float:
        limit = self._limits.seconds(member.tasks[0].reports_rules, self._timeouts)
        return member.since + limit - time.monotonic()

    def _receive(self, work: Work, member: _TeamMember) -> None:
        """Receive a message of a worker and act on it."""
        try:
            kind, *content = member.worker.channel.receive()
        except (EOFError, OSError):
            ended = member.worker.collect()
            evidence = f"the process that read it was ended from outside or crashed ({ended})"
            self._finish_task(member, LostTask("worker-killed", evidence))
            self._replace_worker(work, member)
            return

        if kind == "rule":
            member.tasks[0].rule = content[0]
        elif kind == "page":
            member.since = time.monotonic()
        elif kind == "ask":
            assert self._source is not None
            method, *arguments = content
            member.worker.channel.send("answer", getattr(self._source, method)(*arguments))
        elif kind == "raised":
            member.tasks.popleft()
            raise content[0]
        elif kind == "done":
            self._finish_task(member, content[0])
        else:
            self._finish_task(member, LostTask(*content))

    def _finish_task(self, member: _TeamMember, result: Any) -> None:
        queued = member.tasks.popleft()
        if isinstance(result, LostTask):
            result = replace(result, task=queued.task)
        queued.result, queued.done = result, True
        member.since = time.monotonic()

    def _end_attempt(self, work: Work, member: _TeamMember) -> None:
        """End a task that exceeds its time limit; try it again with reports of its rules, or give
        it up after the second attempt."""
        queued = member.tasks[0]
        member.worker.kill()
        if queued.reports_rules:
            self._timeouts += 1
            rule = queued.rule or "no rule of the portal file: the reading of the page itself"
            evidence = f"{rule} ran for more than {self._limits.page:g} seconds"
            self._finish_task(member, LostTask("rule-timeout", evidence))
        else:
            queued.reports_rules = True
        self._replace_worker(work, member)

    def _replace_worker(self, work: Work, member: _TeamMember) -> None:
        """Start a new process and send it the tasks of the old one."""
        member.worker = self._get_worker()
        waiting, member.tasks = member.tasks, deque()
        for queued in waiting:
            self._send(member, work, queued)

    def _get_worker(self) -> Worker:
        while _idle:
            with suppress(EOFError, OSError):  # the process may have ended while it was idle
                return self._prepare(_idle.pop())
        for _ in range(MAX_STARTS):
            worker = Worker()
            with suppress(EOFError, OSError):  # the process may be ended while it starts
                return self._prepare(worker)
        raise CuratorError(
            f"a worker process could not be started (it ended: {worker.collect()})",
            "Is there enough memory? Does `python -m webarticlecurator --version` run?",
        )

    def _prepare(self, worker: Worker) -> Worker:
        """Send the portal to a process and return it. Raises EOFError or OSError if it has
        ended."""
        try:
            worker.channel.send("job", self._portal, self._folder, Path.cwd())
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

    def _check_timeouts(self, result: Any) -> Any:
        """Return ``result``. Raises RulesTooSlow after too many timeouts in a row."""
        is_timeout = isinstance(result, LostTask) and result.reason == "rule-timeout"
        self._timeouts_in_a_row = self._timeouts_in_a_row + 1 if is_timeout else 0
        if self._timeouts_in_a_row == MAX_IN_A_ROW:
            raise RulesTooSlow(
                f"{MAX_IN_A_ROW} pages in a row ran out of time; the last: {result.evidence}",
                "Correct the rule, then run the same command again.",
            )
        return result


def describe_loss(lost: LostTask, where: str) -> PageUnreadable:
    """Return the error of a command that needs the result for the page ``where``."""
    cure = (
        "Correct the rule, then run the same command again."
        if lost.reason == "rule-timeout"
        else "Run the same command again."
    )
    return PageUnreadable(f"{where}: {lost.evidence}", cure, lost.reason)
