"""Workers that do tasks side by side. Results come in the order of the tasks, also where a worker
had to be ended.

A task whose time is up is tried once more in a new process that says which rule it is at; a task
whose process was killed is not. Both are ``LostTask`` then, and the other tasks go on.
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
from webarticlecurator.run.workers.limits import IN_A_ROW, read_limits
from webarticlecurator.run.workers.process import Worker

MAX_STARTS = 3
"""Attempts to start a worker process before that counts as impossible."""
PREFETCHED_TASKS = 8
"""Tasks that wait in a worker: enough to keep it busy, little enough to stay flat in memory."""
MAX_WAITING_RESULTS = 40
"""Tasks per worker whose results may wait for an earlier one."""

Work = Callable[[Portal, Any, Any], Any]
"""What is done with each task: a function of a module, which is called with the portal, a source of
captures and the task."""


@dataclass(frozen=True)
class LostTask:
    """What is given in place of the result of ``task``: a reason of ``verdict.BUILD_FAILURES`` and
    the evidence in words."""

    reason: str
    evidence: str
    task: Any = None


@dataclass
class _Slot:
    """One task on its way. ``rule``: what it said last where it tells its rules."""

    task: Any
    telling: bool = False
    rule: str = ""
    done: bool = False
    result: Any = None


@dataclass
class _Hand:
    """A worker and the tasks that it was sent; the first is the one that it does. ``since``: when
    that one, or a page of it, was begun."""

    worker: Worker
    tasks: deque[_Slot] = field(default_factory=deque)
    since: float = 0.0


_idle: list[Worker] = []
"""Processes that were started anew, which is dear, and wait for more work of this process."""


class Team:
    """``jobs`` processes for work with one portal. ``folder``: the corpus that they read;
    ``source``: what only this process can read, instead. To be used in a ``with`` statement, which
    ends them."""

    def __init__(
        self,
        portal: Portal,
        folder: Path | None = None,
        jobs: int = 1,
        source: RankedSource | None = None,
    ) -> None:
        self._portal, self._folder, self._source = portal, folder, source
        self._limits = read_limits()
        self._timeouts = self._running = 0
        self._hands: list[_Hand] = []
        try:
            for _ in range(jobs):
                self._hands.append(_Hand(self._started()))
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
        """End the processes, which have nothing to do; one that was dear to start is kept for more
        work."""
        for hand in self._hands:
            if hand.tasks:
                hand.worker.kill()
            elif hand.worker.forked or _idle:
                hand.worker.close()
            else:
                _idle.append(hand.worker)
        self._hands = []

    def end(self) -> None:
        """End the processes at once."""
        for hand in self._hands:
            hand.worker.kill()
        self._hands = []

    def run_one(self, work: Work, task: Any) -> Any:
        """Do one piece of work; a Lost if it cannot be done."""
        return next(self.results(work, iter((task,))))

    def results(self, work: Work, tasks: Iterator[Any]) -> Iterator[Any]:
        """The result of each task, or a Lost. Raises what a piece of work raises on purpose
        (CuratorError), and RulesTooSlow where one task after the other runs out of time."""
        order: deque[_Slot] = deque()
        more = True
        while more or order:
            more = more and self._hand_out(work, tasks, order)
            while order and order[0].done:
                yield self._checked(order.popleft().result)
            if order:
                self._wait(work)

    def _hand_out(self, work: Work, tasks: Iterator[Any], order: deque[_Slot]) -> bool:
        """Send tasks to whoever has few; False if there are no more."""
        while len(order) < MAX_WAITING_RESULTS * len(self._hands):
            hand = min(self._hands, key=lambda hand: len(hand.tasks))
            if len(hand.tasks) >= PREFETCHED_TASKS:
                return True
            try:
                slot = _Slot(next(tasks))
            except StopIteration:
                return False
            order.append(slot)
            self._send(hand, work, slot)
        return True

    def _send(self, hand: _Hand, work: Work, slot: _Slot) -> None:
        message = ("do", work, slot.task, slot.telling, self._source is not None)
        try:
            hand.worker.channel.send(*message)
        except OSError:
            # it was ended while it had nothing to do; otherwise that is noticed when its answer is
            # waited for
            if not hand.tasks:
                hand.worker.lost()
                hand.worker = self._started()
                hand.worker.channel.send(*message)
        if not hand.tasks:
            hand.since = time.monotonic()
        hand.tasks.append(slot)

    def _wait(self, work: Work) -> None:
        """Until a worker says something or runs out of time."""
        with selectors.DefaultSelector() as selector:
            for hand in self._hands:
                if hand.tasks:
                    selector.register(hand.worker.channel.fileno(), selectors.EVENT_READ, hand)
            left = min(self._left(hand) for hand in self._hands if hand.tasks)
            ready = [key.data for key, _ in selector.select(max(left, 0.0))]
        for hand in ready:
            self._hear(work, hand)
        for hand in self._hands:
            if hand.tasks and hand not in ready and self._left(hand) <= 0:
                self._out_of_time(work, hand)

    def _left(self, hand: _Hand) -> float:
        return (
            hand.since
            + self._limits.seconds(hand.tasks[0].telling, self._timeouts)
            - time.monotonic()
        )

    def _hear(self, work: Work, hand: _Hand) -> None:
        try:
            kind, *said = hand.worker.channel.receive()
        except (EOFError, OSError):
            words = hand.worker.lost()
            self._settle(
                hand,
                LostTask(
                    "worker-killed",
                    f"the process that read it was ended from outside or crashed ({words})",
                ),
            )
            self._renew(work, hand)
            return
        slot = hand.tasks[0]
        if kind == "rule":
            slot.rule = said[0]
        elif kind == "page":
            hand.since = time.monotonic()
        elif kind == "ask":
            assert self._source is not None
            hand.worker.channel.send("answer", getattr(self._source, said[0])(*said[1:]))
        elif kind == "raised":
            hand.tasks.popleft()
            raise said[0]
        else:
            self._settle(hand, said[0] if kind == "done" else LostTask(*said))

    def _settle(self, hand: _Hand, result: Any) -> None:
        slot = hand.tasks.popleft()
        slot.result, slot.done = (
            replace(result, task=slot.task) if isinstance(result, LostTask) else result,
            True,
        )
        hand.since = time.monotonic()

    def _out_of_time(self, work: Work, hand: _Hand) -> None:
        """Once more with telling the rules; what runs out of time then is lost."""
        slot = hand.tasks[0]
        hand.worker.kill()
        if slot.telling:
            self._timeouts += 1
            what = slot.rule or "no rule of the portal file: the reading of the page itself"
            self._settle(
                hand,
                LostTask("rule-timeout", f"{what} ran for more than {self._limits.page:g} seconds"),
            )
        else:
            slot.telling = True
        self._renew(work, hand)

    def _renew(self, work: Work, hand: _Hand) -> None:
        """A new process with the tasks that the old one had."""
        hand.worker = self._started()
        waiting, hand.tasks = hand.tasks, deque()
        for slot in waiting:
            self._send(hand, work, slot)

    def _started(self) -> Worker:
        while _idle:
            with suppress(EOFError, OSError):  # one that ended while it had nothing to do
                return self._prepared(_idle.pop())
        for _ in range(MAX_STARTS):
            worker = Worker()
            with suppress(EOFError, OSError):  # one that was ended from outside while it started
                return self._prepared(worker)
        raise CuratorError(
            f"a worker process could not be started (it ended: {worker.lost()})",
            "Is there enough memory? Does `python -m webarticlecurator --version` run?",
        )

    def _prepared(self, worker: Worker) -> Worker:
        """The process, which knows the portal now. Raises EOFError or OSError if it is gone."""
        try:
            worker.channel.send("job", self._portal, self._folder, Path.cwd())
            kind, *said = worker.channel.receive()
        except (EOFError, OSError):
            worker.lost()
            raise
        except BaseException:
            worker.kill()
            raise
        if kind == "raised":
            worker.kill()
            raise said[0]
        return worker

    def _checked(self, result: Any) -> Any:
        """``result``, unless too many ran out of time one after the other."""
        timeout = isinstance(result, LostTask) and result.reason == "rule-timeout"
        self._running = self._running + 1 if timeout else 0
        if self._running == IN_A_ROW:
            raise RulesTooSlow(
                f"{IN_A_ROW} pages one after the other ran out of time; the last:"
                f" {result.evidence}",
                "Mend the rule, then run the same command again.",
            )
        return result


def describe_loss(lost: LostTask, where: str) -> PageUnreadable:
    """The error of a command, or of a step, that cannot go on without the result for the page
    ``where``."""
    cure = (
        "Mend the rule, then run the same command again."
        if lost.reason == "rule-timeout"
        else "Run the same command again."
    )
    return PageUnreadable(f"{where}: {lost.evidence}", cure, lost.reason)
