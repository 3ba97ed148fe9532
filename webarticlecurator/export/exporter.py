"""What a format of ``curator export`` is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from webarticlecurator.export.selection import StoredArticle


@dataclass(frozen=True)
class Exporter:
    """A format: the functions that turn articles into bytes.

    ``summary`` says in a few words what it is for. ``chunks`` yields the bytes of one stream or
    file. ``files`` yields path (with slashes) and bytes of one file per article: then ``--output``
    is a new folder, unless it ends in ``suffix`` (``.txt``).
    """

    summary: str
    chunks: Callable[[Iterable[StoredArticle]], Iterator[bytes]]
    files: Callable[[Iterable[StoredArticle]], Iterator[tuple[str, bytes]]] | None = None
    suffix: str = ""
