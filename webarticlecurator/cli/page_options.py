"""The options of commands that try rules on pages: ``--html``, ``--table``, ``--warc`` and
``--url``.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from webarticlecurator.cli.argument_types import parse_address, parse_utf8
from webarticlecurator.cli.corpus_options import print_left_out, read_selection_options
from webarticlecurator.cli.exit_codes import DAMAGED, DONE
from webarticlecurator.cli.options import add_warc_option
from webarticlecurator.cli.portal_file import corpus_folder
from webarticlecurator.cli.progress import PlainLines
from webarticlecurator.config import load_page_table
from webarticlecurator.corpora.selected_articles import (
    IsCandidate,
    find_page_addresses,
    list_rows,
    read_addresses,
)
from webarticlecurator.errors import UsageError
from webarticlecurator.export import SelectionOptions, make_selections
from webarticlecurator.model.capture import SavedPage
from webarticlecurator.model.portal import Portal
from webarticlecurator.store import ArticleRow
from webarticlecurator.stored_pages.given_pages import GivenPages, GivenPagesReader
from webarticlecurator.stored_pages.survey import StoredPages, is_unbuilt, may_become_article

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


# The options that choose the stored pages of a command that reads whole corpora.


def read_page_options(
    args: argparse.Namespace, portal: Portal, *, with_rejected: bool = False
) -> StoredPages:
    """Return the stored pages that the options choose, with those of ``add_selection_options``.

    ``with_rejected``: also those of addresses without TEI that rules may make an article of.
    ``--jobs`` counts if the command has it.
    """
    folder, warcs = corpus_folder(args, portal), tuple(args.warc)
    options = read_selection_options(args)
    is_candidate = may_become_article if with_rejected else is_unbuilt
    selected = select_pages(options, portal, folder, is_candidate, has_files=bool(warcs))
    return StoredPages(folder, warcs, jobs=getattr(args, "jobs", None), selected=selected)


def select_pages(
    options: SelectionOptions,
    portal: Portal,
    folder: Path,
    is_candidate: IsCandidate = is_unbuilt,
    *,
    has_files: bool,
) -> frozenset[str] | None:
    """Return the addresses of the pages of the articles that ``options`` select, and of the
    selected addresses without TEI that ``is_candidate`` takes; None for all.

    ``has_files``: the pages are in files, which have no TEI: UsageError with such an option.
    """
    if options.is_everything:
        return None
    return find_page_addresses(
        select_rows(options, portal, folder, is_candidate, has_files=has_files)
    )


def select_rows(
    options: SelectionOptions,
    portal: Portal,
    folder: Path,
    is_candidate: IsCandidate = may_become_article,
    *,
    has_files: bool,
) -> list[ArticleRow]:
    """Return the rows of the articles that ``options`` select, and of the selected addresses
    without TEI that ``is_candidate`` takes. ``has_files``: see ``select_pages``."""
    if has_files:
        raise UsageError(
            "options that select articles go by the TEI of a corpus (given: files)",
            "Leave the files out, or --from, --until, --column, --where and --sample.",
        )
    (selection,) = make_selections(options, [portal])
    addresses = read_addresses(portal, folder, selection, is_candidate)
    rows = list_rows(addresses)
    print_left_out(addresses)
    return rows
