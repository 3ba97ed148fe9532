"""What a portal allowed, from its answers to TEI header, manifest, JSON lines and report."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, listing, moved, small_portal

from webarticlecurator.cli.main import main
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.tei.documents.read import read_header

TDMREP = "/.well-known/tdmrep.json"
BY = "https://creativecommons.org/licenses/by/4.0/"
HTML = ("Content-Type", "text/html; charset=utf-8")
RULES = """\
fetch: {delay: 1}
archive: {url: "BASE/list", dates: none, links: h2}
article:
  next_page: {css: a.next}
  continuation: "[?]page="
  body: {root: article}
"""
RESERVED = json.dumps(
    [
        {"location": "/plain$", "tdm-reservation": 0},
        {"location": "/", "tdm-reservation": 1, "tdm-policy": "https://echo.example/policy.json"},
    ]
)
PAGES = {
    "/robots.txt": Answer("User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n"),
    TDMREP: Answer(RESERVED, headers=(("Content-Type", "application/json"),)),
    "/list": listing("/said", "/plain", "/old"),
    "/said": Answer(
        article(
            "Text.",
            '<meta name="robots" content="noarchive">',
            f'<a rel="license" href="{BY}">CC BY</a> <a class="next" href="/said?page=2">2</a>',
        ),
        headers=(HTML, ("X-Robots-Tag", "noai, noimageai"), ("TDM-Reservation", "1")),
    ),
    "/said?page=2": Answer(
        article("More."), headers=(HTML, ("X-Robots-Tag", "noai, noimageai"), ("TDM-Policy", "/p"))
    ),
    "/plain": article("Nothing said."),
    "/old": moved("/new"),
    "/new": article("Moved."),
}
RESERVATION = [
    ("tdmrep:tdm-reservation /", "1"),
    ("tdmrep:tdm-policy /", "https://echo.example/policy.json"),
]
SAID = {
    "/said": [
        ("header:X-Robots-Tag", "noai, noimageai"),
        ("header:TDM-Reservation", "1"),
        ("meta:robots", "noarchive"),
        ("link:license", BY),
        ("header:TDM-Policy", "/p"),
        *RESERVATION,
    ],
    "/plain": [("tdmrep:tdm-reservation /plain$", "0")],
    "/new": RESERVATION,
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    with small_portal(tmp_path_factory.mktemp("rights"), PAGES) as site:
        assert site.crawl(RULES).ok
        yield site


def run(site: SmallPortal, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    verb, *more = words
    config = str(site.folder / "portal.yaml")
    action = [more.pop(0)] if verb == "report" else []
    corpus = ["--corpus", str(site.corpus)]
    assert main([verb, *action, config, *corpus, *more]) == 0
    return capsys.readouterr().out


def said_in_tei(site: SmallPortal) -> dict[str, list[tuple[str, str]]]:
    headers = [read_header(text.encode()) for text in site.tei().values()]
    return {
        header.url.removeprefix(site.base): [(each.source, each.value) for each in header.rights]
        for header in headers
    }


def test_the_header_has_what_page_and_site_said(site: SmallPortal):
    assert said_in_tei(site) == SAID


def test_manifest_and_json_lines_have_the_same(site: SmallPortal, capsys):
    for words in (("manifest",), ("export", "--format", "jsonl")):
        lines = map(json.loads, run(site, capsys, *words).splitlines())
        found = {
            line["url"].removeprefix(site.base): [(s["source"], s["value"]) for s in line["rights"]]
            for line in lines
            if "rights" in line
        }
        assert found == SAID


def test_the_manifest_has_the_answers_of_the_site(site: SmallPortal, capsys):
    lines = map(json.loads, run(site, capsys, "manifest").splitlines())
    answers = [line for line in lines if line["type"] == "site"]
    assert [line["requested"].removeprefix(site.base) for line in answers] == [
        TDMREP,
        "/robots.txt",
    ]
    assert all(line["capture"]["status"] == 200 for line in answers)
    assert all(line["capture"]["record"].startswith("<urn:uuid:") for line in answers)


def test_the_report_lists_host_day_and_what_was_said(site: SmallPortal, capsys):
    head, *rows = run(site, capsys, "report", "permissions").splitlines()
    assert head == "host\tday\tsource\tsaid\tarticles"
    found = {tuple(row.split("\t")[2:]) for row in rows}
    assert {tuple(row.split("\t")[:2]) for row in rows} == {(site.base, "2024-05-02")}
    assert ("robots.txt", "User-agent: *: Content-Signal: search=yes, ai-train=no", "") in found
    assert ("tdmrep:tdm-reservation /plain$", "0", "1") in found
    assert ("tdmrep:tdm-policy /", "https://echo.example/policy.json", "2") in found
    assert ("tdmrep:tdm-reservation /", "1", "2") in found
    assert ("header:X-Robots-Tag", "noai, noimageai", "1") in found
    answers = {said for source, said, _ in found if source in ("robots.txt", "tdmrep.json")}
    assert sum(said.startswith("status 200, sha256 ") for said in answers) == 2


def test_what_a_site_says_later_changes_no_earlier_article(tmp_path: Path, capsys):
    """Built at once, or each after its crawl, or with a new index: the same bytes of TEI."""
    with small_portal(tmp_path, PAGES | {TDMREP: Answer("none", 404)}) as site:
        site.crawl(RULES)
        before = site.tei()
        assert all(not any("tdmrep" in s for s, _ in said) for said in said_in_tei(site).values())
        site.pages[TDMREP] = RESERVED
        site.pages["/list"] = listing("/later", "/said", "/plain", "/old")
        site.pages["/later"] = article("Later.")
        site.clock.sleep(86400)
        site.crawl(RULES)
        after = site.tei()
        assert {path: after[path] for path in before} == before
        assert said_in_tei(site)["/later"] == RESERVATION
        portal = site.write(RULES)
        manifest = run(site, capsys, "manifest")
        rebuild_corpus(portal, site.corpus)
        site.build(RULES)
        assert site.tei() == after
        assert run(site, capsys, "manifest") == manifest
        rows = run(site, capsys, "report", "permissions").splitlines()
        days = [row.split("\t")[1:4] for row in rows if row.split("\t")[2] == "tdmrep.json"]
        assert days[0] == ["2024-05-02", "tdmrep.json", "status 404"]
        assert days[1][0] == "2024-05-03" and days[1][2].startswith("status 200")


def test_an_article_without_any_statement_has_no_line(tmp_path: Path):
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": article("Text.")}) as site:
        site.crawl(RULES)
        (text,) = site.tei().values()
        assert '<availability status="unknown">\n     <p>No statement of rights' in text
