"""``curator crawl``: fetches archive pages and articles, and makes TEI of what is new; of one
portal, or of several at the same time.
"""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError
from pathlib import Path

from webarticlecurator.cli.argument_types import option, parse_address, parse_count, parse_day
from webarticlecurator.cli.options import command
from webarticlecurator.cli.portal_file import corpus_folder, open_portal_file
from webarticlecurator.cli.portal_path import portal_path
from webarticlecurator.cli.progress import ProgressFile, write_progress_of
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.run_end import print_summary
from webarticlecurator.cli.shared_options import CONFIGS, CORPUS_HELP, NETWORK, shared
from webarticlecurator.cli.subcommands.crawl_several import crawl_several
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection, Runtime

# ``curator crawl`` extends the corpus; ``curator demo`` does so with a made-up portal on this
# machine.


PUBLISHED_SINCE = "published-since:"
"""Before a date in ``--refresh``."""


def _parse_refresh(text: str) -> RefreshSelection:
    """Return the articles that one word of ``--refresh`` selects."""
    if text == "all":
        return RefreshSelection(everything=True)
    if text.startswith(PUBLISHED_SINCE):
        return RefreshSelection(published_since=parse_day(text.removeprefix(PUBLISHED_SINCE)))
    try:
        return RefreshSelection((parse_address(text),))
    except ArgumentTypeError as error:
        raise ArgumentTypeError(f"{error}; or all, or {PUBLISHED_SINCE}YYYY-MM-DD") from None


@command(
    "curator crawl portal.yaml --from 2015-01-01 --column news",
    *CONFIGS,
    shared("--corpus", help=CORPUS_HELP + "; of several portals, the folder of their corpora"),
    option(
        "--from",
        dest="since",
        type=parse_day,
        metavar="D",
        help="only date windows from this day on, YYYY-MM-DD",
    ),
    option(
        "--until",
        type=parse_day,
        metavar="D",
        help="only date windows up to this day, YYYY-MM-DD",
    ),
    option("--column", help="only this column"),
    option("--limit", type=parse_count, metavar="N", help="stop after N new articles"),
    option(
        "--full",
        action="store_true",
        help="walk the whole archive again, including spans that are already complete",
    ),
    option(
        "--refresh",
        nargs="+",
        type=_parse_refresh,
        action="extend",
        metavar="WHAT",
        help="also request stored articles again: addresses, published-since:YYYY-MM-DD, or all",
    ),
    option("--warc-only", action="store_true", help="make no TEI"),
    "--keep-old",
    *NETWORK,
    "--json",
    "--quiet",
    "--progress",
)
def run(args: argparse.Namespace) -> int:
    return write_progress_of(_crawl, args)


def _crawl(args: argparse.Namespace, file: ProgressFile | None) -> int:
    refresh = None
    if args.refresh:
        days = [each.published_since for each in args.refresh if each.published_since]
        refresh = RefreshSelection(
            tuple(dict.fromkeys(url for each in args.refresh for url in each.addresses)),
            min(days, default=None),
            any(each.everything for each in args.refresh),
        )
    options = CrawlOptions(
        since=args.since,
        until=args.until,
        column=args.column,
        limit=args.limit,
        full=args.full,
        warc_only=args.warc_only,
        proxy=args.proxy,
        ca_file=args.ca,
        refresh=refresh,
        keep_old=args.keep_old,
    )
    if len(args.configs) > 1 or Path(args.configs[0]).is_dir():
        return crawl_several(args, options, file)
    portal = open_portal_file(portal_path(args.configs[0]), args.allow_hooks)
    runtime = Runtime(progress=choose_progress(args.quiet, file, portal.id))
    return print_summary(
        crawl(portal, corpus_folder(args, portal), options, runtime), as_json=args.json
    )
