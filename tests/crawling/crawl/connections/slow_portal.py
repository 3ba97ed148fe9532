"""A portal on loopback that answers slowly, and counts the requests that wait for their answers at
the same time."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from small_portal import Answer, article, listing, moved

FILE = """\
portal: slow
home: {base}/
fetch: {{delay: {delay}, retries: {retries}, breaker: {breaker}, connections: {connections}}}
archive:
  pagination: {{mode: numbered, last: 2}}
  links: h2
  columns: {{news: {{url: "{base}/list?page={{page}}"}}}}
article:
  body: {{root: article}}
  next_page: {{css: "a.next"}}
"""


class SlowPortal:
    """``pages``: path with query → answer, 404 for others. Articles (``/a…``) take ``seconds``.

    ``requested`` has the paths in their order; ``most`` is the largest number of articles that
    waited at the same time.
    """

    def __init__(self, folder: Path, port: int, pages: dict[str, Answer], seconds: float) -> None:
        self.folder, self.pages, self.seconds = folder, pages, seconds
        self.base = f"http://127.0.0.1:{port}"
        self.requested: list[str] = []
        self.most = self._waiting = 0
        self._lock = threading.Lock()

    def write(
        self, connections: int, delay: float = 0, *, retries: int = 0, breaker: int = 3
    ) -> Path:
        """Write the portal file and return its path."""
        path = self.folder / "slow.yaml"
        values = {"delay": delay, "retries": retries, "breaker": breaker}
        text = FILE.format(base=self.base, connections=connections, **values)
        path.write_text(text, encoding="utf-8")
        return path

    def counts(self) -> Counter[str]:
        """Return how often each path was requested since the last call."""
        with self._lock:
            counts = Counter(self.requested)
            self.requested.clear()
        return counts

    def respond(self, path: str) -> Answer:
        is_article = path.startswith("/a")
        with self._lock:
            self.requested.append(path)
            self._waiting += is_article
            self.most = max(self.most, self._waiting)
        if is_article:
            time.sleep(self.seconds)
        with self._lock:
            self._waiting -= is_article
        return self.pages.get(path, Answer("nothing", 404))


@contextmanager
def slow_portal(
    folder: Path, pages: dict[str, Answer], seconds: float = 0.1
) -> Iterator[SlowPortal]:
    """Serve a slow portal; ``folder`` is for its file and its corpora."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # head and body in one packet, or each answer waits for a delayed acknowledgement
        wbufsize = 65536

        def do_GET(self) -> None:
            answer = portal.respond(self.path)
            answer.send(self)

        def handle(self) -> None:
            with suppress(OSError):  # the client was killed
                super().handle()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    portal = SlowPortal(folder, server.server_port, pages, seconds)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield portal
    finally:
        server.shutdown()
        server.server_close()


def plain_pages(articles: int) -> dict[str, Answer]:
    """Two archive pages that list so many articles."""
    paths = [f"/a/{number}" for number in range(articles)]
    half = articles // 2
    return {
        "/list?page=1": Answer(listing(*paths[:half])),
        "/list?page=2": Answer(listing(*paths[half:])),
        **{path: Answer(article(f"This is the text of {path}. " * 9)) for path in paths},
    }


def odd_pages() -> dict[str, Answer]:
    """Articles that redirect to each other and elsewhere, have several pages, are gone, forbidden,
    broken or cut."""
    pages = plain_pages(12)
    text = "This is the text of a page of several. " * 9
    return {
        **pages,
        "/robots.txt": Answer("User-agent: *\nDisallow: /a/2\n"),
        # to an article that is listed right after it, before it, and to one that is not listed
        "/a/0": moved("/a/1"),
        "/a/4": moved("/a/3"),
        "/a/5": moved("/a/elsewhere"),
        "/a/elsewhere": Answer(article("This is the text of another address. " * 9)),
        "/a/6": Answer("nothing", 404),
        "/a/7": Answer("broken", 500),
        "/a/8": Answer(article(text) + '<a class="next" href="/a/8?page=2">next</a>'),
        "/a/8?page=2": Answer(article("Second. " * 20) + '<a class="next" href="/a/9">next</a>'),
        # the third page of /a/8, listed as an article, too
        "/a/9": Answer(article("Third. " * 20)),
    }
