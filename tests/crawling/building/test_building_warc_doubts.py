"""What is wrong with WARC files of other tools is over when the files are whole, or the pages known."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from small_portal import Answer, article, small_portal
from small_portal import listing as list_of
from tried_page import BASE, RULES, URL, build_from, listing, page, portal_file, write_warc
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus

TEXT = "<p>Egy hosszú szöveg, amelynek sok szava van, és mind az övé.</p>"
LONE = f"{BASE}/about"


def build_again(folder: Path, rules: str = RULES, **files: str) -> Summary:
    return build(load_portal(portal_file(folder, rules, **files)), folder / "corpus")


def test_an_unclassified_page_is_over_when_a_rule_reads_it(tmp_path: Path):
    pages = {f"{BASE}/list/1": listing("/2019/one"), URL: page(TEXT), LONE: page(TEXT)}
    warc = write_warc(tmp_path / "all.warc", pages)
    assert build_from(tmp_path, warc).problems == {"unclassified": 1}
    assert build_again(tmp_path).problems == {"unclassified": 1}  # the rules of today do not
    matched = "article: {match: '/about$|/2019/', body: {root: article}}\n"
    summary = build_from(tmp_path, warc, rules=matched)
    assert summary.ok and summary.tei == 2


def test_an_unclassified_page_is_over_when_it_is_an_archive_page(tmp_path: Path):
    pages = {f"{BASE}/all": listing("/2019/one"), URL: page(TEXT)}
    warc = write_warc(tmp_path / "all.warc", pages)
    assert build_from(tmp_path, warc).problems == {"unclassified": 2}
    file = portal_file(tmp_path)
    columns = f'columns: {{all: {{url: "{BASE}/all", pagination: {{mode: none}}}}}}, links: h2}}'
    file.write_text(file.read_text().partition("archive:")[0] + f"archive: {{{columns}\n{RULES}")
    portal = load_portal(file)
    summary = build(portal, tmp_path / "corpus", BuildOptions(warcs=(warc,)))
    assert summary.ok and summary.tei == 1


def test_an_unclassified_page_is_over_when_a_person_excludes_it(tmp_path: Path):
    pages = {f"{BASE}/list/1": listing("/2019/one"), URL: page(TEXT), LONE: page(TEXT)}
    warc = write_warc(tmp_path / "all.warc", pages)
    assert not build_from(tmp_path, warc).ok
    excluded = {"echo__exclude__tsv": f"id\treason\n{LONE}\tnot an article\n"}
    assert build_again(tmp_path, **excluded).ok
    assert build_from(tmp_path, warc).ok  # also if the file is given again


def test_a_damaged_file_is_over_when_a_whole_copy_is_in_its_place(tmp_path: Path):
    pages = {f"{BASE}/list/1": listing("/2019/one"), URL: page(TEXT)}
    warc = write_warc(tmp_path / "all.warc", pages)
    other = write_warc(
        tmp_path / "other.warc", {f"{BASE}/list/3": listing(), f"{BASE}/list/2": listing()}
    )
    whole, rest = warc.read_bytes(), other.read_bytes()
    warc.write_bytes(whole[:-40])
    other.write_bytes(rest[:-40])
    assert build_from(tmp_path, warc, other).problems == {"warc-damaged": 2}
    warc.write_bytes(whole)
    assert build_from(tmp_path, warc).problems == {"warc-damaged": 1}  # that of the other file
    other.write_bytes(rest)
    assert build_from(tmp_path, other).ok


def write_revisit(path: Path, url: str, original: str) -> Path:
    out = BytesIO()
    writer = WARCWriter(out, gzip=False, warc_version="1.1")
    http = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
    record = writer.create_revisit_record(
        url, "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", url, "2024-05-01T00:00:00Z", http
    )
    record.rec_headers.add_header("WARC-Refers-To", original)
    writer.write_record(record)
    path.write_bytes(out.getvalue())
    return path


def test_a_revisit_is_over_when_the_file_with_the_original_is_given_too(tmp_path: Path):
    pages = {f"{BASE}/list/1": listing("/2019/one"), URL: page(TEXT)}
    warc = write_warc(tmp_path / "all.warc", pages)
    head = warc.read_bytes().rpartition(b"WARC-Record-ID: ")[2]
    original = head.partition(b"\r\n")[0].decode()
    revisit = write_revisit(tmp_path / "again.warc", URL, original)
    assert build_from(tmp_path, revisit).problems == {"revisit-unresolved": 1}
    assert build_from(tmp_path, warc).problems == {"revisit-unresolved": 1}
    assert build_from(tmp_path, warc, revisit).ok


def test_a_missing_picture_is_over_when_it_comes(tmp_path: Path):
    rules = (
        "archive: {url: BASE/list, links: h2, pagination: {mode: none}}\nfetch: {delay: 0, retries: 0}\n"
        "article: {body: {root: article}, assets: page}\n"
    )
    shown = article(TEXT, around='<img src="/picture.png">')
    with small_portal(tmp_path, {"/list": list_of("/a"), "/a": shown}) as portal:
        portal.pages["/picture.png"] = Answer("down", 500)
        portal.crawl(rules)
        assert list_kinds(portal.corpus) == ["asset-missing"]
        portal.pages["/picture.png"] = Answer("png", headers=(("Content-Type", "image/png"),))
        portal.pages["/b"] = shown
        portal.pages["/list"] = list_of("/b", "/a")
        portal.crawl(rules)
        assert list_kinds(portal.corpus) == []


def list_kinds(folder: Path) -> list[str]:
    with view_corpus(folder, "small") as corpus:
        return [problem.kind for problem in corpus.run_log.problems()]
