"""Read WARC and ARC records from a stream of bytes."""

from __future__ import annotations

import re
from typing import Protocol

from webarticlecurator.storage.warc.http_head import decode_line
from webarticlecurator.storage.warc.record import Record

MAX_BLOCK_BYTES = 128 * 1024 * 1024
"""Records with larger blocks are not read: more than twice the default of ``fetch.max_bytes``."""
_MAX_LINE_BYTES = 64 * 1024
_MAX_HEADER_BYTES = 1024 * 1024
_FIELDS_OF_VERSION_2 = 9
"""Fields of an ARC header behind the address; version 1 has four."""
_ARC_ADDRESS = re.compile(rb"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
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
        text = decode_line(line)
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
    if values or not (value.isascii() and value.isdigit() and len(value) < 20):
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


def clean_arc_header(line: bytes) -> bytes | None:
    """Return the header of an ARC record, with the spaces in its address encoded, which older
    programs left there; None for any other line.

    It has the address first, then the IP address and the date, and the length last. Of the ten
    fields of version 2, those of version 1 are kept, which warcio reads: without the status,
    checksum, location, offset and name of the file.
    """
    words = line.rstrip(b"\r\n").split(b" ")
    if not _ARC_ADDRESS.match(line) or not words[-1].isdigit():
        return None
    for place in range(1, len(words) - 2):
        if words[place + 1].isdigit() and _IP.fullmatch(words[place]):
            fields = words[place:]
            kept = [*fields[:3], fields[-1]] if len(fields) == _FIELDS_OF_VERSION_2 else fields
            return b" ".join((b"%20".join(words[:place]), *kept)) + b"\n"
    return None


def _read_arc_record(stream: ByteStream, line: bytes) -> Record:
    """Read an ARC record.

    It has no record id. warcio draws one at random, which is dropped: the same file must always
    yield the same ids.
    """
    header = clean_arc_header(line)
    if header is None:
        raise BadRecord("no WARC record: neither a WARC nor an ARC header")
    line = header
    from warcio.exceptions import ArchiveLoadFailed
    from warcio.recordloader import ArcWarcRecordLoader

    try:
        loader = ArcWarcRecordLoader(verify_http=False, arc2warc=True)
        arc = loader.parse_record_stream(_LimitedStream(stream), line, None, True)
    except (
        ArchiveLoadFailed,
        EOFError,
        ValueError,
        TypeError,
        AttributeError,
        IndexError,
        OverflowError,
    ) as error:
        raise BadRecord(f"no WARC record: {str(error)[:100]}") from error
    if arc.length is None or arc.length < 0 or not arc.rec_type:
        raise BadRecord("a record without WARC-Type or Content-Length")
    block = _read_block(arc.raw_stream, arc.length)
    dropped = ("content-length", "warc-record-id")
    headers = tuple((k, v) for k, v in arc.rec_headers.headers if k.lower() not in dropped)
    return Record(arc.rec_type, headers, block)
