"""The options of the commands that look at one page: ``--url`` with ``--html`` or ``--warc``."""

from __future__ import annotations

import argparse
from pathlib import Path

from webarticlecurator.cli.argument_types import address
from webarticlecurator.cli.page_file import read_page
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.trying.trial import StoredPage, stored_page


def add_page(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", type=address, required=True, help="the page's own address")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--html", type=Path, metavar="FILE", help="the page as saved")
    group.add_argument("--warc", type=Path, metavar="FILE", help="a WARC file that holds it")


def given_page(args: argparse.Namespace, portal: Portal) -> StoredPage | None:
    """The page of ``--html`` or ``--warc``, which also says when it was captured; None if neither is given. Raises UsageError,
    WarcUnreadable."""
    if args.warc is not None:
        return stored_page(args.warc, args.url, portal.timezone)
    if args.html is None:
        return None
    try:
        return StoredPage(args.url, read_page(args.html), None)
    except OSError as error:
        raise UsageError(
            f"{args.html}: {error.strerror}", "Give the file of a saved page with --html, or a WARC with --warc."
        ) from None
