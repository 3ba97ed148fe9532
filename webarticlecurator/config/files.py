"""Files that a person or a portal file names, read whole: only regular ones, up to a size.

A FIFO would wait for ever, a device never end, a file of gigabytes fill the memory: each is refused
before it is read. What a portal file names lies in its own folder or below.
"""

from __future__ import annotations

import os
import re
import stat
from errno import EINVAL
from pathlib import Path

MAX_YAML = 1_000_000
"""Bytes of a portal file, of learned rules, of expectations: the parser takes seconds for so many.
"""
MAX_TABLE = 50_000_000
"""Bytes of a table, a template, a hook: the tags of a large portal need a few million."""

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)
_RESERVED = re.compile(
    r"(?:CON|PRN|AUX|NUL|COM[0-9¹²³]|LPT[0-9¹²³]|CONIN\$|CONOUT\$)(?: *\..*)?", re.IGNORECASE
)
_BELOW = "copy it into that folder and name it by its path from there"


class NameFault(ValueError):
    """Why the name of a file cannot stand in a portal file, and what to do."""


def read_regular(path: Path, limit: int) -> bytes:
    """Return the bytes of a regular file. Raise OSError where it is none, has more than ``limit``,
    or cannot be read."""
    check_regular(path)
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as stream:
        _check_mode(os.fstat(handle).st_mode, path)  # it may be another one by now
        content = stream.read(limit + 1)
    if len(content) > limit:
        raise OSError(
            EINVAL, f"it has more than {limit:,} bytes, and no such file needs so many", str(path)
        )
    return content


def check_regular(path: Path) -> None:
    """Raise OSError where there is no regular file; nothing is opened."""
    _check_mode(path.stat().st_mode, path)


def _check_mode(mode: int, path: Path) -> None:
    if not stat.S_ISREG(mode):
        kind = next((words for is_kind, words in _KINDS if is_kind(mode)), "no file")
        raise OSError(EINVAL, f"it is {kind}, not a regular file", str(path))


def resolve_named_path(folder: Path, name: str) -> Path:
    """Return the path of the file that a portal file in ``folder`` names. Raise NameFault for one
    that is not below it.

    The same names are refused on every system, so that a portal file that works on one works on the
    others.
    """
    if not name or re.search("[\x00-\x1f\x7f]", name):
        raise NameFault(
            f"{name!r} is no name of a file; write its path from the portal file's folder"
        )
    if name.startswith("/") or "\\" in name or ":" in name:
        raise NameFault(
            f"{name!r} is not a path from the portal file's folder, with / between folders;"
            f" {_BELOW}"
        )
    parts = name.split("/")
    if ".." in parts:
        raise NameFault(f"{name!r} leads out of the portal file's folder; {_BELOW}")
    wrong = next(
        (part for part in parts if _RESERVED.fullmatch(part) or part != part.rstrip(" .")), None
    )
    if wrong is not None and wrong != ".":
        raise NameFault(
            f"{name!r} cannot be the name of a file on every system because of {wrong!r}; rename it"
        )
    return is_inside(folder, folder / name)


def is_inside(folder: Path, path: Path) -> Path:
    """Return the path itself. Raise NameFault where a symbolic link leads out of ``folder``."""
    try:
        if path.resolve().is_relative_to(folder.resolve()):
            return path
    except (OSError, RuntimeError):  # a circle of links; a name that is too long
        return path  # reading it says why
    raise NameFault(f"{path.name!r} is a link that leads out of the portal file's folder; {_BELOW}")
