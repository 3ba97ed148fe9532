"""Records the bytes of HTTP/1.1 messages exactly as they cross the connection.

Not ``warcio.capture_http``: that patches ``http.client`` for the whole process, binds a recorder to
the connection through a thread-local (a reused session writes into the first block's writer, one
opened before records nothing), stores whole buffers after short reads, and turns a dropped
connection into an empty response. Here the tape belongs to one session's adapter, and a short read
or a lost connection is seen as what it is.
"""

from __future__ import annotations

import io
import re
from functools import lru_cache
from http.client import HTTPException, HTTPResponse, RemoteDisconnected
from typing import Any, BinaryIO

from requests import PreparedRequest
from requests.adapters import HTTPAdapter
from urllib3.exceptions import ConnectTimeoutError, NameResolutionError, NewConnectionError
from urllib3.util.connection import create_connection

from webarticlecurator.fetch.deadline import Deadline, TimedStream
from webarticlecurator.fetch.private_addresses import AddressGuard

LONGEST_HEAD = 256 * 1024
"""Bytes of all heads of an answer together: interim ones (1xx), that of a proxy's tunnel, the final
one; and of what follows a body in chunks."""
SWITCHING = 101
_FOR_PROXY = re.compile(rb"(?im)^proxy-authorization:[^\r\n]*\r?\n")
_LONGEST_LINE = 65536


class WireRecorder:
    """The request and response bytes of the message that is under way; one tape per session, one
    message at a time."""

    def __init__(self, deadline: Deadline, max_bytes: int) -> None:
        self.deadline = deadline
        self.request = bytearray()
        self.response = bytearray()
        self.peer: str | None = None
        self._longest = max_bytes + LONGEST_HEAD
        self._paused = False
        self._head, self._in_head, self._head_is_cut = 0, True, False

    def start(self) -> None:
        """Forget the last message; called when a request line is about to be written."""
        self.request = bytearray()
        self.response = bytearray()
        self.peer = None
        self._head, self._in_head, self._head_is_cut = 0, True, False

    def pause(self, paused: bool) -> None:
        """Record nothing while a proxy's CONNECT is negotiated: it is not part of the portal's
        answer."""
        self._paused = paused

    def sent(self, data: bytes) -> None:
        """Record what was sent; the password of a proxy is for the proxy alone."""
        if not self._paused:
            self.request += _FOR_PROXY.sub(b"", data)

    def received(self, data: bytes | memoryview) -> None:
        if not self._paused:
            self.response += data

    def line(self, data: bytes) -> None:
        """Record a line of a head, a chunk size or a trailer. Raises HTTPException where they are
        too long."""
        self.received(data)
        if self._in_head:
            self._head += len(data)
            self._head_is_cut = not data.endswith(b"\n")
        if self._head > LONGEST_HEAD or len(self.response) > self._longest:
            raise HTTPException(f"the head of the answer is longer than {LONGEST_HEAD} bytes")

    def forget_interim(self) -> None:
        """Forget an interim head (1xx): it is not part of the answer (RFC 9110, section 15.2)."""
        self.response = bytearray()

    def end_head(self) -> None:
        """The head has been read. Raises RemoteDisconnected if it breaks off before its last, empty
        line."""
        self._in_head = False
        if self._head_is_cut:
            raise RemoteDisconnected("the answer breaks off in its head")


