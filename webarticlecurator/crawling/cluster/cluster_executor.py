"""The executor ``cluster``: the tasks run on the workers of a running Dask scheduler.

Ranges of tasks are sent to the workers, with what the index knows of their addresses; the workers
read the WARC files themselves. Results come back in the order of the tasks, and only the command
writes. A range whose worker is lost runs on another one.
"""

from __future__ import annotations

import hashlib
import pickle
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.errors import CuratorError, RulesTooSlow, UsageError
from webarticlecurator.base.system.installation import name_requirement
from webarticlecurator.crawling.cluster.answers import AnsweredTask, AnswerFinder, Unanswered
from webarticlecurator.crawling.cluster.cluster_process import (
    describe_program,
    end_idle_processes,
    run_range,
    unpickle_portal,
)
from webarticlecurator.crawling.cluster.scheduler_connection import (
    connect_to_scheduler,
    name_lost_scheduler,
    require_distributed,
)
from webarticlecurator.crawling.workers.executor import (
    ExecutorKind,
    Job,
    LostTask,
    Result,
    Work,
    open_source,
)
from webarticlecurator.pages.rules.rule_use import RULE_USE

TASKS_IN_RANGE = 100
"""Tasks that a worker gets at once: a second of work or more, and some megabytes of results."""
RANGES_PER_THREAD = 3
"""Ranges that are sent for each thread of the workers: enough to keep them busy, few enough to save
the memory of the command."""
PATIENCE = 15.0
"""Seconds without any result after which a message says if no worker is connected."""
_MIN_RANGES = 8
"""Ranges that are sent however few workers there are: a cluster that grows by need starts workers
for what waits."""

_UNKNOWN: Any = object()


@dataclass
class _SentRange:
    """A range of tasks; ``results`` has _UNKNOWN for those that are not known yet. ``waiting`` are
    the futures of what was sent to workers, each with the numbers of its tasks. ``suspects`` are
    the numbers of tasks that are sent one after the other, since one of them ends its worker."""

    work: Work[Any]
    tasks: list[AnsweredTask]
    results: list[Any]
    waiting: dict[Any, Sequence[int]] = field(default_factory=dict)
    suspects: deque[int] = field(default_factory=deque)
    error: RulesTooSlow | None = None


