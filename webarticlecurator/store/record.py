"""One WARC record (ISO 28500:2017): its headers and its block, to and from bytes. The block is
always verbatim."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timezone
from io import BytesIO
from typing import Protocol
from uuid import NAMESPACE_URL, uuid5

from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecord, ArcWarcRecordLoader
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webarticlecurator.model.hosts import without_userinfo

VERSION = "WARC/1.1"


MAX_BLOCK_BYTES = 128 * 1024 * 1024
"""No record is read whose block is larger (bytes): more than twice what ``fetch.max_bytes`` is by
default."""

_LONGEST_LINE = 64 * 1024
_ARC_LINE = re.compile(rb"[a-z][a-z0-9+.-]*:\S* .*\d\r?\n?$", re.IGNORECASE)
"""An ARC header: the address first, the length last."""
_LONGEST_HEADERS = 1024 * 1024


class ByteStream(Protocol):
    """What records are read from."""

    def read(self, size: int, /) -> bytes: ...

    def readline(self, size: int, /) -> bytes: ...


class BadRecord(ValueError):
    """These bytes are no whole WARC record; the text says what is wrong."""


class RecordTooLong(BadRecord):
    """The block of a record is larger than LARGEST: it says to be ``length`` bytes long."""

    def __init__(self, length: int) -> None:
        super().__init__(f"a record of {length} bytes (at most {MAX_BLOCK_BYTES}); it is not read")
        self.length = length


@dataclass(frozen=True)
class Record:
    """``headers`` in order as written, Content-Type included, Content-Length left out; ``block`` as
    stored."""

    kind: str
    headers: tuple[tuple[str, str], ...]
    block: bytes

    def get(self, name: str, default: str = "") -> str:
        """The first value of a WARC header, or ``default``."""
        return next((v for k, v in self.headers if k.lower() == name.lower()), default)

    def all(self, name: str) -> tuple[str, ...]:
        """All values of a WARC header that may be repeated."""
        return tuple(v for k, v in self.headers if k.lower() == name.lower())

    @property
    def id(self) -> str:
        """WARC-Record-ID with its angle brackets; a stable one made of the content where the record
        (ARC) has none."""
        name = " ".join((self.url, self.get("WARC-Date"), sha1(self.block)))
        return self.get("WARC-Record-ID") or f"<urn:uuid:{uuid5(NAMESPACE_URL, name)}>"

    @property
    def url(self) -> str:
        """The address it is about."""
        return address_in(self.get("WARC-Target-URI"))

    @property
    def time(self) -> datetime:
        """WARC-Date, aware UTC; whole years, months, days and 14-digit ARC dates are allowed; 1970
        where it is unreadable."""
        return parse_date(self.get("WARC-Date"))


@dataclass(frozen=True)
class RecordLocation:
    """A record and where it lies: ``offset`` and ``length`` of its gzip member, zstd frame or plain
    bytes in ``file``."""

    record: Record
    file: str
    offset: int
    length: int


def without_record_id(record: Record) -> Record:
    """The record with an id made of its content."""
    headers = tuple(
        (name, value) for name, value in record.headers if name.lower() != "warc-record-id"
    )
    return Record(record.kind, headers, record.block)


def sha1(content: bytes) -> str:
    """``sha1:`` and base32, as WARC digests are usually written."""
    return "sha1:" + base64.b32encode(hashlib.sha1(content).digest()).decode("ascii")


def warc_date(time: datetime) -> str:
    """Aware time → WARC-Date in UTC with microseconds."""
    return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def parse_date(text: str) -> datetime:
    """WARC-Date (or an ARC date) → aware UTC; 1970-01-01 if it cannot be read."""
    whole, _, fraction = text.strip().rstrip("Zz").partition(".")
    digits = re.sub(r"\D", "", whole)
    padded = digits[:14] + "00000101000000"[len(digits) :]
    micro = (re.sub(r"\D", "", fraction) + "000000")[:6]
    unreadable = datetime(1970, 1, 1, tzinfo=timezone.utc)
    try:
        found = datetime.strptime(padded + micro, "%Y%m%d%H%M%S%f").replace(tzinfo=timezone.utc)
    except ValueError:
        return unreadable
    # others have no local time in every zone
    return found if 1900 < found.year < 9999 else unreadable


def address_in(uri: str) -> str:
    """The address in a WARC header, without user name and password; older programs write it between
    angle brackets."""
    return without_userinfo(uri[1:-1] if uri[:1] == "<" and uri[-1:] == ">" else uri)


def target_address(url: str) -> str:
    """``url`` as it stands in WARC-Target-URI: one line without spaces."""
    return header_line(url).replace(" ", "%20")


def header_line(text: str) -> str:
    """``text`` as a header or field value may hold it: control characters percent-encoded, no white
    space at the ends."""
    return re.sub(
        r"[\x00-\x1f\x7f\x85\u2028\u2029]",
        lambda m: "".join(f"%{b:02X}" for b in m[0].encode()),
        text.strip(),
    )


def make_record(kind: str, headers: tuple[tuple[str, str], ...], block: bytes) -> Record:
    """A record with its block digest. ``headers`` must hold at least WARC-Record-ID, WARC-Date and
    Content-Type."""
    lines = (
        ("WARC-Type", kind),
        *((k, header_line(v)) for k, v in headers),
        ("WARC-Block-Digest", sha1(block)),
    )
    return Record(kind, lines, block)


def encode_record(record: Record) -> bytes:
    """The record as one gzip member. The block is written as it is: warcio gets no parsed HTTP
    headers to write anew."""
    out = BytesIO()
    headers = StatusAndHeaders("", list(record.headers), protocol=VERSION)
    # told that it is a warcinfo, warcio adds no payload digest of its own and does not leave out
    # the block of a revisit; the WARC-Type that is written stands in the headers
    held = ArcWarcRecord(
        "warc",
        "warcinfo",
        headers,
        BytesIO(record.block),
        None,
        record.get("Content-Type") or None,
        0,
    )
    held.length = held.payload_length = len(record.block)
    WARCWriter(out, gzip=True, warc_version="1.1").write_record(held)
    return out.getvalue()


def payload_start(kind: str, url: str, block: bytes) -> int:
    """Where the HTTP body begins in ``block``, exactly as ``warcio check`` sees it (its payload
    digest starts there); 0 if what stands before it is longer than headers are."""
    if len(block) > _LONGEST_HEADERS and not re.search(rb"\n\r?\n", block[:_LONGEST_HEADERS]):
        return 0
    stream = BytesIO(block)
    ArcWarcRecordLoader(verify_http=False).load_http_headers(kind, url, stream, len(block))
    return stream.tell()


def read_next(stream: ByteStream, room: int = MAX_BLOCK_BYTES) -> Record | None:
    """The record at the stream's position (WARC or ARC), None at its end; ``room`` is what the file
    can hold at most from there. Raises BadRecord; leaves the stream after the block, after TooLong
    at its beginning."""
    line = _line(stream)
    if not line:
        return None
    if not line.startswith(b"WARC/"):
        return _read_arc(stream, line)
    headers = _headers(stream)
    kinds = [value for name, value in headers if name.lower() == "warc-type"]
    if not kinds or not kinds[0]:
        raise BadRecord("a record without WARC-Type or Content-Length")
    block = _block(stream, _content_length(headers), room)
    return Record(kinds[0], tuple(h for h in headers if h[0].lower() != "content-length"), block)


def _line(stream: ByteStream) -> bytes:
    line = stream.readline(_LONGEST_LINE + 1)
    if len(line) > _LONGEST_LINE:
        raise BadRecord(f"a header line of more than {_LONGEST_LINE} bytes")
    return line


def _headers(stream: ByteStream) -> list[tuple[str, str]]:
    """Up to the empty line that ends them; a line that begins with a blank goes on with the one
    before."""
    found: list[tuple[str, list[str]]] = []
    size = 0
    while line := _line(stream).rstrip(b"\r\n"):
        size += len(line) + 2
        if size > _LONGEST_HEADERS:
            raise BadRecord(f"headers of more than {_LONGEST_HEADERS} bytes")
        if line.startswith(b"WARC/"):
            raise BadRecord("another record begins in its headers")
        text = _text(line)
        name, colon, value = text.partition(":")
        if text[0] in " \t" and found:
            found[-1][1].append(text)
        elif colon:
            found.append((name.rstrip(" \t"), [value]))
    return [(name, "".join(parts).strip()) for name, parts in found]


def _text(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _content_length(headers: list[tuple[str, str]]) -> int:
    told = {value for name, value in headers if name.lower() == "content-length"}
    if not told:
        raise BadRecord("a record without WARC-Type or Content-Length")
    value = told.pop()
    if told or not (value.isascii() and value.isdigit() and len(value) < 20):
        raise BadRecord(
            f"no length: Content-Length {value[:30]!r}" + (", and another one" if told else "")
        )
    return int(value)


def _block(stream: ByteStream, length: int, room: int = MAX_BLOCK_BYTES) -> bytes:
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


class _ForWarcio:
    """A stream with the calls that warcio makes, none of them without a limit."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream

    def readline(self, size: int = -1) -> bytes:
        return _line(self._stream) if size < 0 else self._stream.readline(min(size, _LONGEST_LINE))

    def read(self, size: int = -1) -> bytes:
        return self._stream.read(min(size, MAX_BLOCK_BYTES) if size >= 0 else MAX_BLOCK_BYTES)


def _read_arc(stream: ByteStream, line: bytes) -> Record:
    """An ARC record; it has no id, and warcio draws one: left out, so that the same file always
    gives the same ids."""
    if not _ARC_LINE.match(line):
        raise BadRecord("no WARC record: neither a WARC nor an ARC header")
    try:
        loader = ArcWarcRecordLoader(verify_http=False, arc2warc=True)
        found = loader.parse_record_stream(_ForWarcio(stream), line, None, True)
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
    if found.length is None or found.length < 0 or not found.rec_type:
        raise BadRecord("a record without WARC-Type or Content-Length")
    block = _block(found.raw_stream, found.length)
    unwanted = ("content-length", "warc-record-id")
    return Record(
        found.rec_type,
        tuple((k, v) for k, v in found.rec_headers.headers if k.lower() not in unwanted),
        block,
    )
