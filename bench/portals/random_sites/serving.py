"""Answers for a portal under its own address, as a proxy on loopback."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from bench.portals.random_sites.archive_pages import Answer
from bench.portals.random_sites.site import RandomSite

_NOTHING = Answer(b"<html><body><h1>404</h1></body></html>", "text/html", 404)


_COOKIE = ("Set-Cookie", "seen=1; Path=/")


def _redirect(path: str, _answer: Answer) -> Answer:
    """Return the answer that leads to the same page, with a cookie."""
    return Answer(b"", "text/html", 302, (_COOKIE, ("Location", path)))


def _refresh(path: str, _answer: Answer) -> Answer:
    """Return a page that loads itself again, with a cookie."""
    text = f'<html><head><meta http-equiv="refresh" content="0; url={escape(path)}"></head></html>'
    return Answer(text.encode(), "text/html", 200, (_COOKIE,))


_GATES = {"redirect": _redirect, "refresh": _refresh}
"""Value of the dimension ``gate`` → what who has no cookie is sent instead of a page."""


@contextmanager
def serve_site(site: RandomSite, port: int = 0, requests: list[str] | None = None) -> Iterator[str]:
    """Yield the address of a proxy that answers for the portal; ``requests`` gets their paths."""
    asked = [] if requests is None else requests

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 65536
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            asked.append(parts.path)
            # where a reader came from changes no page
            query = "&".join(each for each in parts.query.split("&") if not each.startswith("utm_"))
            path = f"{parts.path}?{query}" if query else parts.path
            answer = site.answers.get(path, _NOTHING)
            if answer.content_type.startswith("text/html") and "seen=1" not in str(
                self.headers.get("Cookie")
            ):
                answer = _GATES.get(site.traits["gate"], lambda _path, own: own)(path, answer)
            self._send(answer)

        def do_POST(self) -> None:
            asked.append(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            path = urlsplit(self.path).path
            self._send(site.posted.get((path, body), site.answers.get(path, _NOTHING)))

        def _send(self, answer: Answer) -> None:
            self.send_response_only(answer.status)  # its clock is that of the portal
            self.send_header("Content-Type", answer.content_type)
            self.send_header("Content-Length", str(len(answer.content)))
            for name, value in answer.headers:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
