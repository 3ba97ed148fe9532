"""Executors: how tasks are run, and how long one may take.

What every kind of executor does, and how one task is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError, PageUnreadable
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.workers.time_limits import DEFAULT, VARIABLE

if TYPE_CHECKING:
    from webarticlecurator.crawling.workers.capture_sources import ReadingSource
    from webarticlecurator.storage.store.joined_corpus import CaptureFolders

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

    ``captures`` is the folder of a corpus, or a corpus with other WARC files, or None for tasks
    that bring their page. ``cluster`` is that of the executor of this name, and ``show_message``
    tells the user what it waits for.
    """

    portal: Portal
    captures: CaptureFolders | None = None
    cluster: Cluster | None = None
    show_message: Callable[[str], None] = ignore_message


PAGE_ITSELF = make_message("reading the page itself, not a single rule,")
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

    def close(self) -> None:
        """Release everything after the last result."""

    def end(self) -> None:
        """Release everything at once, whatever is running."""


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
            "out-of-memory", make_message("the process that read it ran out of memory"), task
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


_ARTICLE_MODULES = (
    "articles.by_rules.assemble",
    "articles.walls.visible_text",
    "articles.by_rules.loaded_parts",
    "articles.by_rules.one_page",
    "articles.by_rules.page_assets",
    "articles.rights.rights",
    "articles.by_rules.split_pages",
    "articles.by_rules.split_parts",
    "articles.rights.tdm_reservations",
    "tei.documents.document",
    "tei.documents.read",
    "tei.documents.validation",
)
"""Modules that read articles and write TEI; they import the others that it takes."""


def import_what_articles_need() -> None:
    """Import what reads articles and writes TEI, which otherwise the first page would wait for, at
    the cost of its time limit. Calls after the first do nothing."""
    for module in _ARTICLE_MODULES:
        import_module(f"webarticlecurator.{module}")


def open_source(captures: CaptureFolders) -> ReadingSource:
    """Return a source of the captures of a job. Imported here, because tasks that bring their page
    need no store."""
    from webarticlecurator.crawling.workers.capture_sources import ReadingSource

    return ReadingSource(captures)
