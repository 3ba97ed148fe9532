"""``warc adopt`` of WARC files of other tools: into a new corpus, into a crawled one, twice, killed."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
import zstandard
from long_parameters import one_in
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webarticlecurator.cli.main import main

PORTAL = """\
portal: echo
home: https://echo.example/
address: {replace: [["^http:", "https:"]]}
archive:
  dates: none
  pagination: {mode: next-link, next: a.next}
  links: h2
  columns: {news: {url: "https://echo.example/list"}}
article: {body: {root: main}, next_page: a.more}
"""
HOME = "https://echo.example"
LIST = (
    "<h2><a href='/a/1'>1</a></h2><h2><a href='/a/2'>2</a></h2><a class=next href='/more'>next</a>"
)
MORE = "<h2><a href='/a/3'>3</a></h2>"
OLD, NEW = "2020-01-01T00:00:00Z", "2024-01-01T00:00:00Z"


def text(words: str, more: str = "") -> str:
    return f"<title>T</title><main><h1>Title</h1><p>{words}</p></main>{more}"


class Warc:
    """A WARC file as another tool might write it."""

    def __init__(self, path: Path, *, compress: bool = True) -> None:
        self.path = path
        self._out = path.open("wb")
        self._writer = WARCWriter(self._out, gzip=compress, warc_version="1.0")
        self.digests: dict[str, str] = {}

    def page(
        self, url: str, body: str, date: str = OLD, status: str = "200 OK", **headers: str
    ) -> Warc:
        named = {"Content_Type": "text/html; charset=utf-8", **headers}
        pairs = [(name.replace("_", "-"), value) for name, value in named.items()]
        head = StatusAndHeaders(status, pairs, protocol="HTTP/1.1")
        url = url if ":" in url else HOME + url
        with BytesIO(body.encode()) as payload:
            record = self._writer.create_warc_record(
                url, "response", payload, http_headers=head, warc_headers_dict={"WARC-Date": date}
            )
            self._writer.write_record(record)
            self.digests[url] = record.rec_headers.get_header("WARC-Payload-Digest")
            record.raw_stream.close()
        return self

    def revisit(self, url: str, of: str, date: str = NEW) -> Warc:
        head = StatusAndHeaders(
            "200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.1"
        )
        record = self._writer.create_revisit_record(
            HOME + url, self.digests[HOME + of], HOME + of, OLD, http_headers=head
        )
        record.rec_headers.replace_header("WARC-Date", date)
        self._writer.write_record(record)
        record.raw_stream.close()
        return self

    def close(self) -> Path:
        self._out.close()
        return self.path


def usual(path: Path, *, compress: bool = True) -> Path:
    """Articles come first: they can be classified only when the archive pages have been read."""
    warc = Warc(path, compress=compress)
    warc.page("/a/1", text("one")).page(
        "/a/2", text("two", "<a class=more href='/a/2?p=2'>more</a>")
    )
    warc.page("/a/2?p=2", text("second")).page(
        "/a/3", "", status="301 Moved", Location="/three"
    ).page("/three", text("three"))
    warc.page("/more", MORE).page("/list", LIST).page("/robots.txt", "").page(
        "/style", "", Content_Type="text/css"
    )
    return warc.close()


class Adopting:
    def __init__(self, folder: Path) -> None:
        self.top, self.folder, self.config = folder, folder / "corpus", folder / "echo.yaml"
        self.write()

    def write(self, more: str = "", article: str = "") -> None:
        config = PORTAL.replace("article: {", "article: {" + article) + more
        self.config.write_text(config, encoding="utf-8")

    def curator(self, verb: str, *more: object) -> int:
        return main(
            [*verb.split(), str(self.config), *map(str, more), "--corpus", str(self.folder)]
        )

    def adopt(self, *files: Path) -> int:
        return self.curator("warc adopt", *files)

    def words(self) -> list[str]:
        """Return the last word of each article."""
        found = [path.read_text(encoding="utf-8") for path in (self.folder / "tei").rglob("a*.xml")]
        return sorted(tei.split("</p>")[-2].split(">")[-1] for tei in found)

    def status(self, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
        capsys.readouterr()
        self.curator("status", "--json")
        return dict(json.loads(capsys.readouterr().out))

    def snapshot(self) -> dict[str, bytes]:
        files = sorted((self.folder / "tei").rglob("a*.xml"))
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def echo(tmp_path: Path) -> Adopting:
    return Adopting(tmp_path)


def packed(path: Path, how: str) -> Path:
    """Return the usual WARC file with another compression."""
    plain = usual(path / "plain.warc", compress=False)
    content = plain.read_bytes()
    if how == "plain":
        return plain
    other = path / f"other.warc.{'zst' if how == 'zstd' else 'gz'}"
    if how == "members":
        return usual(other)
    if how == "one member":
        other.write_bytes(gzip.compress(content))
        return other
    parts = content.split(b"\r\n\r\nWARC/1.0\r\n")
    records = [(b"WARC/1.0\r\n" if i else b"") + part + b"\r\n\r\n" for i, part in enumerate(parts)]
    other.write_bytes(b"".join(zstandard.compress(record) for record in records))
    return other


@pytest.mark.parametrize("how", ["members", "plain", "one member", "zstd"])
def test_a_new_corpus_needs_no_match(echo: Adopting, capsys: pytest.CaptureFixture[str], how: str):
    assert echo.adopt(packed(echo.top, how)) == 0
    assert (
        "7 captures copied, 0 already in the corpus, 0 refused, 2 skipped"
        in capsys.readouterr().err
    )
    assert echo.curator("build") == 0
    assert echo.words() == ["one", "second", "three"]
    numbers = echo.status(capsys)
    assert (numbers["articles"], numbers["tei"], numbers["archive_pages"]) == (3, 3, 2)
    before = echo.snapshot()
    assert echo.curator("verify", "--rebuild") == 0
    assert echo.curator("build") == 0
    assert echo.snapshot() == before


def test_twice_is_once(echo: Adopting, capsys: pytest.CaptureFixture[str]):
    path = usual(echo.top / "a.warc.gz")
    assert echo.adopt(path, path) == 0
    assert "7 captures copied, 7 already in the corpus" in capsys.readouterr().err
    sizes = {p.name: p.stat().st_size for p in (echo.folder / "warc").iterdir()}
    assert echo.adopt(path) == 0
    assert "0 captures copied, 7 already in the corpus" in capsys.readouterr().err
    assert {p.name: p.stat().st_size for p in (echo.folder / "warc").iterdir()} == sizes


@pytest.mark.parametrize(("policy", "expected"), [("latest", "newer"), ("first", "older")])
def test_a_capture_of_a_built_article_counts_by_the_policy(
    echo: Adopting, policy: str, expected: str
):
    echo.write(f"captures: {policy}\n")
    older = (
        Warc(echo.top / "1.warc.gz")
        .page("/list", LIST)
        .page("/a/1", text("older"))
        .page("/a/2", text("two"))
        .close()
    )
    newer = Warc(echo.top / "2.warc.gz").page("/a/1", text("newer"), NEW).close()
    for path in (older, newer) if policy == "latest" else (newer, older):
        if path == newer and policy == "first":
            listing = (
                Warc(echo.top / "0.warc.gz").page("/list", LIST).page("/a/2", text("two")).close()
            )
            assert echo.adopt(listing) == 0
        assert echo.adopt(path) == 0
        echo.curator("build")
    assert expected in echo.words()
    assert len(echo.words()) == 2


def test_listed_articles_are_articles_whatever_match_says(echo: Adopting):
    echo.write(article='match: "/never/", ')
    assert echo.adopt(usual(echo.top / "a.warc.gz")) == 0
    assert echo.curator("build") == 0
    assert echo.words() == ["one", "second", "three"]


def test_build_with_warc_takes_listed_articles_whatever_match_says(echo: Adopting):
    echo.write(article='match: "/never/", ')
    assert echo.curator("build", "--warc", usual(echo.top / "a.warc.gz")) in (0, 1)
    assert {"one", "second"} <= set(echo.words())


def test_an_unclassified_capture_is_refused_with_its_address(
    echo: Adopting, capsys: pytest.CaptureFixture[str]
):
    path = (
        Warc(echo.top / "a.warc.gz")
        .page("/list", LIST)
        .page("/a/1", text("one"))
        .page("/about", text("about"))
        .close()
    )
    assert echo.adopt(path) == 1
    output = capsys.readouterr().err
    assert "1 refused" in output and "unclassified: https://echo.example/about" in output


def test_the_other_scheme_is_the_same_article(echo: Adopting):
    path = Warc(echo.top / "a.warc.gz").page("/list", LIST.split("<a class")[0])
    path.page("http://echo.example/a/1", text("one")).page("/a/2", text("two"))
    assert echo.adopt(path.close()) == 0
    assert echo.curator("build") == 0
    assert echo.words() == ["one", "two"]
    newer = Warc(echo.top / "b.warc.gz").page("http://echo.example/a/2", text("newer"), NEW).close()
    assert echo.adopt(newer) == 0
    assert echo.curator("build") == 0
    assert echo.words() == ["newer", "one"]
    before = echo.snapshot()
    assert echo.curator("verify", "--rebuild") == 0
    assert echo.curator("build") == 0
    assert echo.snapshot() == before


def test_revisits_are_adopted_with_the_record_they_repeat(
    echo: Adopting, capsys: pytest.CaptureFixture[str]
):
    """A crawler found the same bytes again, at the same address and at another one."""
    warc = (
        Warc(echo.top / "a.warc.gz")
        .page("/list", LIST.split("<a class")[0])
        .page("/a/1", text("one"))
    )
    path = warc.revisit("/a/1", of="/a/1").revisit("/a/2", of="/a/1").close()
    assert echo.adopt(path) == 0
    assert echo.curator("build") == 0
    assert echo.words() == ["one", "one"]
    before = echo.snapshot()
    assert echo.curator("verify") == 0
    assert echo.curator("verify", "--rebuild") == 0
    assert echo.curator("build") == 0
    assert echo.snapshot() == before
    capsys.readouterr()
    assert echo.adopt(path) == 0
    assert "0 captures copied, 4 already in the corpus" in capsys.readouterr().err


def test_a_revisit_of_nothing_is_refused(echo: Adopting, capsys: pytest.CaptureFixture[str]):
    warc = Warc(echo.top / "a.warc.gz").page("/list", LIST)
    warc.digests[HOME + "/a/9"] = "sha1:" + "A" * 32
    assert echo.adopt(warc.revisit("/a/1", of="/a/9").close()) in (0, 1)
    assert echo.status(capsys)["pending"] == 2


def test_an_article_that_failed_or_was_gone_is_built(echo: Adopting):
    bad = Warc(echo.top / "a.warc.gz").page("/list", LIST.split("<a class")[0])
    bad.page("/a/1", "", status="404 Not Found").page("/a/2", "", status="503 No")
    assert echo.adopt(bad.close()) == 0
    assert echo.curator("build") == 1
    good = (
        Warc(echo.top / "b.warc.gz")
        .page("/a/1", text("one"), NEW)
        .page("/a/2", text("two"), NEW)
        .close()
    )
    assert echo.adopt(good) == 0
    assert echo.curator("build") == 0
    assert echo.words() == ["one", "two"]


@pytest.mark.parametrize("step", one_in(3, [9, 20, 35, 50, 65, 80]))
def test_a_killed_adoption_goes_on(echo: Adopting, capsys: pytest.CaptureFixture[str], step: int):
    path = usual(echo.top / "a.warc.gz")
    child = f"""
import os
from itertools import count
from pathlib import Path
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.corpus.archives.adopting import adopt_warcs
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.index.store_options import StoreOptions
numbers = count(1)
def events(name):
    if name in ("warc-append", "index-write", "index-commit", "warc-fsync") and next(numbers) == {step}:
        os._exit(9)
folder, config, path = map(Path, {[str(echo.folder), str(echo.config), str(path)]!r})
adopt_warcs(load_portal(config), folder, [path], Runtime(store=StoreOptions(events=events)))
"""
    done = subprocess.run(
        [sys.executable, "-c", child],
        env=os.environ | {"PYTHONHASHSEED": "0"},
        check=False,
        timeout=60,
    )
    assert done.returncode == 9
    assert echo.adopt(path) == 0
    assert echo.curator("build") == 0
    assert echo.words() == ["one", "second", "three"]
    assert echo.status(capsys)["articles"] == 3
    assert echo.curator("verify") == 0
