"""Python values over a connected socket, one after the other."""

from __future__ import annotations

import pickle
import socket
from typing import Any

_LENGTH = 8
"""Bytes that say how long a value is."""
_PIECE = 1 << 20


class Channel:
    """One end. The other one is in a process that this program has started."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(self, *value: Any) -> None:
        """Send a tuple. Raises OSError if the other process is gone, and what pickle raises."""
        packed = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        self._socket.sendall(len(packed).to_bytes(_LENGTH, "big") + packed)

    def receive(self) -> tuple[Any, ...]:
        """Wait for a tuple. Raises EOFError or OSError if the other process is gone."""
        length = int.from_bytes(self._exactly(_LENGTH), "big")
        value: tuple[Any, ...] = pickle.loads(self._exactly(length))
        return value

    def close(self) -> None:
        self._socket.close()

    def _exactly(self, length: int) -> bytes:
        pieces = []
        while length:
            piece = self._socket.recv(min(length, _PIECE))
            if not piece:
                raise EOFError
            pieces.append(piece)
            length -= len(piece)
        return b"".join(pieces)
