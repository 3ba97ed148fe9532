"""A proxy that plays a WARC back: what was archived is answered as archived, the rest with 502."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import trustme
from warcio.archiveiterator import ArchiveIterator

MISSING = b"HTTP/1.1 502 Not archived\r\nContent-Length: 12\r\n\r\nnot archived"


def answers_of(warc: Path) -> dict[str, bytes]:
    """Address → one whole HTTP message per archived response, its body with a Content-Length instead of its old framing."""
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
                if key.lower() not in ("transfer-encoding", "content-length", "content-encoding", "connection")
            ]
            lines += [f"Content-Length: {len(body)}", "", ""]
            found[record.rec_headers.get_header("WARC-Target-URI")] = "\r\n".join(lines).encode("utf-8") + body
    return found


@dataclass
class Replay:
    """``address`` is what ``--proxy`` takes, ``ca_file`` what ``--ca`` takes; ``log`` holds (address, was archived)."""

    answers: dict[str, bytes]
    address: str = ""
    ca_file: Path = Path()
    log: list[tuple[str, bool]] = field(default_factory=list)
    authority: trustme.CA = field(default_factory=trustme.CA)

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
            answer = self.answers.get(address)
            self.log.append((address, answer is not None))
            connection.sendall(answer or MISSING)
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
    """``@pytest.mark.parametrize("replay", ["p444"], indirect=True)`` plays that portal's WARC."""
    player = Replay(answers_of(shared / "cases" / "wac" / f"{request.param}.warc.gz"))
    assert all(urlsplit(a).hostname for a in player.answers)
    player.ca_file = tmp_path / "ca.pem"
    player.authority.cert_pem.write_to_path(str(player.ca_file))
    listener = socket.create_server(("127.0.0.1", 0))
    player.address = f"http://127.0.0.1:{listener.getsockname()[1]}"

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=player.serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    yield player
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
