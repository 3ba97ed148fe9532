"""The options of the commands that look at one page: ``--url`` with ``--html`` or ``--warc``."""

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
from webarticlecurator.run.preview.single_page import StoredPage, read_warc_page

MAX_PAGE = 100_000_000
"""Bytes."""
PATIENCE = 30.0
"""Seconds without a byte after which nothing more is expected of a pipe."""
_CHUNK = 65536


def read_page_file(path: Path) -> bytes:
    """Return the bytes of a saved page. Raise OSError where there are none, or more than
    MAX_PAGE."""
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
                raise OSError(
                    EINVAL,
                    f"more than {MAX_PAGE:,} bytes came through it, and no page has so many",
                    str(path),
                )
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


def add_page(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", type=parse_address, required=True, help="the page's own address")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--html", type=Path, metavar="FILE", help="the page as saved")
    group.add_argument("--warc", type=Path, metavar="FILE", help="a WARC file that holds it")


def read_given_page(args: argparse.Namespace, portal: Portal) -> StoredPage | None:
    """The page of ``--html`` or ``--warc``, which also says when it was captured; None if neither
    is given. Raises UsageError, WarcUnreadable."""
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
