"""One WARC record (ISO 28500:2017) and its conversion to and from bytes.

The block is always kept verbatim.
"""

from __future__ import annotations

import base64
import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timezone
from functools import cached_property, lru_cache
from typing import Protocol
from uuid import NAMESPACE_URL, uuid5

from webarticlecurator.model.hosts import without_userinfo
from webarticlecurator.store.compression import compress_member
from webarticlecurator.store.http_head import HttpHead

VERSION = "WARC/1.1"

SAVED_PREFIX = "urn:webarticlecurator:saved:"
"""WARC-Source-URI of a saved page, before the name of its file."""

LOADED_FOR = "WARC-Loaded-For"
"""Header of a response from which a browser rendered a page: the record id of the rendering."""

MAX_BLOCK_BYTES = 128 * 1024 * 1024
"""Records with larger blocks are not read: more than twice the default of ``fetch.max_bytes``."""

_DIGEST = "WARC-Block-Digest"
_MAX_LINE_BYTES = 64 * 1024
_MAX_HEADER_BYTES = 1024 * 1024
_OWN_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
"""A date as ``warc_date`` writes it, which is read many times."""
_UNREADABLE = datetime(1970, 1, 1, tzinfo=timezone.utc)
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")
_ARC_LINE = re.compile(rb"[a-z][a-z0-9+.-]*:\S* .*\d\r?\n?$", re.IGNORECASE)
"""The header of an ARC record: the address first, the length last."""


class ByteStream(Protocol):
    """The stream that records are read from."""

    def read(self, size: int, /) -> bytes: ...

    def readline(self, size: int, /) -> bytes: ...


class BadRecord(ValueError):
    """The bytes are not a complete WARC record; the text says what is wrong."""


class RecordTooLong(BadRecord):
    """The block of a record, ``length`` bytes, is larger than MAX_BLOCK_BYTES."""

    def __init__(self, length: int) -> None:
        super().__init__(f"a record of {length} bytes (at most {MAX_BLOCK_BYTES}); it is not read")
        self.length = length


@dataclass(frozen=True)
class Record:
    """A WARC record.

    ``headers`` are in the order of the file, with Content-Type and without Content-Length;
    ``block`` is as stored. ``head`` is that of the HTTP message, if it was read before.
    """

    kind: str
    headers: tuple[tuple[str, str], ...]
    block: bytes
    head: HttpHead | None = field(default=None, compare=False, repr=False)

    def get(self, name: str, default: str = "") -> str:
        """Return the first value of a WARC header, or ``default``."""
        values = self._values.get(name.lower())
        return values[0] if values else default

    def all(self, name: str) -> tuple[str, ...]:
        """Return all values of a WARC header that may be repeated."""
        return tuple(self._values.get(name.lower(), ()))

    @cached_property
    def _values(self) -> dict[str, list[str]]:
        values: dict[str, list[str]] = {}
        for name, value in self.headers:
            values.setdefault(name.lower(), []).append(value)
        return values

    @cached_property
    def id(self) -> str:
        """WARC-Record-ID with its angle brackets.

        An ARC record has none: its id is derived from its content, so that it is stable.
        """
        given = self.get("WARC-Record-ID")
        if given:
            return given
        content = " ".join((self.url, self.get("WARC-Date"), sha1(self.block)))
        return f"<urn:uuid:{uuid5(NAMESPACE_URL, content)}>"

    @property
    def url(self) -> str:
        """WARC-Target-URI, without angle brackets and user name."""
        return clean_warc_address(self.get("WARC-Target-URI"))

    @property
    def time(self) -> datetime:
        """WARC-Date in UTC; 1970-01-01 if it cannot be read.

        Years, months and days without a time and 14-digit ARC dates are accepted.
        """
        return parse_date(self.get("WARC-Date"))


@dataclass(frozen=True)
class RecordLocation:
    """A record and its place in a file.

    ``offset`` and ``length`` are those of its gzip member, zstd frame or uncompressed bytes.
    """

    record: Record
    file: str
    offset: int
    length: int


