"""The log of a command: its last lines."""

from __future__ import annotations

from pathlib import Path

MAX_BYTES = 20_000


def read_log(path: Path) -> str:
    """Return the last lines of a log, "" if there is none. Lines are whole, unless one is longer
    than all that is read."""
    try:
        with path.open("rb") as log:
            start = max(0, log.seek(0, 2) - MAX_BYTES)
            log.seek(start)
            content = log.read(MAX_BYTES)
    except OSError:
        return ""
    cut = content.find(b"\n") + 1 if start else 0
    return content[cut:].decode("utf-8", "replace") or content.decode("utf-8", "replace")
