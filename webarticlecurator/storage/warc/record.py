"""One record of a WARC file: its head, its block, its bytes.

One WARC record (ISO 28500:2017) and its bytes. The block is always kept verbatim.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from functools import cached_property, lru_cache
from uuid import NAMESPACE_URL, uuid5

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.portal.hosts import without_userinfo
from webarticlecurator.storage.warc.http_head import HttpHead, read_http_head
from webarticlecurator.storage.warc.record_compression import compress_member

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
TEI_STATE = "WARC-TEI-State"
"""Header of a ``metadata`` record whose lines are sha256 and path of TEI files before a newer
output version replaced them: that version, the versions of the files, their number, the sha256 of
the lines, and the program."""
_DIGEST = "WARC-Block-Digest"
_USUAL_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{6})?Z", re.ASCII)
"""A date as ``warc_date`` writes it, or other programs, which is read many times."""
_OFFSET = re.compile(
    r"(?<=\d[T ]\d\d:\d\d)(?::\d\d(?:\.\d+)?)?\s*([+-])(\d\d):?(\d\d)?\s*$", re.ASCII
)
UNREADABLE_DATE = datetime(1970, 1, 1, tzinfo=timezone.utc)
"""What ``parse_date`` returns for what is no date."""
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
        return derive_record_id(self.url, self.get("WARC-Date"), sha1(self.block))

    @cached_property
    def http_head(self) -> HttpHead:
        """The head of the HTTP message in the block; NO_HEAD without one."""
        return self.head or read_http_head(self.kind, self.url, self.block)

    @cached_property
    def size(self) -> int:
        """The bytes of the block."""
        return len(self.block)

    @cached_property
    def url(self) -> str:
        """WARC-Target-URI, without angle brackets, user name and fragment."""
        return clean_warc_address(self.get("WARC-Target-URI"))

    @cached_property
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
    return Record(
        record.kind,
        tuple((name, value) for name, value in record.headers if name.lower() != "warc-record-id"),
        record.block,
    )


def sha1(content: bytes | memoryview) -> str:
    """Return the digest as WARC headers have it: ``sha1:`` and base32."""
    return "sha1:" + base64.b32encode(hashlib.sha1(content).digest()).decode("ascii")


def warc_date(time: datetime) -> str:
    """Format an aware time as WARC-Date in UTC with microseconds."""
    return time.astimezone(timezone.utc).isoformat("T", "microseconds")[:-6] + "Z"


@lru_cache(maxsize=1024)
def parse_date(text: str) -> datetime:
    """Parse a WARC-Date or ARC date as UTC; return 1970-01-01 if it cannot be read.

    A WARC-Date is in UTC; some programs write local time with its offset, which is converted.
    """
    if _USUAL_DATE.fullmatch(text):
        with suppress(ValueError):
            return _within_range(datetime.fromisoformat(text[:-1]).replace(tzinfo=timezone.utc))
    if (offset := _OFFSET.search(text)) is not None:
        ahead = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
        local = parse_date(text[: offset.start(1)])
        return local - ahead if offset[1] == "+" else local + ahead
    whole, _, fraction = text.strip().rstrip("Zz").partition(".")
    digits = re.sub(r"\D", "", whole)
    # a year, month or day stands for its first moment
    padded = digits[:14] + "00000101000000"[len(digits) :]
    micro = (re.sub(r"\D", "", fraction) + "000000")[:6]
    try:
        date = datetime.strptime(padded + micro, "%Y%m%d%H%M%S%f").replace(tzinfo=timezone.utc)
    except ValueError:
        return UNREADABLE_DATE
    return _within_range(date)


def _within_range(date: datetime) -> datetime:
    # a conversion to local time must not leave the range of years
    return date if 1900 < date.year < 9999 else UNREADABLE_DATE


def clean_warc_address(uri: str) -> str:
    """Return the address in a WARC header, without user name and password; a web address without
    its fragment, which no server gets (RFC 9110 §7.1).

    Older programs write it in angle brackets.
    """
    address = without_userinfo(uri[1:-1] if uri[:1] == "<" and uri[-1:] == ">" else uri)
    if " " in address or not address.startswith(("http://", "https://")):
        address = _encode_address(address)
    if "#" in address and address[:6].lower().startswith(("http:", "https:")):
        return address.partition("#")[0]
    return address


def _encode_address(address: str) -> str:
    """Return an address without spaces, which some programs leave in it, and with its scheme in
    lower case."""
    scheme, mark, rest = address.partition("://")
    return f"{scheme.lower()}{mark}{rest}".replace(" ", "%20") if mark else address


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


def derive_record_id(*parts: str) -> str:
    """Return a WARC-Record-ID that is the same for the same parts each time."""
    return f"<urn:uuid:{uuid5(NAMESPACE_URL, ' '.join(parts))}>"


def make_answer(url: str, date: str, block: bytes, body: bytes, *signs: str) -> Record:
    """Return the response record of an answer that another program has kept, with the same id each
    time; ``date`` is its WARC-Date, ``signs`` tell apart answers that are all the same."""
    return make_record(
        "response",
        (
            ("WARC-Record-ID", derive_record_id(url, date, *signs, sha1(block))),
            ("WARC-Date", date),
            ("WARC-Target-URI", target_address(url)),
            ("WARC-Payload-Digest", sha1(body)),
            ("Content-Type", "application/http;msgtype=response"),
        ),
        block,
    )


def encode_record(record: Record) -> bytes:
    """Encode the record as one gzip member.

    A record of another program gets the block digest that it lacks; nothing else is changed.
    """
    digest = () if record.get(_DIGEST) else ((_DIGEST, sha1(record.block)),)
    headers = (*record.headers, *digest, ("Content-Length", str(len(record.block))))
    lines = (VERSION, *(f"{name}: {value}" for name, value in headers), "", "")
    return compress_member(b"".join(("\r\n".join(lines).encode(), record.block, b"\r\n\r\n")))
