"""A made-up portal on loopback for benches of crawls: numbered lists of twenty articles, each page
with as much script and markup as real ones.

usage: python -m bench.shared.made_up_portal ARTICLES KILOBYTES

Prints its address, then answers until it is stopped. ``/list/1`` … name the articles, ``/a/1`` …
are the articles; pages behind the last list are not found. ``/requests`` has the number of articles
that were requested since the last time it was asked for.
"""

from __future__ import annotations

import base64
import random
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PER_LIST = 20
_WORDS = (
    "bridge council river summer morning school ticket garden winter engine village company market"
    " doctor writer station report season library museum student teacher weather harvest railway"
).split()


def make_article(number: int, size: int) -> bytes:
    """Return a page of ``size`` bytes; the text differs by ``number``, as do the scripts."""
    chance = random.Random(number)
    menu = "".join(
        f'<li class="menu-item"><a href="/s/{n}">Section {n}</a></li>' for n in range(60)
    )
    text = "".join(f"<p>{_sentences(chance)}</p>\n" for _ in range(20))
    head = (
        f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Article {number}</title>"
        f'<meta property="og:title" content="Article {number}">'
        '<meta property="article:published_time" content="2024-03-15T08:30:00+01:00"></head><body>'
        f"<ul>{menu}</ul><article><h1>Article {number}</h1>\n{text}</article><script>var state = ["
    )
    tail = "]</script></body></html>"
    # half of the filling repeats and half does not, so that it is compressed like real pages
    row = '{"id":"%s","type":"teaser","section":"news","image":{"width":640,"height":360}},'
    filling, rest = "", size - len(head) - len(tail)
    while len(filling) < rest:
        filling += row % base64.b32encode(chance.randbytes(25)).decode()
    return (head + filling[: max(0, rest)] + tail).encode()


def make_list(number: int, articles: int) -> bytes | None:
    """Return the list with this number, None behind the last one."""
    shown = range(PER_LIST * (number - 1) + 1, min(PER_LIST * number, articles) + 1)
    if not shown:
        return None
    rows = "".join(
        f'<li><h2><a class="item" href="/a/{n}">Article {n}</a></h2></li>' for n in shown
    )
    return f"<!DOCTYPE html><html><body><ul class=list>{rows}</ul></body></html>".encode()


def _sentences(chance: random.Random) -> str:
    words = chance.choices(_WORDS, k=60)
    return " ".join(words).capitalize() + "."


def main() -> None:
    articles, size = int(sys.argv[1]), 1000 * int(sys.argv[2])
    pages = {f"/a/{n}": make_article(n, size) for n in range(1, articles + 1)}
    for n in range(1, articles // PER_LIST + 2):
        found = make_list(n, articles)
        if found is not None:
            pages[f"/list/{n}"] = found

    requested: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            content = pages.get(self.path)
            if self.path == "/requests":
                content = str(len(requested)).encode()
                requested.clear()
            elif content is not None and self.path.startswith("/a/"):  # not a made-up one
                requested.append(self.path)
            self.send_response(404 if content is None else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content or b"")))
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