def without_record_id(record: Record) -> Record:
    """Return the record without WARC-Record-ID: its id is then derived from its content."""
    headers = tuple(
        (name, value) for name, value in record.headers if name.lower() != "warc-record-id"
    )
    return Record(record.kind, headers, record.block)


def sha1(content: bytes | memoryview) -> str:
    """Return the digest as WARC headers have it: ``sha1:`` and base32."""
    return "sha1:" + base64.b32encode(hashlib.sha1(content).digest()).decode("ascii")


def warc_date(time: datetime) -> str:
    """Format an aware time as WARC-Date in UTC with microseconds."""
    return time.astimezone(timezone.utc).replace(tzinfo=None).isoformat("T", "microseconds") + "Z"


def parse_date(text: str) -> datetime:
    """Parse a WARC-Date or ARC date as UTC; return 1970-01-01 if it cannot be read."""
    if _OWN_DATE.fullmatch(text):
        with suppress(ValueError):
            return _within_range(datetime.fromisoformat(text[:-1]).replace(tzinfo=timezone.utc))
    whole, _, fraction = text.strip().rstrip("Zz").partition(".")
    digits = re.sub(r"\D", "", whole)
    # a year, month or day stands for its first moment
    padded = digits[:14] + "00000101000000"[len(digits) :]
    micro = (re.sub(r"\D", "", fraction) + "000000")[:6]
    try:
        date = datetime.strptime(padded + micro, "%Y%m%d%H%M%S%f").replace(tzinfo=timezone.utc)
    except ValueError:
        return _UNREADABLE
    return _within_range(date)


def _within_range(date: datetime) -> datetime:
    # a conversion to local time must not leave the range of years
    return date if 1900 < date.year < 9999 else _UNREADABLE


def clean_warc_address(uri: str) -> str:
    """Return the address in a WARC header, without user name and password.

    Older programs write it in angle brackets.
    """
    return without_userinfo(uri[1:-1] if uri[:1] == "<" and uri[-1:] == ">" else uri)


@lru_cache(maxsize=128)
def target_address(url: str) -> str:
    """Return ``url`` as it is written in WARC-Target-URI: one line without spaces."""
    return header_line(url).replace(" ", "%20")


def header_line(text: str) -> str:
    """Return ``text`` as a valid header value.

    Control characters are percent-encoded, white space at both ends is removed.
    """
    line = text.strip()
    if line.isprintable():
        return line
    return _CONTROL.sub(lambda m: "".join(f"%{b:02X}" for b in m[0].encode()), line)


def make_record(
    kind: str,
    headers: tuple[tuple[str, str], ...],
    block: bytes,
    head: HttpHead | None = None,
) -> Record:
    """Return a record with its block digest.

    ``headers`` must hold at least WARC-Record-ID, WARC-Date and Content-Type; ``head`` as for
    ``Record``.
    """
    lines = (
        ("WARC-Type", kind),
        *((k, header_line(v)) for k, v in headers),
        (_DIGEST, sha1(block)),
    )
    return Record(kind, lines, block, head)


def encode_record(record: Record) -> bytes:
    """Encode the record as one gzip member.

    A record of another program gets the block digest that it lacks; nothing else is changed.
    """
    digest = () if record.get(_DIGEST) else ((_DIGEST, sha1(record.block)),)
    headers = (*record.headers, *digest, ("Content-Length", str(len(record.block))))
    lines = (VERSION, *(f"{name}: {value}" for name, value in headers), "", "")
    return compress_member(b"".join(("\r\n".join(lines).encode(), record.block, b"\r\n\r\n")))


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
        text = _decode(line)
        name, colon, value = text.partition(":")
        if text[0] in " \t" and headers:
            headers[-1][1].append(text)
        elif colon:
            headers.append((name.rstrip(" \t"), [value]))
    return [(name, "".join(parts).strip()) for name, parts in headers]


def _decode(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


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


def _read_arc_record(stream: ByteStream, line: bytes) -> Record:
    """Read an ARC record.

    It has no record id. warcio draws one at random, which is dropped: the same file must always
    yield the same ids.
    """
    if not _ARC_LINE.match(line):
        raise BadRecord("no WARC record: neither a WARC nor an ARC header")
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
