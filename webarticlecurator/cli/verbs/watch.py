"""``curator watch``: crawls portals again and again, each by the ``schedule`` of its file."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from webarticlecurator.cli.options import (
    add_command,
    add_configs_argument,
    add_corpora_option,
    add_json_option,
    add_network_options,
    add_quiet_option,
)
from webarticlecurator.cli.outcomes import (
    KNOWN_ERRORS,
    outcome_exit_code,
    outcome_json,
    outcome_lines,
    outcome_state,
    raise_program_error,
)
from webarticlecurator.cli.output import (
    DONE,
    RUN_WORDS,
    USAGE,
    describe_error,
    describe_exception,
    print_json_line,
    print_message,
)
from webarticlecurator.cli.portal_file import list_portal_files, list_present_files, make_reader
from webarticlecurator.crawl.crawl import plan_crawl
from webarticlecurator.crawl.crawl_portals import CrawlOutcome
from webarticlecurator.crawl.scheduler import (
    FileChange,
    PortalFiles,
    ScheduledRun,
    Scheduler,
    require_croniter,
)
from webarticlecurator.errors import COMMAND_ENDS, CorpusLocked
from webarticlecurator.model.portal import Portal
from webarticlecurator.text.times import Clock
from webarticlecurator.workers.executor import CrawlOptions, Runtime
from webarticlecurator.workers.progress import NullProgress, Progress, allow_many_open_files


def register(commands: Any) -> None:
    parser = add_command(commands, "watch", "curator watch my-portals/ --corpus corpora")
    add_configs_argument(parser)
    parser.add_argument(
        "--once",
        action="store_true",
        help="crawl what is due now, and end; for a line of crontab",
    )
    add_corpora_option(parser)
    parser.add_argument("--warc-only", action="store_true", help="make no TEI")
    add_network_options(parser)
    add_json_option(parser)
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Watch until an interruption; with ``--once``, return the exit code: that of the most serious
    outcome."""
    require_croniter()
    files = list_portal_files(args.configs)
    options = CrawlOptions(warc_only=args.warc_only, proxy=args.proxy, ca_file=args.ca)
    runtime = Runtime()
    log = WatchLog(runtime.clock, quiet=args.quiet, as_json=args.json)
    scheduler = Scheduler(
        PortalFiles(
            lambda: list_present_files(args.configs),
            _choose_reader(files if args.allow_hooks else (), options, runtime),
        ),
        args.corpus,
        options,
        runtime,
        log,
    )
    allow_many_open_files()
    if not args.once:
        scheduler.run()
    runs = scheduler.run_once()
    raise_program_error([run.outcome for run in runs])
    return max([USAGE if log.has_wrong_files else DONE, *map(_exit_code, runs)])


def _choose_reader(
    allowed: Sequence[Path], options: CrawlOptions, runtime: Runtime
) -> Callable[[Path], Portal]:
    """Return a function that reads a portal file as ``make_reader`` and checks all that needs no
    corpus."""
    read_portal = make_reader(allowed)

    def read(file: Path) -> Portal:
        portal = read_portal(file)
        plan_crawl(portal, options, runtime)
        return portal

    return read


def _exit_code(run: ScheduledRun) -> int:
    """Return the exit code of a crawl; one that another command's crawl has left out is none."""
    return DONE if run_state(run.outcome) == LEFT_OUT else outcome_exit_code(run.outcome)


# The log of ``curator watch``: lines on standard error, and with ``--json`` one JSON object for
# each crawl that has ended.

LEFT_OUT = "left out"
"""State of a crawl whose corpus another command was working on."""


class WatchLog:
    """Prints what a scheduler does; a ``ScheduleLog``.

    ``quiet``: only crawls that have ended, and problems. ``has_wrong_files`` is True if a portal
    file was left out.
    """

    def __init__(self, clock: Clock, *, quiet: bool, as_json: bool) -> None:
        self._clock, self._quiet, self._as_json = clock, quiet, as_json
        self._lock = threading.Lock()
        self.has_wrong_files = False

    def show_file(self, change: FileChange, next_start: datetime | None) -> None:
        if change.error is not None:
            self.has_wrong_files = True
            self._print(
                f"{change.file}: left out until its problems are mended\n"
                f"{describe_error(change.error)}"
            )
        elif change.portal is None:
            self.show_line(f"{change.file}: removed")
        else:
            start = describe_next_start(next_start, "no schedule, not crawled")
            self.show_line(f"{change.portal.id}: {start} ({change.file})")

    def begin_run(self, portal: str) -> None:
        self.show_line(f"{portal}: crawl starts")

    def leave_out(self, portal: str, next_start: datetime) -> None:
        start = describe_next_start(next_start)
        self._print(f"{portal}: left out, the last crawl still runs; {start}")

    def end_run(self, run: ScheduledRun) -> None:
        outcome = run.outcome
        state = run_state(outcome)
        line = f"{outcome.portal}: {state}, started {_format(run.started)}"
        if outcome.summary is not None:
            line += (
                f": {outcome.summary.new_archive_pages} archive pages,"
                f" {outcome.summary.new_articles} articles, {outcome.summary.built} built"
            )
        self._print(f"{line}; {describe_next_start(run.next_start, 'not crawled any more')}")
        if state != COMMAND_ENDS[DONE].state:
            for each in outcome_lines(outcome):
                self._print(f"{outcome.portal}: {each}")
        if outcome.error is not None and not isinstance(outcome.error, KNOWN_ERRORS):
            self._print(describe_exception(outcome.error))
        if self._as_json:
            print_json_line(_run_json(run, state))

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
            print_message(f"{_format(self._clock.now())} {text}")


class _PortalMessages(NullProgress):
    """The messages of a crawl, with the name of its portal."""

    def __init__(self, log: WatchLog, portal: str) -> None:
        self._log, self._portal = log, portal

    def show_message(self, text: str) -> None:
        self._log.show_line(f"{self._portal}: {text}")


def run_state(outcome: CrawlOutcome) -> str:
    """Return in a few words how a scheduled crawl ended."""
    return LEFT_OUT if isinstance(outcome.error, CorpusLocked) else outcome_state(outcome)


def describe_next_start(start: datetime | None, otherwise: str = "") -> str:
    """Return the next start of a portal in words, or ``otherwise`` if there is none."""
    return otherwise if start is None else f"next start {_format(start)}"


def _run_json(run: ScheduledRun, state: str) -> dict[str, object]:
    values = (
        run.outcome.portal,
        str(run.file),
        _format(run.started),
        _format(run.ended),
        state,
        _format(run.next_start) if run.next_start is not None else None,
    )
    answer = dict(zip(RUN_WORDS.values(), values, strict=True))
    kind = "error" if run.outcome.summary is None else "summary"
    result = outcome_json(run.outcome)
    return {**answer, kind: result["error"] if kind == "error" else result}


def _format(time: datetime) -> str:
    """Return a UTC time as ISO 8601, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")
