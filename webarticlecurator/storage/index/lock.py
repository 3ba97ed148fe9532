"""A lock on the corpus folder: one process per corpus.

The system releases the lock when the process ends, however it ends: there are no stale locks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.base.errors import CorpusLocked
from webarticlecurator.base.system.file_locks import lock_file, unlock_file
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.index.disk import FOLDER, refuse_link
from webarticlecurator.storage.index.index import DRAFT, index_files

NAME = "corpus.lock"


class Lock:
    """The lock of a corpus folder, acquired when made.

    Whoever writes into the folder has it. So links inside the folder, by which files elsewhere
    would be written, are refused here, before anything is. A reader (``is_reader``) needs no right
    to write, as on a disk where copies are kept. Raises CorpusMismatch for links, CorpusLocked,
    which names the other process.
    """

    def __init__(self, folder: Path, *, is_reader: bool = False) -> None:
        # what may be written must not be a link; what is read asks ``locate_stored_file``
        tei = folder / "tei"
        indexes = (*index_files(), *index_files(DRAFT))
        drafts = (
            "pruned.new",
            "reports/problems.tsv.new",
            "tei/renamed.tsv",
            "tei/.drafts",
        )
        for name in (NAME, *indexes, FOLDER, "reports", "tei", *drafts):
            refuse_link(folder / name)
        for year in _list_folders(tei):
            refuse_link(year)
            # the others, of undated articles, hold files alone
            for month in _list_folders(year) if year.name.isdigit() else ():
                refuse_link(month)
        self._path = folder / NAME
        self._handle: int | None = None
        is_writable = not is_reader or os.access(folder, os.W_OK)
        if not is_writable and not self._path.exists():
            return
        self._handle = lock_file(self._path, shared=not is_writable)
        if self._handle is None:
            raise _locked_error(folder, read_last_owner(folder))
        if is_writable:
            os.ftruncate(self._handle, 0)
            os.write(self._handle, b"%d\n" % os.getpid())

    def close(self) -> None:
        """Release the lock. The file stays.

        If it were deleted, two processes could hold locks on two files of the same name.
        """
        if self._handle is not None:
            unlock_file(self._path, self._handle)
            self._handle = None


def read_last_owner(folder: Path) -> int:
    """Return the number of the process that last had the lock of a corpus, which may have ended; 0
    if none had."""
    try:
        text = (folder / NAME).read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return 0
    return int(text) if text.isdigit() else 0


def _list_folders(folder: Path) -> Iterator[Path]:
    """Yield the folders in a folder, and the links to folders."""
    try:
        with os.scandir(folder) as entries:
            yield from (Path(entry.path) for entry in entries if not entry.is_file())
    except OSError:  # missing; what else is wrong is found when it is read
        return


def _locked_error(folder: Path, pid: int) -> CorpusLocked:
    return CorpusLocked(
        make_message("{folder}: process {pid} is using this corpus", folder=folder, pid=pid)
        if pid
        else make_message("{folder}: another process is using this corpus", folder=folder),
        "Wait until it has ended, or end it; then run the same command again.",
    )
