"""``extract --warc`` of an answer whose end is missing."""

from __future__ import annotations

import gzip
from io import BytesIO
from pathlib import Path

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webarticlecurator.cli.main import main

PAGE = (
    b"<title>T</title><main><h1>T</h1><p>"
    + b" ".join(b"word%d" % (n * n) for n in range(300))
    + b"</p></main>"
)
URL = "https://echo.example/a/1"


def warc_of(path: Path, *bodies: bytes) -> Path:
    with path.open("wb") as out:
        writer = WARCWriter(out, gzip=True)
        for body in bodies:
            headers = StatusAndHeaders(
                "200 OK", [("Content-Encoding", "gzip")], protocol="HTTP/1.1"
            )
            record = writer.create_warc_record(
                URL, "response", payload=BytesIO(body), http_headers=headers
            )
            writer.write_record(record)
            record.raw_stream.close()
    return path


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "echo.yaml"
    path.write_text(
        "portal: echo\nhome: https://echo.example/\narchive: {url: 'https://echo.example/list', links: h2, dates: none}\n"
    )
    return path


def test_half_a_page_is_refused(config: Path, capsys: pytest.CaptureFixture[str]):
    warc = warc_of(config.parent / "a.warc.gz", gzip.compress(PAGE)[:-100])
    assert main(["extract", str(config), "--url", URL, "--warc", str(warc), "--format", "tei"]) == 4
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "the compressed data breaks off" in shown.err


def test_a_whole_answer_is_taken_before_a_later_half(
    config: Path, capsys: pytest.CaptureFixture[str]
):
    warc = warc_of(config.parent / "a.warc.gz", gzip.compress(PAGE), gzip.compress(PAGE)[:-100])
    assert (
        main(["extract", str(config), "--url", URL, "--warc", str(warc), "--format", "text"]) == 0
    )
    assert f"word{299 * 299}" in capsys.readouterr().out
