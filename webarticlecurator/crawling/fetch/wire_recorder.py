"""Record the bytes of HTTP/1.1 messages exactly as they cross the connection.

``warcio.capture_http`` is not used for four reasons. It patches ``http.client`` for the whole
process. It binds a recorder to the connection through a thread-local: a reused session writes to
the first block's writer, a connection opened before it is not recorded. It stores whole buffers
after short reads. It turns a dropped connection into an empty response. Here the recorder belongs
to the adapter of one session, and short reads and lost connections are reported as such.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse, RemoteDisconnected
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter
from urllib3.exceptions import ConnectTimeoutError, NameResolutionError, NewConnectionError
from urllib3.util.connection import create_connection

from webarticlecurator.crawling.fetch.address_guard import AddressGuard
from webarticlecurator.crawling.fetch.exchange_deadline import Deadline, TimedStream

Connect = Callable[..., Any]
"""Opens a connection as ``create_connection`` of urllib3 does: takes (IP address, port), seconds,
source address and socket options; returns a socket, raises OSError."""
MAX_HEAD_BYTES = 256 * 1024
"""Bytes of all heads of an answer together (interim 1xx, tunnel of a proxy, final) and of the
trailers after a chunked body."""
SWITCHING = 101
_MAX_LINE_BYTES = 65536
_NAME = re.compile(rb"[!-9;-~]+")
_FIELD = re.compile(rb"[!-9;-~]+:[^\r\n]*\r\n")


class WireRecorder:
    """The request and response bytes of the current exchange, secrets of the session included; one
    recorder per session, one exchange at a time. ``wait_to_send`` is called when a request is about
    to be sent over an open connection, ``note_sent`` when a part of it has been sent."""

    def __init__(
        self,
        deadline: Deadline,
        max_bytes: int,
        wait_to_send: Callable[[], None] = lambda: None,
        note_sent: Callable[[], None] = lambda: None,
    ) -> None:
        self.deadline = deadline
        self._wait_to_send, self._note_sent = wait_to_send, note_sent
        self._max_response_bytes = max_bytes + MAX_HEAD_BYTES
        self.is_paused = False
        """True while nothing is recorded: the CONNECT exchange with a proxy is not part of the
        portal's answer."""
        self.start()

    def start(self) -> None:
        """Clear the last exchange; called before a request line is written."""
        self.request, self.response = bytearray(), bytearray()
        self.peer: str | None = None
        self.tls = self.cipher_suite = ""
        self.is_on_used_connection = False
        """True if the connection of the exchange had an answer before."""
        self._head_bytes, self._in_head, self._is_head_cut = 0, True, False

    def begin_sending(self) -> None:
        """Wait until the request may be sent, unless a part of it has been."""
        if not self.is_paused and not self.request:
            self._wait_to_send()

    def record_sent(self, data: bytes) -> None:
        """Record sent bytes, the secrets of the session among them."""
        if not self.is_paused:
            self.request += data
            self._note_sent()

    def record_received(self, data: bytes | memoryview) -> None:
        """Record received bytes."""
        if not self.is_paused:
            self.response += data

    def record_line(self, data: bytes) -> None:
        """Record a line of a head, a chunk size or a trailer. Raises HTTPException if they are too
        long."""
        self.record_received(data)
        if self._in_head:
            self._head_bytes += len(data)
            self._is_head_cut = not data.endswith(b"\n")
        if self._head_bytes > MAX_HEAD_BYTES or len(self.response) > self._max_response_bytes:
            raise HTTPException(f"the head of the answer is longer than {MAX_HEAD_BYTES} bytes")

    def end_head(self) -> None:
        """Note that the head has been read. Raises RemoteDisconnected if it ends before its empty
        line."""
        self._in_head = False
        if self._is_head_cut:
            raise RemoteDisconnected("the answer breaks off in its head")


