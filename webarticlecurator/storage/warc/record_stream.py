"""Read WARC and ARC records from a stream of bytes."""

from __future__ import annotations

import re
from typing import Protocol

from webarticlecurator.storage.warc.http_head import decode_field
from webarticlecurator.storage.warc.record import UNREADABLE_DATE, Record, parse_date

MAX_BLOCK_BYTES = 128 * 1024 * 1024
"""Records with larger blocks are not read: more than twice the default of ``fetch.max_bytes``."""
_MAX_LINE_BYTES = 64 * 1024
_MAX_HEADER_BYTES = 1024 * 1024
_MAX_DIGITS = 19
"""Digits of a length."""
_ANY_DATE = b"19960101000000"
_NOT_KEPT = ("Content-Length", "WARC-Record-ID")
_ARC_ADDRESS = re.compile(rb"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_ARC_DATE = re.compile(rb"\d{8,14}")
_IP = re.compile(rb"[\d.]+|[\da-f]*:[\da-f:.]*|-", re.IGNORECASE)


class ByteStream(Protocol):
    """The stream that records are read from."""

    def read(self, size: int, /) -> bytes:
        """Return at most ``size`` bytes, none at the end."""

    def readline(self, size: int, /) -> bytes:
        """Return a line, or its first ``size`` bytes."""


class BadRecord(ValueError):
    """The bytes are not a complete WARC record; the text says what is wrong."""


class RecordTooLong(BadRecord):
    """The block of a record, ``length`` bytes, is larger than MAX_BLOCK_BYTES."""

    def __init__(self, length: int) -> None:
        super().__init__(f"a record of {length} bytes (at most {MAX_BLOCK_BYTES}); it is not read")
        self.length = length


def read_next(stream: ByteStream, room: int = MAX_BLOCK_BYTES) -> Record | None:
    """Read the record (WARC or ARC) at the stream's position; return None at its end.

    ``room`` is the number of bytes the file can still hold. Raises BadRecord. The stream is then
    behind the block, after RecordTooLong at its beginning.
    """
    line = _read_line(stream)
    if not line:
        return None
    if not line.startswith(b"WARC/"):
        return _read_arc_record(stream, line)

    headers = _read_headers(stream)
    kinds = [value for name, value in headers if name.lower() == "warc-type"]
    if not kinds or not kinds[0]:
        raise BadRecord("a record without WARC-Type or Content-Length")
    block = _read_block(stream, _content_length(headers), room)
    return Record(kinds[0], tuple(h for h in headers if h[0].lower() != "content-length"), block)


def _read_line(stream: ByteStream) -> bytes:
    line = stream.readline(_MAX_LINE_BYTES + 1)
    if len(line) > _MAX_LINE_BYTES:
        raise BadRecord(f"a header line of more than {_MAX_LINE_BYTES} bytes")
    return line


def _read_headers(stream: ByteStream) -> list[tuple[str, str]]:
    """Read headers up to the empty line behind them.

    A line that begins with white space continues the one before.
    """
    headers: list[tuple[str, list[str]]] = []
    size = 0
    while line := _read_line(stream).rstrip(b"\r\n"):
        size += len(line) + 2
        if size > _MAX_HEADER_BYTES:
            raise BadRecord(f"headers of more than {_MAX_HEADER_BYTES} bytes")
        if line.startswith(b"WARC/"):
            raise BadRecord("another record begins in its headers")
        text = decode_field(line)
        name, colon, value = text.partition(":")
        if text[0] in " \t" and headers:
            headers[-1][1].append(text)
        elif colon:
            headers.append((name.rstrip(" \t"), [value]))
    return [(name, "".join(parts).strip()) for name, parts in headers]


def _content_length(headers: list[tuple[str, str]]) -> int:
    values = {value for name, value in headers if name.lower() == "content-length"}
    if not values:
        raise BadRecord("a record without WARC-Type or Content-Length")
    value = values.pop()
    if values or not (value.isascii() and value.isdigit() and len(value) <= _MAX_DIGITS):
        raise BadRecord(
            f"no length: Content-Length {value[:30]!r}" + (", and another one" if values else "")
        )
    return int(value)


def _read_block(stream: ByteStream, length: int, room: int = MAX_BLOCK_BYTES) -> bytes:
    if length > MAX_BLOCK_BYTES:
        raise RecordTooLong(length)
    if length > room:
        raise BadRecord(f"the record breaks off: {length} bytes, where the file has {room} at most")
    parts: list[bytes] = []
    missing = length
    while missing:
        piece = stream.read(min(missing, 1 << 20))
        if not piece:
            raise BadRecord(f"the record breaks off: {length - missing} of {length} bytes")
        parts.append(piece)
        missing -= len(piece)
    return b"".join(parts)


def read_arc_header(line: bytes) -> tuple[list[bytes], int] | None:
    """Return the address, IP address, date and type of an ARC record, and its length; None for any
    other line. Those of version 2 have further fields in between.

    Older programs left spaces in addresses, types and, in version 2, in the target of a redirect:
    the address ends where the IP address and the date follow.
    """
    words = line.rstrip(b"\r\n").split(b" ")
    if not _ARC_ADDRESS.match(line) or not words[-1].isdigit() or len(words[-1]) > _MAX_DIGITS:
        return None
    for place in range(1, len(words) - 3):
        if _IP.fullmatch(words[place]) and _ARC_DATE.fullmatch(words[place + 1]):
            return [b"%20".join(words[:place]), *words[place : place + 3]], int(words[-1])
    return None


def _read_arc_record(stream: ByteStream, line: bytes) -> Record:
    """Read an ARC record as one of WARC. It has no record id.

    warcio draws one at random, which is dropped: the same file must always yield the same ids. It
    pads a short date to the end of its period, so the date is read here.
    """
    header = read_arc_header(line)
    if header is None:
        raise BadRecord("no WARC record: neither a WARC nor an ARC header")
    from warcio.exceptions import ArchiveLoadFailed
    from warcio.recordloader import ArcWarcRecordLoader

    (address, ip, date, content_type), length = header
    known = (address, ip, _ANY_DATE, content_type.replace(b" ", b"") or b"-", b"%d" % length)
    try:
        loader = ArcWarcRecordLoader(verify_http=False, arc2warc=True)
        arc = loader.parse_record_stream(
            _LimitedStream(stream), b" ".join(known) + b"\n", None, True
        )
    except (ArchiveLoadFailed, EOFError, ValueError) as error:
        raise BadRecord(f"no WARC record: {str(error)[:100]}") from error
    if arc.length is None or arc.length < 0 or not arc.rec_type:
        raise BadRecord(f"no length: {length}")
    text = decode_field(date)
    if (time := parse_date(text)) != UNREADABLE_DATE:
        text = f"{time.replace(tzinfo=None).isoformat()}Z"
    own = {"WARC-Target-URI": decode_field(address), "WARC-Date": text}
    fields = arc.rec_headers.headers
    headers = tuple((name, own.get(name, value)) for name, value in fields if name not in _NOT_KEPT)
    return Record(arc.rec_type, headers, _read_block(arc.raw_stream, arc.length))


class _LimitedStream:
    """A stream for warcio: it reads without limits, this one does not."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream

    def readline(self, size: int = -1) -> bytes:
        if size < 0:
            return _read_line(self._stream)
        return self._stream.readline(min(size, _MAX_LINE_BYTES))

    def read(self, size: int = -1) -> bytes:
        return self._stream.read(min(size, MAX_BLOCK_BYTES) if size >= 0 else MAX_BLOCK_BYTES)
