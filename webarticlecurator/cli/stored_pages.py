"""Which stored pages a command looks at that reads whole corpora."""

from __future__ import annotations

import argparse
from pathlib import Path

from webarticlecurator.cli.options import add_corpus_option
from webarticlecurator.cli.portal_file import corpus_folder
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.analysis.survey import StoredPages


def add_pages(parser: argparse.ArgumentParser) -> None:
    """``--corpus`` or ``--warc``."""
    add_corpus_option(parser)
    add_warcs(parser)


def add_warcs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--warc",
        nargs="+",
        type=Path,
        action="extend",
        default=[],
        metavar="FILE",
        help="read these WARC files instead",
    )


def read_page_options(args: argparse.Namespace, portal: Portal) -> StoredPages:
    """What the options say; ``args.limit`` and ``args.jobs`` where there are such options."""
    limit, jobs = (getattr(args, name, None) for name in ("limit", "jobs"))
    return StoredPages(corpus_folder(args, portal), tuple(args.warc), limit, jobs=jobs)
