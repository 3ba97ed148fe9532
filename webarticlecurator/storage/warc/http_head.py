"""The head of a stored HTTP message, tolerant as warcio is.

``warcio check`` starts the payload digest where warcio's parser ends; a test compares both. That
parser takes a twentieth of the time of a crawl.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from urllib.parse import quote_from_bytes

from webarticlecurator.base.dataclasses import dataclass

_KINDS = ("response", "request", "revisit")
_SCHEMES = ("http:", "https:")
_MAX_BYTES = 1024 * 1024
_EMPTY_LINE = re.compile(rb"\n\r?\n")


@dataclass(frozen=True)
class HttpHead:
    """Status (0 if the status line has none) and headers of a message, and ``end``: the offset of
    its body, 0 if it has no head."""

    status: int = 0
    headers: tuple[tuple[str, str], ...] = ()
    end: int = 0


NO_HEAD = HttpHead()


def read_http_head(kind: str, url: str, block: bytes) -> HttpHead:
    """Return the head at the beginning of ``block``, the block of a record of ``kind``.

    It is NO_HEAD if the record has none, or a longer one than allowed.
    """
    if not block or kind not in _KINDS or not url.startswith(_SCHEMES):
        return NO_HEAD
    if (plain := _read_plain_head(block)) is not None:
        return plain
    if len(block) > _MAX_BYTES and not _EMPTY_LINE.search(block[:_MAX_BYTES]):
        return NO_HEAD
    lines = _read_lines(block)
    status_line, end = next(lines)
    headers: list[tuple[str, str]] = []
    is_first, has_colon = True, False
    for line, end_of_line in lines if status_line else ():
        end = end_of_line
        if not line:
            break
        if line[0] in " \t" and not is_first:  # it continues the line before
            if has_colon:
                headers[-1] = headers[-1][0], headers[-1][1] + line
            continue
        name, colon, value = line.partition(":")
        is_first, has_colon = False, bool(colon)
        if colon:
            headers.append((name.rstrip(" \t"), value.lstrip()))
    stripped = tuple((name, value.strip()) for name, value in headers)
    return HttpHead(_read_status(status_line), stripped, end)


def _read_plain_head(block: bytes) -> HttpHead | None:
    """Return the head of a message as nearly all are: in UTF-8, with CR and LF behind each line,
    and a name in each but the first. It takes a third of the time."""
    end = block.find(b"\r\n\r\n", 0, _MAX_BYTES)
    head = block[: max(end, 0)]
    is_plain = head.count(b"\n") == head.count(b"\r\n") and b"\r\n " not in head
    if not is_plain or b"\r\n\t" in head:
        return None
    try:
        status_line, *lines = head.decode().split("\r\n")
    except UnicodeDecodeError:
        return None
    fields = [line.partition(":") for line in lines]
    if not status_line.strip() or not all(colon for _, colon, _ in fields):
        return None
    headers = tuple([(name.rstrip(" \t"), value.strip()) for name, _, value in fields])
    return HttpHead(_read_status(status_line.rstrip()), headers, end + 4)


def _read_lines(block: bytes) -> Iterator[tuple[str, int]]:
    """Yield each line without white space at its end, and where the next one begins."""
    end = 0
    while end < len(block):
        start, end = end, block.find(b"\n", end) + 1 or len(block)
        yield decode_line(block[start:end]).rstrip(), end


def decode_line(line: bytes) -> str:
    """Return a line of a header as text: UTF-8, else Latin 1."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def decode_field(line: bytes) -> str:
    """Return a field of the head of a record as text: as ``decode_line``, but bytes of an address
    that are no UTF-8 are percent-encoded: their encoding is that of the portal."""
    text = decode_line(line)
    if text.isascii() or "://" not in text or text.encode() == line:
        return text
    return quote_from_bytes(line, safe=string.printable)


def _read_status(line: str) -> int:
    code = line.partition(" ")[2].strip().partition(" ")[0]
    return int(code) if code.isascii() and code.isdigit() and len(code) == 3 else 0
