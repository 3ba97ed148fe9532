"""What a format of ``curator export`` is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from webarticlecurator.export.article_fields import StoredArticle
from webarticlecurator.model.portal import Portal

Content: TypeAlias = bytes | Iterable[bytes]
"""The content of a file, whole or in parts."""


class ExportSummary(Protocol):
    """What a format says of all articles, once they are written."""

    def add(self, item: Any) -> None:
        """Count the result of ``convert`` for one article."""
        ...

    def list_files(self, output: Path) -> Iterable[tuple[str, bytes]]:
        """Return name and content of the files that belong beside ``output``."""
        ...

    def list_remarks(self) -> Iterable[str]:
        """Return what the user has to know, one sentence each."""
        ...


def keep_article(article: StoredArticle) -> StoredArticle:
    """Return the article itself."""
    return article


@dataclass(frozen=True)
class ExportOptions:
    """What a user chose for a format. ``columns``: names of fields, empty for those that the format
    has anyway. ``model``: what divides and analyses the text, None for rules. ``portals``: those
    whose articles are written; empty in the processes that convert articles."""

    columns: tuple[str, ...] = ()
    portals: tuple[Portal, ...] = ()
    model: str | None = None


@dataclass(frozen=True)
class Exporter:
    """A format: the functions that turn articles into bytes.

    ``summary`` says in a few words what it is for. ``chunks`` yields the bytes of one stream or
    file; None for a format that is a folder. ``files`` yields path (with slashes) and content of
    each file of a folder: then ``--output`` is a new folder, unless it ends in ``suffix``
    (``.txt``). Both take the results of ``convert``, which is called with each article, in any
    process, and returns what can be pickled.

    ``columns`` are the fields that ``--columns`` may choose; ``prepare`` returns the exporter for
    what the user chose. ``extra`` of this package installs the ``libraries`` that it imports.

    ``has_tokens``: it divides the text into tokens, so that ``--model`` may name a model.
    ``summarize`` begins the summary of one export.
    """

    summary: str
    chunks: Callable[[Iterable[Any]], Iterator[bytes]] | None
    files: Callable[[Iterable[Any]], Iterator[tuple[str, Content]]] | None = None
    suffix: str = ""
    convert: Callable[[StoredArticle], Any] = keep_article
    columns: tuple[str, ...] = ()
    prepare: Callable[[ExportOptions], Exporter] | None = None
    extra: str = ""
    libraries: tuple[str, ...] = ()
    has_tokens: bool = False
    summarize: Callable[[], ExportSummary] | None = None