class _TapedReader:
    """The response's file object; everything http.client consumes passes through and is recorded,
    no more and no less."""

    def __init__(self, stream: BinaryIO, tape: WireRecorder) -> None:
        self._stream = stream
        self._tape = tape

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(size)
        self._tape.received(data)
        return data

    def read1(self, size: int = -1) -> bytes:
        data: bytes = self._stream.read1(size)  # type: ignore[attr-defined]
        self._tape.received(data)
        return data

    def readline(self, limit: int = -1) -> bytes:
        data = self._stream.readline(limit)
        self._tape.line(data)
        return data

    def readinto(self, buffer: Any) -> int:
        count: int = self._stream.readinto(buffer)  # type: ignore[attr-defined]
        self._tape.received(memoryview(buffer)[:count])
        return count

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _TapedResponse(HTTPResponse):
    def __init__(self, sock: Any, *args: Any, tape: WireRecorder, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        timed = io.BufferedReader(TimedStream(self.fp, sock, tape.deadline))
        self.fp = _TapedReader(timed, tape)  # type: ignore[assignment]
        self._tape = tape
        try:
            tape.peer = sock.getpeername()[0]
        except OSError:
            tape.peer = None

    def begin(self) -> None:
        super().begin()
        self._tape.end_head()

    def _read_status(self) -> tuple[str, int, str]:
        """The status line of the final answer: interim answers of any kind are passed over."""
        found: tuple[str, int, str] = super()._read_status()  # type: ignore[misc]
        while 100 <= found[1] < 200 and found[1] != SWITCHING:
            while self.fp.readline(_LONGEST_LINE).strip(b"\r\n"):
                pass
            self._tape.forget_interim()
            found = super()._read_status()  # type: ignore[misc]
        return found


@lru_cache(maxsize=32)
def _taped(connection: type, tape: WireRecorder, guard: AddressGuard | None) -> type:
    """A connection class (plain, TLS or SOCKS) that also records to the tape."""

    class TapedConnection(connection):  # type: ignore[misc]
        def response_class(self, *args: Any, **kwargs: Any) -> HTTPResponse:
            return _TapedResponse(*args, tape=tape, **kwargs)

        def putrequest(self, *args: Any, **kwargs: Any) -> None:
            tape.start()
            super().putrequest(*args, **kwargs)

        def send(self, data: Any) -> None:
            super().send(data)
            tape.sent(data)

        def _tunnel(self) -> None:
            tape.pause(True)
            try:
                super()._tunnel()
            finally:
                tape.pause(False)

        def _new_conn(self) -> Any:
            return super()._new_conn() if guard is None else _connect(self, guard, tape.deadline)

    TapedConnection.__name__ = f"Taped{connection.__name__}"
    return TapedConnection


def _connect(connection: Any, guard: AddressGuard, deadline: Deadline) -> Any:
    """A socket to the first address of the host that takes one: the addresses that the guard has
    seen, and no others."""
    try:
        addresses = guard.addresses(connection._dns_host, connection.port)
    except OSError as error:  # gaierror
        raise NameResolutionError(connection.host, connection, error) from error  # type: ignore[arg-type]
    trouble: OSError = OSError("no address")
    for address in addresses:
        try:
            place = (address, connection.port)
            return create_connection(
                place, deadline.wait(), connection.source_address, connection.socket_options
            )
        except OSError as error:
            trouble = error
    if isinstance(trouble, TimeoutError):
        raise ConnectTimeoutError(
            connection, f"no connection to {connection.host} in time"
        ) from trouble
    raise NewConnectionError(
        connection, f"Failed to establish a new connection: {trouble}"
    ) from trouble


class RecordingAdapter(HTTPAdapter):
    """A requests adapter whose connections record to ``tape``: with or without TLS, directly or
    through any proxy. ``guard`` says where a direct connection may lead; None behind a proxy."""

    def __init__(self, tape: WireRecorder, guard: AddressGuard | None) -> None:
        super().__init__(max_retries=0, pool_maxsize=1)
        self._tape, self._guard = tape, guard

    def get_connection_with_tls_context(
        self, request: PreparedRequest, *args: Any, **kwargs: Any
    ) -> Any:
        pool: Any = super().get_connection_with_tls_context(request, *args, **kwargs)
        if not hasattr(pool, "_taped"):
            pool.ConnectionCls = _taped(pool.ConnectionCls, self._tape, self._guard)
            pool._taped = True
        return pool
