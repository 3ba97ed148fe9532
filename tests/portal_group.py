"""Several portals with names of their own, all served by one proxy on loopback; and a clock that
their crawls share."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from small_portal import article, listing

START = datetime(2024, 5, 2, 12, tzinfo=timezone.utc)
RULES = """
language: en
fetch: {{delay: {delay}, retries: 0, breaker: 2}}
archive:
  pagination: {{mode: none}}
  links: h2
  columns: {{news: {{url: "http://{host}/list"}}}}
article:
  body: {{root: article}}
"""


class ThreadsClock:
    """A clock that goes on only while every one of ``threads`` sleeps: to the moment at which the
    first of them wakes up."""

    def __init__(self, threads: int) -> None:
        self._changed = threading.Condition()
        self._awake, self._time = threads, 0.0
        self._wakes: list[float] = []

    def now(self) -> datetime:
        return START + timedelta(seconds=self._time)

    def monotonic(self) -> float:
        return self._time

    def sleep(self, seconds: float) -> None:
        with self._changed:
            end = self._time + seconds
            self._wakes.append(end)
            self._awake -= 1
            self._go_on()
            while self._time < end:
                assert self._changed.wait(60), "a thread neither works nor sleeps"

    def end_thread(self) -> None:
        """Note that a thread has ended, and sleeps no more."""
        with self._changed:
            self._awake -= 1
            self._go_on()

    def _go_on(self) -> None:
        if self._awake == 0 and self._wakes:
            self._time = min(self._wakes)
            self._awake = self._wakes.count(self._time)
            self._wakes = [end for end in self._wakes if end > self._time]
            self._changed.notify_all()


@dataclass
class PortalGroup:
    """The portals behind one proxy. ``requested``: host → the times of its requests, by
    ``monotonic``. ``answer`` may replace the answer of a host: status and body."""

    folder: Path
    hosts: Sequence[str]
    proxy: str = ""
    monotonic: Callable[[], float] = lambda: 0.0
    requested: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    answer: dict[str, Callable[[str], tuple[int, str]]] = field(default_factory=dict)

    def write(self, host: str, delay: float = 0, portal: str = "", more: str = "") -> Path:
        """Write the file of a portal; return its path."""
        name = portal or host.split(".")[0]
        path = self.folder / f"{name}.yaml"
        head = f"portal: {name}\nhome: http://{host}/\n"
        path.write_text(head + RULES.format(host=host, delay=delay) + more, encoding="utf-8")
        return path

    def respond(self, host: str, path: str) -> tuple[int, str]:
        if host in self.answer:
            return self.answer[host](path)
        return self.respond_as_usual(host, path)

    @staticmethod
    def respond_as_usual(host: str, path: str) -> tuple[int, str]:
        if path == "/list":
            return 200, listing("/a/1", "/a/2", "/a/3")
        if path.startswith("/a/"):
            return 200, article(f"This is the text of {path} on {host}. " * 9)
        return 404, "nothing"


@contextmanager
def portal_group(folder: Path, *hosts: str) -> Iterator[PortalGroup]:
    """Serve portals under their own names; ``folder`` takes their files."""
    group = PortalGroup(folder, hosts)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 65536  # or each answer waits for a delayed acknowledgement

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            group.requested[parts.netloc].append(group.monotonic())
            status, body = group.respond(parts.netloc, parts.path)
            content = body.encode("utf-8")
            self.send_response_only(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    group.proxy = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield group
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def three_portals(folder: Path) -> Iterator[PortalGroup]:
    """Serve one.example, two.example and six.example, whose files are below ``folder/portals``."""
    (folder / "portals").mkdir()
    with portal_group(folder / "portals", "one.example", "two.example", "six.example") as group:
        yield group
