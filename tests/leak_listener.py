"""A socket that counts what a browser asks for, and the browser itself."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from leak_page import HOST
from listener import listening

BROWSER = next(
    (p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if p), None
)
OWN_REQUESTS = tuple(
    """--disable-background-networking --disable-component-update --disable-sync --no-first-run
    --disable-default-apps --disable-domain-reliability --disable-extensions
    --disable-client-side-phishing-detection
    --disable-features=OptimizationHints,Translate""".split()
)
"""Options without which the browser asks for something by itself."""

needs_browser = pytest.mark.skipif(
    BROWSER is None, reason="no chromium on this machine: nothing is opened in a browser"
)


@dataclass
class Requests:
    """What a browser asked for, by the ways of the leak page; connections that say no HTTP count by
    the name of their host."""

    ways: set[str] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def serve(self, connection: socket.socket) -> None:
        """Note what a connection asks for, and answer with nothing."""
        with connection:
            connection.settimeout(5)
            try:
                head = connection.recv(65536)
                if HOST.encode() in head:
                    with self.lock:
                        self.ways.add(head.split(b" HTTP/")[0].decode("latin-1")[-60:])
                connection.sendall(
                    b"HTTP/1.1 404 no\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                )
            except OSError:
                return


@contextmanager
def counting_requests() -> Iterator[tuple[Requests, int]]:
    """Listen on a free port; yield what is asked for, and the port."""
    requests = Requests()
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    with listening(listener, requests.serve):
        yield requests, port
