"""The articles of a corpus that a user has selected, for its reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from webarticlecurator.errors import StoreDamaged
from webarticlecurator.export import Articles, ReadFile, Selection, StoredArticle, read_files
from webarticlecurator.export.tei_articles import FOLDER
from webarticlecurator.store import view_corpus
from webarticlecurator.store.duplicate_lookup import DuplicateLookup


def read_selected(folder: Path, selection: Selection) -> Articles[StoredArticle]:
    """Return the selected articles in TEI of the corpus in ``folder``, in the order of listing.

    Files that cannot be read are added to its ``problems``. The iteration raises CorpusMismatch,
    StoreDamaged.
    """
    selection = replace(selection, find_duplicate=DuplicateLookup(folder))
    files = _list_files(folder, selection.portal)
    return Articles(read_files(files, folder / FOLDER, selection))


def find_page_addresses(
    folder: Path, portal: str, articles: Articles[StoredArticle]
) -> frozenset[str]:
    """Return the addresses under which the first pages of articles of ``read_selected`` were
    fetched; a page that holds several articles counts if one of those on it is there.

    Raises CorpusMismatch, and StoreDamaged for TEI that cannot be read, since a count must not
    leave an article out.
    """
    paths = {article.path for article in articles}
    if articles.problems:
        raise StoreDamaged(
            f"TEI that cannot be read: {articles.problems[0].where}",
            "Delete the file and run `curator build`, which writes it again.",
        )
    with view_corpus(folder, portal) as corpus:
        rows = corpus.frontier.articles("tei")
        return frozenset(row.requested.partition("#")[0] for row in rows if row.tei in paths)


def _list_files(folder: Path, portal: str) -> Iterator[ReadFile[Any]]:
    with view_corpus(folder, portal) as corpus:
        for row in corpus.frontier.articles("tei"):
            yield ReadFile(row.tei or "")
