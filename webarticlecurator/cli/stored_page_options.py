"""The options that choose the stored pages of a command that reads whole corpora."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.argument_types import Option
from webarticlecurator.cli.options import refuse_options
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.portal_file import corpus_folder
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.selection_options import print_left_out, read_selection_options
from webarticlecurator.cli.shared_options import SELECTION, cluster_options
from webarticlecurator.corpus.export.selection import SelectionOptions, make_selections
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.crawling.workers.executor import Cluster
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.index.disk import FOLDER

if TYPE_CHECKING:
    from webarticlecurator.proposing.tags.inventory import Inventory
    from webarticlecurator.storage.frontier.index_values import ArticleRow


def read_page_options(
    args: argparse.Namespace,
    portal: Portal,
    given: StoredPages | None = None,
    *,
    with_rejected: bool = False,
) -> StoredPages:
    """Return the stored pages that the options choose, with those of ``SELECTION``; ``given`` are
    those of ``read_given_pages``, for a command that has its options.

    ``with_rejected``: also those of addresses without TEI that rules may make an article of.
    ``--limit`` and ``--jobs`` count if the command has them.
    """
    folder, options = corpus_folder(args, portal), read_selection_options(args)
    given = given or StoredPages(warcs=tuple(args.warc))
    selected = None
    if not options.is_everything:
        from webarticlecurator.corpus.corpora.selected_articles import find_page_addresses

        selected = find_page_addresses(
            select_rows(
                options, portal, folder, with_rejected=with_rejected, has_files=given.has_files
            )
        )
    limit, jobs = getattr(args, "limit", None), getattr(args, "jobs", None)
    return replace(given, folder=folder, limit=limit, jobs=jobs, selected=selected)


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

    ``has_files``: the pages are in files, which have no TEI: UsageError."""
    if has_files:
        raise UsageError(
            "options that select articles need the TEI of a corpus (given: files)",
            "Leave the files out, or --from, --until, --column, --where and --sample (of a"
            " corpus.yaml also `where` and `once`).",
        )
    # the formats of exports take a tenth of a second to import
    from webarticlecurator.corpus.corpora.selected_articles import list_rows, read_addresses
    from webarticlecurator.corpus.stored_pages.stored_rows import is_unbuilt, may_become_article

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
        refuse_options(
            {place: given},
            "has no effect without --cluster, because the files are read here",
            "Remove it, or give the scheduler with --cluster ADDRESS.",
        )
        return Runtime(progress=progress)
    for name, cure in _CURES.items():
        if getattr(args, name.removeprefix("--"), None):
            raise UsageError(f"{name} cannot be used with --cluster", cure)
    files = given or str((folder / subfolder).resolve())
    return Runtime(progress=progress, executor="cluster", cluster=Cluster(args.cluster, files))


_CURES = {
    "--jobs": "Remove it: the cluster uses all workers that were started.",
    "--warc": "Copy the files into the corpus first, with `curator warc adopt`.",
}


def write_zips(
    portal: Portal, folder: Path, output: Path, progress: Progress, *, is_quiet: bool
) -> None:
    """Write the zips of the corpus in ``folder`` to ``output``, and print how many. Raises what
    ``zip_tei`` raises."""
    # imported here: most builds need it not
    from webarticlecurator.corpus.keeping.tei_zips import zip_tei

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
    from webarticlecurator.proposing.tags.tag_counting import take_inventory

    pages = read_page_options(args, portal, with_rejected=True)
    runtime = choose_runtime(args, pages.require_folder(), choose_progress(args.quiet))
    inventory = take_inventory(portal, pages, runtime, with_tree=with_tree)
    counted = f"{inventory.pages} pages, {len(inventory.signatures)} signatures"
    print_message(f"{portal.id}: {counted}", args.quiet)
    return inventory
