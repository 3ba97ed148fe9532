"""``export --format wacz``: the file is valid for wacz, and pywb replays every page as it was served.

py-wacz and pywb have an environment of their own, which ``make test`` builds.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import subprocess
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from replay_programs import needs_replay, run_program, running_pywb
from small_portal import Answer, SmallPortal, article, listing, moved, small_portal
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webarticlecurator.cli.main import main
from webarticlecurator.corpus.keeping.surt_key import url_key
from webarticlecurator.corpus.keeping.wacz_index import sort_lines
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection

RULES = """\
title: Small Portal
fetch: {delay: 0}
archive: {url: "BASE/list?page={page}", dates: none, links: h2, pagination: {mode: numbered, last: 2}}
article:
  next_page: {css: a.next}
  continuation: "[?]page="
  body: {root: article}
"""
SAVED = "<html><head><title>Kept</title></head><body><article>Saved.</article></body></html>"
LATIN = "<html><head><title>Árvíztűrő</title></head><body><article>ű</article></body></html>"
ZIPPED = (("Content-Type", "text/html; charset=utf-8"), ("Content-Encoding", "gzip"))


TAG = ("ETag", '"1"')


def og_title(title: str) -> str:
    return f'<meta property="og:title" content="{title}">'


PAGES: dict[str, str | Answer] = {
    "/robots.txt": Answer(
        "User-agent: *\nDisallow: /no\n", headers=(("Content-Type", "text/plain"),)
    ),
    "/list?page=1": listing("/one", "/old", "/two"),
    "/list?page=2": listing("/gone", "/latin", "/zipped", "/tagged", "/chunked"),
    "/one": article("One.", og_title("The „first” title")),
    "/old": moved("/new"),
    "/new": article("Moved here.", og_title("Moved")),
    "/two": article("First page.", around='<a class="next" href="/two?page=2">next</a>'),
    "/two?page=2": article("Second page."),
    "/gone": Answer("no longer", 410),
    "/latin": Answer(
        LATIN.encode("iso-8859-2"), headers=(("Content-Type", "text/html; charset=iso-8859-2"),)
    ),
    "/tagged": Answer(article("Tagged."), headers=(("Content-Type", "text/html"), TAG)),
    "/chunked": Answer(article("In chunks."), chunk=9),
    "/zipped": Answer(gzip.compress(article("Zipped.").encode(), mtime=0), headers=ZIPPED),
}


CHANGED = article("Changed.", around='<a class="next" href="/two?page=2">next</a>')


class Packed:
    def __init__(self, site: SmallPortal) -> None:
        self.site, self.file = site, site.folder / "small.wacz"
        self.config = str(site.folder / "portal.yaml")

    def export(self, *more: str) -> int:
        corpus = ["--corpus", str(self.site.corpus), "--quiet"]
        return main(["export", self.config, "--format", "wacz", *corpus, *more])

    def adopt_saved_page(self) -> None:
        saved = self.site.folder / "saved.html"
        saved.write_text(SAVED, encoding="utf-8")
        given = ["--html", f"{saved}={self.site.base}/saved", "--date", "2024-05-02"]
        corpus = ["--corpus", str(self.site.corpus)]
        assert main(["warc", "adopt", self.config, *corpus, *given]) == 0


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Packed]:
    """The second crawl asks for the articles again; only ``/two`` has changed."""
    with small_portal(tmp_path_factory.mktemp("wacz"), PAGES) as site:
        site.pages["/tagged"] = partial(_answer_if_changed, site)
        site.crawl(RULES)
        site.clock.time += timedelta(days=2)
        site.pages["/two"] = CHANGED
        site.crawl(RULES, CrawlOptions(refresh=RefreshSelection(everything=True)))
        site.pages.update({"/two": PAGES["/two"], "/tagged": PAGES["/tagged"]})
        packed = Packed(site)
        packed.adopt_saved_page()
        site.build(RULES)
        yield packed


def _answer_if_changed(site: SmallPortal) -> Answer:
    """Answer 304 to a request that names the ETag of the page."""
    answer = PAGES["/tagged"]
    assert isinstance(answer, Answer)
    has_it = site.asking.get("If-None-Match") == TAG[1]
    return Answer("", 304, (TAG,)) if has_it else answer


@pytest.fixture(scope="module")
def packed(crawled: Packed) -> Packed:
    assert crawled.export("--output", str(crawled.file)) == 0
    return crawled


@needs_replay
def test_wacz_finds_it_valid(packed: Packed):
    validated = run_program("wacz", "validate", "-f", str(packed.file), cwd=packed.site.folder)
    assert validated.returncode == 0, validated.stdout
    assert "the passed WACZ is valid" in validated.stdout


def test_it_holds_the_warc_files_an_index_and_the_titles(packed: Packed):
    base = packed.site.base
    with zipfile.ZipFile(packed.file) as archive:
        for file in sorted((packed.site.corpus / "warc").iterdir()):
            assert archive.read(f"archive/{file.name}") == file.read_bytes()
        index = gzip.decompress(archive.read("indexes/index.cdx.gz")).decode()
        head, *pages = map(json.loads, archive.read("pages/pages.jsonl").splitlines())
        package = json.loads(archive.read("datapackage.json"))
    assert all(f'"url": "{base}{path}"' in index for path in PAGES)
    assert head["format"] == "json-pages-1.0"
    # pages of ``article`` have a title with a number
    titles = {
        page["url"].removeprefix(base): re.sub(r"^T\d+$", "T", page["title"]) for page in pages
    }
    assert titles == {
        "/latin": "Árvíztűrő",
        "/new": "Moved",
        "/one": "The „first” title",
        "/two": "T",
        "/zipped": "T",
        "/tagged": "T",
        "/chunked": "T",
        "/saved": "Kept",
    }
    days = {page["url"].removeprefix(base): page["ts"][:10] for page in pages}
    assert {path for path, day in days.items() if day != "2024-05-02"} == {"/two"}
    assert package["title"] == "Small Portal"
    assert list(packed.site.folder.glob("small.wacz.*")) == []


@needs_replay
def test_pywb_replays_every_page_as_it_was_served(packed: Packed, tmp_path: Path):
    """Bodies, statuses and redirects, unchanged (``id_``); the list of pages opens with them."""
    assert run_program("wb-manager", "init", "small", cwd=tmp_path).returncode == 0
    added = run_program(
        "wb-manager", "add", "small", str(packed.file), "--unpack-wacz", cwd=tmp_path
    )
    assert added.returncode == 0, added.stdout + added.stderr
    with zipfile.ZipFile(packed.file) as archive:
        _, *pages = map(json.loads, archive.read("pages/pages.jsonl").splitlines())
    times = {page["url"]: page["ts"] for page in pages}
    del times[f"{packed.site.base}/two"]  # of the second crawl, which is looked at last
    served = {path: packed.site.pages[path] for path in [*packed.site.asked, "/robots.txt"]}
    assert set(served) == set(PAGES)
    with running_pywb(tmp_path) as address, requests.Session() as session:
        session.trust_env = False
        for path, page in served.items():
            answer = Answer(page) if isinstance(page, str) else page
            assert isinstance(answer, Answer)
            url = packed.site.base + path
            time_of_page = "".join(filter(str.isdigit, times.get(url, "2024-05-02T12:00:00Z")))
            replayed = session.get(
                f"{address}/small/{time_of_page}id_/{url}", allow_redirects=False
            )
            assert replayed.status_code == answer.status, path
            if answer.status == 302:
                assert replayed.headers["Location"] == "/new"
                followed = session.get(f"{address}/small/{time_of_page}mp_/{url}")
                assert "Moved here." in followed.text
            elif path == "/zipped":
                assert replayed.content == gzip.decompress(answer.content)
            else:
                assert replayed.content == answer.content, path
        _check_later_captures(session, f"{address}/small/20240504120000id_/{packed.site.base}")
        saved = session.get(f"{address}/small/20240502120000id_/{packed.site.base}/saved")
        assert (saved.status_code, saved.text) == (200, SAVED)
        missing = session.get(f"{address}/small/2024id_/{packed.site.base}/never")
        assert missing.status_code == 404


def _check_later_captures(session: requests.Session, address: str) -> None:
    """Assert that pywb shows the second captures, which are revisits but for one of ``/two``."""
    for path in ("/one", "/two", "/two?page=2", "/latin", "/zipped", "/tagged", "/chunked"):
        replayed = session.get(address + path, allow_redirects=False)
        page = CHANGED if path == "/two" else PAGES[path]
        answer = Answer(page) if isinstance(page, str) else page
        is_zipped = path == "/zipped"
        expected = gzip.decompress(answer.content) if is_zipped else answer.content
        assert (replayed.status_code, replayed.content) == (200, expected), path
        assert replayed.headers["Memento-Datetime"].startswith("Sat, 04 May 2024"), path


FOREIGN = """\
portal: small
home: https://e.example/
archive: {url: "https://e.example/list", dates: none, links: h2}
article: {match: "/a", body: {root: article}}
"""


@pytest.mark.long
@needs_replay
def test_a_page_whose_record_has_a_fragment_is_listed_and_replayed(tmp_path: Path):
    config, packed = tmp_path / "portal.yaml", tmp_path / "small.wacz"
    config.write_text(FOREIGN, encoding="utf-8")
    other = tmp_path / "other.warc.gz"
    with other.open("wb") as out:
        writer = WARCWriter(out, gzip=True, warc_version="1.1")
        head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
        record = writer.create_warc_record(
            "https://e.example/a#top",
            "response",
            BytesIO(SAVED.encode()),
            http_headers=head,
            warc_headers_dict={"WARC-Date": "2019-05-03T00:00:00Z"},
        )
        writer.write_record(record)
        record.raw_stream.close()
    corpus = ["--corpus", str(tmp_path / "corpus"), "--quiet"]
    assert main(["warc", "adopt", str(config), *corpus[:2], str(other)]) == 0
    assert main(["build", str(config), *corpus]) == 0
    export = ["export", str(config), "--format", "wacz", *corpus, "--output", str(packed)]
    assert main(export) == 0
    validated = run_program("wacz", "validate", "-f", str(packed), cwd=tmp_path)
    assert validated.returncode == 0, validated.stdout
    with zipfile.ZipFile(packed) as archive:
        _, page = map(json.loads, archive.read("pages/pages.jsonl").splitlines())
    assert (page["url"], page["title"]) == ("https://e.example/a", "Kept")
    assert run_program("wb-manager", "init", "small", cwd=tmp_path).returncode == 0
    added = run_program("wb-manager", "add", "small", str(packed), "--unpack-wacz", cwd=tmp_path)
    assert added.returncode == 0, added.stdout + added.stderr
    with running_pywb(tmp_path) as address, requests.Session() as session:
        session.trust_env = False
        replayed = session.get(f"{address}/small/20190503000000id_/https://e.example/a")
        assert (replayed.status_code, replayed.text) == (200, SAVED)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--column", "all", "--output", "x.wacz"], "--column cannot be used with --format wacz"),
        (["--from", "2020-01-01", "--until", "2020-01-02"], "--from and --until cannot be used"),
        ([], "is not written to standard output"),
        (["--output", "."], ". is a folder"),
    ],
)
def test_what_cannot_be_packed_is_said(crawled: Packed, capsys, more, message):
    assert crawled.export(*more) == 2
    assert message in capsys.readouterr().err


def test_excluded_articles_are_not_packed(crawled: Packed, capsys):
    """Somebody asked for them to be removed: the WARC files still have them."""
    table = crawled.site.folder / "portal.exclude.tsv"
    table.write_text(f"id\treason\n{crawled.site.base}/one\tasked for\n", encoding="utf-8")
    try:
        assert crawled.export("--output", str(crawled.site.folder / "x.wacz")) == 2
    finally:
        table.unlink()
    assert "curator warc redact" in capsys.readouterr().err


def test_a_damaged_record_is_left_out_and_named(crawled: Packed, capsys, tmp_path):
    first = sorted((crawled.site.corpus / "warc").iterdir())[0]
    whole = first.read_bytes()
    first.write_bytes(whole[: len(whole) // 2] + b"?" + whole[len(whole) // 2 + 1 :])
    output = tmp_path / "x.wacz"
    try:
        assert crawled.export("--output", str(output)) == 1
    finally:
        first.write_bytes(whole)
    message = capsys.readouterr().err
    assert f"{first.name} at offset" in message and "it was left out" in message
    with zipfile.ZipFile(output) as archive:
        assert 0 < len(archive.read(f"archive/{first.name}")) < len(whole)


def test_the_same_corpus_makes_the_same_bytes(packed: Packed, tmp_path: Path):
    again = tmp_path / "again.wacz"
    assert packed.export("--output", str(again)) == 0
    assert again.read_bytes() == packed.file.read_bytes()


CHECK = """
const {subtle} = require("crypto").webcrypto;
const data = JSON.parse(require("fs").readFileSync(0)), bytes = text => Buffer.from(text, "base64");
subtle.importKey("spki", bytes(data.publicKey), {name: "ECDSA", namedCurve: "P-384"}, true, ["verify"])
  .then(key => subtle.verify({name: "ECDSA", hash: "SHA-256"}, key, bytes(data.signature),
    new TextEncoder().encode(data.hash)))
  .then(console.log);
