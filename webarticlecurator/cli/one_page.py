"""The options of commands that work on one page: ``--url`` with ``--html`` or ``--warc``."""

from __future__ import annotations

import argparse
import os
import select
import stat
from errno import EINVAL, ETIMEDOUT
from pathlib import Path

from webarticlecurator.cli.argument_types import parse_address
from webarticlecurator.config.files import read_regular
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.stored_page import StoredPage, read_warc_page

MAX_PAGE_BYTES = 100_000_000
"""Bytes that a saved page may have."""
PIPE_TIMEOUT = 30.0
"""Seconds to wait for the next byte of a pipe."""
_CHUNK_BYTES = 65536


def read_page_file(path: Path) -> bytes:
    """Return the bytes of a saved page, from a file or a pipe.

    Raises OSError if it cannot be read, or has more than MAX_PAGE_BYTES.
    """
    if stat.S_ISFIFO(path.stat().st_mode):
        return _read_pipe(path)
    return read_regular(path, MAX_PAGE_BYTES)


def _read_pipe(path: Path) -> bytes:
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    content = bytearray()
    try:
        while chunk := _read_chunk(handle, path):
            content += chunk
            if len(content) > MAX_PAGE_BYTES:
                message = f"more than {MAX_PAGE_BYTES:,} bytes came through the pipe"
                raise OSError(EINVAL, message, str(path))
    finally:
        os.close(handle)
    if not content:
        raise OSError(EINVAL, "it is a pipe into which nothing was written", str(path))
    return bytes(content)


def _read_chunk(handle: int, path: Path) -> bytes:
    """Return the next bytes of a pipe; none at its end, or if no process writes to it.

    Raises OSError after PIPE_TIMEOUT without a byte.
    """
    while True:
        try:
            return os.read(handle, _CHUNK_BYTES)
        except BlockingIOError:
            if not select.select([handle], [], [], PIPE_TIMEOUT)[0]:
                message = (
                    f"it is a pipe into which nothing was written for {PIPE_TIMEOUT:.0f} seconds"
                )
                raise OSError(ETIMEDOUT, message, str(path)) from None


def add_page_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--url``, and ``--html`` or ``--warc``."""
    parser.add_argument("--url", type=parse_address, required=True, help="the address of the page")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--html", type=Path, metavar="FILE", help="the saved page")
    group.add_argument("--warc", type=Path, metavar="FILE", help="a WARC file with the page")


def read_given_page(args: argparse.Namespace, portal: Portal) -> StoredPage | None:
    """Return the page of ``--html`` or ``--warc``; None if neither is given.

    Only a WARC file says when the page was captured. Raises UsageError, WarcUnreadable.
    """
    if args.warc is not None:
        return read_warc_page(args.warc, args.url, portal.timezone)
    if args.html is None:
        return None
    try:
        return StoredPage(args.url, read_page_file(args.html), None)
    except OSError as error:
        raise UsageError(
            f"{args.html}: {error.strerror}",
            "Give the file of a saved page with --html, or a WARC with --warc.",
        ) from None
