"""The kinds of executors, and the one that has processes.

The executor ``processes``: the tasks run in several worker processes.

A task that exceeds its time limit is tried once more in a new process, which reports the rules that
it runs, and the processor time at the beginning and the end of each. A task whose process was
killed is not repeated. Both become a ``LostTask``; the other tasks go on.
"""

from __future__ import annotations

import selectors
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.errors import RulesTooSlow
from webarticlecurator.base.portal.rule_watch import BUILT_IN
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.workers.executor import (
    PAGE_ITSELF,
    Job,
    LostTask,
    Result,
    Work,
    find_failure_cure,
    import_what_articles_need,
)
from webarticlecurator.crawling.workers.time_limits import (
    CLOCK_FACTOR,
    HAS_PROCESSOR_TIMER,
    MAX_IN_A_ROW,
    read_limits,
)
from webarticlecurator.crawling.workers.worker import OUT_OF_TIME, Worker
from webarticlecurator.crawling.workers.worker_sharing import find_sharing
from webarticlecurator.crawling.workers.worker_start import release_worker, start_worker
from webarticlecurator.pages.rules.rule_use import RULE_USE

# How far workers run ahead, and when a rule is to blame. To look captures up is 2 % of what a
# worker does, to read them 3 %: so tasks are articles, not ranges of records.
PREFETCHED_TASKS = 8
"""Tasks that are sent to a worker in advance: enough to keep it busy, few enough to save memory."""
MAX_WAITING_RESULTS = 40
"""Results per worker that may wait for the result of an earlier task."""
LOOK_SECONDS = 0.2
"""Seconds between two looks at the processor time of the workers, where no timer ends them."""
MIN_SHARE = 0.5
"""Share of the time of a page that a rule must have taken to be blamed for it: a large page takes
its time in all rules."""


@dataclass
class QueuedTask:
    """A task that was sent to a worker, with its seconds of the processor. In an attempt that
    reports rules, ``rule`` is the one at work ("" for none) since ``reported`` seconds of the
    processor, and ``used`` has those of each rule before."""

    task: Any
    reports_rules: bool = False
    seconds: float = 0.0
    rule: str = ""
    reported: float = 0.0
    used: dict[str, float] = field(default_factory=dict)
    done: bool = False
    result: Any = None

    def note_rule(self, name: str, reported: float) -> None:
        """Note that the rule ``name`` is at work from now on."""
        self.used[self.rule] = self.used.get(self.rule, 0.0) + reported - self.reported
        self.rule, self.reported = name, reported

    def note_page(self) -> None:
        """Note that another page begins, and its seconds with it."""
        self.rule, self.reported = "", 0.0
        self.used.clear()

    def find_slow_rule(self) -> str:
        """Return the rule that took most of the seconds of the processor; "" if none did that the
        user could correct."""
        self.note_rule(self.rule, self.seconds)
        rule = max(self.used, key=lambda name: self.used[name])
        is_slow = self.used[rule] >= MIN_SHARE * self.seconds
        # A rule of our own cannot be corrected by the user.
        return rule if is_slow and BUILT_IN not in rule else ""


@dataclass
class _Member:
    """A worker of the executor and the tasks that were sent to it; it runs the first one.
    ``since`` is the time at which this task, or its current page, was begun, and ``used`` what the
    process had used of the processor by then, where no timer counts that. ``is_watched``: the
    executor waits for its messages."""

    worker: Worker
    tasks: deque[QueuedTask] = field(default_factory=deque)
    since: float = 0.0
    used: float = 0.0
    is_watched: bool = False

    def begin_time(self) -> None:
        """Begin the seconds of a task or a page."""
        self.since = time.monotonic()
        if not HAS_PROCESSOR_TIMER:
            self.used = self.worker.processor_seconds()

    def clock_left(self) -> float:
        """Return the seconds of the clock that are left for the task."""
        return self.since + self.tasks[0].seconds * CLOCK_FACTOR - time.monotonic()

    def is_out_of_processor_time(self) -> bool:
        """Return True if the task has used its seconds of the processor and no timer ends it."""
        if HAS_PROCESSOR_TIMER:
            return False
        return self.worker.processor_seconds() - self.used >= self.tasks[0].seconds