class _RecordingReader:
    """The file object of a response; records exactly the bytes that http.client reads."""

    def __init__(self, stream: BinaryIO, recorder: WireRecorder) -> None:
        self._stream = stream
        self._recorder = recorder
        self._head: list[bytes] = []

    def read_head(self) -> None:
        """Read the fields of a head; ``readline`` returns those that a browser reads, too.

        http.client would read no more fields after a line without a colon, and fail after a hundred
        lines: they come joined.
        """
        pieces = [b""]
        is_kept = False
        while (line := self.readline(_MAX_LINE_BYTES)).strip(b"\r\n"):
            if _FIELD.fullmatch(line):  # as nearly all are
                is_kept, field = True, line
            else:
                name, colon, value = line.rstrip(b"\r\n").replace(b"\r", b" ").partition(b":")
                name = name.rstrip(b" \t")
                if line[:1] not in b" \t":  # else it continues the line before
                    is_kept = bool(colon and _NAME.fullmatch(name))
                field = b"%s%s%s\r\n" % (name, colon, value) if is_kept else b""
            if len(pieces[-1]) + len(field) > _MAX_LINE_BYTES:
                pieces.append(b"")
            pieces[-1] += field
        # in the opposite order, to be taken from the end
        self._head = [line, *reversed([piece for piece in pieces if piece])]

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(size)
        self._recorder.record_received(data)
        return data

    def read1(self, size: int = -1) -> bytes:
        data: bytes = self._stream.read1(size)  # type: ignore[attr-defined]
        self._recorder.record_received(data)
        return data

    def readline(self, limit: int = -1) -> bytes:
        if self._head:
            return self._head.pop()
        data = self._stream.readline(limit)
        self._recorder.record_line(data)
        return data

    def readinto(self, buffer: Any) -> int:
        count: int = self._stream.readinto(buffer)  # type: ignore[attr-defined]
        self._recorder.record_received(memoryview(buffer)[:count])
        return count

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _read_security(sock: Any) -> tuple[str, str]:
    """Return the version of TLS of a connection, and its cipher suite where that has the name of
    the registry, as since 1.3; "" for both without TLS."""
    version = str((sock.version() if hasattr(sock, "version") else None) or "")
    name = str((sock.cipher() or ("",))[0]) if version else ""
    return version.replace("TLSv1", "tls/1", 1), name if name.startswith("TLS_") else ""


