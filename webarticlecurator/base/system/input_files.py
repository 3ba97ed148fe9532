"""Reading of files that a person or a portal file names: only regular files, up to a size.

A FIFO would block for ever, a device never end, a file of gigabytes fill the memory: each is
refused before it is read. Files that a portal file names must be in its folder or below.
"""

from __future__ import annotations

import os
import re
import stat
from errno import EINVAL
from pathlib import Path

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.text.translation import make_message

MAX_YAML = 1_000_000
"""Largest portal file, file of learned rules or of expectations, in bytes; the YAML parser takes
seconds for it."""
MAX_TABLE = 50_000_000
"""Largest table, template or hook, in bytes; the tags of a large portal need a few million."""

_KINDS = (
    (stat.S_ISDIR, make_message("a folder")),
    (stat.S_ISFIFO, make_message("a pipe")),
    (stat.S_ISCHR, make_message("a device")),
    (stat.S_ISBLK, make_message("a device")),
    (stat.S_ISSOCK, make_message("a socket")),
)
_RESERVED = re.compile(
    r"(?:CON|PRN|AUX|NUL|COM[0-9¹²³]|LPT[0-9¹²³]|CONIN\$|CONOUT\$)(?: *\..*)?", re.IGNORECASE
)
_BELOW = make_message("copy it into that folder and name it by its path from there")


class NameFault(ValueError):
    """A file name that a portal file may not contain; the message has the reason and the cure."""


FileStamp = tuple[int, int] | None
"""Time of change and size of a file; None if there is none."""


def stamp_file(file: Path) -> FileStamp:
    """Return what shows that a file was changed."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def find_shipped_file(name: str) -> Path | None:
    """Return the portal file of this name that is shipped; None if there is none."""
    file = data_folder("site_configs") / f"{name}.yaml"
    is_name = Path(name).name == name and not Path(name).suffix
    return file if is_name and file.is_file() else None


def read_regular(path: Path, limit: int) -> bytes:
    """Return the bytes of a regular file. Raises OSError where it is not one, has more than
    ``limit`` bytes, or cannot be read."""
    check_regular(path)
    handle = open_handle(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as stream:
        _check_mode(os.fstat(handle).st_mode, path)  # it may have been replaced since
        content = stream.read(limit + 1)
    if len(content) > limit:
        raise OSError(
            EINVAL,
            make_message("more than {limit:,} bytes; check that it is the right file", limit=limit),
            str(path),
        )
    return content


def open_handle(path: Path, flags: int, mode: int = 0o666) -> int:
    """Open a file as ``os.open``, to read or write its bytes: Windows would change those that end
    lines. Raises OSError."""
    return os.open(path, flags | getattr(os, "O_BINARY", 0), mode)


def check_regular(path: Path) -> None:
    """Raise OSError where ``path`` is not a regular file, without opening it."""
    _check_mode(path.stat().st_mode, path)


def _check_mode(mode: int, path: Path) -> None:
    if not stat.S_ISREG(mode):
        kind = next(
            (words for is_kind, words in _KINDS if is_kind(mode)), make_message("something else")
        )
        raise OSError(EINVAL, make_message("{kind}, not a regular file", kind=kind), str(path))


def resolve_named_path(folder: Path, name: str, *, is_portable: bool = True) -> Path:
    """Return the path of the file that a portal file in ``folder`` names. Raises NameFault for one
    that is not in the folder or below.

    The same names are refused on every system, so that a portal file works on all systems or none;
    if it need not be portable, names are taken that this system has, such as those with a colon.
    """
    if not name or re.search("[\x00-\x1f\x7f]", name):
        raise NameFault(
            make_message(
                "not a file name: {name!r} (expected the path from the portal file's folder)",
                name=name,
            )
        )
    if name.startswith("/") or "\\" in name or (":" in name and (is_portable or Path(name).drive)):
        raise NameFault(
            make_message(
                "not a relative path: {name!r} (expected the path from the portal"
                " file's folder, with / between folders); {below}",
                name=name,
                below=_BELOW,
            )
        )
    parts = name.split("/")
    if ".." in parts:
        raise NameFault(
            make_message(
                "path outside the portal file's folder: {name!r}; {below}", name=name, below=_BELOW
            )
        )
    bad_part = next((part for part in parts if part != "." and not is_name_everywhere(part)), None)
    if bad_part is not None and is_portable:
        raise NameFault(
            make_message(
                "not a file name on every system: {name!r}, because of {bad_part!r}; rename it",
                name=name,
                bad_part=bad_part,
            )
        )
    # a symbolic link may lead out of the folder
    path = folder / name
    try:
        if path.resolve().is_relative_to(folder.resolve()):
            return path
    except (OSError, RuntimeError):  # a cycle of links; a name that is too long
        return path  # reading it reports why
    raise NameFault(
        make_message(
            "link to a file outside the portal file's folder: {name!r}; {below}",
            name=path.name,
            below=_BELOW,
        )
    )


def is_name_everywhere(part: str) -> bool:
    """Return False for a name of a file or folder that some systems reserve (``con``, ``aux.xml``)
    or change (``a.``)."""
    return not _RESERVED.fullmatch(part) and part == part.rstrip(" .")
