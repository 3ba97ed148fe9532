"""What a format of ``curator export`` is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from webarticlecurator.export.stored_article import StoredArticle


def keep_article(article: StoredArticle) -> StoredArticle:
    """Return the article itself."""
    return article


@dataclass(frozen=True)
class Exporter:
    """A format: the functions that turn articles into bytes.

    ``summary`` says in a few words what it is for. ``chunks`` yields the bytes of one stream or
    file. ``files`` yields path (with slashes) and bytes of one file per article: then ``--output``
    is a new folder, unless it ends in ``suffix`` (``.txt``). Both take the results of ``convert``,
    which is called with each article, in any process, and returns what can be pickled.
    """

    summary: str
    chunks: Callable[[Iterable[Any]], Iterator[bytes]]
    files: Callable[[Iterable[Any]], Iterator[tuple[str, bytes]]] | None = None
    suffix: str = ""
    convert: Callable[[StoredArticle], Any] = keep_article
