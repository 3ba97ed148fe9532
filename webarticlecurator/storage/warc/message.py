"""Stored messages: HTTP responses in records of WARC and ARC files.

A stored HTTP response, parsed: status, headers and decoded body.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from functools import cached_property

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.capture import TRUNCATED, Body, Capture
from webarticlecurator.base.portal.hosts import join_address, without_userinfo
from webarticlecurator.storage.warc.coding import DecodedBody, decode_body
from webarticlecurator.storage.warc.http_head import HttpHead, read_http_head
from webarticlecurator.storage.warc.record import LOADED_FOR, Record

WITHOUT_HTTP = ("resource", "conversion")
"""Kinds of records whose block is a page alone."""

_NO_PAGES = (
    "image/",
    "video/",
    "audio/",
    "font/",
    "text/css",
    "application/javascript",
    "text/javascript",
)


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

    def clock_offset(self, time: datetime) -> int:
        """Return by how many seconds the clock of the server is ahead of ``time``; 0 if it says
        nothing, or if a cache has kept the response."""
        date_header = self.get("date")
        if date_header is None or self.get("age") is not None:
            return 0
        date = parse_mail_date(date_header)
        return round((date - time).total_seconds()) if date else 0

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
        return without_userinfo(join_address(url, target))


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
        return record.url.lower().startswith(("http:", "https:")) and (
            record.kind == "resource" or record.get("Content-Type").lower().startswith("text/html")
        )
    return record.kind == "response" and not record.get(LOADED_FOR)


def is_no_page(content_type: str | None) -> bool:
    """Return True for images, style sheets and the like, which other crawlers store, too."""
    return (content_type or "").partition(";")[0].strip().lower().startswith(_NO_PAGES)


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
    return _make_response(record.block, record.http_head)


def read_response(url: str, block: bytes) -> Response:
    """Parse the block of a ``response`` or ``revisit`` record of ``url``. Never raises.

    A block without HTTP headers, as in records of other schemes, is all body, with status 0.
    """
    return _make_response(block, read_http_head("response", url, block))


def page_status(status: int) -> int:
    """Return the status that an answer is read with: one that a proxy has changed (203) is the page
    as well (RFC 9110 §15.3.4)."""
    return 200 if status == 203 else status


def _make_response(block: bytes, head: HttpHead) -> Response:
    return Response(page_status(head.status), head.headers, block[head.end :])


def parse_mail_date(text: str) -> datetime | None:
    """Return a date as in HTTP and mail (RFC 5322), None for other texts. Without a zone, or with
    -0000, it is in UTC."""
    try:
        date = parsedate_to_datetime(text)
    except (TypeError, ValueError, ArithmeticError, IndexError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=timezone.utc)
