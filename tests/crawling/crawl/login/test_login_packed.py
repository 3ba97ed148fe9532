"""What was read in a subscriber's session: how it is marked, and that it is handed on only if that
was asked for."""

from __future__ import annotations

import csv
import json
import re
import shlex
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from secret_bytes import records_of
from small_portal import SmallPortal, article, listing
from subscriber_site import MAIL, NAME, PATHS, ROLLED, RULES, TOKEN, log_in, subscriber_site
from subscriber_site import own_state as own_state
from unpacked_files import places_of

from webarticlecurator.cli.main import main
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.read import read_header

SECRETS = (TOKEN, ROLLED, NAME, MAIL)
EDITORS = "corpus: {editors: [{name: Anna Editor}]}\n"


@pytest.fixture(name="mixed")
def mixed_corpus(tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mixed]:
    """A corpus with an article that anybody can read, and four of a subscriber."""
    with subscriber_site(tmp_path) as site:
        portal = site.portal
        everybody, rules = RULES.replace(", signed_in: .leave", ""), EDITORS + RULES
        portal.pages |= {"/open": article("Words for all."), "/list": listing("/open")}
        portal.write(EDITORS + everybody)
        mixed = Mixed(portal)
        assert mixed.run("crawl") == 0
        portal.pages["/list"] = listing("/open", *PATHS)
        portal.write(rules)
        assert log_in(tmp_path, tmp_path / "portal.yaml") == 0
        assert mixed.run("crawl", "--full") == 0
        yield mixed


class Mixed:
    def __init__(self, portal: SmallPortal) -> None:
        self.portal, self.folder = portal, portal.folder

    def run(self, verb: str, *words: str) -> int:
        config = str(self.folder / "portal.yaml")
        return main([verb, config, "--corpus", str(self.portal.corpus), *words])

    def signed_in(self) -> dict[str, str]:
        """Path of the address → the field ``signed_in`` of the csv."""
        output = self.folder / "articles.csv"
        assert self.run("export", "--format", "csv", "--output", str(output)) == 0
        rows = csv.DictReader(output.read_text("utf-8-sig").splitlines())
        return {row["url"].removeprefix(self.portal.base): row["signed_in"] for row in rows}


EXPECTED = {"/open": "no", **dict.fromkeys(PATHS, "yes")}


def test_records_header_and_fields_say_that_a_page_was_read_signed_in(mixed: Mixed) -> None:
    pages = [r for r in records_of(mixed.portal.corpus, "response") if r.url.endswith(PATHS)]
    assert [(r.get("WARC-Signed-In"), r.get("WARC-Protected-Fields")) for r in pages] == [
        ("yes", "Set-Cookie, body")
    ] * 4
    (open_page,) = [r for r in records_of(mixed.portal.corpus, "response") if "/open" in r.url]
    assert not open_page.get("WARC-Signed-In") and not open_page.get("WARC-Protected-Fields")
    robots = [r for r in records_of(mixed.portal.corpus) if r.url.endswith(("txt", "json"))]
    assert robots and not [r for r in robots if r.get("WARC-Signed-In")]
    assert b"Set-Cookie: rolled=protected; Path=/; HttpOnly" in pages[0].block
    body = pages[0].block.partition(b"\r\n\r\n")[2]
    assert b"Subscriber</a>" in body and b"t=protected" in body
    assert b"mail: 'subscriber@example.org', rolled: 'protected'" in body
    assert b"Content-Length: %d\r\n" % len(body) in pages[0].block
    assert mixed.signed_in() == EXPECTED
    headers = [read_header(text.encode()) for text in mixed.portal.tei().values()]
    access = {each.url: each.metadata.first("access") for each in headers}
    assert sorted(map(str, access.values())) == ["None", *["closed"] * 4]
    output = mixed.folder / "articles.jsonl"
    assert mixed.run("export", "--format", "jsonl", "--output", str(output)) == 0
    lines = [json.loads(line) for line in output.read_text("utf-8").splitlines()]
    assert sorted(line["signed_in"] for line in lines) == ["no", *["yes"] * 4]
    for text in mixed.portal.tei().values():
        assert main(["tei", "validate", _write(mixed.folder, text)]) == 0


