"""The result of a fetch, and its record in the archive."""

from __future__ import annotations

from datetime import datetime, timedelta

from webarticlecurator.base.dataclasses import dataclass, field

GONE = frozenset({404, 410})
"""Statuses of a page that does not exist (RFC 9110 §15.5.5, §15.5.11): an answer about the page,
not an error of the portal."""
NO_SUCH_NUMBER = frozenset({400, 416, 422})
"""Statuses with which applications answer the number of a page after the last one (400: WordPress's
REST lists)."""

TRUNCATED, TOO_LARGE, DAMAGED = "truncated", "too-large", "damaged"
"""Faults of a body: its end is missing; only its beginning was decoded; it is complete, but
something in it is wrong."""

CONTINUATION = "continuation"
"""Level of a later page of an article."""
MADE_UP = "made-up"
"""Level of an address that certainly does not exist: how the portal says *not found*."""
LEVELS = (
    "archive",
    "article",
    CONTINUATION,
    "robots",
    "permissions",
    "part",
    "asset",
    "home",
    MADE_UP,
    "sitemap",
)
"""Why addresses are requested."""
LEVELS_OF_ARTICLE = (CONTINUATION, "part", "asset")
"""Levels of what belongs to an article besides its first page, which is ``via`` of the origin."""
RAW_CAPTURE = "id_/"
"""What web archives write between the time of a capture and its address, for the bytes that the
portal sent."""
SITE_LEVELS = ("permissions", "robots", "home", MADE_UP, "sitemap")
"""Levels of what a site says about itself: tdmrep.json, robots.txt, the home page, which shows
whether the portal is well, a made-up address, the sitemaps beside its lists."""
SUBRESOURCE = "subresource"
"""Level of what a page loads in a browser, which is stored, but not indexed: ``via`` of the origin
is the address of the page."""
NOT_RENDERED = "browser"
"""Kind of the failure of a page that a browser could not render."""


@dataclass(frozen=True)
class Origin:
    """Why an address was requested: ``level`` is one of ``LEVELS``, ``window`` the first day of the
    window as YYYY-MM-DD, ``page`` the page value, ``via`` the address of the page that links it, or
    of the capture in a web archive that it was copied from."""

    level: str
    column: str | None = None
    span: int | None = None
    window: str | None = None
    page: str | None = None
    via: str | None = None


@dataclass(frozen=True)
class Hop:
    """One HTTP exchange, verbatim but for the secrets of a session.

    ``request`` and ``response`` are whole HTTP/1.1 messages: start line, headers, body with its
    transfer and content codings as sent. ``truncated`` is a reason of WARC-Truncated (disconnect,
    time, length) or None. ``request_left_out`` and ``response_left_out`` name the fields that were
    left out of them, ``protected`` those of the answer in which something of a subscriber's
    session was replaced. ``is_signed_in``: the request was sent in such a session. ``tls`` is
    ``tls/1.3`` or "", ``cipher_suite`` its name, both as WARC headers have them.
    """

    url: str
    status: int
    request: bytes
    response: bytes
    started: datetime
    ip: str | None = None
    truncated: str | None = None
    request_left_out: tuple[str, ...] = ()
    response_left_out: tuple[str, ...] = ()
    protected: tuple[str, ...] = ()
    is_signed_in: bool = False
    tls: str = ""
    cipher_suite: str = ""


@dataclass(frozen=True)
class Rendering:
    """What a browser made of the last page of a fetch.

    ``record_id`` is the id of its record, which what the page loads refers to; ``html`` is the DOM
    as UTF-8 HTML, None if the browser failed; ``software`` is the browser with its version;
    ``protected`` as for ``Hop``.
    """

    record_id: str
    html: bytes | None
    time: datetime
    software: str = ""
    protected: tuple[str, ...] = ()


@dataclass(frozen=True)
class Subresource:
    """What a page loads in a browser: the ``origin`` of the page, its address, the record id of its
    rendering, and the ``kind`` of the request (script, stylesheet, xhr, fetch)."""

    origin: Origin
    page: str
    record_id: str
    kind: str


@dataclass(frozen=True)
class Failure:
    """A request without a response. ``kind`` is dns, connect, tls, timeout, disconnect, refused,
    redirect-loop …"""

    kind: str
    message: str
    time: datetime


@dataclass(frozen=True)
class Exchange:
    """One fetch of one address: its hops in order, the last of which is final, or a failure after
    zero or more redirects.

    ``is_unread``: the failure is that the server closed a connection, which it had kept open, and
    has probably not read the request. With a ``rendering``, that is the page, and the last hop is
    what the browser made it of.
    """

    url: str
    hops: tuple[Hop, ...]
    failure: Failure | None = None
    is_unread: bool = False
    rendering: Rendering | None = None

    @property
    def final(self) -> Hop | None:
        return self.hops[-1] if self.hops and self.failure is None else None


@dataclass(frozen=True)
class Capture:
    """One stored response: the location of its record and its row in the index.

    ``time`` is WARC-Date (UTC, aware); ``payload_digest`` is as in the record (``sha1:…``);
    ``body_digest`` is the hex sha256 of the decoded body; ``location`` is the absolute target of a
    redirect; ``file`` is relative to the corpus folder, or the path of a WARC file made elsewhere
    as it was given. ``copied_from`` is the WARC-Source-URI of its record, once that was read.
    ``clock_behind``: seconds by which the clock was behind the latest record when it was captured.
    ``signed_in``: it was read in a subscriber's session.
    """

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
    copied_from: str = field(default="", compare=False)
    clock_behind: int = field(default=0, compare=False)
    signed_in: bool = field(default=False, compare=False)

    @property
    def order_time(self) -> datetime:
        """The time by which captures are ordered: never before what was captured earlier."""
        return self.time + timedelta(seconds=self.clock_behind)

    @property
    def archive_source(self) -> str | None:
        """The address in a web archive that the capture was copied from
        (``https://web.archive.org/web/20190503101112id_/https://…``); None for any other."""
        via = self.origin.via if self.origin is not None else None
        sources = (self.copied_from, via or "")
        return next((s for s in sources if s.endswith(f"{RAW_CAPTURE}{self.url}")), None)

    @property
    def is_error(self) -> bool:
        """True if the status is an error of the portal and not of the page: any but GONE."""
        return self.status >= 400 and self.status not in GONE


@dataclass(frozen=True)
class Body:
    """The payload of a capture without its transfer and content codings, as bytes.

    ``fault`` is TRUNCATED, TOO_LARGE, DAMAGED or empty; ``words`` describe it. ``headers`` are
    those of the answer.
    """

    capture: Capture
    content: bytes
    content_type: str | None
    fault: str = ""
    words: str = ""
    headers: tuple[tuple[str, str], ...] = ()
