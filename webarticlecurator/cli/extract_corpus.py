"""The articles of a corpus for ``curator extract``: at given addresses, or selected ones."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.portal_file import corpus_folder
from webarticlecurator.cli.stored_pages import select_rows
from webarticlecurator.errors import PageUnreadable, UsageError
from webarticlecurator.export import SelectionOptions, write_file
from webarticlecurator.model.article import Article, Rejected
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.extracted_article import explain_stored, extract_stored
from webarticlecurator.run.preview.given_pages import GivenPages
from webarticlecurator.run.preview.highlighting import highlight_stored
from webarticlecurator.run.preview.supervised import run_supervised

Found = tuple[Article | Rejected, ...]
"""The articles of one page."""


def extract_from_corpus(
    args: argparse.Namespace, portal: Portal, urls: Iterable[str]
) -> Iterator[Found]:
    """Yield the articles of the corpus at some addresses, each with all its pages."""
    folder = corpus_folder(args, portal)
    for url in urls:
        if args.explain:
            for line in run_supervised(portal, url, explain_stored, folder, url):
                print_message(line)
        if args.html_view is not None:
            write_file(args.html_view, run_supervised(portal, url, highlight_stored, folder, url))
        yield (run_supervised(portal, url, extract_stored, folder, url),)


def extract_selected(
    args: argparse.Namespace, portal: Portal, given: GivenPages, options: SelectionOptions
) -> Iterator[Found]:
    """Yield the selected articles of the corpus, as the present rules read them, and the selected
    addresses without TEI; what cannot be read in time is one of these."""
    if given.urls:
        raise UsageError(
            "--url together with options that select articles",
            "Leave --url out, or --from, --until, --column, --where and --sample.",
        )
    folder = corpus_folder(args, portal)
    rows = select_rows(options, portal, folder, has_files=bool(given.saved or given.warcs))
    for row in rows:
        try:
            yield from extract_from_corpus(args, portal, (row.canonical,))
        except PageUnreadable as error:
            yield (Rejected(row.canonical, error.reason, error.message),)
