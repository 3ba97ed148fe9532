"""A proxy that replays a WARC file: archived pages are answered as archived, others with 502,
robots.txt with 404.

The archives have pages under their final addresses, without the redirects. Portals redirect between
forms of an address that differ in a trailing slash or the query, and so does the proxy.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import trustme
from listener import listening
from warcio.archiveiterator import ArchiveIterator

MISSING = b"HTTP/1.1 502 Not archived\r\nContent-Length: 12\r\n\r\nnot archived"
NO_ROBOTS = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
MOVED = "HTTP/1.1 301 Moved Permanently\r\nLocation: {}\r\nContent-Length: 0\r\n\r\n"


def slashless(address: str) -> str:
    """Return the address without a slash at the end of its path."""
    path, mark, query = address.partition("?")
    return path.rstrip("/") + mark + query


def answers_of(warc: Path) -> dict[str, bytes]:
    """Return address → whole HTTP message of each archived response, with a Content-Length instead
    of its original framing."""
    found = {}
    with warc.open("rb") as stream:
        for record in ArchiveIterator(stream):
            if record.rec_type != "response":
                continue
            body = record.content_stream().read()
            lines = [f"HTTP/1.1 {record.http_headers.statusline}"]
            lines += [
                f"{key}: {value}"
                for key, value in record.http_headers.headers
                if key.lower()
                not in ("transfer-encoding", "content-length", "content-encoding", "connection")
            ]
            lines += [f"Content-Length: {len(body)}", "", ""]
            found[record.rec_headers.get_header("WARC-Target-URI")] = (
                "\r\n".join(lines).encode("utf-8") + body
            )
    return found


@dataclass
class Replay:
    """A replaying proxy: ``address`` is for ``--proxy``, ``ca_file`` for ``--ca``. ``log`` has
    (address, was archived), without redirects, robots.txt
    and tdmrep.json."""

    answers: dict[str, bytes]
    address: str = ""
    ca_file: Path = Path()
    log: list[tuple[str, bool]] = field(default_factory=list)
    authority: trustme.CA = field(default_factory=trustme.CA)

    def answer_to(self, address: str) -> bytes:
        if address in self.answers:
            return self.answers[address]
        if address.endswith(("/robots.txt", "/tdmrep.json")):
            return NO_ROBOTS
        other = next(
            (known for known in self.answers if slashless(known) == slashless(address)), None
        )
        return MOVED.format(other).encode() if other else MISSING

    def serve(self, connection: socket.socket) -> None:
        with connection:
            try:
                head = _head(connection)
                if head.startswith(b"CONNECT "):
                    self._tunnel(connection, head.split(b" ")[1].decode().rsplit(":", 1)[0])
                else:
                    self._answer_all(connection, head, "")
            except (OSError, ssl.SSLError):
                return

    def _tunnel(self, connection: socket.socket, host: str) -> None:
        connection.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.authority.issue_cert(host).configure_cert(context)
        with context.wrap_socket(connection, server_side=True) as secure:
            self._answer_all(secure, _head(secure), f"https://{host}")

    def _answer_all(self, connection: socket.socket, head: bytes, origin: str) -> None:
        while head:
            address = origin + head.split(b" ")[1].decode()
            answer = self.answer_to(address)
            if address in self.answers or answer == MISSING:
                self.log.append((address, address in self.answers))
            connection.sendall(answer)
            head = _head(connection)


def _head(connection: socket.socket) -> bytes:
    data = b""
    while not data.endswith(b"\r\n\r\n"):
        block = connection.recv(8192)
        if not block:
            return b""
        data += block
    return data


@pytest.fixture
def replay(shared: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Replay]:
    """Replay the WARC file of a portal: ``@pytest.mark.parametrize("replay", ["p444"],
    indirect=True)``."""
    player = Replay(answers_of(shared / "cases" / "wac" / f"{request.param}.warc.gz"))
    assert all(urlsplit(a).hostname for a in player.answers)
    player.ca_file = tmp_path / "ca.pem"
    player.authority.cert_pem.write_to_path(str(player.ca_file))
    listener = socket.create_server(("127.0.0.1", 0))
    player.address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    with listening(listener, player.serve):
        yield player
