"""The options that choose the stored pages of a command that reads whole corpora."""

from __future__ import annotations

import argparse

from webarticlecurator.cli.options import add_corpus_option, add_warc_option
from webarticlecurator.cli.portal_file import corpus_folder
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.analysis.survey import StoredPages


def add_source_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--corpus`` and ``--warc``."""
    add_corpus_option(parser)
    add_warc_option(parser)


def read_page_options(args: argparse.Namespace, portal: Portal) -> StoredPages:
    """Return the stored pages that the options choose.

    ``--limit`` and ``--jobs`` count if the command has them.
    """
    limit, jobs = (getattr(args, name, None) for name in ("limit", "jobs"))
    return StoredPages(corpus_folder(args, portal), tuple(args.warc), limit, jobs=jobs)