"""


def is_signed(data: dict[str, str]) -> bool:
    """Whether WebCrypto, with the parameters of ReplayWeb.page, finds the signature right."""
    driver = pytest.importorskip("playwright._impl._driver", reason="pip install playwright")
    (node, *_) = driver.compute_driver_executable()
    ran = subprocess.run(
        [node, "-e", CHECK], input=json.dumps(data), capture_output=True, text=True, check=True
    )
    return ran.stdout.strip() == "true"


def test_a_signature_is_right_and_that_of_changed_bytes_wrong(packed: Packed, tmp_path: Path):
    key, output = tmp_path / "key.pem", tmp_path / "signed.wacz"
    made = serialization.NoEncryption()
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, made
    key.write_bytes(ec.generate_private_key(ec.SECP384R1()).private_bytes(*form))
    assert packed.export("--output", str(output), "--sign", str(key)) == 0
    with zipfile.ZipFile(output) as signed, zipfile.ZipFile(packed.file) as plain:
        assert signed.namelist() == plain.namelist()
        differing = [name for name in signed.namelist() if signed.read(name) != plain.read(name)]
        assert differing == ["datapackage-digest.json"]
        digest = json.loads(signed.read("datapackage-digest.json"))
        package = signed.read("datapackage.json")
    data = digest.pop("signedData")
    assert digest["hash"] == data["hash"] == f"sha256:{hashlib.sha256(package).hexdigest()}"
    assert (data["created"], data["software"]) == (json.loads(package)["created"], "portal-curator")
    assert is_signed(data)
    changed = hashlib.sha256(package.replace(b"Small", b"small", 1)).hexdigest()
    assert not is_signed({**data, "hash": f"sha256:{changed}"})
    signature = bytearray(base64.b64decode(data["signature"]))
    signature[-1] ^= 1
    assert not is_signed({**data, "signature": base64.b64encode(signature).decode()})
    if needs_replay.args[0]:
        return
    validated = run_program("wacz", "validate", "-f", str(output), cwd=tmp_path)
    assert "the passed WACZ is valid" in validated.stdout


def test_what_cannot_sign_is_refused(crawled: Packed, capsys, tmp_path: Path):
    output = ["--output", str(tmp_path / "not.wacz")]
    other = tmp_path / "other.pem"
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    small = ec.generate_private_key(ec.SECP256R1())
    for content, message in (
        (None, "No such file"),
        (b"no key", "not a private key that can be read"),
        (small.private_bytes(*form, serialization.NoEncryption()), "not a key of the curve P-384"),
        (
            small.private_bytes(*form, serialization.BestAvailableEncryption(b"x")),
            "not a private key that can be read (Password",
        ),
    ):
        if content is not None:
            other.write_bytes(content)
        assert crawled.export(*output, "--sign", str(other)) == 2
        error = capsys.readouterr().err
        assert message in error
        assert "Make one: openssl ecparam -name secp384r1" in error
    assert not (tmp_path / "not.wacz").exists()
    assert main(["export", crawled.config, "--format", "csv", "--sign", str(other)]) == 2
    assert "--sign has no effect with --format csv (expected wacz)" in capsys.readouterr().err
    package = ["package", crawled.config, "--output", str(tmp_path / "made"), "--without-warcs"]
    assert main([*package, "--sign", str(other)]) == 2
    assert "--sign has no effect without WARC files" in capsys.readouterr().err


def test_the_texts_are_in_it_for_a_search(packed: Packed):
    with zipfile.ZipFile(packed.file) as archive:
        head, *pages = map(json.loads, archive.read("pages/pages.jsonl").splitlines())
    texts = {page["url"].removeprefix(packed.site.base): page["text"] for page in pages}
    assert head["hasText"]
    assert texts["/two"] == "Changed.\nSecond page." and texts["/latin"] == "ű"


@needs_replay
def test_the_index_is_that_of_wacz(packed: Packed, tmp_path: Path):
    """The other program writes fields that are left out here; offsets, digests, keys and the order
    are the same."""
    warcs = sorted((packed.site.corpus / "warc").iterdir())
    created = run_program("wacz", "create", "-o", "o.wacz", *map(str, warcs), cwd=tmp_path)
    assert created.returncode == 0, created.stdout + created.stderr
    fields = ("url", "mime", "status", "digest", "length", "offset", "filename")

    def read(file: Path) -> list[tuple[str, dict[str, str]]]:
        with zipfile.ZipFile(file) as archive:
            index = gzip.decompress(archive.read("indexes/index.cdx.gz")).decode()
        found = []
        for line in index.splitlines():
            key, _, values = line.partition(" {")
            entry = json.loads(f"{{{values}")
            if not entry.get("url", "").startswith("http"):
                continue  # the portal file, and requests
            found.append((key, {name: entry[name] for name in fields if name in entry}))
        return sorted(found, key=str)

    assert read(packed.file) == read(tmp_path / "o.wacz")


def test_many_lines_are_sorted_in_files(tmp_path: Path):
    lines = [f"com,example)/{n * 7919 % 1000:04} {n}\n" for n in range(1000)]
    assert [*sort_lines(lines, tmp_path, batch=64)] == sorted(lines)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://www2.Example.com:443/A/../B/./c//d/?", "com,example)/b/c/d"),
        ("http://127.0.0.1:8080/", "1,0,0,127:8080)/"),
        ("http://example.com/?b=2&a=1&a#top", "com,example)/?a&a=1&b=2"),
        ("http://example.com/%C3%81%20b?q=%2541", "com,example)/%c3%81%20b?q=a"),
        ("http://árvíz.hu/", "hu,xn--rvz-dla6d)/"),
        (f"http://example.com/a?PHPSESSID={'a' * 32}&b=1", "com,example)/a?b=1"),
        ("urn:x:y", "urn:x:y"),
    ],
)
def test_the_key_of_an_address(url: str, key: str):
    """The expected ones are those of ``surt`` 0.3.1."""
    assert url_key(url) == key
