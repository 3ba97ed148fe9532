"""HTTP/1.1 messages of the demo server: how each answer is put on the wire, and what can be made to
go wrong."""

from __future__ import annotations

import gzip
import zlib
from dataclasses import dataclass
from http import HTTPStatus

from .portal.site import Answer

CODINGS = ("length", "chunked", "gzip", "gzip-chunked", "close")
FAULTS = ("truncate", "drop", "error", "unavailable", "stall")


@dataclass(frozen=True)
class Fault:
    """What goes wrong. ``kind``: truncate (the connection ends in mid-body), drop (it ends before
    any answer), error (500), unavailable (503 with Retry-After), stall (nothing comes for
    ``seconds``, then the connection ends). It hits the ``nth`` request (from 1) of those whose
    address contains ``address``, and the ``times - 1`` after it."""

    kind: str
    nth: int = 1
    address: str = ""
    times: int = 1
    seconds: float = 1.0

    def __post_init__(self) -> None:
        if self.kind not in FAULTS:
            raise ValueError(f"unknown fault {self.kind!r}; known: {', '.join(FAULTS)}")

    def hits(self, count: int) -> bool:
        """True for the ``count``-th request of its addresses."""
        return self.nth <= count < self.nth + self.times


@dataclass(frozen=True)
class Served:
    """One request as the server saw it: both messages byte for byte as they went over the wire.
    ``complete`` is False where a fault cut the response; ``fault`` is its kind or empty."""

    address: str
    status: int
    request: bytes
    response: bytes
    complete: bool = True
    fault: str = ""


def coding_of(address: str, accepts_gzip: bool, framed: bool = False) -> str:
    """How the answer for an address travels: always the same way for the same address, each way for
    a fifth of them. ``framed``: in a way that shows the client whether it is whole, so not "close".
    """
    coding = CODINGS[zlib.crc32(address.encode()) % (len(CODINGS) - framed)]
    return (
        {"gzip": "length", "gzip-chunked": "chunked"}.get(coding, coding)
        if not accepts_gzip
        else coding
    )


def chunked(body: bytes, size: int = 700) -> bytes:
    """The chunked transfer coding (RFC 9112 §7.1) of a body."""
    parts = [body[n : n + size] for n in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def truncated(whole: bytes) -> bytes:
    """A response message whose body ends in the middle."""
    start = whole.index(b"\r\n\r\n") + 4
    return whole[: start + (len(whole) - start) // 2]


def message(answer: Answer, coding: str, head_only: bool = False) -> bytes:
    """The whole response message. With the coding "close" its end is the end of the connection. No
    Date: the same request gives the same bytes."""
    body, headers = answer.body, [*answer.headers, ("Server", "visszhang")]
    if coding.startswith("gzip"):
        body = gzip.compress(body, mtime=0)
        headers += [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]
    if coding.endswith("chunked"):
        headers.append(("Transfer-Encoding", "chunked"))
        body = chunked(body)
    elif coding == "close":
        headers.append(("Connection", "close"))
    else:
        headers.append(("Content-Length", str(len(body))))
    lines = [
        f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}",
        *(f"{name}: {value}" for name, value in headers),
    ]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + (b"" if head_only else body)
