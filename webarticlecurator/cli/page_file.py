"""The file of a saved page: a regular one, or what another command writes into a pipe (``--html <(curl …)``)."""

from __future__ import annotations

import os
import select
import stat
from errno import EINVAL, ETIMEDOUT
from pathlib import Path

from webarticlecurator.config.files import read_regular

MAX_PAGE = 100_000_000
"""Bytes."""
PATIENCE = 30.0
"""Seconds without a byte after which nothing more is expected of a pipe."""
_CHUNK = 65536


def read_page(path: Path) -> bytes:
    """Return the bytes of a saved page. Raise OSError where there are none, or more than MAX_PAGE."""
    if stat.S_ISFIFO(path.stat().st_mode):
        return _read_pipe(path)
    return read_regular(path, MAX_PAGE)


def _read_pipe(path: Path) -> bytes:
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    found = bytearray()
    try:
        while chunk := _next(handle, path):
            found += chunk
            if len(found) > MAX_PAGE:
                raise OSError(EINVAL, f"more than {MAX_PAGE:,} bytes came through it, and no page has so many", str(path))
    finally:
        os.close(handle)
    if not found:
        raise OSError(EINVAL, "it is a pipe into which nothing was written", str(path))
    return bytes(found)


def _next(handle: int, path: Path) -> bytes:
    """Return what comes next; nothing at the end, or where nobody writes."""
    while True:
        try:
            return os.read(handle, _CHUNK)
        except BlockingIOError:
            if not select.select([handle], [], [], PATIENCE)[0]:
                said = f"it is a pipe into which nothing was written for {PATIENCE:.0f} seconds"
                raise OSError(ETIMEDOUT, said, str(path)) from None
