"""The TEI of a corpus as articles, and its export, without the command."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

from webarticlecurator.corpus.export.exporter import Exporter
from webarticlecurator.corpus.export.formats import write_converted
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.tei_articles import (
    Articles,
    ReadFile,
    find_tei,
    list_files,
    read_places,
)


def read_articles(
    folder: Path,
    selection: Selection | None = None,
    files: Iterable[ReadFile[Any]] | None = None,
) -> Articles[StoredArticle]:
    """Return the articles of the corpus in ``folder``, sorted by path; ``files`` are those to read,
    if they are listed already.

    Raises UsageError if it has no TEI. Files that cannot be read are added to ``problems``.
    """
    root, chosen = find_tei(folder), selection or Selection()
    listed = list_files(root, chosen) if files is None else files
    return Articles(file for _, file in read_places([(listed, root, chosen)]))


def export(
    articles: Iterable[StoredArticle], exporter: Exporter, output: Path | BinaryIO
) -> list[str]:
    """Write ``articles`` to an open binary stream or to a path, as ``write_converted``; return what
    the user has to know of all of them."""
    summary = write_converted(map(exporter.convert, articles), exporter, output)
    return [] if summary is None else list(summary.list_remarks())
