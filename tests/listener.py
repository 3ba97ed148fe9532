"""A socket on loopback whose connections are each served in a thread of their own."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def listening(listener: socket.socket, serve: Callable[[socket.socket], object]) -> Iterator[None]:
    """Call ``serve`` with each connection to ``listener``, which is closed at the end."""

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
