"""Bad input on the command line: a message that names it and the right exit code, never a traceback
or a half-written file."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from webarticlecurator.cli.command_table import COMMANDS
from webarticlecurator.cli.main import main

URL = "http://a.example/1"
Answer = tuple[int, str, str]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    def run(*arguments: object) -> Answer:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:  # argparse
            code = int(end.code or 0)
        out, err = capfd.readouterr()
        return code, out, err

    return run


@pytest.fixture
def warc(tmp_path: Path) -> Path:
    """Three answers of one address each, a gzip member per record."""
    path = tmp_path / "whole.warc.gz"
    path.write_bytes(
        b"".join(gzip.compress(_record(f"http://a.example/{number}")) for number in (1, 2, 3))
    )
    return path


def _record(url: str) -> bytes:
    body = b"<p>" + hashlib.shake_256(url.encode()).hexdigest(3000).encode() + b"</p>"
    http = (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body)
        + body
    )
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
        f"WARC-Record-ID: <urn:x:{url[-1]}>\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def readers(file: Path, folder: Path) -> list[tuple[object, ...]]:
    """Every command that reads a WARC file it is given."""
    return [
        ("warc", "list", file),
        ("warc", "check", file),
        ("warc", "cat", file, "--url", URL),
        ("warc", "cat", file, "--offset", 0),
        ("warc", "sample", file, "--output", folder / "sample.warc.gz"),
        ("warc", "adopt", "hvg", file, "--corpus", folder / "adopted"),
        ("build", "hvg", "--warc", file, "--corpus", folder / "built"),
        ("links", "hvg", "--url", URL, "--warc", file),
        ("extract", "hvg", "--url", URL, "--warc", file),
    ]


def test_a_warc_file_that_is_not_there_is_wrong_usage_and_leaves_nothing(
    run: Callable[..., Answer], tmp_path: Path
):
    for missing in (tmp_path / "missing.warc.gz", tmp_path):
        for command in readers(missing, tmp_path):
            code, out, err = run(*command)
            assert (code, out) == (2, ""), command
            assert str(missing) in err and "Give the path of a WARC file." in err, command
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [b"hello", gzip.compress(b"hello"), b"\x00\xff" * 4000],
    ids=["text", "gzip", "binary"],
)
def test_a_file_that_is_not_a_warc_is_named_in_a_short_message(
    run: Callable[..., Answer], tmp_path: Path, content: bytes
):
    wrong = tmp_path / "wrong.warc.gz"
    wrong.write_bytes(content)
    for command in readers(wrong, tmp_path):
        code, out, err = run(*command)
        assert (code, out) == (4, ""), command
        assert (
            f"{wrong}: cannot be read at offset 0" in err and "Get a new copy of the file" in err
        ), command
        assert len(err) < 600, command
    assert not list(tmp_path.glob("sample*"))


def test_the_cure_for_a_truncated_file_works(
    run: Callable[..., Answer], warc: Path, tmp_path: Path
):
    cut = tmp_path / "cut.warc.gz"
    cut.write_bytes(warc.read_bytes()[:-1000])
    code, out, err = run("warc", "list", cut)
    assert code == 4 and out.count("http://a.example/") == 2
    command = err.split("head -c ")[1].splitlines()[0].split()
    assert command[1:] == ["FILE", ">", "NEWFILE"]
    kept = tmp_path / "kept.warc.gz"
    kept.write_bytes(cut.read_bytes()[: int(command[0])])
    assert run("warc", "check", kept)[0] == 0
    assert run("warc", "list", kept)[2] == "2 records\n"


def test_a_file_compressed_as_one_piece_is_read_by_the_commands_for_one_page(
    run: Callable[..., Answer], warc: Path, tmp_path: Path
):
    lump = tmp_path / "lump.warc.gz"
    lump.write_bytes(gzip.compress(gzip.decompress(warc.read_bytes())))
    code, _, err = run("extract", "hvg", "--url", URL, "--warc", lump)
    assert (code, "no-root" in err) == (1, True)
    code, _, err = run("links", "hvg", "--url", "http://a.example/4", "--warc", lump)
    assert code == 2 and "The nearest address in it is http://a.example/" in err


def test_sample_reports_what_it_wrote_and_what_it_cannot_read(
    run: Callable[..., Answer], warc: Path, tmp_path: Path
):
    target = tmp_path / "sample.warc.gz"
    assert run("warc", "sample", warc, "--count", 2, "--output", target) == (
        0,
        "",
        f"2 records written to {target}\n",
    )
    assert run("warc", "sample", warc, "--output", tmp_path / "no" / "where.warc.gz")[::2] == (
        2,
        f"curator warc: {tmp_path / 'no' / 'where.warc.gz'} cannot be written: No such file or directory\n"
        "  Choose another path.\n",
    )
    assert run("warc", "sample", warc, "--count", 0, "--output", tmp_path / "none.warc.gz")[0] == 2
    assert sorted(p.name for p in tmp_path.iterdir()) == ["sample.warc.gz", "whole.warc.gz"]


@pytest.mark.parametrize("offset", [-4, 99_999_999])
def test_no_record_at_an_offset(run: Callable[..., Answer], warc: Path, offset: int):
    code, out, err = run("warc", "cat", warc, f"--offset={offset}")
    assert (code, out) == (2, "") and f"no record begins at offset {offset}" in err


@pytest.mark.parametrize(
    "url",
    [
        "",
        "page.html",
        "//a.example/",
        "ftp://a.example/",
        "http://",
        "http://[bad",
        "http://a:123456/",
    ],
)
def test_a_wrong_address_is_refused(run: Callable[..., Answer], tmp_path: Path, url: str):
    page = tmp_path / "page.html"
    page.write_bytes(b"<p>text</p>")
    for verb in ("links", "extract"):
        code, out, err = run(verb, "hvg", "--url", url, "--html", page)
        assert (code, out) == (2, "") and "https://www.example.org" in err
    assert run("links", "hvg", "--url", "https://hvg.hu/", "--html", page)[0] == 0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00",
        b"\xff\xfe\x00\x00",
        bytes(range(256)) * 20,
        b"<" * 5000,
        b"<!--",
        b"<p>\x1a</p>",
    ],
)
def test_any_bytes_as_a_page_get_a_verdict(
    run: Callable[..., Answer], tmp_path: Path, content: bytes
):
    page = tmp_path / "page.html"
    page.write_bytes(content)
    for form in ("tei", "json", "text"):
        code, out, err = run(
            "extract", "hvg", "--url", "https://hvg.hu/itthon/1", "--html", page, "--format", form
        )
        assert code == 1 and "https://hvg.hu/itthon/1" in out + err
    assert run("links", "hvg", "--url", "https://hvg.hu/itthon", "--html", page)[0] == 0


NOT_THIS_WAY = {
    "--limit=0": "not a count: '0' (expected a whole number of 1 or more)",
    "--from=2020-13-01": "not a date: '2020-13-01' (expected YYYY-MM-DD)",
    "--from=20200101": "not a date: '20200101' (expected YYYY-MM-DD)",
    "--proxy=localhost:8080": "(expected http://host:port or socks5h://host:port)",
    "--proxy=ftp://localhost:1": 'not a proxy: "ftp://localhost:1"',
    "--ca=no-such.pem": "No such file",
    "--ca=page.pem": "no certificates in PEM form",
    "--column=nowhere": "hvg has no column 'nowhere'",
    "--from=2020-01-02 --until=2020-01-01": "--from 2020-01-02 is after --until 2020-01-01",
}


@pytest.mark.parametrize("option", NOT_THIS_WAY)
def test_a_crawl_with_wrong_options_does_not_begin(
    run: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
):
    monkeypatch.chdir(tmp_path)
    Path("page.pem").write_bytes(b"<html>")
    code, out, err = run("crawl", "hvg", *option.split())
    assert (code, out) == (2, "") and NOT_THIS_WAY[option] in err
    assert [p.name for p in tmp_path.iterdir()] == ["page.pem"]


def test_a_crawl_that_cannot_reach_the_portal_says_why(run: Callable[..., Answer], tmp_path: Path):
    portal = tmp_path / "echo.yaml"
    portal.write_text(
        "{portal: echo, home: 'http://echo.example/', fetch: {retries: 0}, archive: {url: 'http://echo.example/', links: h2}}",
        encoding="utf-8",
    )
    code, out, err = run(
        "crawl",
        portal,
        "--proxy",
        "http://127.0.0.1:1",
        "--corpus",
        tmp_path / "c",
        "--json",
        "--quiet",
    )
    stopped = json.loads(out)["stopped"]
    assert code == 3 and "http://echo.example/robots.txt: " in stopped and stopped in err
    assert "refused" in stopped


def curator(*arguments: str | bytes, **given: object) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "webarticlecurator", *arguments]
    return subprocess.run(command, capture_output="stdout" not in given, check=False, **given)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "verb",
    [*COMMANDS, *(f"warc {action}" for action in ("list", "check", "cat", "sample", "adopt"))],
)
def test_help_has_an_example_and_prints_on_any_console(monkeypatch: pytest.MonkeyPatch, verb: str):
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), encoding="ascii"))
    with pytest.raises(SystemExit) as end:
        main([*verb.split(), "--help"])
    sys.stdout.flush()
    message = sys.stdout.buffer.getvalue().decode("ascii")  # type: ignore[attr-defined]
    assert (
        end.value.code == 0
        and message.startswith(f"usage: curator {verb} ")
        and f"  curator {verb.split()[0]}" in message
    )


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="this system has no /dev/full to write to"
)
def test_output_that_cannot_be_written_is_reported():
    with Path("/dev/full").open("wb") as full:
        found = curator("check", "hvg", stdout=full, stderr=subprocess.PIPE)
    assert (found.returncode, found.stderr) == (4, b"curator check: No space left on device\n")


@pytest.mark.skipif(
    os.name == "nt", reason="closing descriptors with >&- is a matter of POSIX shells"
)
def test_closed_output_causes_no_traceback():
    shell = f'"{sys.executable}" -m webarticlecurator'
    closed = subprocess.run(f"{shell} check hvg >&-", shell=True, capture_output=True, check=False)
    assert (closed.returncode, closed.stderr) == (
        2,
        b"curator check: standard output: Bad file descriptor\n",
    )
    assert (
        subprocess.run(
            f"{shell} check nothing 2>&-", shell=True, capture_output=True, check=False
        ).returncode
        == 2
    )


def test_an_address_is_read_as_utf8_in_any_locale(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_bytes(b"<p>text</p>")
    plain = {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "ascii",
    }
    arguments = [
        "links",
        "hvg",
        "--json",
        "--html",
        str(page),
        "--url",
        "https://hvg.hu/őz".encode(),
    ]
    found = curator(*arguments, env=os.environ | plain)
    assert found.returncode == 0
    assert found.stderr.startswith(b"hint: ")  # the page lists nothing
    assert '"url": "https://hvg.hu/őz"' in found.stdout.decode("utf-8")
