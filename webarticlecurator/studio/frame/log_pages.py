"""The log of a command, a page at a time from its end."""

from __future__ import annotations

from pathlib import Path

PAGE_BYTES = 20_000


LogPage = tuple[str, int]
"""Some lines of a log, and the byte at which they begin, 0 at the beginning of the log."""


def read_log(path: Path, before: int | None = None) -> LogPage:
    """Return the last lines of a log, or the last ones before a byte; an empty page if there is no
    log. Lines are whole, unless one is longer than a page."""
    try:
        with path.open("rb") as log:
            size = log.seek(0, 2)
            end = size if before is None else max(0, min(before, size))
            start = max(0, end - PAGE_BYTES)
            log.seek(start)
            content = log.read(end - start)
    except OSError:
        return "", 0
    if start:
        cut = content.find(b"\n") + 1
        if cut < len(content):
            start, content = start + cut, content[cut:]
    return content.decode("utf-8", "replace"), start
