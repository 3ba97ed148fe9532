"""``curator portals``: the shipped portal files, listed, copied, and tried offline."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from checkout import CHECKOUT
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webarticlecurator.base.system.installation import __version__
from webarticlecurator.cli.main import main
from webarticlecurator.cli.portal_file import list_portal_files

SHIPPED = CHECKOUT / "site_configs"


def test_every_shipped_file_is_listed_with_the_day_on_which_it_was_tried(
    capsys: pytest.CaptureFixture[str],
):
    assert main(["portals", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["portal"] for row in rows] == [
        file.stem for file in list_portal_files([str(SHIPPED)])
    ]
    with (SHIPPED / "tried.tsv").open(encoding="utf-8", newline="") as file:
        tried = list(csv.DictReader(file, delimiter="\t"))
    assert {row["portal"]: row["tried"] for row in rows} == {
        row["portal"]: row["tried"] for row in tried
    }
    assert all(row["title"] and row["home"].startswith("http") for row in rows)


def test_they_are_searched_by_words(capsys: pytest.CaptureFixture[str]):
    assert main(["portals", "list", "budapest", "HVG"]) == 0
    table = csv.DictReader(io.StringIO(capsys.readouterr().out), delimiter="\t")
    assert "hvg" in [row["portal"] for row in table]
    assert main(["portals", "list", "no-such-word"]) == 1
    assert "no shipped portal file has these words: no-such-word" in capsys.readouterr().err


def test_a_copy_is_renewed_until_it_is_edited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    copy = ["portals", "copy", "hvg", "--output", str(tmp_path / "mine")]
    assert main(copy) == 0
    file = tmp_path / "mine" / "hvg.yaml"
    first = file.read_bytes()
    assert sorted(path.name for path in file.parent.iterdir()) == [
        path.name for path in sorted(SHIPPED.glob("hvg.*"))
    ]
    assert main(["check", str(file)]) == 0
    # the copy of another release, which nobody has edited
    monkeypatch.setattr("webarticlecurator.cli.subcommands.portals_copy.__version__", "0.0.1")
    assert main(copy) == 0
    assert file.read_bytes() == first.replace(
        f"curator {__version__}".encode(), b"curator 0.0.1", 1
    )
    edited = file.read_bytes() + b"# mine\n"
    file.write_bytes(edited)
    capsys.readouterr()
    monkeypatch.undo()
    assert main(copy) == 1
    assert f"kept, because it was edited: {file}" in capsys.readouterr().err
    assert file.read_bytes() == edited
    assert main(["portals", "copy", str(file), "--output", str(tmp_path)]) == 2
    assert main(["portals", "copy", "hvg", "hgv", "--output", str(tmp_path / "other")]) == 2
    assert "did you mean hvg?" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


def test_all_are_tried_offline_in_one_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    warc, url = tmp_path / "pages.warc.gz", "https://one.example/a"
    page = (
        b"<html><body><article><h1>Bridge</h1><p>It was opened today.</p></article></body></html>"
    )
    with warc.open("wb") as out:
        writer = WARCWriter(out, gzip=True)
        head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
        writer.write_record(
            writer.create_warc_record(url, "response", io.BytesIO(page), http_headers=head)
        )
    files = tmp_path / "portals"
    files.mkdir()
    for name, title in (("one", "Bridge"), ("two", "Tunnel"), ("three", None)):
        rules = "home: https://one.example/\narchive: none\narticle: {body: {root: article}}\n"
        (files / f"{name}.yaml").write_text(f"portal: {name}\n{rules}", encoding="utf-8")
        if title is not None:
            entry = f"- article: {url}\n  title: {title}\n  accepted: yes\n"
            lost = "- article: https://one.example/b\n  title: Lost\n  accepted: yes\n"
            (files / f"{name}.tests.yaml").write_text(entry + lost, encoding="utf-8")
    (files / "wrong.yaml").write_text("portal: wrong\n", encoding="utf-8")
    command = ["portals", "check", str(files), "--warc", str(warc), "--json"]
    assert main(command) == 1
    answer = capsys.readouterr()
    rows = {row["portal"]: row for row in json.loads(answer.out)}
    counts = ("problems", "expectations", "met", "missed", "not_stored")
    assert {name: tuple(row[each] for each in counts) for name, row in rows.items()} == {
        "one": (0, 2, 1, 0, 1),
        "three": (0, 0, 0, 0, 0),
        "two": (0, 2, 0, 1, 1),
        "wrong": (2, 0, 0, 0, 0),
    }
    assert rows["two"]["first"].startswith(f"{url}: ") and "Tunnel" in rows["two"]["first"]
    assert (
        "4 portal files: 2 with problems or missed expectations, 1 expectations met" in answer.err
    )
    assert main(["portals", "check", str(files / "one.yaml"), "--corpus", str(tmp_path)]) == 0
