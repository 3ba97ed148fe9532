"""The TEI files of a corpus, read one by one in the order of their paths.

Memory use does not grow with the corpus.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.export.selection import Selection, StoredArticle, days_of_month, parse_days
from webarticlecurator.model.verdict import Problem
from webarticlecurator.tei import read_header

FOLDER = "tei"
UNREADABLE = "unreadable-tei"
_MONTH = re.compile(r"(\d{4})/(\d\d)")


class Articles:
    """The selected articles of the corpus in ``folder``; iteration yields them sorted by path.

    Attributes, complete after the iteration:
        selected: the number of articles yielded.
        undated: the number of articles left out because they have no date, but a date range is
            selected.
        problems: files that are not TEI written by curator; they are left out.
    """

    def __init__(self, folder: Path, selection: Selection) -> None:
        self._root = folder / FOLDER
        self._selection = selection
        self.selected = 0
        self.undated = 0
        self.problems: list[Problem] = []

    def __iter__(self) -> Iterator[StoredArticle]:
        for path in self._paths(""):
            article = self._read(path)
            if article is not None and self._is_selected(article):
                self.selected += 1
                yield article

    def _read(self, path: str) -> StoredArticle | None:
        try:
            content = (self._root / path).read_bytes()
            header = read_header(content)
            if header.id and header.url:
                return StoredArticle(path, header, content)
            self._leave_out(path, "it has no id or no address, so it was not written by curator")
        except CuratorError as error:
            self._leave_out(path, error.message)
        except ValueError as error:
            self._leave_out(path, f"its header cannot be read: {error}")
        except OSError as error:
            self._leave_out(path, error.strerror or str(error))
        return None

    def _leave_out(self, path: str, reason: str) -> None:
        cure = "Left out. Delete the file and run `curator build`, which writes it again."
        self.problems.append(Problem(UNREADABLE, str(self._root / path), f"{reason}. {cure}"))

    def _is_selected(self, article: StoredArticle) -> bool:
        selection = self._selection
        if selection.column not in (None, article.header.column):
            return False
        if not selection.has_date_range:
            return True
        days = parse_days(article.header.metadata.first("published"), selection.timezone)
        if days is None:
            self.undated += 1
            return False
        return selection.overlaps(*days)

    def _paths(self, folder: str) -> Iterator[str]:
        """Yield the paths of the TEI files below ``tei/folder``, sorted name by name.

        They are relative to ``tei/``, with slashes.
        """
        if not _can_contain(folder, self._selection):
            return
        try:
            with os.scandir(self._root / folder) as entries:
                children = sorted((entry.name, entry.is_dir()) for entry in entries)
        except OSError as error:
            self._leave_out(folder, error.strerror or str(error))
            return
        for name, is_folder in children:
            path = f"{folder}/{name}" if folder else name
            if is_folder:
                yield from self._paths(path)
            elif name.endswith(".xml"):
                yield path


def read_articles(folder: Path, selection: Selection | None = None) -> Articles:
    """Return the articles of the corpus in ``folder``.

    Raises UsageError if it has no TEI. Files that cannot be read are added to ``problems``.
    """
    if not (folder / FOLDER).is_dir():
        raise UsageError(
            f"no TEI in {folder}",
            "Run `curator crawl` first (or `curator build` if the pages are stored), or give the"
            " right --corpus folder.",
        )
    return Articles(folder, selection or Selection())


def _can_contain(folder: str, selection: Selection) -> bool:
    """Return False for the folder of a month outside the date range."""
    month = _MONTH.fullmatch(folder)
    if month is None or not 1 <= int(month[2]) <= 12 or int(month[1]) == 0:
        return True
    return selection.overlaps(*days_of_month(int(month[1]), int(month[2])))
