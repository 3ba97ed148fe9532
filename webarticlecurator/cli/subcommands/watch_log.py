"""The log of ``curator watch``: lines on standard error, and with ``--json`` one JSON object for
each crawl that has ended.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import datetime

from webarticlecurator.base.command_ends import COMMAND_ENDS
from webarticlecurator.base.errors import CorpusLocked
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.base.text.times import write_utc_second
from webarticlecurator.base.text.translation import as_message, join_messages, make_message
from webarticlecurator.cli.crawl_outcomes import (
    KNOWN_ERRORS,
    outcome_json,
    outcome_lines,
    outcome_state,
)
from webarticlecurator.cli.exit_codes import DONE, describe_error
from webarticlecurator.cli.json_words import RUN_WORDS
from webarticlecurator.cli.output import describe_exception, print_json_line, print_message
from webarticlecurator.crawling.crawl.crawl_threads import CrawlOutcome
from webarticlecurator.crawling.crawl.portal_files import FileChange
from webarticlecurator.crawling.crawl.scheduler import ScheduledRun
from webarticlecurator.crawling.workers.progress import NullProgress, Progress

LEFT_OUT = "left out"
"""State of a crawl whose corpus another command was working on."""


class WatchLog:
    """Prints what a scheduler does; a ``ScheduleLog``.

    ``quiet``: only crawls that have ended, and problems. ``has_wrong_files`` is True if a portal
    file was left out. ``mend`` is called after each crawl, and returns lines for the log.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        quiet: bool,
        as_json: bool,
        mend: Callable[[ScheduledRun], Sequence[str]] = lambda _run: (),
    ) -> None:
        self._clock, self._quiet, self._as_json, self._mend = clock, quiet, as_json, mend
        self._lock = threading.Lock()
        self.has_wrong_files = False

    def show_file(self, change: FileChange, next_start: datetime | None) -> None:
        if change.error is not None:
            self.has_wrong_files = True
            self._print(
                make_message(
                    "{file}: left out until its problems are corrected\n{error}",
                    file=change.file,
                    error=describe_error(change.error),
                )
            )
        elif change.portal is None:
            self.show_line(make_message("{file}: removed", file=change.file))
        else:
            start = describe_next_start(
                next_start, make_message("not crawled, because it has no schedule")
            )
            self.show_line(
                make_message(
                    "{portal}: {start} ({file})",
                    portal=change.portal.id,
                    start=start,
                    file=change.file,
                )
            )

    def begin_run(self, portal: str) -> None:
        self.show_line(make_message("{portal}: crawl starts", portal=portal))

    def leave_out(self, portal: str, next_start: datetime) -> None:
        start = describe_next_start(next_start)
        self._print(
            make_message(
                "{portal}: skipped, because the last crawl is still running; {start}",
                portal=portal,
                start=start,
            )
        )

    def end_run(self, run: ScheduledRun) -> None:
        outcome = run.outcome
        state = run_state(outcome)
        line = make_message(
            "{portal}: {state}, started {started}",
            portal=outcome.portal,
            state=as_message(state),
            started=write_utc_second(run.started),
        )
        if outcome.summary is not None:
            line = make_message(
                "{line}: {archive_pages} archive pages, {articles} articles, {built} built",
                line=line,
                archive_pages=outcome.summary.new_archive_pages,
                articles=outcome.summary.new_articles,
                built=outcome.summary.built,
            )
        start = describe_next_start(run.next_start, make_message("no longer crawled"))
        self._print(join_messages("; ", (line, start)))
        if state != COMMAND_ENDS[DONE].state:
            for each in outcome_lines(outcome):
                self._print(join_messages(": ", (outcome.portal, each)))
        if outcome.error is not None and not isinstance(outcome.error, KNOWN_ERRORS):
            self._print(describe_exception(outcome.error))
        if self._as_json:
            values = (
                run.outcome.portal,
                str(run.file),
                write_utc_second(run.started),
                write_utc_second(run.ended),
                state,
                write_utc_second(run.next_start) if run.next_start is not None else None,
            )
            answer = dict(zip(RUN_WORDS.values(), values, strict=True))
            kind = "error" if run.outcome.summary is None else "summary"
            result = outcome_json(run.outcome)
            print_json_line({**answer, kind: result["error"] if kind == "error" else result})
        for each in self._mend(run):
            self._print(join_messages(": ", (outcome.portal, each)))

    def progress_of(self, portal: str) -> Progress:
        return _PortalMessages(self, portal)

    def end_crawl(self, outcome: CrawlOutcome) -> None:
        """Print nothing: ``end_run`` prints it with the next start."""

    def show_line(self, text: str) -> None:
        """Print a line that is no result and no problem."""
        if not self._quiet:
            self._print(text)

    def _print(self, text: str) -> None:
        with self._lock:
            print_message(join_messages(" ", (write_utc_second(self._clock.now()), text)))


class _PortalMessages(NullProgress):
    """The messages of a crawl, with the name of its portal."""

    def __init__(self, log: WatchLog, portal: str) -> None:
        self._log, self._portal = log, portal

    def show_message(self, text: str) -> None:
        self._log.show_line(join_messages(": ", (self._portal, text)))


def run_state(outcome: CrawlOutcome) -> str:
    """Return in a few words how a scheduled crawl ended."""
    return LEFT_OUT if isinstance(outcome.error, CorpusLocked) else outcome_state(outcome)


def describe_next_start(start: datetime | None, otherwise: str = "") -> str:
    """Return the next start of a portal in words, or ``otherwise`` if there is none."""
    return (
        otherwise
        if start is None
        else make_message("next start {time}", time=write_utc_second(start))
    )
