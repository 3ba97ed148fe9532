"""The options that choose the stored pages of a command that reads whole corpora."""

from __future__ import annotations

import argparse
from pathlib import Path

from webarticlecurator.cli.portal_file import corpus_folder
from webarticlecurator.cli.selection_options import print_left_out, read_selection_options
from webarticlecurator.errors import UsageError
from webarticlecurator.export import SelectionOptions, make_selections
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.analysis.read_rows import is_unbuilt, may_become_article
from webarticlecurator.run.analysis.selected_articles import (
    IsCandidate,
    find_page_addresses,
    list_rows,
    read_addresses,
)
from webarticlecurator.run.analysis.survey import StoredPages
from webarticlecurator.store import ArticleRow


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
