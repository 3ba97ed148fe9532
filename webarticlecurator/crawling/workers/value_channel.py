"""Send Python values over a connected socket."""

from __future__ import annotations

import pickle
import socket
from typing import Any, cast

_LENGTH = 8
"""Bytes of the length prefix of a value."""
_MAX_CHUNK = 1 << 20
_MAX_JOINED = 1 << 14
"""Bytes of a value that is copied behind its length, so that both are sent at once."""
_WAIT_FOR_ALL = getattr(socket, "MSG_WAITALL", 0)
"""Without it, a page arrives in pieces that are joined."""


class Channel:
    """One end of a connection to a process that this program has started. Values are pickled, so
    the other end must be trusted."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(self, *value: Any) -> None:
        """Send a tuple. Raises OSError if the other process has ended, and errors of pickle."""
        packed = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        length = len(packed).to_bytes(_LENGTH, "big")
        if len(packed) > _MAX_JOINED:
            self._socket.sendall(length)
            self._socket.sendall(packed)
        else:
            self._socket.sendall(length + packed)

    def receive(self) -> tuple[Any, ...]:
        """Wait for a tuple. Raises EOFError or OSError if the other process has ended."""
        length = int.from_bytes(self._receive_bytes(_LENGTH), "big")
        return cast("tuple[Any, ...]", pickle.loads(self._receive_bytes(length)))

    def close(self) -> None:
        self._socket.close()

    def _receive_bytes(self, length: int) -> bytes:
        chunks = []
        while length:
            chunk = self._socket.recv(min(length, _MAX_CHUNK), _WAIT_FOR_ALL)
            if not chunk:
                raise EOFError
            chunks.append(chunk)
            length -= len(chunk)
        return b"".join(chunks)
