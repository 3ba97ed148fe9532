"""The TEI files of a corpus, read one by one in the order of their paths.

Memory use does not grow with the corpus.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError, StoreDamaged, UsageError
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.text.published_days import days_of_month
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.export.article_fields import make_field_reader
from webarticlecurator.corpus.export.sampling import SampleChooser, find_rank
from webarticlecurator.corpus.export.selection import Choice, Selection
from webarticlecurator.corpus.export.stored_article import StoredArticle, parse_article
from webarticlecurator.storage.index.disk import locate_stored_file
from webarticlecurator.tei.documents.read import find_header

FOLDER = "tei"
UNREADABLE = "unreadable-tei"
_MONTH = re.compile(r"(\d{4})/(\d\d)")

Item = TypeVar("Item", covariant=True)


class ReadableFile(Protocol):
    """A file that can be read, a ``Path`` or one behind an address; ``str`` is its place."""

    def read_bytes(self) -> bytes:
        """Return the content. Raises OSError."""
        ...


class TeiSource(Protocol):
    """The folder of TEI files, a ``Path`` or one behind an address."""

    def __truediv__(self, path: str, /) -> ReadableFile:
        """Return the file at a path with slashes."""
        ...


@dataclass(frozen=True)
class ReadFile(Generic[Item]):
    """What became of a TEI file: the selected article, or what was made of it (``item``), or a
    ``problem``; neither for an article that is not selected. ``is_undated``: it has no date to
    compare with the selection."""

    path: str
    item: Item | None = None
    problem: Problem | None = None
    is_undated: bool = False


class Articles(Generic[Item]):
    """The selected articles, or what was made of them, of TEI files.

    Attributes, complete after the iteration:
        selected: the number of articles yielded, less those that the format could not write.
        undated: the number of articles left out because they have no date, but a date range is
            selected.
        problems: files that are not TEI written by curator; they are left out.
        remarks: what the format says of all of them, once they are written.
    """

    def __init__(self, files: Iterable[ReadFile[Item]]) -> None:
        self._files = files
        self.selected = 0
        self.undated = 0
        self.problems: list[Problem] = []
        self.remarks: list[str] = []

    def __iter__(self) -> Iterator[Item]:
        for file in self._files:
            self.undated += file.is_undated
            if file.problem is not None:
                self.problems.append(file.problem)
            if file.item is not None:
                self.selected += 1
                yield file.item


def read_places(
    places: Sequence[tuple[Iterable[ReadFile[Any]], Path, Selection]],
) -> Iterator[tuple[int, ReadFile[StoredArticle]]]:
    """Read files below the root of each place, and yield what became of each, in their order, with
    the number of its place. A sample is one of the articles of all places; the files of those in it
    are read a second time."""
    sample = next((selection.sample for _, _, selection in places), None)
    chooser = None if sample is None else SampleChooser[tuple[int, str]](sample.size)
    for number, (files, root, selection) in enumerate(places):
        for file in files:
            read = file if file.problem else read_file(file.path, root, selection)
            if read.item is None or chooser is None or sample is None:
                yield number, read
            else:
                chooser.add(find_rank(make_field_reader(read.item), sample), (number, read.path))
    for number, path in chooser.chosen() if chooser is not None else ():
        _, root, selection = places[number]
        yield number, read_file(path, root, selection)


def find_tei(folder: Path) -> Path:
    """Return the folder with the TEI of the corpus in ``folder``. Raises UsageError if it has
    none."""
    if not (folder / FOLDER).is_dir():
        raise UsageError(
            make_message("no TEI in {folder}", folder=folder),
            "Run `curator crawl` first (or `curator build` if the pages are stored), or give the"
            " right --corpus folder.",
        )
    return folder / FOLDER


def list_files(root: Path, selection: Selection, folder: str = "") -> Iterator[ReadFile[Any]]:
    """Yield the TEI files below ``folder`` that may have selected articles, sorted name by name;
    they are not read. A folder that cannot be listed is a problem.

    Paths are relative to ``root``, with slashes.
    """
    if not can_contain(folder, selection):
        return
    try:
        with os.scandir(root / folder) as entries:
            children = sorted((entry.name, entry.is_dir()) for entry in entries)
    except OSError as error:
        yield _leave_out(root, folder, error.strerror or str(error))
        return
    for name, is_folder in children:
        path = f"{folder}/{name}" if folder else name
        if is_folder:
            yield from list_files(root, selection, path)
        elif name.endswith(".xml"):
            yield ReadFile(path)


def read_file(path: str, root: TeiSource, selection: Selection) -> ReadFile[StoredArticle]:
    """Read the article of the TEI file ``path`` below ``root``, if it may be selected; a sample is
    not taken. Raises what ``root`` raises for a file that it must have, but not OSError."""
    try:
        place = locate_stored_file(root, path) if isinstance(root, Path) else root / path
        content = place.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        message = make_message("it is missing and was left out. `curator build` writes it again.")
        return ReadFile(path, problem=Problem(UNREADABLE, str(root / path), message))
    except OSError as error:
        return _leave_out(root, path, error.strerror or str(error))
    try:
        header = find_header(parse_article(content))
    except CuratorError as error:
        return _leave_out(root, path, error.message)
    except ValueError as error:
        return _leave_out(
            root, path, make_message("its header cannot be read: {error}", error=str(error))
        )
    if not header.id or not header.url:
        return _leave_out(root, path, "it has no id or no address, so curator did not write it")
    article = StoredArticle(
        path,
        header,
        content,
        selection.portal,
        selection.timezone,
        selection.find_duplicate,
        selection.is_unlisted,
        selection.portal_language,
    )
    choice = selection.choose(make_field_reader(article))
    return ReadFile(
        article.path,
        article if choice is Choice.SELECTED else None,
        is_undated=choice is Choice.UNDATED,
    )


def _leave_out(root: TeiSource, path: str, reason: str) -> ReadFile[Any]:
    cure = make_message(
        "The file was left out. Delete it and run `curator build`, which writes it again."
    )
    return ReadFile(
        path,
        problem=Problem(
            UNREADABLE, str(root / path), make_message("{reason}. {cure}", reason=reason, cure=cure)
        ),
    )


def describe_unreadable(where: str) -> StoreDamaged:
    """Return the error for a TEI file that cannot be read where no article may be left out."""
    return StoreDamaged(
        make_message("TEI that cannot be read: {where}", where=where),
        "Delete the file and run `curator build`, which writes it again.",
    )


def can_contain(folder: str, selection: Selection) -> bool:
    """Return False for the folder below tei/ of a month outside the date range."""
    month = _MONTH.fullmatch(folder)
    if month is None or not 1 <= int(month[2]) <= 12 or int(month[1]) == 0:
        return True
    return selection.overlaps(*days_of_month(int(month[1]), int(month[2])))
