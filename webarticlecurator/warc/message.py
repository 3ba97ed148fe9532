"""Stored messages: HTTP responses in records of WARC and ARC files.

A stored HTTP response, parsed: status, headers and decoded body.
"""

from __future__ import annotations

import hashlib
import re
from functools import cached_property
from typing import Protocol
from urllib.parse import urljoin

from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.model.capture import TRUNCATED, Body, Capture
from webarticlecurator.model.hosts import without_userinfo
from webarticlecurator.warc.coding import DecodedBody, decode_body
from webarticlecurator.warc.record import LOADED_FOR, HttpHead, Record, read_http_head

WITHOUT_HTTP = ("resource", "conversion")
"""Kinds of records whose block is a page alone."""


@dataclass(frozen=True)
class Response:
    """A parsed HTTP response.

    ``status`` is 0 if the status line has none; ``raw`` is the body as stored.
    """

    status: int
    headers: tuple[tuple[str, str], ...]
    raw: bytes

    def get(self, name: str) -> str | None:
        """Return the first value of a header, or None."""
        return next((v for k, v in self.headers if k.lower() == name.lower()), None)

    def decoded(self) -> DecodedBody:
        """Return the body without its codings, and its faults; see ``coding.decode_body``."""
        transfer = self.joined_header("transfer-encoding")
        body = decode_body(self.raw, transfer, self.joined_header("content-encoding"))
        announced = self._content_length()
        if not body.fault and not transfer and len(self.raw) < announced:
            words = f"{len(self.raw)} of {announced} bytes (Content-Length)"
            return replace(body, fault=TRUNCATED, words=words)
        return body

    def body(self) -> bytes:
        """Return the decoded body."""
        return self.decoded().content

    def joined_header(self, name: str) -> str:
        """Return all values of a header (``name`` in lower case), joined by commas."""
        return ", ".join(value for key, value in self.headers if key.lower() == name)

    def _content_length(self) -> int:
        """Return the Content-Length of the response; 0 if it is missing or not one number."""
        values = {value.strip() for value in self.joined_header("content-length").split(",")}
        value = values.pop() if len(values) == 1 else ""
        return int(value) if value.isascii() and value.isdigit() and len(value) < 19 else 0

    def location(self, url: str) -> str | None:
        """Return the absolute target of a redirect from ``url`` (RFC 9110 §10.2.2).

        None for other responses.
        """
        target = self.get("location")
        if target is None or not 300 <= self.status < 400:
            return None
        try:
            return without_userinfo(urljoin(url, target))
        except ValueError:
            return without_userinfo(target)


@dataclass(frozen=True)
class Answer:
    """What a record holds of a page: the response, its body without codings, and the address that
    it was copied from, or ``""``."""

    response: Response
    decoded: DecodedBody
    source: str = ""

    @cached_property
    def body_digest(self) -> str:
        """The digest by which equal pages are known: hex sha256 of the body without codings."""
        return hashlib.sha256(self.decoded.content).hexdigest()

    def to_body(self, capture: Capture) -> Body:
        """Return the body of the capture that the record is stored as."""
        decoded = self.decoded
        return Body(
            replace(capture, copied_from=self.source) if self.source else capture,
            decoded.content,
            capture.content_type,
            decoded.fault,
            decoded.words,
            self.response.headers,
        )


def is_page_record(record: Record) -> bool:
    """Return True for a record with what was found at an http(s) address: a ``response``, a
    ``resource``, which is the page alone, without the answer of a server (WARC/1.1 §6.3), or a
    ``conversion`` to HTML, which is the page as a browser rendered it (§6.8).

    A response from which a page was rendered, and what that page loaded, are not pages.
    """
    if record.kind in WITHOUT_HTTP:
        is_web = record.url.lower().startswith(("http:", "https:"))
        return is_web and (
            record.kind == "resource" or record.get("Content-Type").lower().startswith("text/html")
        )
    return record.kind == "response" and not record.get(LOADED_FOR)


def read_answer(record: Record) -> Answer:
    """Parse and decode the page of a record, as ``read_response_of``. Never raises."""
    response = read_response_of(record)
    return Answer(response, response.decoded(), record.get("WARC-Source-URI"))


def read_response_of(record: Record) -> Response:
    """Parse a ``response`` or ``revisit`` record; a record of WITHOUT_HTTP counts as status 200,
    with the Content-Type of the record. Never raises."""
    if record.kind in WITHOUT_HTTP:
        content_type = record.get("Content-Type")
        headers = (("Content-Type", content_type),) if content_type else ()
        return Response(200, headers, record.block)
    head = record.head or read_http_head("response", record.url, record.block)
    return _make_response(record.block, head)


def read_response(url: str, block: bytes) -> Response:
    """Parse the block of a ``response`` or ``revisit`` record of ``url``. Never raises.

    A block without HTTP headers, as in records of other schemes, is all body, with status 0.
    """
    return _make_response(block, read_http_head("response", url, block))


def _make_response(block: bytes, head: HttpHead) -> Response:
    return Response(head.status, head.headers, block[head.end :])


# Read WARC and ARC records from a stream of bytes.

MAX_BLOCK_BYTES = 128 * 1024 * 1024
"""Records with larger blocks are not read: more than twice the default of ``fetch.max_bytes``."""
_MAX_LINE_BYTES = 64 * 1024
_MAX_HEADER_BYTES = 1024 * 1024
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