class ClusterExecutor:
    """Runs tasks on the workers of the scheduler of ``job.cluster``. The number of processes is
    that of the cluster."""

    def __init__(self, job: Job, _processes: int = 1) -> None:
        if job.cluster is None or not isinstance(job.captures, Path | None):
            raise UsageError(
                "no scheduler, or no corpus folder, for the executor cluster",
                "Give --cluster ADDRESS; adopt other WARC files first, with `curator warc adopt`.",
            )
        self._distributed = require_distributed()
        self._source = None if job.captures is None else open_source(job.captures)
        self._finder = None if self._source is None else AnswerFinder(self._source)
        self._warcs = None if self._source is None else job.cluster.files
        with ExitStack() as opened:  # what is open is closed when a statement raises
            if self._source is not None:
                opened.callback(self._source.close)
            self._client = connect_to_scheduler(job.cluster.scheduler)
            opened.callback(self._client.close)
            # Have the scheduler keep the portal: as a result, not as data of the command, so that
            # it makes it again where it was lost. Who reads pages needs no session.
            fetch = replace(job.portal.fetch, cookies=(), headers=())
            pickled = pickle.dumps(replace(job.portal, fetch=fetch))
            key = f"curator-portal-{hashlib.sha256(pickled).hexdigest()[:16]}"
            self._portal = self._client.submit(unpickle_portal, pickled, key=key)
            opened.pop_all()
        self._program = describe_program()
        self._scheduler, self._show_message = job.cluster.scheduler, job.show_message
        self._has_named_lack = False

    def results(self, work: Work[Result], tasks: Iterator[Any]) -> Iterator[Result | LostTask]:
        """See ``Executor.results``. Raises RulesTooSlow if several tasks in a row exceed their time
        limit."""
        order: deque[_SentRange] = deque()
        more = True
        while more or order:
            more = more and self._send_ranges(work, tasks, order)
            while order and not order[0].waiting:
                sent = order.popleft()
                for result in sent.results:
                    if result is _UNKNOWN:
                        break
                    yield result
                if sent.error is not None:
                    raise sent.error
            if order:
                with name_lost_scheduler(self._client, self._scheduler):
                    self._wait(order)

    def close(self) -> None:
        """Let the workers end their processes, and close the connection."""
        with suppress(Exception):  # workers may have gone; theirs end with them
            self._client.run(end_idle_processes, on_error="ignore")
        self.end()

    def end(self) -> None:
        """Close the connection; the scheduler drops what has not begun."""
        with suppress(Exception):  # it may be lost
            self._client.close()
        if self._source is not None:
            self._source.close()

    def _send_ranges(self, work: Work[Any], tasks: Iterator[Any], order: deque[_SentRange]) -> bool:
        """Send as many ranges as keep the workers busy; return False if there are no more tasks."""
        with name_lost_scheduler(self._client, self._scheduler):
            threads: int = sum(self._client.nthreads().values())
            most = max(_MIN_RANGES, RANGES_PER_THREAD * threads)
        while len(order) < most:
            prepare = AnsweredTask if self._finder is None else self._finder.prepare
            prepared = [prepare(task) for task in islice(tasks, TASKS_IN_RANGE)]
            if not prepared:
                return False
            with name_lost_scheduler(self._client, self._scheduler):
                sent = _SentRange(work, prepared, [_UNKNOWN] * len(prepared))
                self._send(sent, range(len(prepared)))
                order.append(sent)
        return True

    def _send(self, sent: _SentRange, numbers: Sequence[int]) -> None:
        tasks = tuple(sent.tasks[number] for number in numbers)
        pickled = pickle.dumps((sent.work, self._warcs, tasks))
        future = self._client.submit(run_range, self._portal, self._program, pickled, pure=False)
        sent.waiting[future] = numbers

    def _wait(self, order: deque[_SentRange]) -> None:
        """Wait until a worker has finished something, and take it."""
        owners = {future: sent for sent in order for future in sent.waiting}
        for future in self._wait_for_one(list(owners)):
            sent = owners[future]
            self._take(sent, future)
            while sent.suspects and sent.results[sent.suspects[0]] is not _UNKNOWN:
                sent.suspects.popleft()
            if sent.suspects and not sent.waiting:
                self._send(sent, (sent.suspects.popleft(),))

    def _wait_for_one(self, futures: list[Any]) -> Iterable[Any]:
        """Wait until one of the futures is done, and return those that are. Show a message, once,
        if no worker is connected."""
        while True:
            wait_seconds = None if self._has_named_lack else PATIENCE
            with suppress(self._distributed.TimeoutError), self._client.as_current():
                done: Iterable[Any] = self._distributed.wait(
                    futures, timeout=wait_seconds, return_when="FIRST_COMPLETED"
                ).done
                return done
            if not self._client.nthreads():
                self._show_message(f"no worker is connected to {self._scheduler} yet: waiting")
                self._has_named_lack = True

    def _take(self, sent: _SentRange, future: Any) -> None:
        """Take what a worker has finished; send again what it could not finish."""
        numbers = sent.waiting.pop(future)
        error = future.exception()
        if error is not None:
            self._send_again(sent, numbers, error)
            return
        results, rules_used, range_error = pickle.loads(future.result())
        RULE_USE.add(*rules_used)
        sent.error = sent.error or range_error
        unanswered = []
        for number, each in zip(numbers, results, strict=False):
            if isinstance(each, Unanswered) and self._finder is not None:
                self._finder.answer(sent.tasks[number], each.question)
                unanswered.append(number)
            elif isinstance(each, LostTask):
                sent.results[number] = replace(each, task=sent.tasks[number].task)
            else:
                sent.results[number] = each
        if unanswered and sent.error is None:
            self._send(sent, unanswered)

    def _send_again(self, sent: _SentRange, numbers: Sequence[int], error: BaseException) -> None:
        """Have the tasks of a range that has ended several workers sent one after the other, each
        twice, to find the one that does so. Raises every other error."""
        if not isinstance(error, self._distributed.scheduler.KilledWorker):
            raise _describe_failure(error) from error
        if len(numbers) > 1:
            sent.suspects.extend(number for number in numbers for _ in range(2))
            return
        (number,) = numbers
        if number in sent.suspects:
            return
        evidence = "several workers of the cluster ended while they read it"
        sent.results[number] = LostTask("worker-killed", evidence, sent.tasks[number].task)


def _describe_failure(error: BaseException) -> BaseException:
    """Return the error to raise for one of a worker or of the scheduler."""
    if isinstance(error, CuratorError):
        return error
    if isinstance(error, ImportError):
        return UsageError(
            f"a worker cannot import what it runs: {error}",
            f"Install {name_requirement('cluster')} in the same version on all workers.",
        )
    return CuratorError(
        f"the cluster failed: {type(error).__name__}: {error}",
        "Finished articles are kept. Read the workers' logs, then run the same command again.",
    )


KIND = ExecutorKind(ClusterExecutor)
"""The entry point ``cluster`` of ``webarticlecurator.executors``."""
