"""``curator watch``: crawls portals again and again, each by the ``schedule`` of its file."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.exit_codes import DONE, USAGE
from webarticlecurator.cli.options import (
    add_configs_argument,
    add_corpora_option,
    add_json_option,
    add_network_options,
    add_quiet_option,
)
from webarticlecurator.cli.outcomes import outcome_exit_code, raise_program_error
from webarticlecurator.cli.portal_file import (
    list_portal_files,
    list_present_files,
    make_reader,
)
from webarticlecurator.cli.schedule_log import LEFT_OUT, WatchLog, run_state
from webarticlecurator.model.portal import Portal
from webarticlecurator.run import CrawlOptions, Runtime, plan_crawl
from webarticlecurator.run.process_settings import allow_many_open_files
from webarticlecurator.run.scheduling.portal_files import PortalFiles
from webarticlecurator.run.scheduling.scheduler import ScheduledRun, Scheduler
from webarticlecurator.run.scheduling.start_times import require_croniter


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
