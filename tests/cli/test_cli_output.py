"""Results that cannot be written: reported before the work, with a cure, never a traceback."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest
from response_records import response_record

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.output_files import write_file, write_folder
from webarticlecurator.cli.main import main

TABLE = "signature\toperation\nzork\tbox\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a.tsv").write_text(TABLE, encoding="utf-8")
    (tmp_path / "a.yaml").write_text(
        "portal: a\nhome: https://a.example/\narchive: {url: 'https://a.example/l', links: h2}\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("tags merge a.tsv a.tsv --output .", ". is a folder"),
        ("tags merge a.tsv a.tsv --output no/a.tsv", "there is no folder no"),
        ("tags suggest a.tsv --output .", ". is a folder"),
        ("tags inventory a.yaml --output .", ". is a folder"),
        ("tags inventory a.yaml --tree no/t.html", "there is no folder no"),
        ("tags inventory a.yaml --bigrams .", ". is a folder"),
        ("tags inventory a.yaml --bigrams b.tsv --output ./b.tsv", "same file"),
    ],
)
def test_a_place_where_nothing_can_be_written(here: Path, capsys, command: str, message: str):
    before = sorted(path.name for path in here.iterdir())
    assert main(command.split()) == 2
    assert message in capsys.readouterr().err
    assert sorted(path.name for path in here.iterdir()) == before


@pytest.mark.parametrize("name", [".", ".."])
def test_texts_cannot_replace_the_working_folder(here: Path, name: str):
    with pytest.raises(UsageError, match="not a name for a new folder"):
        write_folder(Path(name), [("a.txt", b"text")])
    assert sorted(path.name for path in here.iterdir()) == ["a.tsv", "a.yaml"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_device_is_written_to_and_not_replaced(tmp_path: Path):
    """As ``--output /dev/null``, which a process with the rights to do so would have replaced by a
    file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_file(pipe, [b"one ", b"two"])
    reader.join(timeout=30)
    assert read == [b"one two"]
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_stays_a_link(tmp_path: Path):
    (tmp_path / "link").symlink_to("file")
    for text in (b"first", b"second"):
        write_file(tmp_path / "link", [text])
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "file").read_bytes() == text


ARTICLE = (
    "<html><head><title>Őszi szél</title></head><body><h1>Őszi szél</h1><p>%s</p></body></html>"
)


@pytest.fixture
def corpus(here: Path) -> Path:
    """Return a corpus of one article, whose page is in ISO 8859-2; ``a.warc`` has the same page."""
    page = (ARTICLE % ("Hosszú mondat arról, hogy szél fújt. " * 20)).encode("iso8859-2")
    kind = "text/html; charset=iso-8859-2"
    uuid = "00000000-0000-0000-0000-000000000001"
    (here / "a.warc").write_bytes(response_record("https://a.example/cikk", page, uuid, kind))
    (here / "a.yaml").write_text(
        "portal: a\nhome: https://a.example/\narchive: {url: 'https://a.example/l', links: h2}\n"
        "article: {match: /cikk}\n",
        encoding="utf-8",
    )
    assert main("warc adopt a.yaml a.warc --corpus c".split()) == 0
    assert main("build a.yaml --corpus c --quiet".split()) == 0
    return here


@pytest.mark.parametrize(
    ("command", "beginning"),
    [
        ("export a.yaml --corpus c --format jsonl --output -", '{"id": "'),
        ("export a.yaml --corpus c --format csv --output -", "id,url,"),
        ("tags inventory a.yaml --corpus c --output -", "signature\t"),
        ("tags merge a.tsv a.tsv --output -", "signature\t"),
        ("learn a.yaml --corpus c --output -", ""),
        ("new echo --offline --output -", "# "),
        ("import wac schema.yaml --output -", "# "),
        ("warc sample a.warc --output -", "\x1f"),
    ],
)
def test_a_dash_is_standard_output(corpus: Path, capfdbinary, command: str, beginning: str):
    (corpus / "schema.yaml").write_text(
        "site_name: a\ncolumns: {all: {archive_url_format: 'https://a.example/#pagenum'}}\n",
        encoding="utf-8",
    )
    files = sorted(path.name for path in corpus.iterdir())
    capfdbinary.readouterr()
    assert main(command.split()) in (0, 1)
    out = capfdbinary.readouterr().out
    assert out.lstrip(b"\xef\xbb\xbf").startswith(beginning.encode())
    assert sorted(path.name for path in corpus.iterdir()) == files


def test_a_stored_page_is_printed_as_stored_or_in_utf8(corpus: Path, capfdbinary):
    cat = "warc cat a.warc --url https://a.example/cikk".split()
    capfdbinary.readouterr()
    assert main(cat) == 0
    assert "Őszi szél".encode("iso8859-2") in capfdbinary.readouterr().out
    assert main([*cat, "--utf8"]) == 0
    assert "<h1>Őszi szél</h1>".encode() in capfdbinary.readouterr().out
    assert main([*cat, "--utf8", "--raw"]) == 2
