"""The written WARC files, read back by warcio."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

import pytest
from store_material import (
    ARCHIVE,
    ARTICLE,
    TIME,
    answer,
    articles_warc,
    assert_warcio_accepts,
    chunked,
    failure,
    fill,
    gzipped,
    hop,
    opened,
    page,
    warcs,
)
from warcio.archiveiterator import ArchiveIterator

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.capture import Body, Exchange, Failure, Origin
from webarticlecurator.base.portal.portal import NamedFile
from webarticlecurator.storage.warc.warc_reader import read_all_records

URL = "https://echo.example/a"
TEXT = "<p>árvíztűrő</p>".encode() * 20

RESPONSES = {
    "plain": answer(TEXT),
    "chunked": answer(chunked(TEXT), b"Transfer-Encoding: chunked"),
    "gzip": answer(gzipped(TEXT), b"Content-Encoding: gzip"),
    "chunked gzip": answer(
        chunked(gzipped(TEXT)), b"Transfer-Encoding: chunked", b"Content-Encoding: gzip"
    ),
    "latin-1 and utf-8 in headers": answer(
        TEXT, b"X-Name: \xe1rv\xedz", "X-Other: árvíz; a=ű".encode()
    ),
    "folded header, odd spaces": answer(TEXT, b"X-Fold: a\r\n  b", b"X-Spaces :   c  "),
    "bare line feeds": b"HTTP/1.1 200 OK\nContent-Type: text/html\n\n" + TEXT,
    "header without colon": answer(TEXT, b"garbage"),
    "no body": answer(b""),
    "no header": b"HTTP/1.0 200 OK\r\n\r\n" + TEXT,
    "body of line ends": answer(b"\r\n\r\n\r\n"),
}


def records(path: Path) -> list[tuple[str, str | None, bytes]]:
    with path.open("rb") as stream:
        iterator = ArchiveIterator(stream, no_record_parse=True)
        return [
            (r.rec_type, r.rec_headers.get_header("WARC-Target-URI"), r.raw_stream.read())
            for r in iterator
        ]


def headers(path: Path, kind: str) -> list[dict[str, str]]:
    with path.open("rb") as stream:
        return [dict(r.rec_headers.headers) for r in ArchiveIterator(stream) if r.rec_type == kind]


@pytest.mark.parametrize("name", RESPONSES)
def test_bytes_are_stored_as_sent(tmp_path: Path, name: str) -> None:
    exchange = Exchange(URL, (hop(URL, RESPONSES[name]),))
    with opened(tmp_path) as corpus:
        (capture,) = corpus.append(exchange, ARTICLE)
        corpus.commit()
        assert capture.status == 200
        if TEXT in RESPONSES[name] or "chunked" in name or "gzip" in name:
            assert corpus.read(capture).content == TEXT
    stored = records(articles_warc(tmp_path))
    assert [(kind, url) for kind, url, _ in stored] == [
        ("warcinfo", None),
        ("metadata", URL),
        ("request", URL),
        ("response", URL),
    ]
    assert stored[2][2] == exchange.hops[0].request
    assert stored[3][2] == RESPONSES[name]
    assert_warcio_accepts(tmp_path)


def test_an_empty_response(tmp_path: Path) -> None:
    with opened(tmp_path) as corpus:
        (capture,) = corpus.append(
            Exchange(URL, (hop(URL, b"", 0, truncated="disconnect"),)), ARTICLE
        )
        assert (capture.status, capture.truncated, corpus.read(capture).content) == (0, True, b"")
        corpus.commit()
    assert_warcio_accepts(tmp_path)


def test_redirect_hops_are_stored_in_order_and_paired(tmp_path: Path) -> None:
    first = hop(
        "http://echo.example/a",
        answer(b"", b"Location: /b#top", line=b"HTTP/1.1 301 Moved"),
        301,
        ip="192.0.2.7",
    )
    last = hop("http://echo.example/b", answer(TEXT))
    with opened(tmp_path) as corpus:
        captures = corpus.append(Exchange(first.url, (first, last)), ARTICLE)
        corpus.commit()
        assert [(c.status, c.location) for c in captures] == [
            (301, "http://echo.example/b#top"),
            (200, None),
        ]
        assert corpus.captures.best([first.url]) == captures[1]
        (fetch,) = corpus.captures.fetches(first.url)
        assert fetch.captures == captures and fetch.final == captures[1]
    path = articles_warc(tmp_path)
    requests, responses = headers(path, "request"), headers(path, "response")
    assert [r["WARC-Concurrent-To"] for r in requests] == [r["WARC-Record-ID"] for r in responses]
    assert [r["WARC-Date"] for r in responses] == ["2024-02-03T04:05:06.000789Z"] * 2
    assert [r.get("WARC-IP-Address") for r in responses] == ["192.0.2.7", None]
    assert_warcio_accepts(tmp_path)


def test_records_say_how_the_server_was_reached(tmp_path: Path) -> None:
    """By WARC-Protocol and WARC-Cipher-Suite, which the IIPC has adopted."""
    plain = hop("http://echo.example/a", answer(TEXT))
    secure = replace(
        hop("https://echo.example/b", answer(TEXT)),
        tls="tls/1.3",
        cipher_suite="TLS_AES_256_GCM_SHA384",
    )
    with opened(tmp_path) as corpus:
        for each in (plain, secure):
            corpus.append(Exchange(each.url, (each,)), ARTICLE)
        corpus.commit()
    (file,) = tmp_path.glob("warc/*")
    found = [located.record for _, located in read_all_records([file])]
    for kind in ("request", "response"):
        first, second = (each for each in found if each.kind == kind)
        assert first.all("WARC-Protocol") == ("http/1.1",)
        assert second.all("WARC-Protocol") == ("http/1.1", "tls/1.3")
        assert not first.get("WARC-Cipher-Suite")
        assert second.get("WARC-Cipher-Suite") == "TLS_AES_256_GCM_SHA384"
    assert_warcio_accepts(tmp_path)


def test_every_record_is_a_gzip_member_at_its_indexed_offset(tmp_path: Path) -> None:
    fill(tmp_path, 2)
    with opened(tmp_path) as corpus:
        captures = list(corpus.captures.all("article"))
    content = articles_warc(tmp_path).read_bytes()
    for capture in captures:
        member = gzip.decompress(content[capture.offset : capture.offset + capture.length])
        assert member.startswith(b"WARC/1.1\r\n") and member.endswith(b"\r\n\r\n")
        assert member.count(b"WARC/1.1\r\n") == 1
    members = 0
    while content:
        decoder = zlib.decompressobj(31)
        decoder.decompress(content)
        content, members = decoder.unused_data, members + 1
    assert members == 1 + 2 * 3


def test_a_truncated_body_is_marked(tmp_path: Path) -> None:
    cut = hop(URL, answer(b"<p>hal", b"Content-Length: 100"), truncated="disconnect")
    with opened(tmp_path) as corpus:
        (capture,) = corpus.append(Exchange(URL, (cut,)), ARTICLE)
        corpus.commit()
        assert capture.truncated
        assert corpus.captures.best([URL]) is None
    assert headers(articles_warc(tmp_path), "response")[0]["WARC-Truncated"] == "disconnect"


def test_the_failure_of_a_fetch_without_response_is_stored(tmp_path: Path) -> None:
    exchange = Exchange(URL, (), Failure("tls", "certificate\r\nexpired", TIME))
    with opened(tmp_path) as corpus:
        assert corpus.append(exchange, ARTICLE) == ()
        corpus.commit()
        (fetch,) = corpus.captures.fetches(URL)
    assert fetch.failure == Failure("tls", "certificate%0D%0Aexpired", TIME)
    assert (fetch.origin, fetch.final) == (ARTICLE, None)
    kind, url, block = records(articles_warc(tmp_path))[1]
    assert (kind, url) == ("metadata", URL)
    assert block == (
        b"via: https://echo.example/news/\r\nlevel: article\r\ncolumn: news\r\nspan: 0\r\nwindow: 2024-02-01\r\npage: 2\r\n"
        b"hops: 0\r\nfailure: tls\r\nfailure-message: certificate%0D%0Aexpired\r\nfailure-time: 2024-02-03T04:05:06.000789Z\r\n"
    )


def test_archive_pages_and_articles_are_in_separate_files(tmp_path: Path) -> None:
    with opened(tmp_path) as corpus:
        corpus.append(page("https://echo.example/robots.txt"), Origin("robots"))
        corpus.append(page("https://echo.example/news/"), ARCHIVE)
        corpus.append(page(URL), ARTICLE)
        corpus.append(page(URL + "?page=2"), Origin("continuation", via=URL))
        corpus.commit()
    assert [path.name for path in warcs(tmp_path)] == [
        "echo-archive-20240203T040506Z-00001.warc.gz",
        "echo-articles-20240203T040506Z-00001.warc.gz",
    ]
    urls = [
        [url for kind, url, _ in records(path) if kind == "response"] for path in warcs(tmp_path)
    ]
    assert urls == [
        ["https://echo.example/robots.txt", "https://echo.example/news/"],
        [URL, URL + "?page=2"],
    ]


def test_a_later_run_continues_the_same_file(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    fill(tmp_path, 1)
    assert len(warcs(tmp_path)) == 2
    assert [kind for kind, _, _ in records(articles_warc(tmp_path))].count("warcinfo") == 1


def test_the_portal_file_is_stored_as_a_resource(tmp_path: Path) -> None:
    content = "portal: echo  # ő\n".encode()
    with opened(tmp_path) as corpus:
        corpus.record_files([NamedFile("echo.yaml", content), NamedFile("echo tags.tsv", b"")])
        corpus.commit()
    found = records(warcs(tmp_path)[0])[1:]
    prefix = "urn:webarticlecurator:echo:"
    assert found == [
        ("resource", prefix + "echo.yaml", content),
        ("resource", prefix + "echo%20tags.tsv", b""),
    ]
    assert_warcio_accepts(tmp_path)


def test_a_full_file_is_rolled_and_each_begins_with_warcinfo(tmp_path: Path) -> None:
    fill(tmp_path, 4, max_bytes=2500)
    numbers = [path.name[-13:-8] for path in warcs(tmp_path) if "-articles-" in path.name]
    assert numbers == ["00001", "00002"]
    for path in warcs(tmp_path):
        assert path.stat().st_size <= 2500
        assert [kind for kind, _, _ in records(path)].count("warcinfo") == 1
        assert records(path)[0][0] == "warcinfo"
    with opened(tmp_path, max_bytes=2500) as corpus:
        assert [corpus.read(c).content for c in corpus.captures.all("article")] == [
            b"<p>%d</p>" % i for i in range(4)
        ]
    assert_warcio_accepts(tmp_path)


def test_a_group_larger_than_a_file_gets_one_for_itself(tmp_path: Path) -> None:
    fill(tmp_path, 2, max_bytes=10)
    assert len(warcs(tmp_path)) == 3
    assert_warcio_accepts(tmp_path)


def test_spaces_and_line_ends_in_an_address_do_not_break_the_record(tmp_path: Path) -> None:
    url = "https://echo.example/a b\r\nX: y"
    with opened(tmp_path) as corpus:
        corpus.append(page(url), ARTICLE)
        corpus.append(failure(url), ARTICLE)
        corpus.commit()
        assert corpus.captures.best([url]) is not None
        assert [f.failure is None for f in corpus.captures.fetches(url)] == [True, False]
    assert_warcio_accepts(tmp_path)


def test_a_page_is_announced_before_it_is_written(tmp_path: Path):
    steps: list[str] = []
    announced: list[Body] = []

    def announce(body: Body) -> None:
        announced.append(body)
        steps.append("announced")

    response = answer(gzipped(TEXT), b"Content-Encoding: gzip")
    with opened(tmp_path, events=steps.append) as corpus:
        steps.clear()
        (capture,) = corpus.append(Exchange(URL, (hop(URL, response),)), ARTICLE, announce=announce)
        assert steps.index("announced") < steps.index("warc-append")
        [body] = announced
        stored = corpus.read(capture)
        assert (body.content, body.headers, body.fault) == (TEXT, stored.headers, "")
        assert body.capture.record_id == capture.record_id
        corpus.append(failure(URL), ARTICLE, announce=announce)
        assert len(announced) == 1