def _write(folder: Path, text: str) -> str:
    path = folder / "one.xml"
    path.write_text(text, encoding="utf-8", newline="\n")
    return str(path)


def test_the_marks_survive_an_index_that_is_made_again(mixed: Mixed) -> None:
    before = mixed.portal.tei()
    with view_corpus(mixed.portal.corpus, "small") as corpus:
        marked = {c.record_id: c.signed_in for c in corpus.captures.all()}
    assert sum(marked.values()) == 5  # the list, too
    (mixed.portal.corpus / "corpus.sqlite").unlink()
    shutil.rmtree(mixed.portal.corpus / "tei")
    assert mixed.run("verify", "--rebuild") == 0
    assert mixed.run("build") == 0
    with view_corpus(mixed.portal.corpus, "small") as corpus:
        assert {c.record_id: c.signed_in for c in corpus.captures.all()} == marked
    assert mixed.portal.tei() == before
    assert mixed.signed_in() == EXPECTED


def test_a_deposit_lacks_what_a_subscriber_read(
    mixed: Mixed, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    output, whole = mixed.folder / "deposit", mixed.folder / "whole"
    assert mixed.run("package", "--output", str(output)) == 0
    printed = capfd.readouterr().err
    assert "captures: 5, articles: 4" in printed and f"{mixed.portal.base}/four" in printed
    assert "1 articles in" in printed
    texts = [f"The whole text of {path}" for path in PATHS]
    assert places_of(output, *texts, *SECRETS) == []
    assert places_of(output, "Words for all.") != []
    rebuild(mixed, output, "rebuilt", monkeypatch)
    assert mixed.run("package", "--output", str(whole), "--with-subscriber") == 0
    assert {text for _, text in places_of(whole, *texts)} == set(texts)
    assert places_of(whole, *SECRETS) == []
    assert "left out" not in capfd.readouterr().err
    rebuild(mixed, whole, "again", monkeypatch)


def rebuild(mixed: Mixed, output: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Follow the README of a deposit: its manifest describes its WARC files, from which its TEI is
    built."""
    folder = mixed.folder / name
    (folder / "corpus" / "warc").mkdir(parents=True)
    with zipfile.ZipFile(output / "small.wacz") as packed:
        for entry in packed.namelist():
            if entry.startswith("archive/"):
                target = folder / "corpus" / "warc" / entry.removeprefix("archive/")
                target.write_bytes(packed.read(entry))
    with zipfile.ZipFile(output / "small-rules.zip") as packed:
        packed.extractall(folder)
    (folder / "small.manifest.jsonl").write_bytes((output / "small.manifest.jsonl").read_bytes())
    monkeypatch.chdir(folder)
    for command in re.findall(r"(?m)^    curator (.+)$", (output / "README.md").read_text("utf-8")):
        words = shlex.split(command.replace("FOLDER", "corpus").replace(" TEI", " rebuilt-tei"))
        assert main(words) == 0, words
    monkeypatch.chdir(mixed.folder)


def test_a_wacz_lacks_it_too(mixed: Mixed, capfd: pytest.CaptureFixture[str]) -> None:
    for options, expected in (((), set()), (("--with-subscriber",), set(PATHS))):
        output = mixed.folder / f"{len(options)}.wacz"
        assert mixed.run("export", "--format", "wacz", "--output", str(output), *options) == 0
        place = mixed.folder / f"wacz-{len(options)}"
        place.mkdir()
        output.rename(place / "small.wacz")
        texts = {f"The whole text of {path}": path for path in PATHS}
        assert {texts[text] for _, text in places_of(place, *texts)} == expected
        assert places_of(place, *SECRETS) == []
        assert ("left out" in capfd.readouterr().err) == (not options)
