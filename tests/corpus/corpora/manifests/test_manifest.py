"""``curator manifest`` and ``verify --manifest`` on a small crawled portal: what the file says, what
standard tools say of it, and what is named after one byte has changed."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, moved, small_portal

from webarticlecurator.base.errors import ManifestDamaged
from webarticlecurator.cli.main import main
from webarticlecurator.storage.texts.manifest_entries import (
    ArticleEntry,
    ManifestHead,
    ManifestRoot,
)
from webarticlecurator.storage.texts.manifest_file import read_manifest
from webarticlecurator.storage.warc.container import read_records

RULES = """\
fetch: {delay: 0, robots: ignore}
archive: {url: "BASE/list", dates: none, links: h2}
article:
  next_page: {css: a.next}
  continuation: "[?]page="
  reject: [{css: ".quiz", reason: not-article}]
  body: {root: article}
"""
PAGES = {
    "/list": listing("/one", "/old", "/two", "/gone", "/quiz", "/später"),
    "/one": article("The secret words.", "<title>Hidden title</title>"),
    "/old": moved("/new"),
    "/new": article("Moved here."),
    "/two": article("First page.", around='<a class="next" href="/two?page=2">next</a>'),
    "/two?page=2": article("Second page."),
    "/quiz": article("Guess.", around='<p class="quiz">?</p>'),
    "/sp%C3%A4ter": article("Later."),
}


class Made:
    """A crawled portal with its manifest, which tests copy before they change it."""

    def __init__(self, site: SmallPortal, folder: Path) -> None:
        self.site, self.folder = site, folder
        self.corpus = folder / "corpus"
        self.manifest = folder / "state.jsonl"

    def curator(self, verb: str, *more: str) -> int:
        config = str(self.site.folder / "portal.yaml")
        return main([verb, config, "--corpus", str(self.corpus), "--quiet", *more])

    def verify(self, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict]:
        capsys.readouterr()
        code = self.curator("verify", "--manifest", str(self.manifest), "--json")
        return code, json.loads(capsys.readouterr().out)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    folder = tmp_path_factory.mktemp("manifest")
    with small_portal(folder, PAGES) as site:
        site.crawl(RULES)
        made = Made(site, folder)
        assert made.curator("manifest", "--output", str(made.manifest)) == 0
        yield made


@pytest.fixture
def copy(made: Made, tmp_path: Path) -> Made:
    shutil.copytree(made.corpus, tmp_path / "corpus")
    shutil.copy(made.manifest, tmp_path)
    return Made(made.site, tmp_path)


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def of(made: Made, path: str) -> dict:
    return next(line for line in lines(made.manifest) if line.get("url") == made.site.base + path)


def flip(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


def test_every_article_is_there_once_sorted_with_its_state(made: Made):
    articles = [line for line in lines(made.manifest) if line["type"] == "article"]
    paths = [line["url"].removeprefix(made.site.base) for line in articles]
    assert paths == ["/gone", "/new", "/one", "/quiz", "/sp%C3%A4ter", "/two"]
    states = {
        path: line["reason"] or line["state"] for path, line in zip(paths, articles, strict=True)
    }
    assert states == {
        "/gone": "gone",
        "/new": "tei",
        "/one": "tei",
        "/quiz": "not-article",
        "/sp%C3%A4ter": "tei",
        "/two": "tei",
    }


def test_redirects_and_pages_name_their_records(made: Made):
    base = made.site.base
    new, two = of(made, "/new"), of(made, "/two")
    assert (new["requested"], new["aliases"]) == (f"{base}/old", [])
    # both have the same time here, so that their ids order them
    assert {(c["url"], c["status"]) for c in new["captures"]} == {
        (f"{base}/old", 302),
        (f"{base}/new", 200),
    }
    assert [page["url"] for page in two["pages"]] == [f"{base}/two", f"{base}/two?page=2"]
    assert {page["record"] for page in two["pages"]} == {c["record"] for c in two["captures"]}
    assert [c["status"] for c in of(made, "/gone")["captures"]] == [404]


def test_records_and_files_have_the_digests_of_the_corpus(made: Made):
    stored = {}
    for file in sorted((made.corpus / "warc").iterdir()):
        for located in read_records(file, file.name, 0):
            stored[located.record.id] = located.record
    entries = [line for line in lines(made.manifest) if line["type"] == "article"]
    captures = [capture for entry in entries for capture in entry["captures"]]
    assert len(captures) == 8
    for capture in captures:
        record = stored[capture["record"]]
        assert capture["payload"] == record.get("WARC-Payload-Digest")
        assert capture["time"] == record.get("WARC-Date")
    for entry in entries:
        if entry["tei"]:
            content = (made.corpus / entry["tei"]["path"]).read_bytes()
            assert entry["tei"]["sha256"] == hashlib.sha256(content).hexdigest()
            assert entry["tei"]["rules"].encode() in content
            assert entry["id"] in entry["tei"]["path"]


def test_no_text_and_no_title(made: Made):
    content = made.manifest.read_text()
    for words in ("secret", "Hidden", "Moved", "First page", "not found"):
        assert words not in content


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="sha256sum is not installed")
def test_standard_tools_give_the_same_digests(made: Made):
    root = made.manifest.read_bytes().splitlines()[-1]
    shell = f"sed '$d' {made.manifest} | sha256sum"
    found = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=True).stdout
    assert json.loads(root)["root"] == found.split()[0]
    for line in lines(made.manifest):
        if line["type"] == "warc":
            shell = f"head -c {line['bytes']} {made.corpus / line['path']} | sha256sum"
            run = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=True)
            assert line["sha256"] == run.stdout.split()[0]


def test_an_intact_corpus_is_in_the_state_of_its_manifest(made: Made, capsys):
    code, answer = made.verify(capsys)
    assert (code, answer["findings"], answer["manifest"]) == (0, [], [])


def test_a_rebuilt_index_has_the_same_manifest(copy: Made):
    (copy.corpus / "corpus.sqlite").unlink()
    shutil.rmtree(copy.corpus / "tei")
    assert copy.curator("verify", "--rebuild") == 0
    assert copy.curator("build") == 0
    assert copy.curator("manifest", "--output", str(copy.folder / "again.jsonl")) == 0
    assert (copy.folder / "again.jsonl").read_bytes() == copy.manifest.read_bytes()


def test_reading_gives_the_entries(made: Made):
    entries = list(read_manifest(made.manifest))
    head, root = entries[0], entries[-1]
    assert isinstance(head, ManifestHead) and isinstance(root, ManifestRoot)
    assert head.portal == "small" and head.tool.startswith("webarticlecurator ")
    assert [file.name for file in head.rule_files] == ["portal.yaml"]
    assert root.articles == sum(isinstance(entry, ArticleEntry) for entry in entries) == 6


def records_of(corpus: Path) -> list[tuple[Path, int, int, str, str]]:
    """File, offset, length, kind and id of every record."""
    return [
        (file, located.offset, located.length, located.record.kind, located.record.id)
        for file in sorted((corpus / "warc").iterdir())
        for located in read_records(file, file.name, 0)
    ]


def test_a_byte_of_any_record_is_named_by_file_and_offset(copy: Made, capsys):
    """Also by its record id, of a response always, of others where their head can still be read."""
    kinds = set()
    for file, offset, length, kind, record in records_of(copy.corpus):
        if kind in kinds:
            continue
        kinds.add(kind)
        before = file.read_bytes()
        # in the last third: the head of the record comes before
        flip(file, offset + length - 12)
        code, answer = copy.verify(capsys)
        name = f"warc/{file.name}"
        messages = [f["message"] for f in answer["findings"] if f["file"] == name]
        places = [f["offset"] for f in answer["findings"] if f["file"] == name]
        assert code == 4, kind
        assert offset in places, kind
        assert any(record in message for message in messages), kind
        assert any(name in each["message"] and each["damage"] for each in answer["manifest"])
        file.write_bytes(before)
    assert kinds == {"warcinfo", "resource", "metadata", "request", "response"}


def test_a_byte_between_the_records_is_named_by_file(copy: Made, capsys):
    """The time in the header of a gzip member: no record and no checksum has it."""
    file, offset, *_ = records_of(copy.corpus)[-1]
    flip(file, offset + 4)
    code, answer = copy.verify(capsys)
    # by the log of checks too, where one has read the file before
    assert code == 4 and {each["file"] for each in answer["findings"]} <= {f"warc/{file.name}"}
    (finding,) = answer["manifest"]
    assert finding["damage"] and f"warc/{file.name}" in finding["message"]


def test_a_byte_of_a_tei_file_is_named_by_file_and_address(copy: Made, capsys):
    entry = of(copy, "/one")
    flip(copy.corpus / entry["tei"]["path"], 500)
    code, answer = copy.verify(capsys)
    (finding,) = answer["findings"]
    assert code == 4 and finding["file"] == entry["tei"]["path"]
    assert entry["url"] in finding["message"]


def test_any_byte_of_the_manifest_is_named(copy: Made, capsys):
    """Every 41st byte of it: the root digest or the line is wrong, and the line is named."""
    content = copy.manifest.read_bytes()
    for place in range(7, len(content), 41):
        flip(copy.manifest, place)
        number = content.count(b"\n", 0, place) + 1
        with pytest.raises(ManifestDamaged) as refused:
            list(read_manifest(copy.manifest))
        assert str(copy.manifest) in str(refused.value)
        copy.manifest.write_bytes(content)
        assert number <= content.count(b"\n")
    for key in ("payload", "time", "status", "url", "record", "sha256"):
        line = copy.manifest.read_bytes().splitlines()
        number = next(n for n, text in enumerate(line) if b"/two" in text)
        place = content.index(b'"%s":' % key.encode(), sum(len(text) + 1 for text in line[:number]))
        flip(copy.manifest, place + len(key) + 6)
        code, answer = copy.verify(capsys)
        assert code == 4
        found = {finding["line"] for finding in answer["manifest"]}
        assert {number + 1, len(line)} <= found, key
        copy.manifest.write_bytes(content)


def test_a_cut_manifest_is_damaged(copy: Made, capsys):
    content = copy.manifest.read_bytes()
    copy.manifest.write_bytes(content[: content.rindex(b"\n", 0, -1) + 1])
    code, answer = copy.verify(capsys)
    assert code == 4
    assert any("root line is missing" in each["message"] for each in answer["manifest"])


def test_missing_and_extra_articles_are_named(copy: Made, capsys):
    """An entry of a record that is nowhere is damage; what the corpus has got since is a change."""
    content = copy.manifest.read_bytes().splitlines(keepends=True)
    one = next(n for n, text in enumerate(content) if b'/one"' in text)
    lost = content[one].replace(b"/one", b"/onf").replace(b"urn:uuid:", b"urn:uuid:0")
    body = b"".join([*content[:one], lost, *content[one + 1 : -1]])
    root = json.dumps(
        {"type": "root", "articles": 6, "root": hashlib.sha256(body).hexdigest()},
        separators=(",", ":"),
    )
    copy.manifest.write_bytes(body + root.encode() + b"\n")
    code, answer = copy.verify(capsys)
    found = [(f["address"], f["damage"], f["message"]) for f in answer["manifest"]]
    base = copy.site.base
    assert code == 4
    assert (f"{base}/one", False, "is not in the manifest") in found
    assert (f"{base}/onf", False, "is no article of the corpus now") in found
    assert (f"{base}/onf", True, "is in no WARC file of the corpus") in found


def test_an_extended_corpus_still_has_the_state(tmp_path: Path, capsys):
    """Articles that came later, and TEI of other rules, are changes and no damage."""
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": article("Text of a.")}) as site:
        site.crawl(RULES)
        made = Made(site, tmp_path)
        assert made.curator("manifest", "--output", str(made.manifest)) == 0
        site.pages["/list"] = listing("/b", "/a")
        site.pages["/b"] = article("Text of b.")
        site.crawl(RULES)
        code, answer = made.verify(capsys)
        assert [(f["address"], f["damage"]) for f in answer["manifest"]] == [
            (f"{site.base}/b", False)
        ]
        assert code == 1 and answer["findings"] == []
        site.write(RULES + "title: Another\n")
        assert made.curator("manifest", "--output", str(tmp_path / "stale.jsonl")) == 1
        assert "2 articles have not been built yet" in capsys.readouterr().err
        assert made.curator("build") == 0
        code, answer = made.verify(capsys)
        assert code == 1
        assert any("built again since" in f["message"] for f in answer["manifest"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "the root line is missing"),
        (b"nonsense\n", "not a JSON object"),
        (b"[" * 5000 + b"\n", "not a JSON object"),
        (b'{"type":"article"}\n', "missing or unknown keys"),
        (b'{"type":"manifest","format":2}\n', "format 2 (expected 1)"),
        (b'{"type":["a"]}\n', "expected manifest, warc, site, article, root"),
        (b'{"type":"warc","path":1,"bytes":1,"sha256":""}\n', "not a text: 1"),
        (b'{"type":"warc","path":"a","bytes":-1,"sha256":""}\n', "not a number: -1"),
        (b'{"type":"warc", "path":"a","bytes":1,"sha256":""}\n', "not written as curator"),
    ],
)
def test_what_is_no_manifest_is_refused_in_words(tmp_path: Path, text: bytes, message: str):
    (tmp_path / "m.jsonl").write_bytes(text)
    with pytest.raises(ManifestDamaged, match=r"m\.jsonl: line 1: ") as refused:
        list(read_manifest(tmp_path / "m.jsonl"))
    assert message in refused.value.message


def test_the_manifest_of_another_portal_is_refused(copy: Made, capsys):
    copy.manifest.write_bytes(copy.manifest.read_bytes().replace(b'"small"', b'"other"'))
    assert copy.curator("verify", "--manifest", str(copy.manifest)) == 2
    assert "is the manifest of other, not of small" in capsys.readouterr().err
    assert copy.curator("verify", "--manifest", str(copy.folder / "none.jsonl")) == 2


def test_a_damaged_corpus_has_no_manifest(copy: Made, capsys):
    (copy.corpus / of(copy, "/one")["tei"]["path"]).write_bytes(b"<TEI/>")
    output = copy.folder / "new.jsonl"
    assert copy.curator("manifest", "--output", str(output)) == 4
    assert "has changed since it was written" in capsys.readouterr().err
    assert not output.exists()
    next((copy.corpus / "warc").iterdir()).unlink()
    assert copy.curator("manifest", "--output", str(output)) == 4
    assert not output.exists()
