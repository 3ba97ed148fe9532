"""A made-up portal of 24 articles on loopback, whose answers have all that recorders trip over:
chunks, gzip, windows-1250, redirects, queries and further pages.
"""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote, unquote

from webarticlecurator.base.dataclasses import dataclass

ARTICLES = 24
KINDS = ("plain", "chunked", "gzip", "windows-1250", "redirect", "query", "two pages", "letters")
"""How the pages of the articles are answered, one kind after the other."""
_TEXT = (
    "A városi közgyűlés a {number}. ülésén őszi útfelújításról döntött, és erről hosszan vitáztak."
)
_LATER = "A {number}. írás a második oldalon folytatódik, ahol a jegyző összefoglalja a tűrést."
PORTAL_FILE = """\
portal: served
home: BASE/
language: hu
fetch: {delay: 0}
archive:
  url: "BASE/lista/{page}"
  dates: none
  links: h2
  pagination: {mode: numbered, last: 3}
article:
  match: '/(cikk|regi)/[^/]+[.]html$|/cikk[.]php[?]'
  next_page: a.tovabb
  body: {root: div.torzs}
  metadata: {title: h1, authors: p.szerzo, published: time}
"""


@dataclass(frozen=True)
class ServedPage:
    """What the portal answers at a path: the body as it is sent, with its headers."""

    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    chunked: bool = False


def kind_of(number: int) -> str:
    """Return how the pages of an article are answered."""
    return KINDS[number % len(KINDS)]


def listed_path(number: int) -> str:
    """Return the path of an article as the list has it."""
    kind = kind_of(number)
    if kind == "redirect":
        return f"/regi/{number}.html"
    if kind == "query":
        return f"/cikk.php?id={number}"
    return f"/cikk/h%C3%ADd-{number}.html" if kind == "letters" else f"/cikk/{number}.html"


def make_pages() -> dict[str, ServedPage]:
    """Return the pages of the portal by path."""
    pages = {}
    for number in range(1, ARTICLES + 1):
        kind, path = kind_of(number), listed_path(number)
        if kind == "redirect":
            target = f"/cikk/{number}.html"
            pages[path] = ServedPage(b"moved", 301, (("Location", target),))
            path = target
        later = f"/cikk/{number}-2.html" if kind == "two pages" else ""
        charset = "windows-1250" if kind == "windows-1250" else "utf-8"
        body = _article_page(number, charset, _TEXT, later)
        headers = [("Content-Type", f"text/html; charset={charset}")]
        if kind == "gzip":
            body = gzip.compress(body, mtime=0)
            headers.append(("Content-Encoding", "gzip"))
        pages[path] = ServedPage(body, 200, tuple(headers), kind == "chunked")
        if later:
            pages[later] = _html(_article_page(number, "utf-8", _LATER, "").decode())
    for page in range(1, 4):
        numbers = range(8 * page - 7, 8 * page + 1)
        items = "".join(
            f'<h2><a href="{listed_path(number)}">{number}. cikk</a></h2>' for number in numbers
        )
        pages[f"/lista/{page}"] = _html(f"<html><body>{items}</body></html>")
    links = "".join(f'<a href="/lista/{page}">{page}</a> ' for page in range(1, 4))
    pages["/"] = _html(f"<html><body>{links}</body></html>")
    return pages


def _article_page(number: int, charset: str, text: str, later: str) -> bytes:
    more = f'<a class="tovabb" href="{later}">tovább</a>' if later else ""
    return (
        f'<!DOCTYPE html><html lang="hu"><head><meta charset="{charset}"><title>Portál</title>'
        f"</head><body><h1>Őszi ülés, {number}.</h1><p class=szerzo>Író Ödön {number % 5}</p>"
        f"<time>2019-03-{number:02d}</time><div class=torzs><p>{text.format(number=number)}</p>"
        f"</div>{more}</body></html>"
    ).encode(charset)


def _html(text: str) -> ServedPage:
    return ServedPage(text.encode(), 200, (("Content-Type", "text/html; charset=utf-8"),))


@contextmanager
def served_portal() -> Iterator[str]:
    """Serve the portal; yield its address, without a slash at its end."""
    pages = make_pages()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 65536

        def do_GET(self) -> None:
            # some clients write the letters of an escape small
            page = pages.get(quote(unquote(self.path), "/?="), ServedPage(b"nothing", 404))
            self.send_response(page.status)
            for name, value in page.headers:
                self.send_header(name, value)
            if page.chunked:
                self.send_header("Transfer-Encoding", "chunked")
                half = len(page.body) // 2
                parts = (page.body[:half], page.body[half:], b"")
                body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
            else:
                self.send_header("Content-Length", str(len(page.body)))
                body = page.body
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
