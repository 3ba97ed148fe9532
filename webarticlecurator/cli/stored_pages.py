"""The options that choose the stored pages of a command that reads whole corpora."""

from __future__ import annotations

import argparse
from pathlib import Path

from webarticlecurator.cli.portal_file import corpus_folder
from webarticlecurator.cli.selection_options import print_left_out, read_selection_options
from webarticlecurator.errors import UsageError
from webarticlecurator.export import make_selections
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.analysis.selected_articles import find_page_addresses, read_selected
from webarticlecurator.run.analysis.survey import StoredPages


def read_page_options(args: argparse.Namespace, portal: Portal) -> StoredPages:
    """Return the stored pages that the options choose, with those of ``add_selection_options``.

    ``--jobs`` counts if the command has it.
    """
    folder, warcs = corpus_folder(args, portal), tuple(args.warc)
    selected = select_pages(args, portal, folder, has_files=bool(warcs))
    return StoredPages(folder, warcs, jobs=getattr(args, "jobs", None), selected=selected)


def select_pages(
    args: argparse.Namespace, portal: Portal, folder: Path, *, has_files: bool
) -> frozenset[str] | None:
    """Return the addresses of the pages of the articles that the options of
    ``add_selection_options`` select, or None for all.

    ``has_files``: the pages are in files, which have no TEI: UsageError with such an option.
    """
    options = read_selection_options(args)
    if options.is_everything:
        return None
    if has_files:
        raise UsageError(
            "options that select articles go by the TEI of a corpus (given: files)",
            "Leave the files out, or --from, --until, --column, --where and --sample.",
        )
    (selection,) = make_selections(options, [portal])
    articles = read_selected(folder, selection)
    addresses = find_page_addresses(folder, portal.id, articles)
    print_left_out(articles)
    return addresses
