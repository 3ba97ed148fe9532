"""The demo portal on loopback: a proxy that answers for http://demo.echo.example/ itself, so that
addresses never name a port.

    with DemoServer() as server:
        requests.get("http://demo.echo.example/friss/", proxies={"http": server.proxy})
        server.log[0].response

``python -m webarticlecurator.examples.server`` runs it until Ctrl-C.
"""

from __future__ import annotations

import gzip
import sys
import threading
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from types import TracebackType

from .portal.layouts import HOST
from .portal.site import Answer, State, respond

# HTTP/1.1 messages of the demo server: how each answer is put on the wire, and what can be made to
# go wrong.


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


class Tape:
    """Reads from a connection and keeps what was read."""

    def __init__(self, source: BufferedIOBase) -> None:
        self.source, self.kept = source, bytearray()

    def readline(self, size: int = -1) -> bytes:
        line = self.source.readline(size)
        self.kept += line
        return line

    def close(self) -> None:
        self.source.close()


class Handler(BaseHTTPRequestHandler):
    """One connection. Request bodies are not read: the portal takes none."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: PortalServer

    def setup(self) -> None:
        super().setup()
        self.tape = Tape(self.rfile)
        self.rfile = self.tape  # type: ignore[assignment]

    def answer(self) -> None:
        """Answer one request: note it, and put the bytes on the wire."""
        request, self.tape.kept = bytes(self.tape.kept), bytearray()
        # a browser may come without a proxy
        target = self.path if self.path.startswith("http://") else HOST + self.path
        served = self.server.serve(
            self.command, target, request, "gzip" in self.headers.get("Accept-Encoding", "")
        )
        if served.fault == "stall":
            time.sleep(self.server.stall_of(served.address))
        self.wfile.write(served.response)
        if not served.complete or b"\r\nConnection: close\r\n" in served.response[:2000]:
            self.close_connection = True

    do_GET = do_HEAD = do_POST = answer  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing: the server keeps its own log."""


class PortalServer(ThreadingHTTPServer):
    """The listening socket, the portal's state, the faults and the log, shared by all connections."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, port: int, faults: Sequence[Fault], state: State) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.faults, self.state = tuple(faults), state
        self.hits = [0] * len(self.faults)
        self.log: list[Served] = []
        self.guard = threading.Lock()

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a client that hung up, as an interrupted crawl does."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    def serve(self, method: str, target: str, request: bytes, accepts_gzip: bool) -> Served:
        """Decide one response and note it."""
        with self.guard:
            fault = self.fault_for(target)
            if fault and fault.kind in ("error", "unavailable"):
                answer = Answer(
                    500 if fault.kind == "error" else 503, (("Retry-After", "1"),), b"later\n"
                )
            elif fault and fault.kind in ("drop", "stall"):
                self.log.append(Served(target, 0, request, b"", complete=False, fault=fault.kind))
                return self.log[-1]
            else:
                answer, self.state = respond(method, target, self.state)
            whole = message(
                answer, coding_of(target, accepts_gzip, framed=fault is not None), method == "HEAD"
            )
            cut = fault is not None and fault.kind == "truncate"
            sent = truncated(whole) if cut else whole
            self.log.append(
                Served(target, answer.status, request, sent, not cut, fault.kind if fault else "")
            )
            return self.log[-1]

    def fault_for(self, target: str) -> Fault | None:
        """The fault that hits this request, if any; counts it for every fault it concerns."""
        found = None
        for n, fault in enumerate(self.faults):
            if fault.address in target:
                self.hits[n] += 1
                found = found or (fault if fault.hits(self.hits[n]) else None)
        return found

    def stall_of(self, target: str) -> float:
        return next(
            (f.seconds for f in self.faults if f.kind == "stall" and f.address in target), 0.0
        )


class DemoServer:
    """Starts the portal on a free port (or ``port``) when entered, stops it when left."""

    def __init__(
        self, faults: Sequence[Fault] = (), *, port: int = 0, state: State | None = None
    ) -> None:
        self._server = PortalServer(port, faults, state or State())
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )

    @property
    def proxy(self) -> str:
        """The address to give to ``--proxy``: ``http://127.0.0.1:PORT``."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def log(self) -> tuple[Served, ...]:
        """All requests so far, in the order in which they were answered."""
        with self._server.guard:
            return tuple(self._server.log)

    @property
    def state(self) -> State:
        """What the portal remembers now; give it to another server to go on there."""
        return self._server.state

    def __enter__(self) -> DemoServer:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def main() -> None:
    """Run the portal until Ctrl-C."""
    with DemoServer() as server:
        print(f"The demo portal answers at this proxy: {server.proxy}\nTry:")
        print(f"  curator crawl examples/demo.yaml --proxy {server.proxy}", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
