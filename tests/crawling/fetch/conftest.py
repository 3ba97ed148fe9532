"""A server that sends exactly the given bytes and records what it sent and received."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from listener import listening


@dataclass
class Wire:
    """``answers`` maps a path to (bytes, keep the connection open afterwards); ``log`` holds
    (request, sent bytes) in order."""

    port: int
    answers: dict[str, tuple[bytes, bool] | Callable[[int], tuple[bytes, bool]]] = field(
        default_factory=dict
    )
    log: list[tuple[bytes, bytes]] = field(default_factory=list)
    connections: int = 0

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def serve(self, connection: socket.socket) -> None:
        self.connections += 1
        with connection:
            while request := _read_head(connection):
                path = request.split(b" ", 2)[1].decode().removeprefix("http://portal.example")
                answer = self.answers[path]
                sent, keep = answer(len(self.log)) if callable(answer) else answer
                self.log.append((request, sent))
                connection.sendall(sent)
                if not keep:
                    return


def _read_head(connection: socket.socket) -> bytes:
    data = b""
    while b"\r\n\r\n" not in data:
        try:
            block = connection.recv(4096)
        except OSError:
            return b""
        if not block:
            return b""
        data += block
    return data


@pytest.fixture
def wire() -> Iterator[Wire]:
    listener = socket.create_server(("127.0.0.1", 0))
    served = Wire(listener.getsockname()[1])
    with listening(listener, served.serve):
        yield served
