"""Archives of other programs: WACZ wherever WARC files are taken, old ARC files, other digests."""

from __future__ import annotations

import base64
import hashlib
import json
import zipfile
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, crawled_portal, listing

from webarticlecurator.cli.main import main
from webarticlecurator.storage.store.inspect import check_records, list_records

RULES = "fetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\n"
PAGES = {"/list": listing("/one", "/two"), "/one": article("Eins."), "/two": article("Zwei.")}


@pytest.fixture(scope="module")
def portal(tmp_path_factory):
    with crawled_portal(tmp_path_factory.mktemp("archives"), PAGES, RULES) as running:
        yield running


@pytest.fixture(scope="module")
def wacz(portal: SmallPortal) -> Path:
    made = portal.folder / "small.wacz"
    words = [str(portal.folder / "portal.yaml"), "--corpus", str(portal.corpus)]
    assert main(["export", *words, "--format", "wacz", "--output", str(made)]) == 0
    return made


def test_a_wacz_is_read_wherever_warc_files_are(portal, wacz: Path, tmp_path: Path, capsysbinary):
    url, config = f"{portal.base}/one", str(portal.folder / "portal.yaml")
    warcs = sorted((portal.corpus / "warc").iterdir())
    assert [r.url for r in list_records([wacz])] == [r.url for r in list_records(warcs)]
    assert main(["warc", "check", str(wacz)]) == 0
    assert main(["warc", "list", str(wacz), "--json"]) == 0
    capsysbinary.readouterr()
    assert main(["warc", "cat", str(wacz), "--url", url]) == 0
    assert b"Eins." in capsysbinary.readouterr().out
    few = tmp_path / "few.warc.gz"
    assert main(["warc", "sample", str(wacz), "--count", "2", "--output", str(few)]) == 0
    assert len({row.url for row in list_records([few])}) == 2
    adopted, built = tmp_path / "adopted", tmp_path / "built"
    assert main(["warc", "adopt", config, str(wacz), "--corpus", str(adopted)]) == 0
    assert main(["build", config, "--corpus", str(adopted)]) == 0
    assert main(["build", config, "--warc", str(wacz), "--corpus", str(built)]) == 0
    assert main(["extract", config, "--warc", str(wacz), "--url", url]) == 0
    for folder in (adopted, built):
        assert portal.articles(folder) == {"/one": "tei", "/two": "tei"}


def test_the_digests_of_a_wacz_are_checked(portal, wacz: Path, tmp_path: Path, capsys):
    broken = tmp_path / "broken.wacz"
    with zipfile.ZipFile(wacz) as packed, zipfile.ZipFile(broken, "w") as out:
        for name in packed.namelist():
            content = packed.read(name)
            if name == "datapackage.json":
                package = json.loads(content)
                rows = [r for r in package["resources"] if r["path"].startswith("archive/")]
                rows[0]["hash"] = "sha256:" + "0" * 64
                package["resources"].append({"path": "archive/gone.warc.gz", "hash": "sha256:00"})
                content = json.dumps(package).encode()
            out.writestr(name, content)
    assert main(["warc", "check", str(broken)]) == 4
    said = capsys.readouterr().out
    assert "its sha256 is not that of datapackage.json" in said
    assert "archive/gone.warc.gz" in said
    plain = tmp_path / "plain.wacz"
    with zipfile.ZipFile(plain, "w") as out:
        out.writestr("something.txt", "no archive")
    assert main(["warc", "list", str(plain)]) == 4
    assert "no WARC file in it" in capsys.readouterr().err


@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode, base64.b32encode])
@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_digests_are_compared_however_they_are_written(tmp_path: Path, algorithm: str, encode):
    body = b"HTTP/1.1 200 OK\r\n\r\nhello"
    for content, findings in ((body, 0), (b"other", 1)):
        digest = encode(hashlib.new(algorithm, content).digest()).decode()
        lines = (
            "WARC/1.1",
            "WARC-Type: response",
            "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>",
            "WARC-Target-URI: http://a.example/",
            f"WARC-Block-Digest: {algorithm}:{digest}",
            "WARC-Date: 2020-01-01T00:00:00Z",
            f"Content-Length: {len(body)}",
            "",
            "",
        )
        file = tmp_path / "one.warc"
        file.write_bytes("\r\n".join(lines).encode() + body + b"\r\n\r\n")
        assert len(list(check_records([file]))) == findings


def test_old_arc_files_with_spaces_in_addresses_and_a_last_answer_without_text(tmp_path: Path):
    head = b"1 0 Example\nURL IP-address Archive-date Content-type Archive-length\n"
    pages = (
        (b"http://a.example/old page (2).html", b"HTTP/1.0 200 OK\r\n\r\nhello"),
        (b"http://a.example/2001 12 24 text", b"HTTP/1.0 200 OK\r\n\r\nagain"),
        (b"http://a.example/gone", b"HTTP/1.0 404"),
    )
    content = b"filedesc://old.arc 0.0.0.0 20010101000000 text/plain %d\n%s\n" % (len(head), head)
    for url, body in pages:
        content += b"%s 10.0.0.1 20010101000000 text/html %d\n%s\n" % (url, len(body), body)
    file = tmp_path / "old.arc"
    for end in (0, 1):  # the last line feed may be missing
        file.write_bytes(content[: len(content) - end])
        rows = [row for row in list_records([file]) if row.kind == "response"]
        assert [(row.url, row.status) for row in rows] == [
            ("http://a.example/old%20page%20(2).html", 200),
            ("http://a.example/2001%2012%2024%20text", 200),
            ("http://a.example/gone", 404),
        ]
