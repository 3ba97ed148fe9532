"""What a fetch gives and what the archive keeps of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

GONE = frozenset({404, 410})
"""Statuses that say that there is no such page (RFC 9110 §15.5.5, §15.5.11): an answer like any
other, not a trouble."""

TRUNCATED, TOO_LARGE, DAMAGED = "truncated", "too-large", "damaged"
"""Faults of a body: its end is missing; only its beginning was decoded; it is whole although
something is wrong."""

LEVELS = ("archive", "article", "continuation", "robots")


@dataclass(frozen=True)
class Origin:
    """Why an address was requested. ``window`` is the window's first day as YYYY-MM-DD, ``page``
    the page value, ``via`` the address of the page that named it."""

    level: str
    column: str | None = None
    span: int | None = None
    window: str | None = None
    page: str | None = None
    via: str | None = None


@dataclass(frozen=True)
class Hop:
    """One HTTP exchange, verbatim: ``request`` and ``response`` are whole HTTP/1.1 messages (start
    line, headers, body with its transfer and content codings as sent). ``truncated`` is a
    WARC-Truncated reason (disconnect, time, length) or None."""

    url: str
    status: int
    request: bytes
    response: bytes
    started: datetime
    ip: str | None = None
    truncated: str | None = None


@dataclass(frozen=True)
class Failure:
    """An attempt that got no response. ``kind``: dns, connect, tls, timeout, disconnect, refused,
    redirect-loop, …"""

    kind: str
    message: str
    time: datetime


@dataclass(frozen=True)
class Exchange:
    """One fetch of one address: its redirect hops in order, the last one final; or a failure after
    zero or more hops."""

    url: str
    hops: tuple[Hop, ...]
    failure: Failure | None = None

    @property
    def final(self) -> Hop | None:
        return self.hops[-1] if self.hops and self.failure is None else None


@dataclass(frozen=True)
class Capture:
    """One stored response: where it lies and what the index knows of it. ``time`` is WARC-Date
    (UTC, aware); ``payload_digest`` as in the record (``sha1:…``); ``body_digest`` the hex sha256
    of the decoded body; ``location`` the absolute redirect target; ``file`` is relative to the
    corpus folder, or a path as given for foreign WARCs."""

    record_id: str
    url: str
    status: int
    time: datetime
    file: str
    offset: int
    length: int
    content_type: str | None
    payload_digest: str | None
    body_digest: str
    truncated: bool = False
    location: str | None = None
    origin: Origin | None = None

    @property
    def is_error(self) -> bool:
        """True if the portal answered with an error that says nothing about the page: any but
        GONE."""
        return self.status >= 400 and self.status not in GONE


@dataclass(frozen=True)
class Body:
    """The decoded payload of a capture: transfer and content codings removed, character set not yet
    decoded.

    ``fault`` is TRUNCATED, TOO_LARGE, DAMAGED or empty; ``words`` say what is wrong."""

    capture: Capture
    content: bytes
    content_type: str | None
    fault: str = ""
    words: str = ""
