"""Locks on files. The system releases them when the process ends, however it ends: there are no
stale locks.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from webarticlecurator.base.system.input_files import open_handle

# the byte locked on Windows: far behind the content, which other processes may then read
_LOCKED_BYTE = 1 << 30
_PAUSE = 0.02
"""Seconds between two tries to lock a file."""

_own_locks: set[str] = set()
"""Files locked by this process: POSIX record locks do not stop a process from locking twice.

Record locks are used because, unlike flock, they are not inherited by forked workers that outlive a
killed parent.
"""
_guard = threading.Lock()


def lock_file(path: Path, *, shared: bool = False) -> int | None:
    """Lock a file, which is made if it is missing. Return its handle for ``unlock_file``, or None
    if a process has locked it, this one or another. With ``shared``, nothing is written, and others
    may share the lock. Raises OSError."""
    key = str(path.resolve())
    with _guard:
        if key in _own_locks:
            return None
        handle = open_handle(path, os.O_RDONLY if shared else os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _acquire(handle, shared)
        except OSError:
            os.close(handle)
            return None
        _own_locks.add(key)
    return handle


def unlock_file(path: Path, handle: int) -> None:
    """Release the lock of a file, which stays."""
    with _guard:
        _own_locks.discard(str(path.resolve()))
        os.close(handle)


@contextmanager
def hold_lock(path: Path, seconds: float = 0.0) -> Iterator[bool]:
    """Hold the lock of the file ``path``, which is there only meanwhile; yield True if a process
    that was killed has left it.

    Waits up to ``seconds`` for another process or thread, then raises BlockingIOError. Raises
    OSError.
    """
    deadline = time.monotonic() + seconds
    while (held := _take(path)) is None:
        if time.monotonic() >= deadline:
            raise BlockingIOError
        time.sleep(_PAUSE)
    handle, was_left = held
    try:
        yield was_left
    finally:
        # before it is released, so that nobody else has it by then; Windows removes no open file
        with suppress(OSError):
            path.unlink()
        unlock_file(path, handle)


def _take(path: Path) -> tuple[int, bool] | None:
    was_left = path.exists()
    handle = lock_file(path)
    if handle is None:
        return None
    with suppress(OSError):
        if os.path.samestat(os.fstat(handle), path.stat()):
            return handle, was_left
    unlock_file(path, handle)  # its holder has just removed it
    return None


if sys.platform == "win32":
    import msvcrt

    def _acquire(handle: int, _shared: bool) -> None:
        os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)

else:
    import fcntl

    def _acquire(handle: int, shared: bool) -> None:
        fcntl.lockf(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
