"""A small portal on a raw socket; one of its addresses answers as badly as is asked for."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

PAGES = 3
PER_PAGE = 3
ROBOTS = b"User-agent: *\nDisallow: /private/\n"
TARGETS = {"article": "/2020/05/article-4", "archive": "/archive?page=2", "robots": "/robots.txt"}
"""What can answer badly: an article and the archive page in the middle, robots.txt."""
WORDS = "The bridge over the river stays closed until spring, said the mayor on day number"
LONGEST = 60.0
"""Seconds after which a dripping or endless answer ends by itself."""


def sound_body(path: str) -> bytes | None:
    """The page at ``path`` of the sound portal."""
    if path == "/robots.txt":
        return ROBOTS
    if path == "/":
        return b"<html lang=en><title>Home</title><main><h1>Home</h1><p>Welcome.</p></main>"
    if path.startswith("/archive?page="):
        page = int(path.rpartition("=")[2])
        numbers = range((page - 1) * PER_PAGE, page * PER_PAGE)
        links = "".join(f"<h2><a href='/2020/05/article-{n}'>Article {n}</a></h2>" for n in numbers)
        return f"<html lang=en><title>Archive</title><main>{links}</main>".encode()
    if path.startswith("/2020/05/article-"):
        number = path.rpartition("-")[2]
        text = "".join(f"<p>{WORDS} {n} of article {number}.</p>" for n in range(5))
        day = f"2020-05-0{int(number) % 9 + 1}"
        head = f"<title>Article {number}</title><time datetime='{day}'></time>"
        return f"<html lang=en>{head}<main><h1>Article {number}</h1>{text}</main>".encode()
    return None


class Wire:
    """The connection that a fault answers on, and the request's path."""

    def __init__(self, connection: socket.socket, path: str, home: str) -> None:
        self._connection, self.path, self.home = connection, path, home
        self.body = sound_body(path) or b""
        self.kind = b"text/plain" if path == "/robots.txt" else b"text/html; charset=utf-8"
        self._began = time.monotonic()

    def send(self, content: bytes) -> None:
        self._connection.sendall(content)

    def repeat(self, content: bytes, pause: float = 0.0) -> None:
        """Send the same for as long as the other side listens, a minute at most."""
        while time.monotonic() - self._began < LONGEST:
            self.send(content)
            time.sleep(pause)

    def drip(self, content: bytes, pause: float) -> None:
        for n in range(len(content)):
            if time.monotonic() - self._began > LONGEST:
                return
            self.send(content[n : n + 1])
            time.sleep(pause)

    def wait(self) -> None:
        """Say nothing until the other side has gone."""
        self._connection.settimeout(LONGEST)
        with suppress(OSError):
            while self._connection.recv(65536):
                pass

    def reset(self) -> None:
        """End the connection with RST instead of FIN."""
        linger = (1).to_bytes(4, "little") + (0).to_bytes(4, "little")
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)

    def head(self, status: str = "200 OK", *lines: str, kind: bool = True) -> bytes:
        named = [f"Content-Type: {self.kind.decode()}"] if kind else []
        return "\r\n".join([f"HTTP/1.1 {status}", *named, *lines, "", ""]).encode(
            "utf-8", "surrogatepass"
        )


Answer = Callable[[Wire], None]


@dataclass(frozen=True)
class Asked:
    path: str
    seconds: float


class FaultServer:
    """Listens on 127.0.0.1 from when it is entered until it is left."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.home = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._fault: tuple[str, Answer] | None = None
        self.asked: list[str] = []

    def __enter__(self) -> FaultServer:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def set_fault(self, path: str, answer: Answer) -> None:
        """From now on ``path``, and what lies below it, answers so."""
        self.asked.clear()
        self._fault = path, answer

    def heal(self) -> None:
        self._fault = None
        self.asked.clear()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(LONGEST)
            while (path := self._request(connection)) is not None:
                fault = self._fault
                if fault is not None and (path == fault[0] or path.startswith("/fault/")):
                    fault[1](Wire(connection, path, self.home))
                    return
                body = sound_body(path)
                kind = "text/plain" if path == "/robots.txt" else "text/html; charset=utf-8"
                status = "200 OK" if body is not None else "404 Not Found"
                lines = f"Content-Type: {kind}\r\nContent-Length: {len(body or b'')}"
                head = f"HTTP/1.1 {status}\r\n{lines}\r\n\r\n".encode()
                connection.sendall(head + (body or b""))

    def _request(self, connection: socket.socket) -> str | None:
        """The path of the next request; None where the client has gone."""
        data = b""
        while b"\r\n\r\n" not in data:
            block = connection.recv(65536)
            if not block:
                return None
            data += block
        path = data.split(b" ", 2)[1].decode("latin-1")
        self.asked.append(path)
        return path
