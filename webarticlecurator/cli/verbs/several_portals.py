"""``curator crawl`` of several portals: checks all files first, then crawls, then prints how each
crawl ended.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.cli.exit_codes import USAGE, describe_error
from webarticlecurator.cli.outcomes import (
    KNOWN_ERRORS,
    outcome_exit_code,
    outcome_json,
    outcome_lines,
    raise_program_error,
)
from webarticlecurator.cli.output import is_error_terminal, print_json, print_message
from webarticlecurator.cli.portal_file import list_portal_files, open_portal_file
from webarticlecurator.cli.progress_file import PortalRows
from webarticlecurator.crawl.crawl import plan_crawl
from webarticlecurator.crawl.crawl_portals import PortalCrawl, check_folders, crawl_portals
from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.workers.process_settings import allow_many_open_files
from webarticlecurator.workers.setup import CrawlOptions, Runtime

if TYPE_CHECKING:
    from webarticlecurator.cli.progress_file import ProgressFile
    from webarticlecurator.crawl.crawl_portals import CrawlDisplay


def crawl_several(
    args: argparse.Namespace, options: CrawlOptions, file: ProgressFile | None = None
) -> int:
    """Crawl the portals of all CONFIG arguments at the same time and return the exit code: that of
    the most serious outcome, which is the highest. Nothing is requested if a file is wrong.

    The progress is written to ``file``, too, if there is one.
    """
    if options.refresh is not None and options.refresh.addresses:
        raise UsageError(
            f"--refresh {options.refresh.addresses[0]}: an address of one portal, and several"
            " portal files",
            "Give the file of its portal alone.",
        )
    runtime = Runtime()
    crawls, errors = _read_files(args, options, runtime)
    for error in errors:
        print_message(f"curator crawl: {describe_error(error)}")
    if errors:
        return USAGE
    check_folders(crawls)

    display: CrawlDisplay = _choose_display(args.quiet)
    display = file.follow_display(display) if file else display
    allow_many_open_files()
    outcomes = crawl_portals(crawls, options, runtime, display)
    for outcome in outcomes:
        for line in outcome_lines(outcome):
            print_message(f"{outcome.portal}: {line}")
    if args.json:
        print_json([outcome_json(outcome) for outcome in outcomes])
    raise_program_error(outcomes)
    return max(outcome_exit_code(outcome) for outcome in outcomes)


def _read_files(
    args: argparse.Namespace, options: CrawlOptions, runtime: Runtime
) -> tuple[list[PortalCrawl], list[CuratorError | OSError]]:
    """Return the crawls, and the error of each file that is wrong."""
    parent = args.corpus if args.corpus is not None else Path("corpora")
    crawls: list[PortalCrawl] = []
    errors: list[CuratorError | OSError] = []
    for file in list_portal_files(args.configs):
        try:
            portal = open_portal_file(file, args.allow_hooks)
            plan_crawl(portal, options, runtime)
            crawls.append(PortalCrawl(portal, parent / portal.id))
        except KNOWN_ERRORS as error:
            errors.append(error)
    return crawls, errors


def _choose_display(quiet: bool) -> PortalRows:
    """Return the kind of display that suits standard error."""
    if is_error_terminal() and not quiet:
        # importing rich takes a tenth of a second
        from webarticlecurator.cli.live_display import LiveTable

        return LiveTable()
    return PortalRows(quiet=quiet)
