"""Records the bytes of HTTP/1.1 messages exactly as they cross the connection.

Not ``warcio.capture_http``: that patches ``http.client`` for the whole process, binds a recorder to the connection through a
thread-local (a reused session writes into the first block's writer, one opened before records nothing), stores whole buffers
after short reads, and turns a dropped connection into an empty response. Here the tape belongs to one session's adapter, and a
short read or a lost connection is seen as what it is.
"""

from __future__ import annotations

from functools import lru_cache
from http.client import HTTPResponse
from typing import Any, BinaryIO

from requests import PreparedRequest
from requests.adapters import HTTPAdapter


class Tape:
    """The request and response bytes of the message that is under way; one tape per session, one message at a time."""

    def __init__(self) -> None:
        self.request = bytearray()
        self.response = bytearray()
        self.peer: str | None = None
        self._paused = False

    def start(self) -> None:
        """Forget the last message; called when a request line is about to be written."""
        self.request = bytearray()
        self.response = bytearray()
        self.peer = None

    def pause(self, paused: bool) -> None:
        """Record nothing while a proxy's CONNECT is negotiated: it is not part of the portal's answer."""
        self._paused = paused

    def sent(self, data: bytes) -> None:
        if not self._paused:
            self.request += data

    def received(self, data: bytes | memoryview) -> None:
        if not self._paused:
            self.response += data


class _TapedReader:
    """The response's file object; everything http.client consumes passes through and is recorded, no more and no less."""

    def __init__(self, stream: BinaryIO, tape: Tape) -> None:
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
        self._tape.received(data)
        return data

    def readinto(self, buffer: Any) -> int:
        count: int = self._stream.readinto(buffer)  # type: ignore[attr-defined]
        self._tape.received(memoryview(buffer)[:count])
        return count

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _TapedResponse(HTTPResponse):
    def __init__(self, sock: Any, *args: Any, tape: Tape, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        self.fp = _TapedReader(self.fp, tape)  # type: ignore[assignment]
        try:
            tape.peer = sock.getpeername()[0]
        except OSError:
            tape.peer = None


@lru_cache(maxsize=32)
def _taped(connection: type, tape: Tape) -> type:
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

    TapedConnection.__name__ = f"Taped{connection.__name__}"
    return TapedConnection


class TapedAdapter(HTTPAdapter):
    """A requests adapter whose connections record to ``tape``: with or without TLS, directly or through any proxy."""

    def __init__(self, tape: Tape) -> None:
        super().__init__(max_retries=0, pool_maxsize=1)
        self._tape = tape

    def get_connection_with_tls_context(self, request: PreparedRequest, *args: Any, **kwargs: Any) -> Any:
        pool: Any = super().get_connection_with_tls_context(request, *args, **kwargs)
        if not hasattr(pool, "_taped"):
            pool.ConnectionCls = _taped(pool.ConnectionCls, self._tape)
            pool._taped = True
        return pool
