"""The executor ``cluster``: the tasks run on the workers of a running Dask scheduler.

Ranges of tasks are sent to the workers, with what the index knows of their addresses; the workers
read the WARC files themselves. Results come back in the order of the tasks, and only the command
writes. A range whose worker is lost runs on another one.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import hashlib
import logging
import pickle
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, cast

from webarticlecurator import tei
from webarticlecurator.dataclasses import dataclass, field, replace
from webarticlecurator.errors import CuratorError, RulesTooSlow, UsageError
from webarticlecurator.installation import __version__, name_requirement, require_extra
from webarticlecurator.model.article import TDMREP_PATH
from webarticlecurator.model.capture import Body, Capture
from webarticlecurator.model.hosts import origin_of
from webarticlecurator.model.portal import Portal
from webarticlecurator.page.tree import describe_parsers
from webarticlecurator.rules.trace import RULE_USE
from webarticlecurator.store import RemoteWarcs
from webarticlecurator.workers.capture_source import RankedSource
from webarticlecurator.workers.executor import (
    ExecutorKind,
    Job,
    LostTask,
    Result,
    Work,
    open_source,
)
from webarticlecurator.workers.processes import ProcessExecutor
from webarticlecurator.workers.worker import end_idle_workers

# Run a range of tasks on a worker of the cluster.
#
# A process of its own runs them, as in a build on one machine: so a rule that runs for ever, or a
# page that takes all memory, costs its article and not the worker.


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
        "What is built is kept. Look at the workers' logs, then run the same command again.",
    )


# Connect to a running Dask scheduler.

CONNECT_SECONDS = 30
"""How long a scheduler may take to answer."""


def connect_to_scheduler(address: str) -> Any:
    """Return a client of the scheduler at ``address``: tcp://… or tls://…, or the scheduler file
    (.json) that Dask has written.

    Raises UsageError if distributed is not installed or the file is missing, CuratorError if no
    scheduler answers.
    """
    distributed = require_distributed()
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what cannot be mended is raised
    if address.endswith(".json") and not Path(address).is_file():
        raise UsageError(
            f"no scheduler file: {address}", "Start the scheduler with --scheduler-file first."
        )
    where = {"scheduler_file" if address.endswith(".json") else "address": address}
    try:
        return distributed.Client(**where, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise CuratorError(
            f"no Dask scheduler answers at {address}: {error}",
            "Start one (`dask scheduler`), or give its address, such as tcp://host:8786.",
        ) from error


@contextmanager
def name_lost_scheduler(client: Any, address: str) -> Iterator[None]:
    """Raise CuratorError in place of what a client raises when its connection is lost."""
    try:
        yield
    except (
        asyncio.CancelledError,
        concurrent.futures.CancelledError,
        OSError,
        RuntimeError,
    ) as error:
        if isinstance(error, RuntimeError) and client.status == "running":
            raise
        raise CuratorError(
            f"the connection to the scheduler at {address} was lost",
            "What is written stays. Start the scheduler again, then run the same command again.",
        ) from error


KIND = ExecutorKind(ClusterExecutor)
"""The entry point ``cluster`` of ``webarticlecurator.executors``."""


def require_distributed() -> Any:
    """Return the module ``distributed``. Raises UsageError where it is not installed."""
    require_extra("cluster", ("distributed",), "--cluster")
    # imported here because it takes half a second
    import distributed

    return distributed
