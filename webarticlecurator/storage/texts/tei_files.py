"""The TEI files of a corpus: their digests, their folders, and the check of both.

The digest, size and time of change of each TEI file when it was written.

An index that was just made again has no digests; ``curator build`` adds them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from stat import S_ISREG

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import RightsStatement
from webarticlecurator.storage.index.index import SLICE, IndexTables

_COLUMNS = "a.canonical, a.tei, t.digest, t.size, t.changed, t.noted"
_VISIBLE_AFTER = 2
"""Seconds that a commit may take."""
_FILES = "LEFT JOIN tei_files t ON t.path = a.tei"


@dataclass(frozen=True)
class TeiFile:
    """The TEI file of the article ``canonical``; ``path`` is below tei/.

    ``digest`` is the hex sha256 of what was written, ``stat`` the size and the time of change
    (nanoseconds) of the file at that time; None if not known. ``noted``: from when on others can
    see it in the index (seconds since 1970), None if not known.
    """

    canonical: str
    path: str
    digest: str | None
    stat: tuple[int, int] | None
    noted: int | None = None

    def on_disk(self, folder: Path) -> tuple[int, int] | None:
        """Return the present size and time of change; None if the file is missing."""
        try:
            status = os.stat(f"{folder}{os.sep}{self.path}")  # noqa: PTH116  # a Path costs more than the call
        except (FileNotFoundError, NotADirectoryError):
            return None
        return (status.st_size, status.st_mtime_ns) if S_ISREG(status.st_mode) else None


class TeiFiles(IndexTables):
    """The TEI files of a corpus as they were written. Changes wait for the corpus's ``commit``."""

    def record(self, path: str, digest: str, stat: tuple[int, int]) -> None:
        """Record digest, size and time of change of the TEI file at ``path``, or of a draft that
        becomes it."""
        self._index.write(
            "INSERT OR IGNORE INTO tei_folders VALUES (?, NULL)", (path.rpartition("/")[0],)
        )
        self._index.write(
            "INSERT INTO tei_files VALUES (?, ?, ?, ?, 0) ON CONFLICT (path)"
            " DO UPDATE SET noted = iif(digest = excluded.digest, noted, 0),"
            " digest = excluded.digest, size = excluded.size, changed = excluded.changed",
            (path, digest, *stat),
        )

    def all(self) -> Iterator[TeiFile]:
        """Yield the file of every article that has TEI, in the order of listing.

        They are read in slices: files may be recorded meanwhile.
        """
        query = (
            f"SELECT a.id, {_COLUMNS} FROM articles a"
            " LEFT JOIN tei_files t ON t.path = a.tei WHERE a.state = 'tei' AND a.id > ?"
            " AND a.tei IS NOT NULL ORDER BY a.id"
        )
        return (_to_tei_file(*row[1:]) for row in self._index.sliced(query, 0))

    def read_state(self) -> int:
        """Return a number that is another one whenever the TEI of an article changes."""
        return self._index.number("SELECT token FROM tei_state")

    def count(self) -> int:
        """Return the number of articles that have a TEI file."""
        return self._index.number("SELECT COUNT(*) FROM articles WHERE tei IS NOT NULL")

    def has_owner(self, path: str) -> bool:
        """Return True if an article has the file at ``path``."""
        return self._index.has("SELECT 1 FROM articles WHERE tei = ?", (path,))

    def in_folder(self, folder: str) -> Iterator[TeiFile]:
        """Yield the files of the articles in a folder below tei/, by path, in slices."""
        # '0' is the character after '/'
        return self.by_path(f"{folder}/", f"{folder}0")

    def by_path(self, after: str = "", before: str = "~") -> Iterator[TeiFile]:
        """Yield the file of every article that has TEI between two paths, by path, in slices."""
        query = (
            f"SELECT {_COLUMNS} FROM articles a {_FILES} WHERE a.tei > ? AND a.tei < ?"
            " AND +a.state = 'tei' ORDER BY a.tei"
        )
        rows = self._index.sliced(query, after, (before,), key=1)
        return (_to_tei_file(*row) for row in rows)

    def by_warc(self) -> Iterator[tuple[str | None, TeiFile]]:
        """Yield every file with the WARC file that has the first page of its article, sorted by
        both. None, which comes first, for a page that is in no WARC file of the corpus. Only for an
        index that does not change meanwhile."""
        query = (
            f"SELECT c.file, {_COLUMNS} FROM articles a LEFT JOIN captures c ON c.record_id ="
            " (SELECT p.record_id FROM pages p WHERE p.article = a.id AND p.record_id IS NOT NULL"
            f" ORDER BY p.number LIMIT 1) {_FILES}"
            " WHERE a.state = 'tei' AND a.tei IS NOT NULL ORDER BY c.file, a.tei"
        )
        return ((row[0], _to_tei_file(*row[1:])) for row in self._index.stream(query))

    def of(self, canonical: str, path: str) -> TeiFile:
        """Return the file at ``path`` of an article; without a digest if none was noted."""
        query = "SELECT digest, size, changed, noted FROM tei_files WHERE path = ?"
        return _to_tei_file(canonical, path, *(self._index.one(query, (path,)) or (None,) * 4))

    def note_visible(self, now: datetime) -> None:
        """Note of all files of the transaction that others can see them from now on: who asks for
        what has changed since he asked last must not miss what was written before, and committed
        after."""
        seconds = int(now.timestamp()) + _VISIBLE_AFTER
        self._index.write("UPDATE tei_files SET noted = ? WHERE noted = 0", (seconds,))

    def by_change(
        self, after: tuple[int, str], until: int, folder: str, limit: int
    ) -> list[TeiFile]:
        """Return at most ``limit`` files of articles by the time from which they can be seen
        (seconds) and path: behind those two, and before ``until``; ``folder``: below this one
        alone."""
        rows = self._index.read(
            f"SELECT {_COLUMNS} FROM tei_files t"
            " CROSS JOIN articles a ON a.tei = t.path WHERE (t.noted, t.path) > (?, ?)"
            " AND t.noted < ? AND t.path GLOB ? AND a.state = 'tei'"
            " ORDER BY t.noted, t.path LIMIT ?",
            (*after, until, f"{folder}*", limit),
        )
        return [_to_tei_file(*row) for row in rows]

    def not_noted(self, after: str, folder: str, limit: int) -> list[TeiFile]:
        """Return at most ``limit`` files of which no change is noted, by path behind ``after``: of
        an index that was just made again."""
        if self._index.number("SELECT COUNT(*) FROM tei_files") >= self.count():
            return []
        rows = self._index.read(
            f"SELECT {_COLUMNS} FROM articles a {_FILES} WHERE a.tei > ? AND a.tei GLOB ?"
            " AND +a.state = 'tei' AND t.path IS NULL ORDER BY a.tei LIMIT ?",
            (after, f"{folder}*", limit),
        )
        return [_to_tei_file(*row) for row in rows]

    def last_change(self) -> int:
        """Return from when on the file that changed last can be seen (seconds), 0 without any."""
        return self._index.number("SELECT coalesce(max(noted), 0) FROM tei_files")

    def record_rights(self, path: str, statements: Sequence[RightsStatement]) -> None:
        """Record what the header of the file at ``path`` says about its use."""
        self._index.write("DELETE FROM rights WHERE path = ?", (path,))
        for number, each in enumerate(statements):
            self._index.write(
                "INSERT INTO rights VALUES (?, ?, ?, ?)", (path, number, each.source, each.value)
            )

    def rights_of(self, path: str) -> tuple[RightsStatement, ...]:
        """Return what the header of the file at ``path`` says about its use."""
        rows = self._index.read(
            "SELECT source, value FROM rights WHERE path = ? ORDER BY number", (path,)
        )
        return tuple(RightsStatement(*row) for row in rows)

    def captured_rights(self) -> Iterator[tuple[RightsStatement, str, str]]:
        """Yield every statement with the address and the time of the first page of its article."""
        last = ("", -1)
        query = (
            "SELECT r.path, r.number, r.source, r.value, c.url, c.time FROM rights r"
            " JOIN articles a ON a.tei = r.path JOIN pages p ON p.article = a.id AND p.number = 0"
            " JOIN captures c ON c.record_id = p.record_id WHERE (r.path, r.number) > (?, ?)"
            f" ORDER BY r.path, r.number LIMIT {SLICE}"
        )
        while rows := self._index.read(query, last):
            last = rows[-1][:2]
            yield from ((RightsStatement(*row[2:4]), row[4], row[5]) for row in rows)

    def forget_unowned(self) -> None:
        """Delete the entries of files that no longer belong to an article."""
        self._index.allow_large_transaction()
        for table in ("tei_files", "rights"):
            self._index.write(
                f"DELETE FROM {table} WHERE path NOT IN (SELECT tei FROM articles"
                " WHERE tei IS NOT NULL)"
            )


def _to_tei_file(
    canonical: str,
    path: str,
    digest: str | None,
    size: int | None,
    changed: int | None,
    noted: int | None,
) -> TeiFile:
    stat = None if size is None or changed is None else (size, changed)
    return TeiFile(canonical, path, digest, stat, noted)
