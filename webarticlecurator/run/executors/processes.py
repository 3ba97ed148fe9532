"""The executor ``processes``: the tasks run in several worker processes.

A task that exceeds its time limit is tried once more in a new process, which reports the rules that
it runs. A task whose process was killed is not repeated. Both become a ``LostTask``; the other
tasks go on.
"""

from __future__ import annotations

import selectors
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from webarticlecurator.errors import RulesTooSlow
from webarticlecurator.rules.rule_use import RULE_USE
from webarticlecurator.run.executors.executor import (
    Job,
    LostTask,
    Result,
    Work,
    import_what_articles_need,
)
from webarticlecurator.run.executors.limits import MAX_IN_A_ROW, read_limits
from webarticlecurator.run.executors.worker import Worker
from webarticlecurator.run.executors.worker_sharing import find_sharing
from webarticlecurator.run.executors.worker_start import release_worker, start_worker
from webarticlecurator.run.ranked_source import RankedSource

PREFETCHED_TASKS = 8
"""Tasks that are sent to a worker in advance: enough to keep it busy, few enough to save memory."""
MAX_WAITING_RESULTS = 40
"""Results per worker that may wait for the result of an earlier task."""


@dataclass
class QueuedTask:
    """A task that was sent to a worker. ``rule`` is the last rule that it reported, in an attempt
    that reports rules."""

    task: Any
    reports_rules: bool = False
    rule: str = ""
    done: bool = False
    result: Any = None


@dataclass
class _Member:
    """A worker of the executor and the tasks that were sent to it; it runs the first one.
    ``since`` is the time at which this task, or its current page, was begun. ``is_watched``: the
    executor waits for its messages."""

    worker: Worker
    tasks: deque[QueuedTask] = field(default_factory=deque)
    since: float = 0.0
    is_watched: bool = False


