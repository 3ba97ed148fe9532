"""One record of a WARC file: its head, its block, its bytes.

One WARC record (ISO 28500:2017) and its bytes. The block is always kept verbatim.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timezone
from functools import cached_property, lru_cache
from types import ModuleType
from uuid import NAMESPACE_URL, uuid5

from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.model.capture import Failure, Origin
from webarticlecurator.model.hosts import without_userinfo

VERSION = "WARC/1.1"
NAMED_FILE_PREFIX = "urn:webarticlecurator:"
"""Addresses of the portal file and the files that it names begin so, those of no page."""
SAVED_PREFIX = f"{NAMED_FILE_PREFIX}saved:"
"""WARC-Source-URI of a saved page, before the name of its file."""
LOADED_FOR = "WARC-Loaded-For"
"""Header of a response from which a browser rendered a page: the record id of the rendering."""
LEFT_OUT = "WARC-Fields-Left-Out"
"""Header of a record that lacks secrets of a session: the names of what was left out."""
SIGNED_IN = "WARC-Signed-In"
"""Header of a record that was captured in a subscriber's session: ``yes``."""
PROTECTED = "WARC-Protected-Fields"
"""Header of an answer in which something of such a session was replaced: the names of the fields,
and ``body``."""
_DIGEST = "WARC-Block-Digest"
_OWN_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
"""A date as ``warc_date`` writes it, which is read many times."""
_UNREADABLE = datetime(1970, 1, 1, tzinfo=timezone.utc)
ENCODED_IN_WARC = "*[\x01-\x20\x7f\x85\u2028\u2029]*"
"""A GLOB of addresses that are other ones in WARC-Target-URI (``target_address``)."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")


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
        """WARC-Target-URI, without angle brackets, user name and fragment."""
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


def left_out_fields(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the header that names what was left out of a record; () without names."""
    return ((LEFT_OUT, ", ".join(names)),) if names else ()


def session_fields(protected: Sequence[str], *, is_signed_in: bool) -> tuple[tuple[str, str], ...]:
    """Return the headers of what was captured in a subscriber's session; () for anything else."""
    signed_in = ((SIGNED_IN, "yes"),) if is_signed_in else ()
    return (*signed_in, *(((PROTECTED, ", ".join(protected)),) if protected else ()))


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
    """Return the address in a WARC header, without user name and password; a web address without
    its fragment, which no server gets (RFC 9110 §7.1).

    Older programs write it in angle brackets.
    """
    address = without_userinfo(uri[1:-1] if uri[:1] == "<" and uri[-1:] == ">" else uri)
    if "#" in address and address[:6].lower().startswith(("http:", "https:")):
        return address.partition("#")[0]
    return address


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


# Compress records: each is a gzip member of its own (RFC 1952; WARC 1.1, annex D).
#
# zlib-ng takes under a third of the time of zlib for members of the same size. Which of them
# compressed a member makes no difference to its content.

_LEVEL = 6
"""Level 9 takes twice the time for members that are 1 % smaller."""
_GZIP = 16 + zlib.MAX_WBITS


def _find_codec() -> ModuleType:
    """Return zlib-ng, or zlib for a Python without it: there is none for PyPy."""
    try:
        from zlib_ng import zlib_ng
    except ImportError:
        return zlib
    return zlib_ng


_codec = _find_codec()


def compress_member(content: bytes) -> bytes:
    """Return ``content`` as one gzip member, without a file name and a time."""
    compressor = _codec.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    return bytes(compressor.compress(content) + compressor.flush())


# The head of a stored HTTP message, tolerant as warcio is.
#
# ``warcio check`` starts the payload digest where warcio's parser ends; a test compares both. That
# parser takes a twentieth of the time of a crawl.

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


def _read_lines(block: bytes) -> Iterator[tuple[str, int]]:
    """Yield each line without white space at its end, and where the next one begins."""
    end = 0
    while end < len(block):
        start, end = end, block.find(b"\n", end) + 1 or len(block)
        line = block[start:end]
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            text = line.decode("latin-1")
        yield text.rstrip(), end


def _read_status(line: str) -> int:
    code = line.partition(" ")[2].strip().partition(" ")[0]
    return int(code) if code.isascii() and code.isdigit() and len(code) == 3 else 0


# Origin and failure of a fetch, written as the ``application/warc-fields`` block of a metadata
# record.
#
# The metadata record precedes its responses and names them by ``WARC-Concurrent-To``: any readable
# response has its origin even if the index is lost.

FIELDS = "application/warc-fields"


@dataclass(frozen=True)
class FetchMetadata:
    """The content of the metadata record of a fetch.

    ``hops`` is the number of its responses, ``responses`` their record ids. ``clock_behind``: see
    ``Capture``.
    """

    url: str
    origin: Origin
    hops: int
    responses: tuple[str, ...]
    failure: Failure | None
    clock_behind: int = 0


def fields_block(pairs: tuple[tuple[str, str], ...]) -> bytes:
    """Encode ``name: value`` lines (UTF-8, CRLF); empty values are left out."""
    lines = (f"{name}: {header_line(value)}\r\n" for name, value in pairs if value)
    return "".join(lines).encode("utf-8")


def fetch_metadata_block(
    origin: Origin,
    hops: int,
    failure: Failure | None,
    renderer: str = "",
    clock_behind: int = 0,
) -> bytes:
    """Return the block of the metadata record of one fetch; ``renderer`` is the browser that
    rendered its page, ``clock_behind`` as in ``Capture``."""
    return fields_block(
        (
            ("via", origin.via or ""),
            ("level", origin.level),
            ("column", origin.column or ""),
            ("span", "" if origin.span is None else str(origin.span)),
            ("window", origin.window or ""),
            ("page", origin.page or ""),
            ("hops", str(hops)),
            ("failure", failure.kind if failure else ""),
            ("failure-message", failure.message if failure else ""),
            ("failure-time", warc_date(failure.time) if failure else ""),
            ("renderer", renderer),
            ("clock-behind", str(clock_behind) if clock_behind else ""),
        )
    )


def read_fetch_metadata(record: Record) -> FetchMetadata | None:
    """Parse a metadata record; return None if this program did not write it."""
    if record.kind != "metadata" or record.get("Content-Type") != FIELDS:
        return None  # what a server sent could look like our fields
    lines = record.block.decode("utf-8", "replace").split("\r\n")
    fields = {name: value for name, _, value in (line.partition(": ") for line in lines) if value}
    if "level" not in fields or not fields.get("hops", "").isdigit():
        return None
    span = fields.get("span", "")
    origin = Origin(
        fields["level"],
        fields.get("column"),
        int(span) if span.isdigit() else None,
        fields.get("window"),
        fields.get("page"),
        clean_warc_address(fields["via"]) if "via" in fields else None,
    )
    behind = fields.get("clock-behind", "")
    return FetchMetadata(
        record.url,
        origin,
        int(fields["hops"]),
        record.all("WARC-Concurrent-To"),
        _failure(fields),
        # a longer number is no time of ours
        int(behind) if behind.isdigit() and behind.isascii() and len(behind) < 11 else 0,
    )


def _failure(fields: dict[str, str]) -> Failure | None:
    if "failure" not in fields:
        return None
    return Failure(
        fields["failure"],
        fields.get("failure-message", ""),
        parse_date(fields.get("failure-time", "")),
    )