class _RecordingResponse(HTTPResponse):
    def __init__(self, sock: Any, *args: Any, recorder: WireRecorder, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        stream = io.BufferedReader(TimedStream(self.fp, sock, recorder.deadline))
        self._head_reader = _RecordingReader(stream, recorder)
        self.fp = self._head_reader  # type: ignore[assignment]
        self._recorder = recorder
        try:
            recorder.peer = sock.getpeername()[0]
        except OSError:
            recorder.peer = None
        recorder.tls, recorder.cipher_suite = _read_security(sock)

    def begin(self) -> None:
        super().begin()
        self._recorder.end_head()

    def _read_status(self) -> tuple[str, int, str]:
        """Return the status line of the final answer; skip interim answers of any kind."""
        status_line: tuple[str, int, str] = super()._read_status()  # type: ignore[misc]
        while 100 <= status_line[1] < 200 and status_line[1] != SWITCHING:
            while self.fp.readline(_MAX_LINE_BYTES).strip(b"\r\n"):
                pass
            # an interim head (1xx) is not part of the answer (RFC 9110 §15.2)
            self._recorder.response = bytearray()
            status_line = super()._read_status()  # type: ignore[misc]
        self._head_reader.read_head()
        return status_line


def _make_recording_class(
    connection: type, recorder: WireRecorder, guard: AddressGuard | None, connect: Connect
) -> type:
    """Return a subclass of a connection class (plain, TLS or SOCKS) that records to
    ``recorder``."""

    class RecordingConnection(connection):  # type: ignore[misc]
        _is_used = False

        def response_class(self, *args: Any, **kwargs: Any) -> HTTPResponse:
            self._is_used = True
            return _RecordingResponse(*args, recorder=recorder, **kwargs)

        def putrequest(self, *args: Any, **kwargs: Any) -> None:
            recorder.start()
            recorder.is_on_used_connection = self._is_used and self.sock is not None
            super().putrequest(*args, **kwargs)

        def send(self, data: Any) -> None:
            if self.sock is None:
                self.connect()
            recorder.begin_sending()
            super().send(data)
            recorder.record_sent(data)

        def _tunnel(self) -> None:
            recorder.is_paused = True
            try:
                super()._tunnel()
            finally:
                recorder.is_paused = False

        def _new_conn(self) -> Any:
            self._is_used = False
            if guard is None:
                return super()._new_conn()
            return _connect(self, guard, recorder.deadline, connect)

    RecordingConnection.__name__ = f"Recording{connection.__name__}"
    return RecordingConnection


def _connect(connection: Any, guard: AddressGuard, deadline: Deadline, connect: Connect) -> Any:
    """Return a socket to the first address of the host that accepts a connection. Only addresses
    that the guard has checked are tried."""
    try:
        addresses = guard.resolve_host(connection._dns_host, connection.port)
    except OSError as error:  # gaierror
        raise NameResolutionError(connection.host, connection, error) from error  # type: ignore[arg-type]
    last_error: OSError = OSError("no address")
    for address in addresses:
        try:
            return connect(
                (address, connection.port),
                deadline.wait(),
                connection.source_address,
                connection.socket_options,
            )
        except OSError as error:
            last_error = error

    if isinstance(last_error, TimeoutError):
        raise ConnectTimeoutError(
            connection, f"no connection to {connection.host} in time"
        ) from last_error
    raise NewConnectionError(
        connection, f"Failed to establish a new connection: {last_error}"
    ) from last_error


class RecordingAdapter(HTTPAdapter):
    """A requests adapter whose connections record to ``recorder``, with or without TLS, directly or
    through any proxy. ``guard`` checks the addresses of direct connections, which ``connect``
    opens; None behind a proxy."""

    def __init__(
        self,
        recorder: WireRecorder,
        guard: AddressGuard | None,
        connect: Connect | None = None,
    ) -> None:
        super().__init__(max_retries=0, pool_maxsize=1)
        self._recorder, self._guard = recorder, guard
        self._connect = connect or create_connection
        self._recording_classes: dict[type, type] = {}
        self._last: tuple[tuple[str, str], Any] = ("", ""), None

    def get_connection_with_tls_context(
        self, request: PreparedRequest, *args: Any, **kwargs: Any
    ) -> Any:
        scheme, host, *_ = urlsplit(str(request.url))
        # nearly always the site of the request before, with the same settings
        if self._last[0] == (scheme, host):
            return self._last[1]
        pool: Any = super().get_connection_with_tls_context(request, *args, **kwargs)
        if pool.ConnectionCls not in self._recording_classes.values():
            # made once for all hosts
            connection = pool.ConnectionCls
            if connection not in self._recording_classes:
                self._recording_classes[connection] = _make_recording_class(
                    connection, self._recorder, self._guard, self._connect
                )
            pool.ConnectionCls = self._recording_classes[connection]
        self._last = (scheme, host), pool
        return pool

    def close(self) -> None:
        """Close all connections. urllib3 leaves that to the garbage collector: what crawls for
        months would run out of open files."""
        for manager in (self.poolmanager, *self.proxy_manager.values()):
            pools = manager.pools  # no dict: its keys are those that are asked for
            for key in list(pools.keys()):
                pools[key].close()
        self._last = ("", ""), None
        super().close()

    def build_response(self, _request: PreparedRequest, resp: Any) -> Response:
        """Return an answer without what is not asked of it: its encoding and cookies."""
        answer = Response()
        answer.status_code, answer.raw = resp.status, resp
        answer.headers.update(resp.headers)
        return answer
