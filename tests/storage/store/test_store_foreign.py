"""WARC files of other tools: real ones, and every compression and reference of the standard."""

from __future__ import annotations

import gzip
import json
from io import BytesIO
from pathlib import Path

import brotli
import pytest
import zstandard
from store_material import ARTICLE, adopt, assert_warcio_accepts, chunked, gzipped, opened, warcs
from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webarticlecurator.base.errors import UsageError, WarcUnreadable
from webarticlecurator.storage.store.foreign import ForeignWarcs, cat_url
from webarticlecurator.storage.store.inspect import (
    cat_record,
    check_records,
    list_records,
    sample,
)
from webarticlecurator.storage.store.verify import verify_corpus

A, B = "https://echo.example/a", "https://echo.example/b"
TEXT = "<p>árvíz</p>".encode()


def written(
    compress: bool, version: str = "1.1", revisit: bool = False, coding: str = "br"
) -> bytes:
    """Two exchanges (and a revisit of the first) as warcio writes them."""
    out = BytesIO()
    writer = WARCWriter(out, gzip=compress, warc_version=version)
    writer.write_record(writer.create_warcinfo_record("x.warc", {"software": "other"}))
    second = brotli.compress(TEXT + b"b") if coding == "br" else TEXT + b"b"
    for url, name, body in ((A, "gzip", gzipped(TEXT)), (B, coding, second)):
        head = StatusAndHeaders(
            "200 OK",
            [("Content-Type", "text/html"), ("Content-Encoding", name)],
            protocol="HTTP/1.1",
        )
        ask = StatusAndHeaders("GET / HTTP/1.1", [("Host", "echo.example")], is_http_request=True)
        dates = {"WARC-Date": "2020-01-02T03:04:05Z"}
        response = writer.create_warc_record(
            url, "response", BytesIO(body), len(body), http_headers=head, warc_headers_dict=dates
        )
        writer.write_request_response_pair(
            writer.create_warc_record(url, "request", http_headers=ask), response
        )
    if revisit:
        digest = response.rec_headers.get_header("WARC-Payload-Digest")
        writer.write_record(
            writer.create_revisit_record(
                A + "?again", digest, B, "2020-01-02T03:04:05Z", http_headers=head
            )
        )
    return out.getvalue()


def zstd_frames(plain: bytes, dictionary: bytes = b"") -> bytes:
    """One frame per record, with a dictionary in a skippable frame before them if given."""
    held = zstandard.ZstdCompressionDict(dictionary) if dictionary else None
    head = (
        b"\x5d\x2a\x4d\x18" + len(dictionary).to_bytes(4, "little") + dictionary
        if dictionary
        else b""
    )
    parts = plain.split(b"\r\n\r\nWARC/1.")
    members = [
        (b"WARC/1." if i else b"") + part + (b"\r\n\r\n" if i < len(parts) - 1 else b"")
        for i, part in enumerate(parts)
    ]
    return head + b"".join(
        zstandard.ZstdCompressor(dict_data=held).compress(member) for member in members
    )


PACKINGS = {
    "plain": written(False),
    "1.0": written(False, "1.0"),
    "gzip": written(True),
    "zstd": zstd_frames(written(False)),
    "zstd with dictionary": zstd_frames(
        written(False), b"WARC-Target-URI: https://echo.example/ " * 20
    ),
    "whole gzip": gzip.compress(written(False)),
    "whole zstd": zstandard.compress(written(False)),
}


