"""The options of commands that try rules on pages: ``--html``, ``--table``, ``--warc`` and
``--url``."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from webarticlecurator.cli.argument_types import parse_address, parse_utf8
from webarticlecurator.cli.exit_codes import DAMAGED, DONE
from webarticlecurator.cli.options import add_warc_option
from webarticlecurator.cli.progress import PlainLines
from webarticlecurator.config import load_page_table
from webarticlecurator.errors import UsageError
from webarticlecurator.model.capture import SavedPage
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.given_pages import GivenPages, GivenPagesReader

_FILE_AND_ADDRESS = re.compile(r"(.+?)=(https?://.*)", re.DOTALL | re.IGNORECASE)


def parse_saved_page(text: str) -> SavedPage:
    """Return the page of ``FILE=URL``, or of ``FILE`` alone, which declares its own address."""
    found = _FILE_AND_ADDRESS.fullmatch(text)
    if found is None:
        return SavedPage(Path(text))
    return SavedPage(Path(found[1]), parse_address(parse_utf8(found[2])))


def add_saved_page_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--html`` and ``--table``, which name saved pages."""
    parser.add_argument(
        "--html",
        nargs="+",
        type=parse_saved_page,
        action="extend",
        default=[],
        metavar="FILE[=URL]",
        help="saved pages with their addresses (default: the address that the page declares)",
    )
    parser.add_argument(
        "--table",
        type=Path,
        metavar="TSV",
        help="a table of saved pages with the columns file, url and perhaps date",
    )


def add_page_options(parser: argparse.ArgumentParser, which: str) -> None:
    """Add the options that choose pages; ``which`` says what counts without ``--url``."""
    add_saved_page_options(parser)
    add_warc_option(parser, "WARC files with the pages")
    parser.add_argument(
        "--url",
        type=parse_address,
        action="append",
        default=[],
        metavar="URL",
        help=f"the address of the page; may be given several times (default: {which})",
    )


def read_saved_page_options(args: argparse.Namespace) -> tuple[SavedPage, ...]:
    """Return the pages of ``--html`` and ``--table``. Raises ConfigError for the table."""
    listed = load_page_table(args.table) if args.table is not None else ()
    return (*args.html, *listed)


def read_given_pages(args: argparse.Namespace, folder: Path | None = None) -> GivenPages:
    """Return what the options choose; ``folder`` is that of the corpus, if pages may come from it.

    Raises UsageError for options that exclude each other, ConfigError for the table.
    """
    saved = read_saved_page_options(args)
    if saved and args.warc:
        raise UsageError(
            "--warc together with saved pages", "Give either --warc, or --html and --table."
        )
    return GivenPages(saved, tuple(args.warc), folder, tuple(args.url))


def open_given_pages(portal: Portal, given: GivenPages) -> GivenPagesReader:
    """Return a reader of the pages, whose messages are printed."""
    return GivenPagesReader(portal, given, PlainLines())


def damage_code(reader: GivenPagesReader) -> int:
    """Return the exit code that follows from damaged WARC files."""
    return DAMAGED if reader.damage else DONE
