"""``curator crawl`` of several portals: checks all files first, then crawls, then prints how each
crawl ended."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from webarticlecurator.cli.exit_codes import USAGE, describe_error, exit_code_of
from webarticlecurator.cli.output import is_error_terminal, print_json, print_message
from webarticlecurator.cli.portal_file import list_portal_files, open_portal_file
from webarticlecurator.cli.portal_rows import PortalRows
from webarticlecurator.cli.summary import describe_stopped_run, summary_exit_code
from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.run import (
    CrawlOptions,
    CrawlOutcome,
    PortalCrawl,
    Runtime,
    check_folders,
    crawl_portals,
    plan_crawl,
)

KNOWN_ERRORS = (CuratorError, OSError)
"""Errors that have a message for the user; any other is a mistake of the program."""


def crawl_several(args: argparse.Namespace, options: CrawlOptions) -> int:
    """Crawl the portals of all CONFIG arguments at the same time and return the exit code: that of
    the most serious outcome, which is the highest. Nothing is requested if a file is wrong."""
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

    outcomes = crawl_portals(crawls, options, runtime, _choose_display(args.quiet))
    for outcome in outcomes:
        for line in _outcome_lines(outcome):
            print_message(f"{outcome.portal}: {line}")
    if args.json:
        print_json([_outcome_json(outcome) for outcome in outcomes])
    for outcome in outcomes:
        if outcome.error is not None and not isinstance(outcome.error, KNOWN_ERRORS):
            raise outcome.error  # a mistake of the program, after all outcomes are printed
    return max(_outcome_exit_code(outcome) for outcome in outcomes)


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
        from webarticlecurator.cli.live_table import LiveTable

        return LiveTable()
    return PortalRows(quiet=quiet)


def _outcome_lines(outcome: CrawlOutcome) -> Sequence[str]:
    if outcome.summary is None:
        return _describe(outcome).split("\n")
    lines = outcome.summary.lines()
    return [*lines, describe_stopped_run(outcome.summary)] if outcome.summary.stopped else lines


def _outcome_json(outcome: CrawlOutcome) -> dict[str, Any]:
    """Return the summary of a crawl, or the portal and the error that ended its crawl."""
    if outcome.summary is not None:
        return outcome.summary.as_json()
    return {"portal": outcome.portal, "error": _describe(outcome)}


def _outcome_exit_code(outcome: CrawlOutcome) -> int:
    if outcome.summary is not None:
        return summary_exit_code(outcome.summary)
    assert isinstance(outcome.error, KNOWN_ERRORS)
    return exit_code_of(outcome.error)


def _describe(outcome: CrawlOutcome) -> str:
    error = outcome.error
    if isinstance(error, KNOWN_ERRORS):
        return describe_error(error)
    return f"program error: {type(error).__name__}: {error}"
