"""The articles and corpora that the options of ``curator report`` select."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from webarticlecurator.cli.portal_file import open_corpora
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.selection_options import read_selection_options, select_corpora
from webarticlecurator.corpus.corpora.exporting import ExportedCorpus
from webarticlecurator.corpus.corpora.selected_articles import read_selected
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.tei_articles import Articles
from webarticlecurator.crawling.workers.run_options import Runtime


def read_selected_articles(args: argparse.Namespace) -> Articles[StoredArticle]:
    return read_articles_of_corpora(select_report_corpora(args))


def read_articles_of_corpora(corpora: Sequence[ExportedCorpus]) -> Articles[StoredArticle]:
    return read_selected(*((each.folder, each.selection) for each in corpora))


def select_report_corpora(args: argparse.Namespace) -> list[ExportedCorpus]:
    """Return the corpora of CONFIG with what is selected."""
    runtime = Runtime(progress=choose_progress(getattr(args, "quiet", True)))
    opened, options = open_corpora(args), read_selection_options(args)
    return select_corpora(args, opened, options, lambda _: runtime)
