"""Files that only grow, line by line: a line that a killed run has begun is none, since nobody was
told that it is there."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def append_lines(path: Path, lines: Iterable[str]) -> None:
    """Append lines, which are given without their ends; they are on the disk when this returns. A
    line that was begun is removed. Raises OSError."""
    content = "".join(f"{line}\n" for line in lines).encode("utf-8")
    if not content:
        return
    with path.open("ab+") as out:
        out.seek(0)
        begun = out.read().rpartition(b"\n")[2]
        out.truncate(out.tell() - len(begun))
        out.write(content)
        out.flush()
        os.fsync(out.fileno())


def read_whole_lines(path: Path) -> list[bytes]:
    """Return the lines of a file, none if it is not there. Raises OSError."""
    return path.read_bytes().rpartition(b"\n")[0].splitlines() if path.is_file() else []
