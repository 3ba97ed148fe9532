"""A portal that answers with exactly the given bytes, however wrong, and a crawl of it through the
command line."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from listener import listening

from webarticlecurator.cli.main import main
from webarticlecurator.storage.store.view import view_corpus

Talk = Callable[[socket.socket], None]
LONGEST_TALK = 20.0
"""Seconds after which a server that drips or floods gives up, so that no test can hang."""


def answer(body: str | bytes = b"", status: str = "200 OK", *lines: str) -> bytes:
    content = body if isinstance(body, bytes) else body.encode("utf-8")
    head = [
        f"HTTP/1.1 {status}",
        *lines,
        f"Content-Length: {len(content)}",
        "Connection: close",
        "",
        "",
    ]
    return "\r\n".join(head).encode("utf-8") + content


def page(words: str) -> bytes:
    html = f"<html><head><title>{words}</title></head><body><article><p>{words}</p></article></body></html>"
    return answer(html, "200 OK", "Content-Type: text/html; charset=utf-8")


def listing(*links: str, following: str = "") -> bytes:
    html = "".join(f'<h2><a href="{link}">{number}</a></h2>' for number, link in enumerate(links))
    html += f'<a class="next" href="{following}">next</a>' if following else ""
    return answer(
        f"<html><body>{html}</body></html>", "200 OK", "Content-Type: text/html; charset=utf-8"
    )


def moved(to: str) -> bytes:
    return answer("moved", "302 Found", f"Location: {to}")


def flood(start: bytes, piece: bytes, pause: float = 0.0) -> Talk:
    """Send ``start``, then ``piece`` again and again until the other side closes the connection."""

    def talk(connection: socket.socket) -> None:
        end = time.monotonic() + LONGEST_TALK
        connection.sendall(start)
        while time.monotonic() < end:
            connection.sendall(piece)
            time.sleep(pause)

    return talk


@dataclass
class Hostile:
    """A server that closes each connection after its answer.

    ``answers`` maps paths to bytes, or to a function that writes to the connection; other paths get
    404. ``requested`` has the request heads.
    """

    port: int
    answers: dict[str, bytes | Talk] = field(default_factory=dict)
    requested: list[bytes] = field(default_factory=list)
    host: str = "127.0.0.1"

    @property
    def base(self) -> str:
        return f"http://{self.host}:{self.port}"

    def paths(self) -> list[str]:
        """The paths requested so far, but for tdmrep.json."""
        paths = map(self._path_of, self.requested)
        return [path for path in paths if not path.endswith("/tdmrep.json")]

    def _path_of(self, head: bytes) -> str:
        return head.split(b" ")[1].decode("latin-1").removeprefix(self.base)

    def serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(LONGEST_TALK)
            head = b""
            while b"\r\n\r\n" not in head:
                block = connection.recv(4096)
                if not block:
                    return
                head += block
            self.requested.append(head)
            found = self.answers.get(self._path_of(head), answer("nothing", "404 Not Found"))
            if callable(found):
                found(connection)
            else:
                connection.sendall(found)
            with suppress(OSError):
                connection.shutdown(socket.SHUT_WR)
                connection.recv(1)


@contextmanager
def hostile_portal(answers: dict[str, bytes | Talk], host: str = "127.0.0.1") -> Iterator[Hostile]:
    listener = socket.create_server((host, 0))
    served = Hostile(listener.getsockname()[1], dict(answers), host=host)
    with listening(listener, served.serve):
        yield served


@dataclass(frozen=True)
class Crawled:
    """Result of ``curator crawl``: exit code, JSON, messages, address → reason or state, and the
    whole corpus as bytes."""

    code: int
    summary: dict[str, Any]
    output: str
    articles: dict[str, str]
    evidence: dict[str, str]
    folder: Path
    seconds: float

    def problems(self) -> set[str]:
        return set(self.summary["problems"])


FETCH = "delay: 0, retries: 0, timeout: 10"
IMPATIENT = "delay: 0, retries: 0, timeout: 0.3"
"""For servers that never end alone: on a busy machine an honest answer may take longer."""


def crawl(
    portal: Hostile, folder: Path, capsys: Any, *options: str, text: str = "", fetch: str = FETCH
) -> Crawled:
    """Run ``curator crawl`` on the portal. Its archive page is /list unless ``text`` has another
    one; BASE in ``text`` is replaced by its address."""
    text = text or "archive: {url: BASE/list, links: h2 a}\narticle: {body: {root: article}}\n"
    file = folder / "hostile.yaml"
    content = f"portal: hostile\nhome: BASE/\nfetch: {{{fetch}}}\n{text}"
    file.write_text(content.replace("BASE", portal.base), encoding="utf-8")
    corpus = folder / "corpus"
    began = time.monotonic()
    code = main(["crawl", str(file), "--corpus", str(corpus), "--json", *options])
    seconds = time.monotonic() - began
    out, output = capsys.readouterr()
    with view_corpus(corpus, "hostile") as view:
        rows = list(view.frontier.articles())
    return Crawled(
        code,
        json.loads(out),
        output,
        {row.requested.removeprefix(portal.base): row.reason or row.state for row in rows},
        {row.requested.removeprefix(portal.base): row.evidence for row in rows},
        corpus,
        seconds,
    )


def closed_port() -> int:
    """Return a closed port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port
