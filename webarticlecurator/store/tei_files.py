"""What each TEI file was when it was written: its digest, and what the system said of the file
then.

An index that an older version made knows no digests; ``curator build`` notes them.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG

from webarticlecurator.store.index import Index

_SLICE = 500


@dataclass(frozen=True)
class TeiFile:
    """A file that the article ``canonical`` has below tei/. ``digest`` is the hex sha256 of what
    was written, None if it is not known; ``stat`` the size and the time of change (nanoseconds)
    that the file had then."""

    canonical: str
    path: str
    digest: str | None
    stat: tuple[int, int] | None

    def on_disk(self, folder: Path) -> tuple[int, int] | None:
        """Size and time of change now; None if there is no such file."""
        try:
            found = os.stat(f"{folder}{os.sep}{self.path}")  # noqa: PTH116  # a Path costs more than the question
        except (FileNotFoundError, NotADirectoryError):
            return None
        return (found.st_size, found.st_mtime_ns) if S_ISREG(found.st_mode) else None


class TeiFiles:
    """The TEI files of a corpus as they were written. Changes wait for the corpus's ``commit``."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def record(self, folder: Path, path: str, content: bytes) -> None:
        """``content`` is what the file at ``path`` below ``folder`` holds now."""
        found = (folder / path).stat()
        self._index.write(
            "INSERT INTO tei_files VALUES (?, ?, ?, ?) ON CONFLICT (path) DO UPDATE"
            " SET digest = excluded.digest, size = excluded.size, changed = excluded.changed",
            (path, digest_of(content), found.st_size, found.st_mtime_ns),
        )

    def all(self) -> Iterator[TeiFile]:
        """The file of every article that is in TEI, in the order of listing, in slices: notes may
        be made meanwhile."""
        last = 0
        query = (
            "SELECT a.id, a.canonical, a.tei, t.digest, t.size, t.changed FROM articles a LEFT"
            " JOIN tei_files t ON t.path = a.tei WHERE a.state = 'tei' AND a.id > ? AND a.tei IS"
            f" NOT NULL ORDER BY a.id LIMIT {_SLICE}"
        )
        while rows := self._index.read(query, (last,)):
            last = rows[-1][0]
            for _, canonical, path, digest, size, changed in rows:
                yield TeiFile(canonical, path, digest, None if size is None else (size, changed))

    def forget_unowned(self) -> None:
        """Take out what is said of files that no article has any more."""
        self._index.write(
            "DELETE FROM tei_files WHERE path NOT IN (SELECT tei FROM articles WHERE tei IS NOT"
            " NULL)"
        )


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
