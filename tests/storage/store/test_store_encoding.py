"""How records become bytes: as warcio writes them, but for what it would change."""

from __future__ import annotations

import gzip
import sys
from io import BytesIO
from pathlib import Path

import pytest
from store_material import articles_warc, opened, page
from warcio.recordloader import ArcWarcRecord
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webarticlecurator.base.model.capture import Origin
from webarticlecurator.storage.store.reconcile import MAX_KEPT_BYTES
from webarticlecurator.storage.warc.record import Record, encode_record

HEADERS = (
    ("WARC-Type", "response"),
    ("WARC-Record-ID", "<urn:uuid:8d4c9b1e-2f39-4c0c-8f0a-0d2f4f3b6a51>"),
    ("WARC-Date", "2024-03-15T08:30:00.000001Z"),
    ("WARC-Target-URI", "http://example.org/k%C3%B6z?ő"),
    ("Content-Type", "application/http; msgtype=response"),
)
DIGEST = ("WARC-Block-Digest", "sha1:7777777777777777777777777777777A")


@pytest.mark.parametrize(
    "block", [b"", b"HTTP/1.1 200 OK\r\n\r\n", b"WARC/1.1\r\n\r\n" + bytes(range(256))]
)
@pytest.mark.parametrize("headers", [(*HEADERS, DIGEST), (DIGEST, *HEADERS), HEADERS, HEADERS[:4]])
def test_a_record_is_encoded_as_warcio_does(
    headers: tuple[tuple[str, str], ...], block: bytes
) -> None:
    record = Record("response", headers, block)
    assert gzip.decompress(encode_record(record)) == write_by_warcio(record)


def write_by_warcio(record: Record) -> bytes:
    headers = StatusAndHeaders("", list(record.headers), protocol="WARC/1.1")
    # of this type, warcio changes nothing that is there
    kind, content_type = "warcinfo", record.get("Content-Type") or None
    other = ArcWarcRecord("warc", kind, headers, BytesIO(record.block), None, content_type, 0)
    other.length = other.payload_length = len(record.block)
    out = BytesIO()
    WARCWriter(out, gzip=False, warc_version="1.1").write_record(other)
    return out.getvalue()


@pytest.mark.parametrize("length", [100, MAX_KEPT_BYTES, MAX_KEPT_BYTES + 1])
def test_the_last_answer_is_read_as_from_the_file(tmp_path: Path, length: int) -> None:
    with opened(tmp_path) as corpus:
        [first] = corpus.append(page("http://example.org/1", b"x" * length), Origin("article"))
        at_hand = corpus.read(first)
        [second] = corpus.append(page("http://example.org/2", b"y"), Origin("article"))
        assert corpus.read(first) == at_hand
        assert len(at_hand.content) == length
        assert corpus.read(second).content == b"y"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no file that is open")
def test_only_a_short_answer_is_at_hand_without_its_file(tmp_path: Path) -> None:
    with opened(tmp_path) as corpus:
        [capture] = corpus.append(page("http://example.org/1", b"text"), Origin("article"))
        articles_warc(tmp_path).unlink()
        assert corpus.read(capture).content == b"text"
