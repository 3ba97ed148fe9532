"""The articles of a corpus that a user has selected, for its reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

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


def _list_files(folder: Path, portal: str) -> Iterator[ReadFile[Any]]:
    with view_corpus(folder, portal) as corpus:
        for row in corpus.frontier.articles("tei"):
            yield ReadFile(row.tei or "")
