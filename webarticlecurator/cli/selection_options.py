"""Options by which commands choose what they work on (articles, stored pages) and where the work is
done (here or on a cluster).
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webarticlecurator.cli.options import (
    SELECTION,
    Option,
    cluster_options,
    option,
    parse_address,
    parse_utf8,
    shared,
)
from webarticlecurator.cli.output import DAMAGED, DONE, PROBLEMS, print_message
from webarticlecurator.cli.portal_file import OpenedCorpora, corpus_folder
from webarticlecurator.cli.progress import choose_progress, plain_progress
from webarticlecurator.config import load_page_table
from webarticlecurator.dataclasses import replace
from webarticlecurator.errors import UsageError
from webarticlecurator.export import SelectionOptions, make_selections
from webarticlecurator.model.capture import SavedPage
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import MAX_FIRST_PROBLEMS, Problem
from webarticlecurator.store.disk import FOLDER
from webarticlecurator.stored_pages.page_store import PageStore, StoredPages
from webarticlecurator.stored_pages.page_store_opening import open_page_store
from webarticlecurator.workers.executor import Cluster, Runtime
from webarticlecurator.workers.progress import Progress

if TYPE_CHECKING:
    from webarticlecurator.corpora.exporting import ExportedCorpus
    from webarticlecurator.export import Articles
    from webarticlecurator.propose.inventory import Inventory
    from webarticlecurator.store import ArticleRow


def read_filter_options(args: argparse.Namespace) -> SelectionOptions:
    """Return what the ``FILTERS`` select."""
    days = getattr(args, "since", None), getattr(args, "until", None)
    return SelectionOptions(*days, args.column, tuple(args.where))


def read_selection_options(args: argparse.Namespace) -> SelectionOptions:
    """Return what the options of ``SELECTION`` select."""
    return replace(read_filter_options(args), sample=args.sample, by=args.by)


def select_corpora(
    args: argparse.Namespace,
    opened: OpenedCorpora,
    options: SelectionOptions,
    make_runtime: Callable[[Path], Runtime],
) -> list[ExportedCorpus]:
    """Return the corpora of a command with the articles that are selected in each; where their
    ``corpus.yaml`` asks for it, after what repeats another article was looked for."""
    # the formats of exports take a tenth of a second to import
    from webarticlecurator.corpora.exporting import ExportedCorpus

    runtimes = [make_runtime(folder) for folder in opened.folders]

    def select(chosen: SelectionOptions) -> list[ExportedCorpus]:
        selections = make_selections(chosen, opened.portals)
        return list(map(ExportedCorpus, opened.portals, opened.folders, selections, runtimes))

    if opened.compares:
        from webarticlecurator.corpora.duplicate_report import report_duplicates

        whole = select(SelectionOptions())
        print_tei_problems(report_duplicates(whole, jobs=getattr(args, "jobs", None)).problems)
    return select(replace(options, where=(*opened.file.where, *options.where)))


def print_left_out(articles: Articles[Any]) -> int:
    """Print which articles were left out although they may be selected, after they were read;
    return the exit code."""
    print_undated(articles.undated)
    return print_tei_problems(articles.problems)


def print_tei_problems(problems: Sequence[Problem]) -> int:
    """Print the first problems of TEI that was to be read, and how many there are; return the exit
    code."""
    for problem in problems[:MAX_FIRST_PROBLEMS]:
        print_message(f"problem: {problem.where}: {problem.message}")
    if len(problems) > MAX_FIRST_PROBLEMS:
        print_message(
            f"problem: {len(problems)} such problems in all; `curator build` writes missing TEI"
            " again, `curator verify` names every file"
        )
    return PROBLEMS if problems else DONE


def print_undated(number: int) -> None:
    """Print how many articles were left out since they have no date to compare."""
    if number:
        print_message(
            f"{number} left out: no date of publication to compare with --from, --until or --where"
        )


# The options of commands that try rules on pages: ``--html``, ``--table``, ``--warc`` and
# ``--url``.

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


def read_given_pages(args: argparse.Namespace, folder: Path | None = None) -> StoredPages:
    """Return what the options choose; ``folder`` is that of the corpus, if pages may come from it.

    Raises UsageError for options that exclude each other, ConfigError for the table.
    """
    saved = read_saved_page_options(args)
    if saved and args.warc:
        raise UsageError(
            "--warc together with saved pages", "Give either --warc, or --html and --table."
        )
    return StoredPages(folder, tuple(args.warc), saved=saved, urls=tuple(args.url))


def open_given_pages(portal: Portal, given: StoredPages) -> AbstractContextManager[PageStore]:
    """Open the store of the pages, whose messages are printed."""
    return open_page_store(portal, given, plain_progress())


def damage_code(store: PageStore) -> int:
    """Return the exit code that follows from damaged WARC files."""
    return DAMAGED if store.damage else DONE


# The options that choose the stored pages of a command that reads whole corpora.


def read_page_options(
    args: argparse.Namespace, portal: Portal, *, with_rejected: bool = False
) -> StoredPages:
    """Return the stored pages that the options choose, with those of ``SELECTION``.

    ``with_rejected``: also those of addresses without TEI that rules may make an article of.
    ``--jobs`` counts if the command has it.
    """
    folder, warcs = corpus_folder(args, portal), tuple(args.warc)
    options = read_selection_options(args)
    selected = select_pages(
        options, portal, folder, with_rejected=with_rejected, has_files=bool(warcs)
    )
    return StoredPages(folder, warcs, jobs=getattr(args, "jobs", None), selected=selected)


def select_pages(
    options: SelectionOptions,
    portal: Portal,
    folder: Path,
    *,
    with_rejected: bool = False,
    has_files: bool,
) -> frozenset[str] | None:
    """Return the addresses of the pages of the articles that ``options`` select, and of the
    selected addresses without TEI, with ``with_rejected`` also of those that other rules may make
    an article of; None for all.

    ``has_files``: the pages are in files, which have no TEI: UsageError with such an option.
    """
    if options.is_everything:
        return None
    from webarticlecurator.corpora.exporting import find_page_addresses

    rows = select_rows(options, portal, folder, with_rejected=with_rejected, has_files=has_files)
    return find_page_addresses(rows)


def select_rows(
    options: SelectionOptions,
    portal: Portal,
    folder: Path,
    *,
    with_rejected: bool = True,
    has_files: bool,
) -> list[ArticleRow]:
    """Return the rows of the articles that ``options`` select, and of the selected addresses
    without TEI, with ``with_rejected`` also of those that other rules may make an article of.
    ``has_files``: see ``select_pages``."""
    if has_files:
        raise UsageError(
            "options that select articles go by the TEI of a corpus (given: files)",
            "Leave the files out, or --from, --until, --column, --where and --sample (of a"
            " corpus.yaml also `where` and `once`).",
        )
    # the formats of exports take a tenth of a second to import
    from webarticlecurator.corpora.exporting import list_rows, read_addresses
    from webarticlecurator.stored_pages.captured_pages import is_unbuilt, may_become_article

    (selection,) = make_selections(options, [portal])
    is_candidate = may_become_article if with_rejected else is_unbuilt
    addresses = read_addresses(portal, folder, selection, is_candidate)
    rows = list_rows(addresses)
    print_left_out(addresses)
    return rows


def choose_runtime(
    args: argparse.Namespace,
    folder: Path,
    progress: Progress,
    place: str = "--warcs-at",
    subfolder: str = FOLDER,
) -> Runtime:
    """Return the runtime that ``--cluster`` and ``place`` choose for the corpus in ``folder``.

    ``place`` says where the workers find the files that they read, by default those of
    ``subfolder``. Raises UsageError for options that do not go together.
    """
    given: str | None = getattr(args, place.removeprefix("--").replace("-", "_"))
    if args.cluster is None:
        if given is not None:
            raise UsageError(
                f"{place} has no effect without --cluster: the files are read here",
                "Remove it, or give the scheduler with --cluster ADDRESS.",
            )
        return Runtime(progress=progress)
    for name, cure in _CURES.items():
        if getattr(args, name.removeprefix("--"), None):
            raise UsageError(f"{name} does not go with --cluster", cure)
    files = given or str((folder / subfolder).resolve())
    return Runtime(progress=progress, executor="cluster", cluster=Cluster(args.cluster, files))


_CURES = {
    "--jobs": "Remove it: the workers of the cluster are those that were started.",
    "--warc": "Copy the files into the corpus first, with `curator warc adopt`.",
}


def write_zips(
    portal: Portal, folder: Path, output: Path, progress: Progress, *, is_quiet: bool
) -> None:
    """Write the zips of the corpus in ``folder`` to ``output``, and print how many. Raises what
    ``zip_tei`` raises."""
    # imported here: most builds need it not
    from webarticlecurator.corpora.packing import zip_tei

    made = zip_tei(portal, folder, output, Runtime(progress=progress))
    print_message(
        f"{output}: {made.articles} articles in {made.written + made.unchanged} zips"
        f" ({made.written} written, {made.unchanged} unchanged, {made.removed} removed)",
        is_quiet,
    )


INVENTORY: tuple[str | Option, ...] = (
    "--warc",
    *SELECTION,
    "--jobs",
    *cluster_options(),
    "--corpus",
    "--quiet",
)
"""The options of ``read_inventory``."""


def read_inventory(
    args: argparse.Namespace, portal: Portal, *, with_tree: bool = False
) -> Inventory:
    """Take the inventory of tags that the options ``INVENTORY`` choose."""
    from webarticlecurator.propose.learning import take_inventory

    pages = read_page_options(args, portal, with_rejected=True)
    runtime = choose_runtime(args, pages.require_folder(), choose_progress(args.quiet))
    inventory = take_inventory(portal, pages, runtime, with_tree=with_tree)
    counted = f"{inventory.pages} pages, {len(inventory.signatures)} signatures"
    print_message(f"{portal.id}: {counted}", args.quiet)
    return inventory
