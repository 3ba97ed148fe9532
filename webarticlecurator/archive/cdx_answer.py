"""Read the answers of CDX servers: the indexes of web archives, one line for each capture.

Two forms of JSON are read: that of the Wayback Machine (one list of rows, of which the first names
the fields, and at its end a key to go on with) and that of pywb (an object a line).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

SHOWN = 60
"""Characters of an answer that a message shows."""
_NAMES = {
    "url": ("original", "url"),
    "mime": ("mimetype", "mime"),
    "status": ("statuscode", "status"),
}
"""Fields that have different names: in the Wayback Machine, and in pywb."""


@dataclass(frozen=True)
class CdxLine:
    """A capture in the index of a web archive.

    ``time`` has the 14 digits of its UTC time. ``digest`` is the SHA-1 of its payload in base32,
    empty if the index has none.
    """

    urlkey: str
    time: str
    url: str
    mime: str = ""
    status: str = ""
    digest: str = ""


@dataclass(frozen=True)
class CdxAnswer:
    """The captures of one answer, and the key with which the next request goes on, or ``""``."""

    lines: tuple[CdxLine, ...]
    resume_key: str = ""


def parse_cdx(content: bytes) -> CdxAnswer:
    """Parse an answer of a CDX server. Raises ValueError if it is something else."""
    text = content.decode("utf-8", "replace").strip()
    try:
        if text.startswith("["):
            return _parse_rows(json.loads(text))
        return CdxAnswer(tuple(_parse_objects(text)))
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise ValueError(f"not the JSON of a CDX server: {text[:SHOWN]!r}") from None


def _parse_objects(text: str) -> Iterator[CdxLine]:
    for line in text.splitlines():
        if line.strip():
            yield from _to_line(json.loads(line))


def _parse_rows(rows: list[Any]) -> CdxAnswer:
    if not rows:
        return CdxAnswer(())
    names = rows[0]
    if not isinstance(names, list) or "timestamp" not in names:
        raise ValueError("the first row names no fields")
    resume_key = ""
    if len(rows) > 2 and rows[-2] == []:
        resume_key, rows = str(rows[-1][0]), rows[:-2]
    lines = [line for row in rows[1:] for line in _to_line(dict(zip(names, row, strict=True)))]
    return CdxAnswer(tuple(lines), resume_key)


def _to_line(fields: dict[str, Any]) -> Sequence[CdxLine]:
    """Return the capture of one line, in a list; none for a line without address or time."""
    url, time = _find_value(fields, "url"), _find_value(fields, "timestamp")
    if not url.lower().startswith(("http://", "https://")) or not _is_time(time):
        return ()
    digest = _find_value(fields, "digest").removeprefix("sha1:")
    return (
        CdxLine(
            _find_value(fields, "urlkey") or url,
            time,
            url,
            _find_value(fields, "mime"),
            _find_value(fields, "status"),
            "" if digest == "-" else digest,
        ),
    )


def _find_value(fields: dict[str, Any], name: str) -> str:
    found = (fields.get(each) for each in _NAMES.get(name, (name,)))
    return next((str(value) for value in found if value not in (None, "")), "")


def _is_time(text: str) -> bool:
    return len(text) == 14 and text.isascii() and text.isdigit()
