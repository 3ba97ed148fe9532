"""The folders of TEI files, and when the files of each were last known to be all there.

The time of change of a folder says whether a file was added, removed or replaced in it, so that
unchanged folders need not be looked into. An edit in place changes no folder.
"""

from __future__ import annotations

import os
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.storage.index.index import Index
from webarticlecurator.storage.index.lock import NAME as LOCK_NAME

_COARSEST_CLOCK = 2_000_000_000
"""Nanoseconds between two ticks of the coarsest file system (FAT)."""


@dataclass(frozen=True)
class TeiFolder:
    """A folder below tei/ with articles; ``changed`` is its time of change (nanoseconds), None if
    it is missing. ``noted`` is the one in the index."""

    path: str
    changed: int | None
    noted: int | None


class TeiFolders:
    """The folders below tei/ of one corpus. Changes wait for the corpus's ``commit``."""

    def __init__(self, index: Index, folder: Path) -> None:
        self._index = index
        self._top = folder / "tei"
        self._lock = folder / LOCK_NAME

    def changed(self) -> list[TeiFolder]:
        """Return the folders that are not as they were when ``note`` was called for them."""
        rows = self._index.read("SELECT folder, changed FROM tei_folders ORDER BY folder")
        folders = [TeiFolder(path, self._time_of(path), noted) for path, noted in rows]
        return [each for each in folders if each.changed is None or each.changed != each.noted]

    def note(self, folder: TeiFolder) -> None:
        """Note that all files of a folder were there, or are marked for the build, after it was
        returned by ``changed``.

        A folder that was changed just before this process locked the corpus is not noted: the same
        tick of the file system's clock may have seen another change. A missing folder is forgotten
        until a file is written to it.
        """
        if folder.changed is None:
            self._index.write("DELETE FROM tei_folders WHERE folder = ?", (folder.path,))
            return
        opened = self._lock.stat().st_mtime_ns
        time = folder.changed if folder.changed < opened - _COARSEST_CLOCK else None
        if time != folder.noted:
            self._index.write(
                "UPDATE tei_folders SET changed = ? WHERE folder = ?", (time, folder.path)
            )

    def _time_of(self, path: str) -> int | None:
        try:
            return os.stat(self._top / path).st_mtime_ns  # noqa: PTH116
        except (FileNotFoundError, NotADirectoryError):
            return None
