"""``curator crawl`` of several portals: checks all files first, then crawls, then prints how each
crawl ended.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.cli.crawl_outcomes import (
    KNOWN_ERRORS,
    outcome_exit_code,
    outcome_json,
    outcome_lines,
    raise_program_error,
)
from webarticlecurator.cli.exit_codes import USAGE, describe_error
from webarticlecurator.cli.output import print_json, print_message
from webarticlecurator.cli.portal_file import list_portal_files, open_portal_file
from webarticlecurator.cli.progress import ProgressFile
from webarticlecurator.cli.progress_choice import choose_display
from webarticlecurator.crawling.crawl.crawl_portals import check_folders, crawl_portals
from webarticlecurator.crawling.crawl.crawl_start import plan_crawl
from webarticlecurator.crawling.crawl.crawl_threads import PortalCrawl
from webarticlecurator.crawling.workers.process_settings import allow_many_open_files
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime


def crawl_several(
    args: argparse.Namespace, options: CrawlOptions, file: ProgressFile | None = None
) -> int:
    """Crawl the portals of all CONFIG arguments at the same time and return the exit code: that of
    the most serious outcome, which is the highest. Nothing is requested if a file is wrong.

    The progress is written to ``file``, too, if there is one.
    """
    if options.refresh is not None and options.refresh.addresses:
        raise UsageError(
            make_message(
                "--refresh {url} belongs to one portal, but you gave several portal files",
                url=options.refresh.addresses[0],
            ),
            "Give only the file of that portal.",
        )
    runtime = Runtime()
    parent = args.corpus if args.corpus is not None else Path("corpora")
    crawls: list[PortalCrawl] = []
    has_errors = False
    for path in list_portal_files(args.configs):
        try:
            portal = open_portal_file(path, args.allow_hooks)
            plan_crawl(portal, options, runtime)
            crawls.append(PortalCrawl(portal, parent / portal.id))
        except KNOWN_ERRORS as error:
            print_message(f"curator crawl: {describe_error(error)}")
            has_errors = True
    if has_errors:
        return USAGE
    check_folders(crawls)

    display = choose_display(args.quiet, file)
    allow_many_open_files()
    outcomes = crawl_portals(crawls, options, runtime, display)
    for outcome in outcomes:
        for line in outcome_lines(outcome):
            print_message(f"{outcome.portal}: {line}")
    if args.json:
        print_json([outcome_json(outcome) for outcome in outcomes])
    raise_program_error(outcomes)
    return max(outcome_exit_code(outcome) for outcome in outcomes)
