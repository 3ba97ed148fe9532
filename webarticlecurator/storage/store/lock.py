"""A lock on the corpus folder: one process per corpus.

The system releases the lock when the process ends, however it ends: there are no stale locks.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.base.errors import CorpusLocked
from webarticlecurator.base.system.input_files import open_handle
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.store.disk import FOLDER, refuse_link
from webarticlecurator.storage.store.index import DRAFT, index_files

NAME = "corpus.lock"
# the byte locked on Windows: far behind the pid, which other processes may then read
_LOCKED_BYTE = 1 << 30

_own_locks: set[str] = set()
"""Folders locked by this process: POSIX record locks do not stop a process from locking twice.

Record locks are used because, unlike flock, they are not inherited by forked workers that outlive a
killed parent.
"""


class Lock:
    """The lock of a corpus folder, acquired when made.

    Whoever writes into the folder has it. So links inside the folder, by which files elsewhere
    would be written, are refused here, before anything is. Raises CorpusMismatch for them,
    CorpusLocked, which names the other process.
    """

    def __init__(self, folder: Path) -> None:
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
        self._key = str(self._path.resolve())
        if self._key in _own_locks:
            raise _locked_error(folder, os.getpid())
        self._handle = open_handle(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _acquire(self._handle)
        except OSError:
            pid = _read_pid(self._handle)
            os.close(self._handle)
            raise _locked_error(folder, pid) from None
        _own_locks.add(self._key)
        os.ftruncate(self._handle, 0)
        os.write(self._handle, b"%d\n" % os.getpid())

    def close(self) -> None:
        """Release the lock. The file stays.

        If it were deleted, two processes could hold locks on two files of the same name.
        """
        if self._key in _own_locks:
            _own_locks.discard(self._key)
            os.close(self._handle)


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


def _read_pid(handle: int) -> int | None:
    try:
        os.lseek(handle, 0, os.SEEK_SET)  # on Windows it stands at the byte that is locked
        text = os.read(handle, 32).strip()
    except OSError:
        return None
    return int(text) if text.isdigit() else None


def _locked_error(folder: Path, pid: int | None) -> CorpusLocked:
    return CorpusLocked(
        make_message("{folder}: process {pid} is using this corpus", folder=folder, pid=pid)
        if pid
        else make_message("{folder}: another process is using this corpus", folder=folder),
        "Wait until it has ended, or end it; then run the same command again.",
    )


if sys.platform == "win32":
    import msvcrt

    def _acquire(handle: int) -> None:
        os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)

else:
    import fcntl

    def _acquire(handle: int) -> None:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
