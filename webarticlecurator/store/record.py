"""One WARC record (ISO 28500:2017): its headers and its block, to and from bytes. The block is always verbatim."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timezone
from io import BytesIO
from typing import BinaryIO
from uuid import NAMESPACE_URL, uuid5

from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecord, ArcWarcRecordLoader
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webarticlecurator.model.hosts import without_userinfo

VERSION = "WARC/1.1"


class BadRecord(ValueError):
    """These bytes are no whole WARC record; the text says what is wrong."""


@dataclass(frozen=True)
class Record:
    """``headers`` in order as written, Content-Type included, Content-Length left out; ``block`` as stored."""

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
        """WARC-Record-ID with its angle brackets; a stable one made of the content where the record (ARC) has none."""
        name = " ".join((self.url, self.get("WARC-Date"), sha1(self.block)))
        return self.get("WARC-Record-ID") or f"<urn:uuid:{uuid5(NAMESPACE_URL, name)}>"

    @property
    def url(self) -> str:
        """The address it is about."""
        return address_in(self.get("WARC-Target-URI"))

    @property
    def time(self) -> datetime:
        """WARC-Date, aware UTC; whole years, months, days and 14-digit ARC dates are allowed; 1970 where it is unreadable."""
        return parse_date(self.get("WARC-Date"))


@dataclass(frozen=True)
class Located:
    """A record and where it lies: ``offset`` and ``length`` of its gzip member, zstd frame or plain bytes in ``file``."""

    record: Record
    file: str
    offset: int
    length: int


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
    try:
        return datetime.strptime(padded + micro, "%Y%m%d%H%M%S%f").replace(tzinfo=timezone.utc)
    except ValueError:
        return datetime(1970, 1, 1, tzinfo=timezone.utc)


def address_in(uri: str) -> str:
    """The address in a WARC header, without user name and password; older programs write it between angle brackets."""
    return without_userinfo(uri[1:-1] if uri[:1] == "<" and uri[-1:] == ">" else uri)


def target(url: str) -> str:
    """``url`` as it stands in WARC-Target-URI: one line without spaces."""
    return one_line(url).replace(" ", "%20")


def one_line(text: str) -> str:
    """``text`` as a header or field value may hold it: control characters percent-encoded, no white space at the ends."""
    return re.sub(r"[\x00-\x1f\x7f\x85\u2028\u2029]", lambda m: "".join(f"%{b:02X}" for b in m[0].encode()), text.strip())


def make(kind: str, headers: tuple[tuple[str, str], ...], block: bytes) -> Record:
    """A record with its block digest. ``headers`` must hold at least WARC-Record-ID, WARC-Date and Content-Type."""
    lines = (("WARC-Type", kind), *((k, one_line(v)) for k, v in headers), ("WARC-Block-Digest", sha1(block)))
    return Record(kind, lines, block)


def encode(record: Record) -> bytes:
    """The record as one gzip member. The block is written as it is: warcio gets no parsed HTTP headers to write anew."""
    out = BytesIO()
    headers = StatusAndHeaders("", list(record.headers), protocol=VERSION)
    # told that it is a warcinfo, warcio adds no payload digest of its own and does not leave out the block of a revisit;
    # the WARC-Type that is written stands in the headers
    held = ArcWarcRecord("warc", "warcinfo", headers, BytesIO(record.block), None, record.get("Content-Type") or None, 0)
    held.length = held.payload_length = len(record.block)
    WARCWriter(out, gzip=True, warc_version="1.1").write_record(held)
    return out.getvalue()


def payload_start(kind: str, url: str, block: bytes) -> int:
    """Where the HTTP body begins in ``block``, exactly as ``warcio check`` sees it (its payload digest starts there)."""
    stream = BytesIO(block)
    ArcWarcRecordLoader(verify_http=False).load_http_headers(kind, url, stream, len(block))
    return stream.tell()


def decode(content: bytes) -> Record:
    """One whole record from the bytes of its gzip member. Raises BadRecord."""
    stream = BytesIO(content)
    record = read_next(stream)
    if record is None:
        raise BadRecord("no record where one should be")
    if content[stream.tell() :].strip(b"\r\n"):
        raise BadRecord("more bytes than the record's Content-Length says")
    return record


_LONGEST_LINE = 1_000_000
"""Bytes of the line that a record begins with; of an ARC file it holds an address."""


def read_next(stream: BinaryIO) -> Record | None:
    """The record at the stream's position (WARC or ARC), None at its end. Raises BadRecord; leaves the stream after the block."""
    line = stream.readline(_LONGEST_LINE)
    if not line:
        return None
    if len(line) == _LONGEST_LINE:
        raise BadRecord(f"no WARC record: a line of more than {_LONGEST_LINE:,} bytes")
    try:
        found = ArcWarcRecordLoader(verify_http=False, arc2warc=True).parse_record_stream(stream, line, None, True)
        block = found.raw_stream.read() if found.length is not None else b""
    except (ArchiveLoadFailed, EOFError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise BadRecord(f"no WARC record: {str(error)[:100]}") from error
    if found.length is None or not found.rec_type:
        raise BadRecord("a record without WARC-Type or Content-Length")
    if len(block) < found.length:
        raise BadRecord(f"the record breaks off: {len(block)} of {found.length} bytes")
    headers = tuple((k, v) for k, v in found.rec_headers.headers if k.lower() != "content-length")
    is_arc = found.rec_headers.protocol == "WARC/1.0" and not line.startswith(b"WARC/")
    return Record(found.rec_type, _without_id(headers) if is_arc else headers, block)


def _without_id(headers: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """ARC records have no id, warcio draws a random one: left out, so that the same file always gives the same ids."""
    return tuple(h for h in headers if h[0] != "WARC-Record-ID")
