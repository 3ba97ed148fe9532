"""``curator watch``: crawls portals again and again, each by the ``schedule`` of its file."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.argument_types import option
from webarticlecurator.cli.crawl_outcomes import outcome_exit_code, raise_program_error
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS, USAGE
from webarticlecurator.cli.options import command
from webarticlecurator.cli.portal_file import (
    list_portal_files,
    list_present_files,
    make_reader,
    open_portal_file,
)
from webarticlecurator.cli.shared_options import CONFIGS, CORPORA, NETWORK
from webarticlecurator.cli.subcommands.watch_log import LEFT_OUT, WatchLog, run_state
from webarticlecurator.crawling.crawl.column_alarms import call_about_columns
from webarticlecurator.crawling.crawl.crawl_start import plan_crawl
from webarticlecurator.crawling.crawl.portal_files import PortalFiles
from webarticlecurator.crawling.crawl.scheduler import ScheduledRun, Scheduler
from webarticlecurator.crawling.crawl.start_times import require_croniter
from webarticlecurator.crawling.workers.process_settings import allow_many_open_files
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime


@command(
    "curator watch my-portals/ --corpus corpora",
    *CONFIGS,
    option(
        "--once",
        action="store_true",
        help="crawl the portals that are due now, then end; for a crontab",
    ),
    CORPORA,
    option("--warc-only", action="store_true", help="make no TEI"),
    "--keep-old",
    *NETWORK,
    "--json",
    "--quiet",
)
def run(args: argparse.Namespace) -> int:
    """Watch until an interruption; with ``--once``, return the exit code: that of the most serious
    outcome."""
    require_croniter()
    files = list_portal_files(args.configs)
    options = CrawlOptions(
        warc_only=args.warc_only, proxy=args.proxy, ca_file=args.ca, keep_old=args.keep_old
    )
    runtime = Runtime()
    # no other run needs what proposes rules
    from webarticlecurator.proposing.repair.watched_repair import propose_after_drift

    read = partial(open_portal_file, allow_hooks=False)
    mend = partial(propose_after_drift, read, args.corpus, runtime, args.proxy, args.ca)

    def follow(run: ScheduledRun) -> list[str]:
        return [*call_about_columns(read, args.corpus, runtime.clock.now(), run), *mend(run)]

    log = WatchLog(runtime.clock, quiet=args.quiet, as_json=args.json, mend=follow)
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
    codes = [
        # another command uses the corpus: not done, and nothing to mend
        PROBLEMS if run_state(run.outcome) == LEFT_OUT else outcome_exit_code(run.outcome)
        for run in runs
    ]
    return max([USAGE if log.has_wrong_files else DONE, *codes])


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
