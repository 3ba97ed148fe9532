"""The heads of HTTP messages are read as warcio reads them: ``warcio check`` starts the payload
digest where it ends."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcio.recordloader import ArcWarcRecordLoader

from webarticlecurator.storage.warc.http_head import NO_HEAD, HttpHead, read_http_head

URL = "http://example.org/"


@pytest.mark.parametrize(
    ("block", "head"),
    [
        (b"HTTP/1.1 200 OK\r\nA: 1\r\nB:2\r\n\r\nbody", HttpHead(200, (("A", "1"), ("B", "2")), 30)),
        (b"HTTP/1.1 200 OK\nA: 1\n\nbody", HttpHead(200, (("A", "1"),), 22)),
        (b"HTTP/1.1  404  Gone\r\n\r\n", HttpHead(404, (), 23)),
        (b"HTTP/1.1 2000 OK\r\n\r\n", HttpHead(0, (), 20)),
        (b"HTTP/1.1 200\r\nA: 1\r\n  2\r\nno colon\r\n 3\r\nB: \xe9", HttpHead(200, (("A", "1  2"), ("B", "\xe9")), 43)),
        (b"\r\nHTTP/1.1 200 OK\r\n\r\n", HttpHead(0, (), 2)),
        (b"text", HttpHead(0, (), 4)),
        (b"", NO_HEAD),
        (b"HTTP/1.1 200 OK\r\n" + b"x" * (1 << 20), NO_HEAD),
    ],
)  # fmt: skip
def test_a_head_is_read(block: bytes, head: HttpHead) -> None:
    assert read_http_head("response", URL, block) == head


@pytest.mark.parametrize(("kind", "url"), [("metadata", URL), ("response", "dns:example.org")])
def test_other_records_have_no_head(kind: str, url: str) -> None:
    assert read_http_head(kind, url, b"HTTP/1.1 200 OK\r\n\r\n") == NO_HEAD


LINES = [
    b"HTTP/1.1 200 OK",
    b"200",
    b"A: 1",
    b" A: 1",
    b"\t2",
    b"no colon",
    b":",
    b"B:\xc5\x91",
    b"\xff: \xa0 ",
    b" ",
    b"",
    b"\x85",
]
ENDS = [b"\r\n", b"\n", b"\r", b"\r\r\n", b""]


@given(st.lists(st.tuples(st.sampled_from(LINES), st.sampled_from(ENDS)), min_size=1, max_size=8))
def test_a_head_is_read_as_by_warcio(lines: list[tuple[bytes, bytes]]) -> None:
    block = b"".join(line + end for line, end in lines)
    stream = BytesIO(block)
    loader = ArcWarcRecordLoader(verify_http=False)
    other = loader.load_http_headers("response", URL, stream, len(block)) if block else None
    head = read_http_head("response", URL, block)
    assert head.end == stream.tell()
    if other is not None:
        code = other.get_statuscode()
        assert head.status == (int(code) if code in ("200", "404") else 0)
        assert head.headers == tuple((name, value.strip()) for name, value in other.headers)
