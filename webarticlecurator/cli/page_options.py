"""The options of commands that try rules on pages: ``--html``, ``--table``, ``--warc`` and
``--url``.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.saved_page import SavedPage
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.argument_types import Option, option, parse_address, parse_utf8
from webarticlecurator.cli.exit_codes import DAMAGED, DONE
from webarticlecurator.cli.progress_choice import plain_progress
from webarticlecurator.cli.shared_options import shared
from webarticlecurator.corpus.stored_pages.page_store import PageStore, StoredPages
from webarticlecurator.corpus.stored_pages.page_store_opening import open_page_store
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.saved_page_table import load_page_table

_FILE_AND_ADDRESS = re.compile(r"(.+?)=(https?://.*)", re.DOTALL | re.IGNORECASE)


def parse_saved_page(text: str) -> SavedPage:
    """Return the page of ``FILE=URL``, or of ``FILE`` alone, which declares its own address."""
    found = _FILE_AND_ADDRESS.fullmatch(text)
    if found is None:
        return SavedPage(Path(text))
    return SavedPage(Path(found[1]), parse_address(parse_utf8(found[2])))


SAVED_PAGES: tuple[str | Option, ...] = (
    option(
        "--html",
        nargs="+",
        type=parse_saved_page,
        action="extend",
        default=[],
        metavar="FILE[=URL]",
        help="saved pages with their addresses (default: the address that the page declares)",
    ),
    option(
        "--table",
        type=Path,
        metavar="TSV",
        help="a table of saved pages with the columns file, url and perhaps date",
    ),
)
"""``--html`` and ``--table``, which name saved pages."""


def page_options(which: str) -> tuple[str | Option, ...]:
    """Return the options that choose pages; ``which`` says what counts without ``--url``."""
    return (
        *SAVED_PAGES,
        shared("--warc", help="WARC files with the pages"),
        option(
            "--url",
            type=parse_address,
            action="append",
            default=[],
            metavar="URL",
            help=f"the address of the page; may be given several times (default: {which})",
        ),
    )


def read_saved_page_options(args: argparse.Namespace) -> tuple[SavedPage, ...]:
    """Return the pages of ``--html`` and ``--table``. Raises ConfigError for the table."""
    listed = load_page_table(args.table) if args.table is not None else ()
    return (*args.html, *listed)


def read_given_pages(args: argparse.Namespace) -> StoredPages:
    """Return what the options choose.

    Raises UsageError for options that exclude each other, ConfigError for the table.
    """
    saved = read_saved_page_options(args)
    if saved and args.warc:
        raise UsageError(
            "--warc together with saved pages", "Give either --warc, or --html and --table."
        )
    return StoredPages(warcs=tuple(args.warc), saved=saved, urls=tuple(args.url))


def open_given_pages(portal: Portal, given: StoredPages) -> PageStore:
    """Open the store of the pages, whose messages are printed."""
    return open_page_store(portal, given, Runtime(progress=plain_progress()))


def damage_code(store: PageStore) -> int:
    """Return the exit code that follows from damaged WARC files."""
    return DAMAGED if store.damage else DONE