class ProcessExecutor:
    """Runs tasks in ``processes`` processes, which it ends when a task exceeds its time limit. They
    read the captures themselves."""

    def __init__(self, job: Job, processes: int = 1) -> None:
        self._portal = job.portal
        self._captures = job.captures
        self._limits = read_limits()
        self._timeouts = self._timeouts_in_a_row = 0
        self._processes = processes
        self._members: list[_Member] = []
        self._selector: selectors.BaseSelector
        self._turns: list[threading.BoundedSemaphore] = []
        self.resume()

    def resume(self) -> None:
        """Start the processes, unless they run. Where threads share them, wait until they are
        free."""
        if self._processes > 1 and self._captures is not None:
            # A quarter of a second, by which the first page of a busy machine was too slow.
            import_what_articles_need()  # once, where processes are forked
        if not self._members:
            self._selector = selectors.DefaultSelector()
        try:
            while len(self._members) < self._processes:
                sharing = find_sharing()
                if sharing is not None:
                    self._turns.append(sharing.wait_for_turn(self._captures))
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
        self._selector.close()
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
        queued.seconds = self._limits.seconds(queued.reports_rules, self._timeouts)
        message = ("do", work, queued.task, queued.reports_rules, queued.seconds)
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
            member.begin_time()
        member.tasks.append(queued)

    def _wait(self, work: Work[Any]) -> None:
        """Wait until a worker sends a message or a task exceeds its time limit."""
        for member in self._members:
            if bool(member.tasks) != member.is_watched:
                self._watch(member, watched=not member.is_watched)
        timeout = min(member.clock_left() for member in self._members if member.tasks)
        if not HAS_PROCESSOR_TIMER:
            timeout = min(timeout, LOOK_SECONDS)
        ready = [key.data for key, _ in self._selector.select(max(timeout, 0.0))]
        for member in ready:
            self._receive(work, member)
        for member in self._members:
            if not member.tasks or member in ready:
                continue
            is_out_of_time = member.is_out_of_processor_time()
            if is_out_of_time or member.clock_left() <= 0:
                self._watch(member, watched=False)
                member.worker.kill()
                self._end_attempt(work, member, by_clock=not is_out_of_time)

    def _watch(self, member: _Member, *, watched: bool) -> None:
        """Begin or end to wait for the messages of a worker."""
        if watched and not member.is_watched:
            self._selector.register(member.worker.channel, selectors.EVENT_READ, member)
        elif member.is_watched and not watched:
            self._selector.unregister(member.worker.channel)
        member.is_watched = watched

    def _receive(self, work: Work[Any], member: _Member) -> None:
        """Receive a message of a worker and act on it."""
        try:
            kind, *content = member.worker.channel.receive()
        except (EOFError, OSError):
            self._watch(member, watched=False)
            ended = member.worker.collect()
            if ended == OUT_OF_TIME:
                self._end_attempt(work, member, by_clock=False)
                return
            # The next build tries it again (ea580b29); this one goes on with the other tasks.
            evidence = make_message(
                "the process that read it was killed or crashed ({ended})", ended=ended
            )
            self._finish_task(member, LostTask("worker-killed", evidence))
            self._replace_worker(work, member)
            return

        if kind == "rule":
            member.tasks[0].note_rule(*content)
        elif kind == "page":
            member.tasks[0].note_page()
            member.begin_time()
        elif kind == "raised":
            member.tasks.popleft()
            raise content[0]
        else:
            result, used = content
            RULE_USE.add(*used)
            self._finish_task(member, result)
            if member.tasks:
                member.begin_time()

    def _finish_task(self, member: _Member, result: Any) -> None:
        queued = member.tasks.popleft()
        if isinstance(result, LostTask):
            result = replace(result, task=queued.task)
        queued.result, queued.done = result, True

    def _end_attempt(self, work: Work[Any], member: _Member, *, by_clock: bool) -> None:
        """Try a task that exceeded its time limit, so that its process has ended, again with
        reports of its rules; give it up after the second attempt. ``by_clock``: it ran out of
        seconds of the clock, not of the processor."""
        queued = member.tasks[0]
        if queued.reports_rules:
            self._timeouts += 1
            rule = queued.rule if by_clock else queued.find_slow_rule()
            seconds = self._limits.page * (CLOCK_FACTOR if by_clock else 1)
            what = rule or PAGE_ITSELF
            evidence = (
                make_message(
                    "{rule} ran for more than {seconds:g} seconds",
                    rule=what,
                    seconds=seconds,
                )
                if by_clock
                else make_message(
                    "{rule} ran for more than {seconds:g} seconds of processor time",
                    rule=what,
                    seconds=seconds,
                )
            )
            self._finish_task(member, LostTask("rule-timeout", evidence))
        else:
            # The second attempt alone reports its rules: each rule is a message to this process.
            queued.reports_rules = True
        self._replace_worker(work, member)

    def _replace_worker(self, work: Work[Any], member: _Member) -> None:
        """Start a new process and send it the tasks of the old one."""
        member.worker = self._start_worker()
        waiting, member.tasks = member.tasks, deque()
        for queued in waiting:
            self._send(member, work, queued)

    def _start_worker(self) -> Worker:
        return start_worker(self._portal, self._captures)

    def _check_timeouts(self, result: Any) -> Any:
        """Return ``result``. Raises RulesTooSlow after too many timeouts in a row."""
        is_timeout = isinstance(result, LostTask) and result.reason == "rule-timeout"
        # In a row: large pages run out of time now and then, a rule that never ends does on all.
        self._timeouts_in_a_row = self._timeouts_in_a_row + 1 if is_timeout else 0
        if self._timeouts_in_a_row == MAX_IN_A_ROW:
            raise RulesTooSlow(
                make_message(
                    "{number} pages in a row ran out of time; the last: {evidence}",
                    number=MAX_IN_A_ROW,
                    evidence=result.evidence,
                ),
                find_failure_cure(result),
            )
        return result
