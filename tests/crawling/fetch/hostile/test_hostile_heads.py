"""Heads of answers that are wrong or long, and that browsers read: so does a crawl."""

from __future__ import annotations

import gzip
import socket
from contextlib import suppress
from pathlib import Path

import pytest
from hostile_server import crawl, hostile_portal, listing

from webarticlecurator.storage.warc.container import read_records
from webarticlecurator.storage.warc.message import is_page_record, read_answer

HTML = b"<html><head><title>b</title></head><body><article><p>The text.</p></article></body></html>"
LENGTH = b"Content-Length: %d" % len(HTML)
TYPE = b"Content-Type: text/html"
CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n" % (len(HTML), HTML)
PACKED = gzip.compress(HTML)
HEADS = {
    "no colon": [b"this line has no colon", TYPE, LENGTH],
    "no colon, then continued": [TYPE, b"no colon", b"  and: more of it", LENGTH],
    "white space in a name": [b"X Powered By: nobody", TYPE, LENGTH],
    "white space before the colon": [TYPE, LENGTH.replace(b":", b" :")],
    "a hundred and twenty": [*(b"X-Trace-%d: %d" % (n, n) for n in range(120)), TYPE, LENGTH],
    "long fields": [*(b"X-%d: %s" % (n, b"x" * 30_000) for n in range(6)), TYPE, LENGTH],
    "a carriage return": [b"X-Note: one\rtwo", TYPE, LENGTH],
    "continued": [b"Content-Type:", b"\ttext/html", LENGTH],
    "chunked after it": [b"no colon", TYPE, b"Transfer-Encoding: chunked"],
    "packed after it": [
        b"no colon",
        TYPE,
        b"Content-Encoding: gzip",
        b"Content-Length: %d" % len(PACKED),
    ],
}


@pytest.mark.parametrize("how", HEADS)
def test_a_head_is_read_as_browsers_read_it(how: str, tmp_path: Path, capsys):
    body = {"chunked after it": CHUNKED, "packed after it": PACKED}.get(how, HTML)
    sent = b"\r\n".join([b"HTTP/1.1 200 OK", *HEADS[how], b"", body])

    def talk(connection: socket.socket) -> None:
        """Send it, and leave the connection open, as servers do that say how long it is."""
        connection.sendall(sent)
        connection.settimeout(30)
        with suppress(OSError):
            connection.recv(1)

    with hostile_portal({"/list": listing("/a", "/b"), "/a": talk, "/b": talk}) as portal:
        found = crawl(portal, tmp_path, capsys)
    assert (found.code, found.articles) == (0, {"/a": "tei", "/b": "tei"})
    # all bytes of it are stored
    (file,) = (found.folder / "warc").glob("*-articles-*")
    blocks = [each.record.block for each in read_records(file, "") if is_page_record(each.record)]
    assert blocks == [sent, sent]


def test_a_page_that_a_proxy_has_changed_is_the_page(tmp_path: Path, capsys):
    sent = b"\r\n".join([b"HTTP/1.1 203 Non-Authoritative Information", TYPE, LENGTH, b"", HTML])
    with hostile_portal({"/list": listing("/a"), "/a": sent}) as portal:
        found = crawl(portal, tmp_path, capsys)
    assert (found.code, found.articles) == (0, {"/a": "tei"})
    (file,) = (found.folder / "warc").glob("*-articles-*")
    (record,) = [each.record for each in read_records(file, "") if is_page_record(each.record)]
    assert record.block == sent and read_answer(record).response.status == 200
