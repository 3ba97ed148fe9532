"""An exporter: what it makes of articles, and how results come to the disk, complete or not at all.

What a format of ``curator export`` is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.portal.portal import Portal

if TYPE_CHECKING:
    from webarticlecurator.corpus.export.stored_article import StoredArticle

Content: TypeAlias = bytes | Iterable[bytes]
"""The content of a file, whole or in parts."""


class ExportSummary(Protocol):
    """What a format says of all articles, once they are written. ``left_out``: how many it could
    not write."""

    left_out: int

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
    has anyway. ``model``: what divides and analyses the text, None for rules. ``skip_language``:
    leave out articles in a language that the model or the rules are not made for.
    ``detect_language``: go by the language of the text where the declared one is surely wrong.
    ``more``: fields that the usual columns or metadata do not have. ``portals``: those whose
    articles are written; empty in the processes that convert articles. ``title``: of several
    corpora; empty for those of their portals. ``judged``: id of a portal → sentences that say how
    good and how complete its corpus is."""

    columns: tuple[str, ...] = ()
    portals: tuple[Portal, ...] = ()
    model: str | None = None
    skip_language: bool = False
    detect_language: bool = False
    more: tuple[str, ...] = ()
    title: str = ""
    judged: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def choose_columns(self, usual: tuple[str, ...]) -> tuple[str, ...]:
        """Return the columns of a format that has some."""
        return (*(self.columns or usual), *(each for each in self.more if each not in self.columns))


NO_OPTIONS = ExportOptions()


@dataclass(frozen=True)
class Exporter:
    """A format: the functions that turn articles into bytes.

    ``summary`` says in a few words what it is for. ``chunks`` yields the bytes of one stream or
    file; None for a format that is a folder. ``files`` yields path (with slashes) and content of
    each file of a folder: then ``--output`` is a new folder, unless it ends in ``suffix``
    (``.txt``). Both take the results of ``convert``, which is called with each article, in any
    process, and returns what can be pickled.

    ``columns`` are the fields that ``--columns`` may choose. Where there are ``usual`` columns, the
    functions get the chosen ones, or else these, before their other argument. ``prepare`` returns
    the exporter for what else the user chose. ``extra`` of this package installs the ``libraries``
    that it imports.

    ``holds_corpus``: it is made of the files of one corpus as they are, not of articles
    (``corpus/keeping/packing.py``).

    ``has_tokens``: it divides the text into tokens, so that ``--model`` may name a model.
    ``summarize`` begins the summary of one export.
    """

    summary: str
    chunks: Callable[..., Iterator[bytes]] | None
    files: Callable[..., Iterator[tuple[str, Content]]] | None = None
    suffix: str = ""
    convert: Callable[..., Any] = keep_article
    columns: tuple[str, ...] = ()
    usual: tuple[str, ...] = ()
    prepare: Callable[[ExportOptions], Exporter] | None = None
    extra: str = ""
    libraries: tuple[str, ...] = ()
    has_tokens: bool = False
    holds_corpus: bool = False
    summarize: Callable[[], ExportSummary] | None = None

    def choose_columns(self, options: ExportOptions) -> Exporter:
        """Return the exporter for the columns that the user chose."""
        if not self.usual:
            return self
        columns = options.choose_columns(self.usual)
        return replace(
            self,
            chunks=self.chunks and partial(self.chunks, columns),
            files=self.files and partial(self.files, columns),
            convert=partial(self.convert, columns),
        )

    def __post_init__(self) -> None:
        if not (self.chunks or self.files or self.holds_corpus):
            raise TypeError(f"export format without chunks and files: {self.summary!r}; give one")
