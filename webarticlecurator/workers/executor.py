"""How the work of a run is done: options and runtime, the checks before it, and the executors."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from webarticlecurator import tei
from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.errors import ConfigError, ConfigProblem, CuratorError, PageUnreadable
from webarticlecurator.model.overrides import Override, find_clashes
from webarticlecurator.model.portal import Portal
from webarticlecurator.store import StoreOptions
from webarticlecurator.text.times import Clock
from webarticlecurator.text.translation import make_message
from webarticlecurator.workers.progress import NullProgress, Progress, SystemClock

if TYPE_CHECKING:
    from webarticlecurator.fetch.pace import RequestPace
    from webarticlecurator.workers.capture_source import RankedSource, ReadingSource


# Executors: how tasks are run, and how long one may take.
#
# What every kind of executor does, and how one task is run.


Result = TypeVar("Result")
Work = Callable[[Portal, Any, Any], Result]
"""A module-level function (or ``partial`` of one) that is called with the portal, a source of
captures and a task. Function, tasks and results must be picklable."""


def ignore_message(_message: str) -> None:
    """Show nothing."""


@dataclass(frozen=True)
class Cluster:
    """A running Dask scheduler, and where its workers find the files of the corpus that they read
    (the WARC files, or for an export the TEI): a path, or a URL that fsspec reads."""

    scheduler: str
    files: str


@dataclass(frozen=True)
class Job:
    """What all tasks of a command have in common.

    ``captures`` is the folder of a corpus, which any process can read; or a source that only this
    process can read; or None for tasks that bring their page. ``cluster`` is that of the executor
    of this name, and ``show_message`` tells the user what it waits for.
    """

    portal: Portal
    captures: Path | RankedSource | None = None
    cluster: Cluster | None = None
    show_message: Callable[[str], None] = ignore_message


PAGE_ITSELF = make_message("the reading of the page itself, not a single rule,")
"""Begins the evidence of a task that ran out of time where no rule took most of it."""


@dataclass(frozen=True)
class LostTask:
    """Stands for the result of a ``task`` that failed: a reason of ``verdict.BUILD_FAILURES`` and
    the evidence, a message."""

    reason: str
    evidence: str
    task: Any = None


class Executor(Protocol):
    """Runs tasks. A kind of executor is a class with these methods that is called with a ``Job``
    and the number of processes to start (0 if there are no tasks)."""

    def results(self, work: Work[Result], tasks: Iterator[Any]) -> Iterator[Result | LostTask]:
        """Yield the result of each task, or a ``LostTask``, in the order of the tasks.

        Tasks are taken from the iterator as needed, a bounded number in advance. Raises every
        CuratorError of ``work`` but PageUnreadable, which loses its task alone.
        """
        ...

    def close(self) -> None:
        """Release everything after the last result."""
        ...

    def end(self) -> None:
        """Release everything at once, whatever is running."""
        ...


@dataclass(frozen=True)
class ExecutorKind:
    """A kind of executor that a package adds; its entry point is the name in ``Runtime.executor``.

    ``start`` is called with the job and the number of processes to start (0 without tasks)."""

    start: Callable[[Job, int], Executor]


def run_task(work: Work[Result], portal: Portal, source: object, task: Any) -> Result | LostTask:
    """Return the result of one task, or a ``LostTask`` if the page cannot be read or the program
    fails on it. Raises every other CuratorError, EOFError and OSError."""
    try:
        return work(portal, source, task)
    except PageUnreadable as error:
        return LostTask(error.reason, error.message, task)
    except MemoryError:
        return LostTask(
            "out-of-memory", make_message("the process that read it got no more memory"), task
        )
    # These concern the command, not the page: the corpus, the disk, the channel.
    except (CuratorError, EOFError, OSError):
        raise
    except Exception as error:
        return LostTask("program-error", f"{type(error).__name__}: {error}", task)


def describe_loss(lost: LostTask, where: str) -> PageUnreadable:
    """Return the error of a command that needs the result for the page ``where``."""
    return PageUnreadable(
        make_message("{where}: {evidence}", where=where, evidence=lost.evidence),
        find_failure_cure(lost),
        lost.reason,
    )


def find_failure_cure(lost: LostTask) -> str:
    """Return what the user can do about a lost task."""
    if lost.reason != "rule-timeout":
        return make_message("Run the same command again.")
    if lost.evidence.startswith(PAGE_ITSELF):
        return make_message(
            "Give it more time: set {variable} (default {seconds:g}) in the environment.",
            variable=VARIABLE,
            seconds=DEFAULT,
        )
    return make_message("Correct the rule, then run the same command again.")


def require_results(results: Iterable[Result | LostTask]) -> Iterator[Result]:
    """Yield the results. Raises PageUnreadable for the first lost task, for a count over all
    articles that must not leave one out."""
    for result in results:
        if isinstance(result, LostTask):
            raise describe_loss(result, result.task.canonical)
        yield result


def import_what_articles_need() -> None:
    """Import what reads articles and writes TEI, which otherwise the first page would wait for, at
    the cost of its time limit. Calls after the first do nothing."""
    from webarticlecurator import article, tei

    for package in (article, tei):
        for name in package.__all__:
            getattr(package, name)


def open_source(folder: Path) -> ReadingSource:
    """Return a ``ReadingSource`` of a corpus. Imported here, because tasks that bring their page
    need no store."""
    from webarticlecurator.workers.capture_source import ReadingSource

    return ReadingSource(folder)


# Time limits for reading a page. They decide only which pages are tried again.
#
# A page has seconds of the processor, which are the same on a busy machine. What waits without
# using the processor (a hook that sleeps) is ended by the clock, after ten times as many seconds.

# The largest page within the bounds takes about 5 s of a quiet core
# (tests/page/test_page_bounds.py).
VARIABLE = "CURATOR_PAGE_SECONDS"
"""Environment variable with the seconds of the processor for a page, for slow machines."""
DEFAULT = 30.0
CLOCK_FACTOR = 10
"""Seconds of the clock for each second of the processor, for what uses no processor."""
HAS_PROCESSOR_TIMER = hasattr(signal, "setitimer")
"""Whether the system ends a process that has used its seconds of the processor, also while a regex
or an XPath keeps Python from running anything else. Windows has no such timer: there the parent
looks at what its workers have used (``Worker.processor_seconds``)."""
_FIRST_SHARE = 1 / 2
"""Share of the time for the first attempt. The second attempt, which reports its rules, gets the
rest."""
MAX_FULL_TIMEOUTS = 3
"""Timeouts of a run after which the limit falls to a fifth: three are enough to find the rule."""
MAX_IN_A_ROW = 10
"""Timeouts in a row that end the command: then the rule is the cause, not the page."""


@dataclass(frozen=True)
class Limits:
    """``page`` is the number of seconds of the processor for one page, shared by two attempts."""

    page: float = DEFAULT

    def seconds(self, reports_rules: bool, timeouts: int) -> float:
        """Return the seconds of the processor of one attempt, after ``timeouts`` timeouts of this
        run. ``reports_rules`` is True for the second attempt."""
        total = self.page if timeouts < MAX_FULL_TIMEOUTS else self.page / 5
        return total * (1 - _FIRST_SHARE if reports_rules else _FIRST_SHARE)


def read_limits() -> Limits:
    """Return the limits of the environment variable, or the default."""
    try:
        seconds = float(os.environ.get(VARIABLE, ""))
    except ValueError:
        return Limits()
    return Limits(seconds) if 0 < seconds < 1e6 else Limits()


# Options of a run, its runtime, and the checks of a portal before it.


def check_template(portal: Portal) -> None:
    """Check the portal's own header template before any request. Raises ConfigError with every
    problem."""
    text = portal.template_text
    messages = tei.find_template_problems(text) if portal.has_own_template else []
    if messages:
        raise ConfigError(tuple(_template_problem(portal, message) for message in messages))


def check_overrides(portal: Portal) -> None:
    """Check that overrides under the id of an article do not contradict those under its address.
    Raises ConfigError with every problem."""
    if not portal.manual_overrides.overrides:
        return
    from webarticlecurator.article import article_id_of

    rows_by_id: dict[str, list[Override]] = {}
    problems: list[ConfigProblem] = []
    rows = [
        (row, article)
        for article, rows in portal.manual_overrides.overrides.items()
        for row in rows
    ]
    for row, article in sorted(rows, key=lambda pair: pair[0].line):
        article_id = article_id_of(article, portal.address, has_split_pages=portal.has_split_pages)
        earlier_rows = rows_by_id.setdefault(article_id, [])
        if find_clashes(row, earlier_rows):
            line = next(other.line for other in earlier_rows if other.field == row.field)
            message = (
                f"{row.field} of {article} is already defined on line {line}, under another name of"
                " the article"
            )
            problems.append(_override_problem(portal, row, message))
        earlier_rows.append(row)
    if problems:
        raise ConfigError(tuple(problems))


def _override_problem(portal: Portal, row: Override, message: str) -> ConfigProblem:
    file = f"{portal.path.stem}.overrides.tsv"
    allowed = "one row; several different values only for lists"
    return ConfigProblem(
        file, row.line, 1, "", "field", row.value, allowed, None, f"{message}; remove one"
    )


def _template_problem(portal: Portal, message: str) -> ConfigProblem:
    allowed = "a header template as tei_templates/default.xml, with its slots"
    return ConfigProblem(
        portal.template, 1, 1, "tei.template", "template", portal.template, allowed, None, message
    )


@dataclass(frozen=True)
class RefreshSelection:
    """Stored articles that a crawl asks for again, whatever ``article.refresh`` says: those with
    one of ``addresses``, those published (else listed) on ``published_since`` or later, or
    ``everything``."""

    addresses: tuple[str, ...] = ()
    published_since: date | None = None
    everything: bool = False

    def words(self) -> list[str]:
        """Return the selection as ``--refresh`` takes it."""
        since = f"published-since:{self.published_since}" if self.published_since else ""
        return [*self.addresses, *filter(None, (since, "all" if self.everything else ""))]


@dataclass(frozen=True)
class CrawlOptions:
    """Options of a crawl.

    ``since`` and ``until`` limit the date windows, ``column`` limits the crawl to one column.
    ``limit`` is the maximum of new articles. ``full`` walks the whole archive again. ``warc_only``
    builds no TEI; ``jobs`` is that of ``BuildOptions``. ``proxy`` and ``ca_file`` (PEM) are those
    of the command line. ``refresh`` selects stored articles to ask for again.
    """

    since: date | None = None
    until: date | None = None
    column: str | None = None
    limit: int | None = None
    full: bool = False
    warc_only: bool = False
    jobs: int | None = 1
    proxy: str | None = field(default=None, repr=False)
    ca_file: str | None = None
    refresh: RefreshSelection | None = None


@dataclass(frozen=True)
class BuildOptions:
    """Options of a build.

    ``warcs`` are WARC files of any origin that are read besides those of the corpus. ``jobs`` is
    the number of processes, None for an automatic choice. A script that uses more than one must
    have its main part under ``if __name__ == "__main__"``, since each process imports the script.
    ``everything`` also builds articles that have not changed. ``validates_all`` validates every
    document that is built, not only those of a sample (``tei.is_sampled``). ``prune`` takes the TEI
    that the rules no longer give, however much that is, and that of articles that nothing lists.
    """

    warcs: tuple[Path, ...] = ()
    jobs: int | None = 1
    everything: bool = False
    validates_all: bool = False
    prune: bool = False


@dataclass(frozen=True)
class Runtime:
    """The clock, store options, progress and executor of a run; by default the system clock and no
    progress.

    ``executor`` is the kind that runs the tasks for all articles: ``processes``, which ends a rule
    that takes too long; ``serial``, which runs them in this process; or ``cluster``, which runs
    them on the workers of ``cluster``. ``pace`` is that of all crawls of this process that may
    request the same hosts, None for a crawl alone.
    """

    clock: Clock = field(default_factory=SystemClock)
    store: StoreOptions | None = None
    progress: Progress = field(default_factory=NullProgress)
    executor: str = "processes"
    cluster: Cluster | None = None
    pace: RequestPace | None = None

    def store_options(self) -> StoreOptions:
        return self.store or StoreOptions(
            now=self.clock.now,
            monotonic=self.clock.monotonic,
            show_message=self.progress.show_message,
        )