class ProcessExecutor:
    """Runs tasks in ``processes`` processes, which it ends when a task exceeds its time limit.

    They read the corpus themselves; captures that only this process can read are sent to them.
    """

    def __init__(self, job: Job, processes: int = 1) -> None:
        self._portal = job.portal
        self._folder = job.captures if isinstance(job.captures, Path) else None
        self._source = job.captures if isinstance(job.captures, RankedSource) else None
        self._limits = read_limits()
        self._timeouts = self._timeouts_in_a_row = 0
        self._processes = processes
        self._members: list[_Member] = []
        self._selector = selectors.DefaultSelector()
        self._turns: list[threading.BoundedSemaphore] = []
        self.resume()

    def resume(self) -> None:
        """Start the processes, unless they run. Where threads share them, wait until they are
        free."""
        if self._processes > 1 and self._folder is not None:
            import_what_articles_need()  # once, where processes are forked
        try:
            while len(self._members) < self._processes:
                sharing = find_sharing()
                if sharing is not None:
                    self._turns.append(sharing.wait_for_turn(self._folder))
                self._members.append(_Member(self._start_worker()))
        except BaseException:
            self.end()
            raise

    def pause(self) -> None:
        """Let other threads use the processes, if threads share them, until ``resume``."""
        if self._turns:
            self.close()

    def close(self) -> None:
        """End the idle processes, or keep them for later use (``release_worker``)."""
        for member in self._members:
            self._watch(member, watched=False)
            if member.tasks:
                member.worker.kill()
            else:
                release_worker(member.worker)
        self._forget_members()

    def end(self) -> None:
        """End the processes at once."""
        for member in self._members:
            self._watch(member, watched=False)
            member.worker.kill()
        self._forget_members()

    def _forget_members(self) -> None:
        self._members = []
        while self._turns:
            self._turns.pop().release()

    def results(self, work: Work[Result], tasks: Iterator[Any]) -> Iterator[Result | LostTask]:
        """See ``Executor.results``. Raises RulesTooSlow if several tasks in a row exceed their time
        limit."""
        order: deque[QueuedTask] = deque()
        more = bool(self._members)
        while more or order:
            more = more and self._send_tasks(work, tasks, order)
            while order and order[0].done:
                yield self._check_timeouts(order.popleft().result)
            if order:
                self._wait(work)

    def begin(self, work: Work[Any], task: Any) -> QueuedTask:
        """Send a single task; ``wait_for`` waits for its result. No other task is sent before."""
        queued = QueuedTask(task)
        self._send(self._least_busy(), work, queued)
        return queued

    def wait_for(self, work: Work[Result], queued: QueuedTask) -> Result | LostTask:
        """Return the result of the task that was begun. Raises like ``results``."""
        while not queued.done:
            self._wait(work)
        result: Result | LostTask = self._check_timeouts(queued.result)
        return result

    def _least_busy(self) -> _Member:
        return min(self._members, key=lambda member: len(member.tasks))

    def _send_tasks(self, work: Work[Any], tasks: Iterator[Any], order: deque[QueuedTask]) -> bool:
        """Send tasks to the workers with the fewest; return False if there are no more tasks."""
        while len(order) < MAX_WAITING_RESULTS * len(self._members):
            member = self._least_busy()
            if len(member.tasks) >= PREFETCHED_TASKS:
                return True
            try:
                queued = QueuedTask(next(tasks))
            except StopIteration:
                return False
            order.append(queued)
            self._send(member, work, queued)
        return True

    def _send(self, member: _Member, work: Work[Any], queued: QueuedTask) -> None:
        message = ("do", work, queued.task, queued.reports_rules, self._source is not None)
        try:
            member.worker.channel.send(*message)
        except OSError:
            # The process ended while it was idle. If it was not idle, ``_wait`` notices its end.
            if not member.tasks:
                self._watch(member, watched=False)
                member.worker.collect()
                member.worker = self._start_worker()
                member.worker.channel.send(*message)
        if not member.tasks:
            member.since = time.monotonic()
        member.tasks.append(queued)

    def _wait(self, work: Work[Any]) -> None:
        """Wait until a worker sends a message or a task exceeds its time limit."""
        for member in self._members:
            if bool(member.tasks) != member.is_watched:
                self._watch(member, watched=not member.is_watched)
        timeout = min(self._seconds_left(member) for member in self._members if member.tasks)
        ready = [key.data for key, _ in self._selector.select(max(timeout, 0.0))]
        for member in ready:
            self._receive(work, member)
        for member in self._members:
            if member.tasks and member not in ready and self._seconds_left(member) <= 0:
                self._end_attempt(work, member)

    def _watch(self, member: _Member, *, watched: bool) -> None:
        """Begin or end to wait for the messages of a worker."""
        if watched and not member.is_watched:
            self._selector.register(member.worker.channel, selectors.EVENT_READ, member)
        elif member.is_watched and not watched:
            self._selector.unregister(member.worker.channel)
        member.is_watched = watched

    def _seconds_left(self, member: _Member) -> float:
        limit = self._limits.seconds(member.tasks[0].reports_rules, self._timeouts)
        return member.since + limit - time.monotonic()

    def _receive(self, work: Work[Any], member: _Member) -> None:
        """Receive a message of a worker and act on it."""
        try:
            kind, *content = member.worker.channel.receive()
        except (EOFError, OSError):
            self._watch(member, watched=False)
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
        else:
            result, used = content
            RULE_USE.add(*used)
            self._finish_task(member, result)

    def _finish_task(self, member: _Member, result: Any) -> None:
        queued = member.tasks.popleft()
        if isinstance(result, LostTask):
            result = replace(result, task=queued.task)
        queued.result, queued.done = result, True
        member.since = time.monotonic()

    def _end_attempt(self, work: Work[Any], member: _Member) -> None:
        """End a task that exceeds its time limit; try it again with reports of its rules, or give
        it up after the second attempt."""
        queued = member.tasks[0]
        self._watch(member, watched=False)
        member.worker.kill()
        if queued.reports_rules:
            self._timeouts += 1
            rule = queued.rule or "no rule of the portal file: the reading of the page itself"
            evidence = f"{rule} ran for more than {self._limits.page:g} seconds"
            self._finish_task(member, LostTask("rule-timeout", evidence))
        else:
            queued.reports_rules = True
        self._replace_worker(work, member)

    def _replace_worker(self, work: Work[Any], member: _Member) -> None:
        """Start a new process and send it the tasks of the old one."""
        member.worker = self._start_worker()
        waiting, member.tasks = member.tasks, deque()
        for queued in waiting:
            self._send(member, work, queued)

    def _start_worker(self) -> Worker:
        return start_worker(self._portal, self._folder)

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