@pytest.mark.parametrize("name", PACKINGS)
def test_every_compression_yields_the_same_captures(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.warc"
    path.write_bytes(PACKINGS[name])
    with ForeignWarcs([path]) as warcs_:
        captures = list(warcs_.captures.all())
        file = f"{path} (unpacked)" if name.startswith("whole") else str(path)
        assert [(c.url, c.status, c.file) for c in captures] == [(A, 200, file), (B, 200, file)]
        assert [warcs_.read(c).content for c in captures] == [TEXT, TEXT + b"b"]
        assert warcs_.captures.best([B]) == captures[1]
    assert len(list(list_records([path]))) == 5
    assert list(check_records([path])) == []


@pytest.mark.parametrize("packing", [False, True])
def test_a_revisit_has_the_location_of_its_original(tmp_path: Path, packing: bool) -> None:
    path = tmp_path / "x.warc"
    path.write_bytes(written(packing, revisit=True))
    with ForeignWarcs([path]) as found:
        (capture,) = found.captures.by_url(A + "?again")
        (original,) = found.captures.by_url(B)
        assert (capture.offset, capture.body_digest, capture.status) == (
            original.offset,
            original.body_digest,
            200,
        )
        assert capture.record_id != original.record_id
        assert found.read(capture).content == TEXT + b"b"
        assert found.unresolved == ()


def test_a_revisit_before_its_original_and_one_without_original(tmp_path: Path) -> None:
    whole = written(True, revisit=True)
    path = tmp_path / "x.warc.gz"
    path.write_bytes(whole)
    row = next(r for r in list_records([path]) if r.kind == "revisit")
    first, second = tmp_path / "1.warc.gz", tmp_path / "2.warc.gz"
    first.write_bytes(whole[row.offset :])
    second.write_bytes(whole[: row.offset])
    with ForeignWarcs([first, second]) as found:
        assert found.read(found.captures.by_url(A + "?again")[0]).content == TEXT + b"b"
    with ForeignWarcs([first]) as found:
        assert list(found.captures.all()) == []
        assert found.unresolved == (row.id,)


def test_an_arc_file(tmp_path: Path) -> None:
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + TEXT
    path = tmp_path / "x.arc"
    head = b"1 0 Other\nURL IP-address Archive-date Content-type Archive-length\n"
    first = b"filedesc://x.arc 0.0.0.0 20050102030405 text/plain %d\n" % len(head) + head
    path.write_bytes(
        first
        + b"\n"
        + A.encode()
        + b" 192.0.2.1 20050102030405 text/html %d\n" % len(answer)
        + answer
        + b"\n"
    )
    ids = []
    for _ in range(2):
        with ForeignWarcs([path]) as found:
            (capture,) = found.captures.all()
            assert (capture.url, capture.time.isoformat()) == (A, "2005-01-02T03:04:05+00:00")
            assert found.read(capture).content == TEXT
            ids.append(capture.record_id)
    assert ids[0] == ids[1], (
        "ARC records have no ids: ours are made of the content, the same each time"
    )


def cut(content: bytes) -> bytes:
    return content[:-30]


def flipped(content: bytes) -> bytes:
    return content[:900] + bytes([content[900] ^ 0xFF]) + content[901:]


@pytest.mark.parametrize("name", ["gzip", "zstd", "plain"])
def test_a_truncated_file_is_reported_with_the_offset(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.warc"
    path.write_bytes(PACKINGS[name])
    last = list(list_records([path]))[-1]
    path.write_bytes(cut(PACKINGS[name]))
    with ForeignWarcs([path]) as found:
        assert len(list(found.captures.all())) == 2 - (last.kind == "response")
        assert [(finding.file, finding.offset) for finding in found.damage] == [
            (str(path), last.offset)
        ]
    with pytest.raises(WarcUnreadable) as error:
        list(list_records([path]))
    assert str(path) in error.value.message and f"offset {last.offset}" in error.value.message
    assert error.value.cure


def list_records_of(packing: str, tmp_path: Path) -> list[str]:
    path = tmp_path / "sound"
    path.write_bytes(PACKINGS[packing])
    return [row.id for row in list_records([path])]


def test_a_damaged_member_is_reported_with_its_offset(tmp_path: Path) -> None:
    path = tmp_path / "x.warc.gz"
    path.write_bytes(flipped(PACKINGS["gzip"]))
    (found,) = check_records([path])
    assert found.offset and "gzip" in found.message
    assert (
        len(list(list_records([path], lambda _: None)))
        == len(list(list_records_of("gzip", tmp_path))) - 1
    )


@pytest.mark.parametrize(
    "content", [b"<html>not a WARC</html>", b"\x1f\x8b\x08\x00rubbish", b"PK\x03\x04 a zip"]
)
def test_a_file_that_is_not_a_warc(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(WarcUnreadable, match="offset 0"):
        ForeignWarcs([path])


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.warc: "):
        ForeignWarcs([tmp_path / "none.warc"])


def test_an_empty_file_has_no_records(tmp_path: Path) -> None:
    (tmp_path / "x.warc").write_bytes(b"")
    with ForeignWarcs([tmp_path / "x.warc"]) as found:
        assert list(found.captures.all()) == []


def real_files(shared: Path) -> list[Path]:
    return sorted((shared / "cases" / "wac").glob("*.warc.gz"))


def test_real_files_are_read_completely(shared: Path) -> None:
    """They have as many responses and as long bodies as warcio finds.

    Most claim to be chunked and are not.
    """
    paths = real_files(shared)
    expected = {}
    for path in paths:
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream):
                if record.rec_type == "response":
                    expected[record.rec_headers.get_header("WARC-Record-ID")] = (
                        record.content_stream().read()
                    )
    assert len(expected) >= 113
    with ForeignWarcs(paths) as found:
        assert {c.record_id: found.read(c).content for c in found.captures.all()} == expected


def test_every_address_of_the_real_cases_has_a_page(shared: Path) -> None:
    cases = json.loads((shared / "cases" / "wac" / "cases.json").read_text(encoding="utf-8"))
    urls = {case["url"] for case in (cases if isinstance(cases, list) else cases["cases"])}
    with ForeignWarcs(real_files(shared)) as found:
        missing = [url for url in sorted(urls) if not found.captures.by_url(url)]
        assert missing == []


def test_adopted_records_are_copied_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "x.warc"
    # warcio cannot check br beside the brotli package
    path.write_bytes(written(False, "1.0", coding="identity"))
    with ForeignWarcs([path]) as found:
        original = found.captures.by_url(A)[0]
    with opened(tmp_path / "corpus") as corpus:
        done = adopt(corpus, [path], lambda c: ARTICLE if c.record.url == A else "unclassified")
        assert (done.captures, done.known, [why for _, why in done.refused]) == (
            1,
            0,
            ["unclassified"],
        )
        capture = corpus.captures.best([A])
        assert capture is not None
        assert (capture.record_id, capture.time, capture.payload_digest) == (
            original.record_id,
            original.time,
            original.payload_digest,
        )
        assert capture.origin == ARTICLE
        assert corpus.read(capture).content == TEXT
        again = adopt(corpus, [path], lambda _: ARTICLE)
        assert (again.captures, again.known) == (1, 1)
        (fetch,) = corpus.captures.fetches(A)
        assert fetch.final == capture
    kinds = [row.kind for row in list_records(warcs(tmp_path / "corpus"))]
    assert kinds == ["warcinfo", *["metadata", "request", "response"] * 2]
    assert verify_corpus(tmp_path / "corpus", "echo").findings == ()
    assert_warcio_accepts(tmp_path / "corpus")


def test_records_with_wrong_digests_are_not_adopted(tmp_path: Path) -> None:
    path = tmp_path / "x.warc"
    path.write_bytes(written(False).replace(b"Content-Encoding: br", b"Content-Encoding: xx"))
    assert [f.message.split(":")[0] for f in check_records([path])] == [
        "the block digest does not match"
    ]
    with opened(tmp_path / "corpus") as corpus:
        done = adopt(corpus, [path], lambda _: ARTICLE)
    assert done.captures == 1 and "block digest" in done.refused[0][1]


def test_real_files_are_adopted(tmp_path: Path, shared: Path) -> None:
    paths = [path for path in real_files(shared) if path.name.startswith(("p444", "nepszava"))]
    with opened(tmp_path) as corpus:
        done = adopt(corpus, paths, lambda _: ARTICLE)
        assert done.captures > 4 and done.refused == ()
    assert_warcio_accepts(tmp_path)


def test_listing_and_showing_records(tmp_path: Path) -> None:
    path = tmp_path / "x.warc.gz"
    path.write_bytes(written(True, revisit=True))
    rows = list(list_records([path]))
    assert [row.kind for row in rows] == [
        "warcinfo",
        "response",
        "request",
        "response",
        "request",
        "revisit",
    ]
    assert [(row.status, row.content_type) for row in rows if row.status] == [
        (200, "text/html")
    ] * 3
    assert cat_url([path], A) == TEXT
    assert cat_url([path], B, raw=True) == cat_record(path, rows[3].offset)
    assert cat_record(path, rows[3].offset).startswith(b"HTTP/1.1 200 OK\r\n")
    with pytest.raises(UsageError, match="no response for"):
        cat_url([path], "https://echo.example/c")
    with pytest.raises(WarcUnreadable, match="offset 7"):
        cat_record(path, 7)


def test_a_sample_is_a_warc_and_always_the_same(tmp_path: Path, shared: Path) -> None:
    paths = [path for path in real_files(shared) if path.name.startswith("p444")]
    content = b"".join(sample(paths, 2))
    assert content == b"".join(sample(paths, 2))
    (tmp_path / "s.warc.gz").write_bytes(content)
    with ForeignWarcs([tmp_path / "s.warc.gz"]) as found:
        assert len(list(found.captures.all())) == 2
    assert list(check_records([tmp_path / "s.warc.gz"])) == []


def test_chunked_bodies_written_by_other_tools(tmp_path: Path) -> None:
    out = BytesIO()
    writer = WARCWriter(out, gzip=False)
    head = StatusAndHeaders(
        "200 OK",
        [("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip")],
        protocol="HTTP/1.1",
    )
    body = chunked(gzipped(TEXT))
    writer.write_record(
        writer.create_warc_record(A, "response", BytesIO(body), len(body), http_headers=head)
    )
    (tmp_path / "x.warc").write_bytes(out.getvalue())
    with ForeignWarcs([tmp_path / "x.warc"]) as found:
        assert found.read(found.captures.by_url(A)[0]).content == TEXT
