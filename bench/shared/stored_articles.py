"""The articles of a corpus in TEI, by path."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.tei_articles import (
    Articles,
    find_tei,
    list_files,
    read_places,
)


def read_articles(folder: Path, selection: Selection | None = None) -> Articles[StoredArticle]:
    """Return the selected articles of the corpus in ``folder``, sorted by path."""
    root, chosen = find_tei(folder), selection or Selection()
    return Articles(file for _, file in read_places([(list_files(root, chosen), root, chosen)]))
