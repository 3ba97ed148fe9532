"""Options of the commands that ask a web archive for its index (CDX)."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from webarticlecurator.cli.argument_types import Option, option, parse_address, parse_count
from webarticlecurator.corpus.archives.archive_options import EXAMPLE, MOST, ArchiveOptions
from webarticlecurator.storage.warc.cdx_answers import describe_odd_rows


def archive_options() -> tuple[str | Option, ...]:
    """Return the options that say which web archive is asked for what."""
    return (
        option(
            "--cdx",
            type=parse_address,
            metavar="ADDRESS",
            help=f"the CDX API of a web archive, such as {EXAMPLE}, or http://HOST/COLLECTION/cdx"
            " of pywb",
        ),
        option(
            "--url",
            action="append",
            default=[],
            metavar="PATTERN",
            help="request these addresses: one, all with this beginning"
            " (https://a.example/news/*), or a"
            " domain (*.a.example); may be repeated (default: the hosts of the portal)",
        ),
        option(
            "--most",
            type=parse_count,
            default=MOST,
            metavar="N",
            help=f"read about N captures in this run; the next run continues (default: {MOST})",
        ),
        option(
            "--again", action="store_true", help="forget what earlier runs read from the archive"
        ),
    )


def read_archive_options(args: argparse.Namespace) -> ArchiveOptions:
    """Return the options of ``archive_options`` and ``NETWORK``."""
    return ArchiveOptions(args.cdx, tuple(args.url), args.most, args.again, args.proxy, args.ca)


def describe_left_out_rows(odd_rows: Mapping[str, int]) -> str:
    """Return which rows were left out of the answers of an archive, and how many."""
    return f"rows of the archive's index were left out: {describe_odd_rows(odd_rows)}"
