"""Complete answers with a faulty body: they are stored, reported and requested again."""

from __future__ import annotations

import gzip
import json
import socket
import sqlite3
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import brotli
import pytest
import zstandard
from long_parameters import always

from webarticlecurator.cli.main import main
from webarticlecurator.storage.warc.coding import MAX_BODY_BYTES

WORDS = " ".join(f"word{number * number}" for number in range(400))
PAGE = (
    f"<html><title>T</title><body><main><h1>Title</h1><p>{WORDS}</p></main></body></html>".encode()
)
LIST = b'<html><body><h2><a href="/a/1">one</a></h2></body></html>'
CONFIG = """\
portal: echo
home: http://127.0.0.1:{port}/
fetch: {{delay: 0, retries: 0, robots: ignore, timeout: 5}}
archive: {{url: "http://127.0.0.1:{port}/list", dates: none, links: h2}}
article: {{body: {{root: main}}}}
"""
CODERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.compress,
}


class Portal:
    """A server of ``answers`` (path → whole HTTP message) that closes each connection; it also runs
    ``curator``."""

    def __init__(self, folder: Path) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        port = self._listener.getsockname()[1]
        self.answers = {"/list": whole(LIST), "/a/1": whole(PAGE)}
        self.folder = folder / "corpus"
        self.config = folder / "echo.yaml"
        self.config.write_text(CONFIG.format(port=port), encoding="utf-8")
        self.requested: list[str] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection:
                request = connection.recv(65536)
                path = request.split(b" ", 2)[1].decode()
                self.requested.append(path)
                connection.sendall(
                    self.answers.get(path, b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n")
                )

    def close(self) -> None:
        self._listener.close()

    def curator(self, verb: str, *more: str) -> int:
        return main([verb, str(self.config), "--corpus", str(self.folder), *more])

    def tei(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in (self.folder / "tei").rglob("a*.xml")}


def whole(body: bytes, *headers: bytes, length: int | None = None) -> bytes:
    length_header = b"Content-Length: %d" % (len(body) if length is None else length)
    head = (
        b"HTTP/1.1 200 OK",
        b"Content-Type: text/html; charset=utf-8",
        b"Connection: close",
        length_header,
        *headers,
    )
    return b"\r\n".join(head) + b"\r\n\r\n" + body


def coded(name: str, body: bytes) -> bytes:
    return whole(body, b"Content-Encoding: " + name.encode())


def half(name: str) -> bytes:
    packed = CODERS[name](PAGE)
    return coded(name, packed[: len(packed) * 2 // 3])


def stored_block(content: bytes) -> bytes:
    """Return a deflate block without compression that is not the last one."""
    return b"\0" + struct.pack("<HH", len(content), len(content) ^ 0xFFFF) + content


GZIP_HEADER = b"\x1f\x8b\x08" + bytes(7)
BROKEN = {name: half(name) for name in CODERS} | {
    "gzip in gzip": coded("gzip, gzip", gzip.compress(gzip.compress(PAGE)[:-40])),
    "damaged in the middle": coded(
        "gzip", GZIP_HEADER + stored_block(PAGE[:500]) + b"\x07" + bytes(90)
    ),
    "Content-Length": whole(PAGE[:-100], length=len(PAGE)),
    "no last chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n"
    % (len(PAGE), PAGE),
    "HTTP/1.0, gzip, closed": b"HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n"
    + gzip.compress(PAGE)[:-60],
}


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[Portal]:
    served = Portal(tmp_path)
    yield served
    served.close()


@pytest.mark.parametrize("name", BROKEN)
def test_a_truncated_article_is_not_built(
    portal: Portal, capsys: pytest.CaptureFixture[str], name: str
):
    portal.answers["/a/1"] = BROKEN[name]
    assert portal.curator("crawl", "--json") == 1
    output = json.loads(capsys.readouterr().out)
    assert (output["tei"], output["failed"]) == (0, 1)
    assert portal.tei() == {}
    assert portal.curator("why", f"{portal.config.read_text().split()[3]}a/1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["reason"] == "truncated"
    assert portal.curator("verify") == 0
    portal.answers["/a/1"] = whole(PAGE)
    assert portal.curator("crawl") == 0
    assert portal.requested.count("/a/1") == 2
    [tei] = portal.tei().values()
    assert WORDS[-20:].encode() in tei


@pytest.mark.parametrize("name", BROKEN)
def test_a_truncated_archive_page_does_not_end_a_walk(portal: Portal, name: str):
    portal.answers["/list"] = BROKEN[name]
    assert portal.curator("crawl") == 1
    portal.answers["/list"] = whole(LIST)
    assert portal.curator("crawl") == 0
    assert len(portal.tei()) == 1


@pytest.mark.parametrize("name", ["gzip", "deflate", "zstd"])
def test_a_wrong_checksum_keeps_the_text_and_is_a_problem(portal: Portal, name: str):
    coder = (
        zstandard.ZstdCompressor(write_checksum=True).compress if name == "zstd" else CODERS[name]
    )
    packed = bytearray(coder(PAGE))
    packed[-5 if name == "gzip" else -1] ^= 255
    portal.answers["/a/1"] = coded(name, bytes(packed))
    assert portal.curator("crawl") == 0
    [tei] = portal.tei().values()
    assert WORDS[-20:].encode() in tei
    assert b"checksum" in tei
    assert "body-damaged" in (portal.folder / "reports" / "problems.tsv").read_text(
        encoding="utf-8"
    )


def test_a_wrong_header_is_a_problem(portal: Portal):
    portal.answers["/a/1"] = coded("gzip", PAGE)
    assert portal.curator("crawl") == 0
    [tei] = portal.tei().values()
    assert WORDS[-20:].encode() in tei
    assert b"not compressed" in tei


@pytest.mark.parametrize("name", always(["gzip, gzip"], ["gzip", "deflate", "gzip, gzip"]))
def test_a_decompression_bomb_has_a_verdict(
    portal: Portal, capsys: pytest.CaptureFixture[str], name: str
):
    packed = PAGE + b" " * (2 * MAX_BODY_BYTES)
    for one in name.split(", "):
        packed = CODERS[one](packed)
    portal.answers["/a/1"] = coded(name, packed)
    assert portal.curator("crawl", "--json") == 1
    assert json.loads(capsys.readouterr().out)["rejected"] == {"too-large": 1}
    assert portal.curator("crawl") == 1
    assert portal.requested.count("/a/1") == 1


def test_an_older_index_may_have_it_as_complete(portal: Portal):
    """Older versions took a truncated body for a page and built it."""
    assert portal.curator("crawl") == 0
    portal.answers["/a/1"] = half("gzip")
    with sqlite3.connect(portal.folder / "corpus.sqlite") as index:
        index.execute("UPDATE articles SET state = 'pending'")
        index.execute("UPDATE captures SET status = 500 WHERE url LIKE '%/a/1'")
    assert portal.curator("crawl") == 1
    with sqlite3.connect(portal.folder / "corpus.sqlite") as index:
        index.execute("UPDATE captures SET truncated = 0")
        index.execute("UPDATE articles SET state = 'stored', reason = NULL, build = NULL")
    assert portal.curator("build") == 1
    assert portal.tei() == {}
    portal.answers["/a/1"] = whole(PAGE)
    assert portal.curator("crawl") == 0
    assert len(portal.tei()) == 1
