"""``curator warc adopt --cdx``: what the corpus lacks is copied from a web archive."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from completeness_report import adopt
from lxml import etree
from small_portal import Answer, SmallPortal, article, listing
from warcio.archiveiterator import ArchiveIterator
from wayback_machine import Archived, WaybackMachine, digest_of_payload, wayback_machine

from webarticlecurator.cli.exit_codes import DONE, PROBLEMS, REFUSED, USAGE
from webarticlecurator.cli.main import main
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.read import read_header
from webarticlecurator.tei.documents.validation import validate

RULES = """\
title: Small Portal
timezone: Europe/Budapest
fetch: {delay: 0, retries: 0}
archive:
  dates: none
  url: "BASE/list?page={page}"
  links: h2 a
  pagination: {mode: numbered, last: 1}
article:
  body: {root: article}
"""
PAGES: dict[str, str | Answer] = {
    "/list?page=1": listing("/news/one-a", "/news/gone-a", "/news/down-a"),
    "/news/one-a": article("One."),
    "/news/gone-a": Answer("no longer", 410),
    "/news/down-a": Answer("oops", 500),
}
TIME = "20190503101112"
LATIN = "<html><body><article><p>Árvíztűrő.</p></article></body></html>".encode("iso-8859-2")


@pytest.fixture
def archive(site: SmallPortal) -> Iterator[WaybackMachine]:
    with wayback_machine() as server:
        for name in ("one", "gone", "down", "lost"):
            body = article(f"The {name} of then.").encode()
            server.captures.append(Archived(f"{site.base}/news/{name}-a", TIME, body))
        yield server


def raw_requests(archive: WaybackMachine) -> list[str]:
    return [path for path in archive.asked if path.startswith("/web/")]


def test_a_resource_record_of_the_archive_counts_and_no_redirect_does(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    body = article("Saved long ago.").encode()
    archive.captures = [
        Archived(f"{site.base}/news/lost-a", "20180101000000", b"", status=301),
        Archived(f"{site.base}/news/lost-a", "20180102000000", b"", "warc/revisit", 0),
        Archived(f"{site.base}/news/lost-a", TIME, body, status=0),
    ]
    assert adopt(site, archive) == DONE
    assert "1 captures copied" in capfd.readouterr().err


def test_an_old_front_page_names_what_the_list_of_today_does_not(
    site: SmallPortal, archive: WaybackMachine
):
    """The list is the same address, with other articles: what it named then is no news now."""
    old = f"{site.base}/2010/elder"
    archive.captures = [
        Archived(f"{site.base}/list?page=1", "20100503101112", listing("/2010/elder").encode()),
        Archived(f"{site.base}/list?page=1", "20100503101119", listing("/2010/other").encode()),
        Archived(old, "20110503101112", article("The elder of then.").encode()),
    ]
    with view_corpus(site.corpus, "small") as corpus:
        before = list(corpus.walks.all("all"))
    assert adopt(site, archive) == DONE
    assert len(raw_requests(archive)) == 2, "one capture of a day is read"
    with view_corpus(site.corpus, "small") as corpus:
        assert list(corpus.walks.all("all")) == before, "the list of today is as it was"
    site.build(RULES)
    assert site.articles()["/2010/elder"] == "tei"
    site.crawl(RULES)
    assert "/2010/elder" not in site.asked


def test_what_is_missing_becomes_tei_that_cites_the_archive(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    own = [str(site.folder / "portal.yaml"), "--corpus", str(site.corpus)]
    assert main(["warc", "adopt", *own, "--cdx", archive.cdx]) == DONE
    error = capfd.readouterr().err
    assert "3 captures copied, 0 refused" in error
    assert f"now: curator build {' '.join(own)}\n" in error
    sources = {
        f"{archive.base}/web/{TIME}id_/{site.base}/news/{n}-a" for n in ("gone", "down", "lost")
    }
    assert {f"{archive.base}{path}" for path in raw_requests(archive)} == sources
    assert site.asked == []

    site.build(RULES)
    assert site.articles() == {f"/news/{n}-a": "tei" for n in ("one", "gone", "down", "lost")}
    cited = set()
    for text in site.tei().values():
        assert not validate(text.encode())
        header = read_header(text.encode())
        found = etree.fromstring(text.encode()).xpath(
            "//t:bibl[@type='capture'][t:ref[@type='archive']]",
            namespaces={"t": "http://www.tei-c.org/ns/1.0"},
        )
        if "of then" in text:
            (bibl,) = found
            cited.add(bibl.find("{*}ref[@type='archive']").get("target"))
            assert [note.time for note in header.captures] == ["2019-05-03T10:11:12Z"]
            assert header.captures[0].url == header.url
        else:
            assert found == []
    assert cited == sources


def test_the_records_say_where_they_come_from_and_a_rebuilt_index_knows_it(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    adopt(site, archive)
    config, corpus = str(site.folder / "portal.yaml"), str(site.corpus)
    url = f"{site.base}/news/lost-a"
    source = f"{archive.base}/web/{TIME}id_/{url}"
    found = []
    for path in sorted((site.corpus / "warc").iterdir()):
        with path.open("rb") as stream:
            found += [
                record.rec_headers
                for record in ArchiveIterator(stream)
                if record.rec_type == "resource" and record.rec_headers["WARC-Target-URI"] == url
            ]
    (headers,) = found
    assert headers["WARC-Source-URI"] == source
    assert headers["WARC-Date"] == "2019-05-03T10:11:12.000000Z"
    assert headers["WARC-Creation-Date"] > "2024"
    site.build(RULES)
    before = site.tei()
    assert main(["verify", config, "--corpus", corpus, "--rebuild", "--quiet"]) == DONE
    assert site.articles()["/news/lost-a"] == "stored"
    site.build(RULES)
    assert site.tei() == before
    capfd.readouterr()
    assert main(["why", config, url, "--corpus", corpus]) == DONE
    assert f"copied from {source}, of 2019-05-03 10:11:12 UTC" in capfd.readouterr().out


def test_a_second_run_copies_nothing_again(site: SmallPortal, archive: WaybackMachine):
    assert adopt(site, archive, "--limit", "2") == DONE
    assert len(raw_requests(archive)) == 2
    assert adopt(site, archive) == DONE
    assert len(raw_requests(archive)) == len(set(raw_requests(archive))) == 3
    assert adopt(site, archive) == DONE
    assert len(raw_requests(archive)) == 3


def test_an_interrupted_run_keeps_what_it_has_fetched(site: SmallPortal, archive: WaybackMachine):
    archive.captures += [
        Archived(f"{site.base}/news/more-{n}", TIME, article(f"{n}").encode()) for n in range(4)
    ]
    answer, served = archive.answer, iter([False, False, True, True, True])
    archive.answer = lambda path: (  # type: ignore[method-assign]
        (503, {}, b"busy") if path.startswith("/web/") and next(served, False) else answer(path)
    )
    assert adopt(site, archive) == REFUSED
    with view_corpus(site.corpus, "small") as corpus:
        assert len(list(corpus.frontier.articles("stored"))) == 2
    assert adopt(site, archive) == DONE
    with view_corpus(site.corpus, "small") as corpus:
        assert len(list(corpus.frontier.articles("stored"))) == 7


def test_a_capture_that_is_not_that_of_the_index_is_asked_for_once(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    other = Archived(f"{site.base}/news/other-a", TIME, served=b"<html>Something else</html>")
    archive.captures.append(other)
    assert adopt(site, archive) == PROBLEMS
    printed = capfd.readouterr().err
    assert f"refused {other.url}: its digest is not that of the index" in printed
    assert digest_of_payload(other.body) in printed
    asked = len(raw_requests(archive))
    assert adopt(site, archive) == PROBLEMS
    assert f"refused {other.url}: its digest is not that of the index" in capfd.readouterr().err
    assert len(raw_requests(archive)) == asked
    assert adopt(site, archive, "--again", "--any-digest") == DONE
    with view_corpus(site.corpus, "small") as corpus:
        assert corpus.frontier.article(other.url) is not None


def test_a_packed_capture_is_unpacked_and_keeps_its_character_set(
    site: SmallPortal, archive: WaybackMachine
):
    url = f"{site.base}/news/latin-a"
    packed = gzip.compress(LATIN, mtime=0)
    archive.captures = [Archived(url, TIME, packed, "text/html; charset=iso-8859-2")]
    answer = archive.answer

    def with_coding(path: str) -> tuple[int, dict[str, str], bytes]:
        status, headers, body = answer(path)
        more = {"Content-Encoding": "gzip"} if path.startswith("/web/") else {}
        return status, {**headers, **more}, body

    archive.answer = with_coding  # type: ignore[method-assign]
    assert adopt(site, archive) == DONE
    site.build(RULES)
    assert any("Árvíztűrő." in text for text in site.tei().values())


def test_reasons_choose_what_is_copied(site: SmallPortal, archive: WaybackMachine):
    assert adopt(site, archive, "--reason", "failed") == DONE
    assert [path.rpartition("/")[2] for path in raw_requests(archive)] == ["down-a"]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("some.warc.gz",), "--cdx together with files"),
        (("--date", "2019-05-03"), "--cdx together with files"),
        (("--cdx", "http://127.0.0.1:9/search"), "where this archive shows its captures"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    site: SmallPortal, archive: WaybackMachine, more: tuple[str, ...], words: str, capfd
):
    assert adopt(site, archive, *more) == USAGE
    assert words in capfd.readouterr().err
    assert archive.asked == []


def test_options_of_the_archive_need_its_address(site: SmallPortal, capfd):
    given = ["warc", "adopt", str(site.folder / "portal.yaml"), "x.warc.gz", "--limit", "3"]
    assert main([*given, "--corpus", str(site.corpus)]) == USAGE
    assert "options of --cdx without it" in capfd.readouterr().err


def test_a_redirect_of_the_archive_is_refused(site: SmallPortal, archive: WaybackMachine, capfd):
    answer = archive.answer
    moved = replace(archive.captures[0], time="20200101000000")
    archive.captures = [archive.captures[3], moved]
    target = f"/web/{moved.time}id_/{moved.url}"
    archive.answer = lambda path: (  # type: ignore[method-assign]
        (302, {"Location": target}, b"") if path.startswith(f"/web/{TIME}") else answer(path)
    )
    assert adopt(site, archive) == PROBLEMS
    assert f"the archive redirects to {archive.base}{target}" in capfd.readouterr().err


@pytest.mark.parametrize(
    "location",
    [
        "file:///etc/passwd",
        "ftp://127.0.0.1/",
        "javascript:alert(1)",
        "http://[bad",
        "http://127.0.0.1:0/",
        "/" + "a" * 20_000,
        "/again",
    ],
)
def test_a_replay_that_redirects_to_no_page_is_one_refused_capture(
    site: SmallPortal, archive: WaybackMachine, location: str, capfd: pytest.CaptureFixture[str]
):
    answer, lost = archive.answer, f"{site.base}/news/down-a"
    redirects = (f"/web/{TIME}id_/{lost}", "/again")
    archive.answer = lambda path: (  # type: ignore[method-assign]
        (302, {"Location": location}, b"") if path in redirects else answer(path)
    )
    assert adopt(site, archive) == PROBLEMS
    printed = capfd.readouterr().err
    assert "2 captures copied, 1 refused" in printed
    assert f"refused {lost}: the archive redirects to another place: " in printed
    asked = len(raw_requests(archive))
    assert adopt(site, archive) == PROBLEMS
    assert len(raw_requests(archive)) == asked


def test_odd_rows_of_the_index_are_counted_and_the_others_are_copied(
    site: SmallPortal, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    answer = archive.answer

    def with_odd_rows(path: str) -> tuple[int, dict[str, str], bytes]:
        status, headers, body = answer(path)
        if path.startswith("/cdx/") and body != b"[]":
            fields, *rows = json.loads(body)
            odd = [["too", "short"], ["k", "20191399000000", site.base, "", "200", "", "1"], "?"]
            body = json.dumps([fields, *odd, *rows]).encode()
        return status, headers, body

    archive.answer = with_odd_rows  # type: ignore[method-assign]
    assert adopt(site, archive) == DONE
    printed = capfd.readouterr().err
    assert "3 captures copied, 0 refused" in printed
    assert (
        "rows of the archive's index were left out: 1 with another number of fields, 1 with no"
        " JSON of a"
        " row, 1 with no time of 14 digits" in printed
    )
