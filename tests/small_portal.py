"""A portal of a few pages on loopback, its portal file, and what a crawl makes of them."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from zlib import crc32

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus


@dataclass(frozen=True)
class Answer:
    """What the portal says under a path; with ``chunk``, in chunks of so many bytes."""

    body: str | bytes = ""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)
    chunk: int = 0

    @property
    def content(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else self.body.encode("utf-8")

    @property
    def framed(self) -> tuple[tuple[str, str], bytes]:
        """The header that says where the body ends, and the body as it is sent."""
        whole = self.content
        if not self.chunk:
            return ("Content-Length", str(len(whole))), whole
        parts = [whole[i : i + self.chunk] for i in range(0, len(whole), self.chunk)]
        chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
        return ("Transfer-Encoding", "chunked"), chunks + b"0\r\n\r\n"

    def send(self, handler: BaseHTTPRequestHandler) -> None:
        """Send this as the answer to the request of ``handler``."""
        # without a Date: crawls of it have clocks of their own
        handler.send_response_only(self.status)
        length, sent = self.framed
        for name, value in (*self.headers, length):
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(sent)


def moved(to: str) -> Answer:
    return Answer("moved", 302, (("Location", to),))


PORTAL_WIDE = ("/robots.txt", "/.well-known/tdmrep.json")
"""Paths that a crawl asks for once, before the pages."""

Pages = Mapping[str, "str | Answer | Callable[[], Answer]"]


class FixedClock:
    """Stands at a moment of 2024 unless it is told to sleep, which takes no time."""

    def __init__(self) -> None:
        self.time = datetime(2024, 5, 2, 12, tzinfo=timezone.utc)
        self.slept: list[float] = []

    def now(self) -> datetime:
        return self.time

    def monotonic(self) -> float:
        return self.time.timestamp()

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += timedelta(seconds=seconds)


@dataclass
class SmallPortal:
    """``pages``: path with query → answer, 404 for others; may be changed between crawls; ``POST
    path body`` → answer to what is sent, 405 for others.
    ``asked``: paths requested so far but PORTAL_WIDE; ``headers``: those of every request;
    ``answering``: the request that a thread answers; ``executor``: what reads pages, ``serial``
    where no process of its own is needed."""

    folder: Path
    port: int
    pages: dict[str, str | Answer | Callable[[], Answer]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    clock: FixedClock = field(default_factory=FixedClock)
    scheme: str = "http"
    executor: str = "processes"
    answering: threading.local = field(default_factory=threading.local)

    @property
    def asking(self) -> Mapping[str, str]:
        """The headers of the request that a page of ``pages`` is being made for. The last ones of
        ``headers`` may be those of another request by then: browsers ask several at a time."""
        headers: Mapping[str, str] = self.answering.headers
        return headers

    @property
    def runtime(self) -> Runtime:
        return Runtime(clock=self.clock, executor=self.executor)

    @property
    def base(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    @property
    def corpus(self) -> Path:
        return self.folder / "corpus"

    def write(self, text: str, **files: str) -> Portal:
        """A portal file, ``BASE`` in it standing for the server's address, and files beside it
        (``name__ext``)."""
        path = self.folder / "portal.yaml"
        head = "" if "portal:" in text else "portal: small\n"
        path.write_text(
            f"{head}home: BASE/\n{text}".replace("BASE", self.base), encoding="utf-8", newline="\n"
        )
        for name, content in files.items():
            (self.folder / name.replace("__", ".")).write_text(
                content, encoding="utf-8", newline="\n"
            )
        return load_portal(path, allow_hooks=True)

    def crawl(self, text: str, options: CrawlOptions | None = None, **files: str) -> Summary:
        return crawl(self.write(text, **files), self.corpus, options, self.runtime)

    def build(self, text: str, **files: str) -> Summary:
        return build(self.write(text, **files), self.corpus, None, self.runtime)

    def articles(self, folder: Path | None = None) -> dict[str, str]:
        """Canonical path → state, or the reason where there is one; of the corpus of the crawls, or
        another."""
        with view_corpus(folder or self.corpus, "small") as corpus:
            rows = corpus.frontier.articles()
            return {row.canonical.removeprefix(self.base): row.reason or row.state for row in rows}

    def tei(self) -> dict[str, str]:
        """Path below tei/ → text, of every TEI file."""
        top = self.corpus / "tei"
        return {
            p.relative_to(top).as_posix(): p.read_text(encoding="utf-8")
            for p in sorted(top.rglob("*.xml"))
        }

    @contextmanager
    def damaged_tei(self) -> Iterator[Path]:
        """The first TEI file, with other content meanwhile."""
        file = sorted((self.corpus / "tei").rglob("*.xml"))[0]
        content = file.read_bytes()
        file.write_bytes(b"<html/>")
        try:
            yield file
        finally:
            file.write_bytes(content)


@contextmanager
def crawled_portal(folder: Path, pages: Pages, rules: str) -> Iterator[SmallPortal]:
    """A running portal that was crawled by ``rules``, which ``asked`` does not count."""
    with small_portal(folder, pages) as portal:
        portal.crawl(rules)
        portal.asked.clear()
        yield portal


@contextmanager
def small_portal(
    folder: Path, pages: Pages, tls: ssl.SSLContext | None = None
) -> Iterator[SmallPortal]:
    """A running portal; ``folder`` is for its portal file and corpus; with ``tls`` it speaks https."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # head and body in one packet, or each answer waits for a delayed acknowledgement
        wbufsize = 65536

        def do_GET(self) -> None:
            path = self.path.removeprefix(portal.base)
            if path not in PORTAL_WIDE:
                portal.asked.append(path)
            portal.answering.headers = dict(self.headers.items())
            portal.headers.append(portal.answering.headers)
            found = portal.pages.get(path, Answer("nothing", 404))
            answer = (
                Answer(found)
                if isinstance(found, str)
                else found
                if isinstance(found, Answer)
                else found()
            )
            answer.send(self)

        def do_POST(self) -> None:
            portal.asked.append(f"POST {self.path}")
            portal.headers.append(dict(self.headers.items()))
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            found = portal.pages.get(f"POST {self.path} {body.decode()}")
            (found if isinstance(found, Answer) else Answer("", 405)).send(self)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    portal = SmallPortal(folder, server.server_port, dict(pages), scheme="https" if tls else "http")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield portal
    finally:
        server.shutdown()
        server.server_close()


def article(words: str, head: str = "", around: str = "") -> str:
    """An article's page: ``words`` is its text, from which its title is made."""
    title = f"T{crc32(words.encode())}"
    return f"<html><head><title>{title}</title>{head}</head><body><article><p>{words}</p></article>{around}</body></html>"


def listing(*paths: str) -> str:
    """An archive page."""
    return (
        "<html><body>"
        + "".join(f'<h2><a href="{path}">{path}</a></h2>' for path in paths)
        + "</body></html>"
    )
