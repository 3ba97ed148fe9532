"""A repository on loopback that answers as the documents of InvenioRDM say
(docs/reference/rest_api_drafts_records.md of inveniosoftware/docs-invenio-rdm): statuses, links, states of
files, digests, versions. It is no InvenioRDM: what it refuses is what those documents refuse."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TOKEN = "s3cret-token"


@dataclass
class RemoteRecord:
    id: str
    metadata: dict[str, Any] = field(default_factory=dict)
    pids: dict[str, Any] = field(default_factory=dict)
    files: dict[str, bytes | None] = field(default_factory=dict)
    complete: set[str] = field(default_factory=set)
    published: bool = False
    previous: str = ""
    next_draft: str = ""


@dataclass
class InvenioServer:
    """``requests``: method and path of each; ``busy``: answers 503 that come first; ``breaks_at``: the
    name of a file whose content breaks the connection; ``damages``: one that arrives damaged."""

    address: str = ""
    records: dict[str, RemoteRecord] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    busy: int = 0
    breaks_at: str = ""
    damages: str = ""

    def sent(self) -> list[str]:
        """Names of the files whose content was sent."""
        return [line.split("/")[-2] for line in self.requests if line.endswith("/content")]

    def new(self, **values: Any) -> RemoteRecord:
        record = RemoteRecord(f"abc-{len(self.records) + 1}", **values)
        self.records[record.id] = record
        return record

    def show(self, record: RemoteRecord) -> dict[str, Any]:
        folder = "records" if record.published else "uploads"
        return {
            "id": record.id,
            "is_published": record.published,
            "metadata": record.metadata,
            "pids": record.pids,
            "links": {"self_html": f"{self.address}/{folder}/{record.id}"},
        }

    def show_file(self, record: RemoteRecord, name: str) -> dict[str, Any]:
        content = record.files[name]
        shown: dict[str, Any] = {"key": name, "status": "pending", "metadata": None}
        if name in record.complete and content is not None:
            if name == self.damages:
                content += b"!"
            shown |= {"status": "completed", "size": float(len(content))}
            shown["checksum"] = "md5:" + hashlib.md5(content).hexdigest()
        return shown

    def answer(self, method: str, path: str, body: bytes, kind: str) -> tuple[int, Any]:
        if method == "POST" and path == "/api/records":
            given = json.loads(body)
            return 201, self.show(self.new(metadata=given["metadata"]))
        found = re.fullmatch(r"/api/records/([^/]+)/(draft|versions)(/.*)?", path)
        if found is None or found[1] not in self.records:
            return 404, {"status": 404, "message": "The persistent identifier does not exist."}
        record, rest = self.records[found[1]], found[3] or ""
        if found[2] == "versions":
            return self.version(record, method)
        if record.published:
            return 404, {"status": 404, "message": "No draft."}
        return self.draft(record, method, rest, body, kind)

    def version(self, record: RemoteRecord, method: str) -> tuple[int, Any]:
        if method != "POST" or not record.published:
            return 404, {"message": "not published"}
        if not record.next_draft:
            metadata = {**record.metadata}
            metadata.pop("publication_date"), metadata.pop("version", None)
            record.next_draft = self.new(metadata=metadata, previous=record.id).id
        return 201, self.show(self.records[record.next_draft])

    def draft(
        self, record: RemoteRecord, method: str, rest: str, body: bytes, kind: str
    ) -> tuple[int, Any]:
        if rest == "" and method == "GET":
            return 200, self.show(record)
        if rest == "" and method == "PUT":
            given = json.loads(body)
            record.metadata, record.pids = given["metadata"], given.get("pids", {})
            return 200, self.show(record)
        if rest == "/pids/doi" and method == "POST":
            record.pids = {"doi": {"identifier": f"10.5281/{record.id}", "provider": "datacite"}}
            return 201, self.show(record)
        if rest == "/actions/publish" and method == "POST":
            return self.publish(record)
        if rest == "/actions/files-import" and method == "POST":
            before = self.records[record.previous]
            record.files, record.complete = dict(before.files), set(before.complete)
            return 201, self.list_files(record)
        if rest == "/files" and method == "GET":
            return 200, self.list_files(record)
        if rest == "/files" and method == "POST":
            names = [entry["key"] for entry in json.loads(body)]
            if set(names) & set(record.files):
                return 400, {"status": 400, "message": "File with key already exists."}
            record.files.update(dict.fromkeys(names))
            return 201, self.list_files(record)
        return self.file(record, method, rest, body, kind)

    def file(
        self, record: RemoteRecord, method: str, rest: str, body: bytes, kind: str
    ) -> tuple[int, Any]:
        found = re.fullmatch(r"/files/([^/]+)(/content|/commit)?", rest)
        if found is None or found[1] not in record.files:
            return 404, {"message": "no such file"}
        name, what = found[1], found[2]
        if (method, what) == ("DELETE", None):
            del record.files[name]
            record.complete.discard(name)
            return 204, None
        if (method, what) == ("PUT", "/content") and name not in record.complete:
            if kind != "application/octet-stream":
                return 415, {"message": kind}
            record.files[name] = body
            return 200, self.show_file(record, name)
        if (method, what) == ("POST", "/commit") and record.files[name] is not None:
            record.complete.add(name)
            return 200, self.show_file(record, name)
        return 400, {"message": "not now"}

    def publish(self, record: RemoteRecord) -> tuple[int, Any]:
        needed = ("title", "creators", "publication_date", "resource_type")
        missing = [name for name in needed if not record.metadata.get(name)]
        if missing or set(record.files) != record.complete or not record.files:
            errors = [
                {"field": f"metadata.{n}", "messages": ["Missing data for required field."]}
                for n in missing
            ]
            return 400, {"status": 400, "message": "A validation error occurred.", "errors": errors}
        record.published = True
        record.pids = record.pids or {"doi": {"identifier": f"10.5281/{record.id}"}}
        return 202, self.show(record)

    def list_files(self, record: RemoteRecord) -> dict[str, Any]:
        entries = [self.show_file(record, name) for name in record.files]
        return {"enabled": True, "entries": entries}


@contextmanager
def invenio_server() -> Iterator[InvenioServer]:
    """A running repository."""
    state = InvenioServer()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self) -> None:
            state.requests.append(f"{self.command} {self.path}")
            is_broken = state.breaks_at and f"/{state.breaks_at}/content" in self.path
            if is_broken:
                self.close_connection = True
                self.connection.close()
                return
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.headers.get("Authorization") != f"Bearer {TOKEN}":
                status, answer = 403, {"message": "Permission denied."}
            elif state.busy:
                state.busy -= 1
                status, answer = 503, {"message": "busy"}
            else:
                kind = self.headers.get("Content-Type", "")
                status, answer = state.answer(self.command, self.path, body, kind)
            content = b"" if answer is None else json.dumps(answer).encode()
            self.send_response(status)
            if status == 503:
                self.send_header("Retry-After", "0")
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_DELETE = handle_any  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    # a connection that the test breaks is no error
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    state.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
