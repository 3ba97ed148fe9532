"""Answers for a portal under its own address, as a proxy on loopback."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from bench.portals.random_sites.site import Answer, RandomSite

_NOTHING = Answer(b"<html><body><h1>404</h1></body></html>", "text/html", 404)


@contextmanager
def serve_site(site: RandomSite, port: int = 0) -> Iterator[str]:
    """Yield the address of a proxy that answers for the portal."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 65536
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            # where a reader came from changes no page
            query = "&".join(each for each in parts.query.split("&") if not each.startswith("utm_"))
            path = f"{parts.path}?{query}" if query else parts.path
            answer = site.answers.get(path, _NOTHING)
            self.send_response_only(answer.status)  # its clock is that of the portal
            self.send_header("Content-Type", answer.content_type)
            self.send_header("Content-Length", str(len(answer.content)))
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
