"""The articles of a corpus for ``curator extract``: at given addresses, or selected ones."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import Any

from webarticlecurator.base.errors import PageUnreadable, UsageError
from webarticlecurator.base.model.article import Article, Rejected
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.output_files import write_file
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.portal_file import corpus_folder
from webarticlecurator.cli.stored_page_options import select_rows
from webarticlecurator.corpus.export.selection import SelectionOptions
from webarticlecurator.corpus.stored_pages.page_store import StoredPages, run_supervised
from webarticlecurator.proposing.trial import highlighted_pages
from webarticlecurator.proposing.trial.extracted_article import extract_stored

Found = tuple[Article | Rejected, ...]
"""The articles of one page."""


def extract_from_corpus(
    args: argparse.Namespace, portal: Portal, urls: Iterable[str]
) -> Iterator[Found]:
    """Yield the articles of the corpus at some addresses, each with all its pages."""
    folder = corpus_folder(args, portal)
    for url in urls:
        show_rules(args, portal, url, folder, url)
        yield (run_supervised(portal, url, extract_stored, folder, url),)


def show_rules(args: argparse.Namespace, portal: Portal, url: str, *page: Any) -> None:
    """Print what ``--explain`` says of a page and write the file of ``--html-view``. ``page``: the
    page itself, or the folder of the corpus and its address there."""
    if not args.explain and args.html_view is None:
        return
    # what marks and explains a page takes a tenth of a second to import
    from webarticlecurator.proposing.trial import explaining

    is_stored = len(page) > 1
    if args.explain:
        explain = explaining.explain_stored if is_stored else explaining.explain
        for line in run_supervised(portal, url, explain, *page):
            print_message(line)
    if args.html_view is not None:
        highlight = (
            highlighted_pages.highlight_stored if is_stored else highlighted_pages.highlight_page
        )
        write_file(args.html_view, run_supervised(portal, url, highlight, *page))


def extract_selected(
    args: argparse.Namespace, portal: Portal, given: StoredPages, options: SelectionOptions
) -> Iterator[Found]:
    """Yield the selected articles of the corpus, as the present rules read them, and the selected
    addresses without TEI; what cannot be read in time is one of these."""
    if given.urls:
        raise UsageError(
            "--url together with options that select articles",
            "Leave --url out, or --from, --until, --column, --where and --sample.",
        )
    for row in select_rows(options, portal, corpus_folder(args, portal), has_files=given.has_files):
        try:
            yield from extract_from_corpus(args, portal, (row.canonical,))
        except PageUnreadable as error:
            yield (Rejected(row.canonical, error.reason, error.message),)
