"""A server on loopback that speaks as the Wayback Machine does: its CDX API with keys to go on
with, its raw captures, and its refusals."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote_plus, unquote_plus, urlsplit

FIELDS = ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"]
HTML = "text/html"


def digest_of_payload(content: bytes) -> str:
    return base64.b32encode(hashlib.sha1(content).digest()).decode()


@dataclass(frozen=True)
class Archived:
    """A capture in the archive; ``served`` is the body if it is not that of the index, ``status``
    is 0 for a ``resource`` record, which has none."""

    url: str
    time: str
    body: bytes = b"<html><body><article><p>Archived.</p></article></body></html>"
    mime: str = HTML
    status: int = 200
    served: bytes | None = None

    @property
    def statuscode(self) -> str:
        return str(self.status or "-")

    def passes(self, condition: str) -> bool:
        """A filter of the Wayback Machine: a regular expression that the whole field matches."""
        name, _, pattern = condition.removeprefix("!").partition(":")
        value = {"statuscode": self.statuscode, "mimetype": self.mime}[name]
        return (re.fullmatch(pattern, value) is None) == condition.startswith("!")

    @property
    def urlkey(self) -> str:
        parts = urlsplit(self.url)
        host = ",".join(reversed((parts.hostname or "").removeprefix("www.").split(".")))
        return f"{host}){parts.path.rstrip('/')}" + (f"?{parts.query}" if parts.query else "")


@dataclass
class WaybackMachine:
    """``refusals``: answers that come before the next ones: status, headers, body. ``asked`` has
    the path and query of every request."""

    port: int
    captures: list[Archived] = field(default_factory=list)
    refusals: list[tuple[int, dict[str, str], str]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def cdx(self) -> str:
        return f"{self.base}/cdx/search/cdx"

    def answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        self.asked.append(path)
        if self.refusals:
            status, headers, body = self.refusals.pop(0)
            return status, headers, body.encode()
        if path.startswith("/cdx/search/cdx?"):
            asked = parse_qs(path.partition("?")[2])
            query = {name: values[0] for name, values in asked.items()}
            answer = self._index(query, asked.get("filter", []))
            return 200, {"Content-Type": "application/json"}, answer
        if path.startswith("/web/"):
            return self._replay(path.removeprefix("/web/"))
        return 404, {"Content-Type": HTML}, b"<!DOCTYPE html><title>Not found</title>"

    def _index(self, query: dict[str, str], filters: list[str]) -> bytes:
        """Return rows and key as the Wayback Machine does: the key is percent-encoded once more
        than its place in the address asks for."""
        assert query["output"] == "json"
        rows: list[list[str]] = []
        for each in sorted(self.captures, key=lambda c: (c.urlkey, c.time)):
            is_meant = self._is_meant(each, query)
            in_time = query["from"] <= each.time <= query["to"]
            if is_meant and in_time and all(map(each.passes, filters)):
                is_collapsed = query.get("collapse") == "urlkey"
                if is_collapsed and rows and rows[-1][0] == each.urlkey:
                    continue
                rows.append(
                    [
                        each.urlkey,
                        each.time,
                        each.url,
                        each.mime,
                        each.statuscode,
                        digest_of_payload(each.body),
                        str(len(each.body)),
                    ]
                )
        start = unquote_plus(query.get("resumeKey", ""))
        rows = [row for row in rows if f"{row[0]} {row[1]}" > start]
        limit = int(query["limit"])
        answer: list[list[str]] = [FIELDS, *rows[:limit]]
        if len(rows) > limit:
            last = rows[limit - 1]
            answer += [[], [quote_plus(f"{last[0]} {last[1]}")]]
        return json.dumps(answer if rows else []).encode()

    def _is_meant(self, capture: Archived, query: dict[str, str]) -> bool:
        host = urlsplit(f"//{query['url']}").hostname if "://" not in query["url"] else None
        if query["matchType"] == "domain" and host:
            return capture.urlkey.startswith(",".join(reversed(host.split("."))))
        key = Archived(query["url"], "").urlkey
        if query["matchType"] == "exact":
            return capture.urlkey == key
        return capture.urlkey.startswith(key)

    def _replay(self, rest: str) -> tuple[int, dict[str, str], bytes]:
        time, _, url = rest.partition("id_/")
        for each in self.captures:
            if (each.time, each.url) == (time, url):
                body = each.body if each.served is None else each.served
                headers = {
                    "Content-Type": each.mime,
                    "x-archive-orig-server": "old/1.0",
                    "Memento-Datetime": "Fri, 03 May 2019 10:11:12 GMT",
                }
                return each.status or 200, headers, body
        return 404, {"Content-Type": HTML}, b"<html>The Wayback Machine has not archived that URL."


@contextmanager
def wayback_machine() -> Iterator[WaybackMachine]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 65536

        def do_GET(self) -> None:
            status, headers, body = archive.answer(self.path)
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    archive = WaybackMachine(server.server_port)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield archive
    finally:
        server.shutdown()
        server.server_close()
