"""Licences of Really Simple Licensing (RSL), wherever a portal names them: asked for once a day,
kept as evidence, said before the crawl where they cost something, and what ``package`` goes by."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.articles.rights.rsl_licences import (
    is_free_to_mine,
    match_rsl,
    read_rsl,
)
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.store.view import view_corpus

RULES = """\
fetch: {delay: 0}
archive: {url: "BASE/list", dates: none, links: h2}
article: {body: {root: article}}
corpus: {title: A corpus, editors: [{name: "Editor, Anna"}]}
"""
TYPE = 'type="application/rsl+xml"'
PAID = """<rsl xmlns="https://rslstandard.org/rsl" max-age="7"><content url="/">
<license><permits type="usage">search</permits><prohibits type="usage">ai-train</prohibits>
<payment type="crawl"><amount currency="USD">0.015</amount></payment></license></content>
<content url="/free/*"><license><permits type="usage">all</permits></license></content></rsl>"""
SAID = "permits usage: search; prohibits usage: ai-train; payment: crawl 0.015 USD"
ROBOTS = "User-agent: *\nAllow: /\n\nLicense: /license.xml\n"


class Log(NullProgress):
    def __init__(self) -> None:
        self.lines: list[str] = []

    def show_message(self, text: str) -> None:
        self.lines.append(str(text))


def rights(site: SmallPortal) -> dict[str, list[str]]:
    """Path → what is known of the use of the article."""
    with view_corpus(site.corpus, "small") as corpus:
        return {
            row.canonical.removeprefix(site.base): [
                f"{each.source}: {each.value}" for each in corpus.tei_files.rights_of(row.tei)
            ]
            for row in corpus.frontier.articles("tei")
        }


def test_the_licence_of_robots_txt_is_read_before_the_pages_and_once_a_day(tmp_path: Path):
    pages = {
        "/robots.txt": Answer(ROBOTS),
        "/license.xml": Answer(PAID, headers=(("Content-Type", "application/rsl+xml"),)),
        "/list": listing("/news/a", "/free/b"),
        "/news/a": article("Text of a."),
        "/free/b": article("Text of b."),
    }
    with small_portal(tmp_path, pages) as site:
        log = Log()
        runtime = Runtime(clock=site.clock, executor="serial", progress=log)
        assert crawl(site.write(RULES), site.corpus, None, runtime).ok
        assert site.asked == ["/license.xml", "/list", "/news/a", "/free/b"]
        (said,) = [line for line in log.lines if "asks for payment" in line]
        assert f"/: {SAID}" in said
        place = f"rsl:license robots.txt {site.base}/license.xml"
        assert rights(site)["/news/a"] == [f"{place} /: {SAID}"]
        assert rights(site)["/free/b"] == [f"{place} /free/*: permits usage: all"]
        site.asked.clear()
        site.crawl(RULES)
        assert "/license.xml" not in site.asked
        site.clock.time += timedelta(days=2)
        site.crawl(RULES)
        assert site.asked.count("/license.xml") == 1
        words = [str(site.folder / "portal.yaml"), "--corpus", str(site.corpus)]
        assert main(["report", "permissions", *words, "--output", str(tmp_path / "said.tsv")]) == 0
        table = (tmp_path / "said.tsv").read_text(encoding="utf-8")
        assert "License: /license.xml" in table and f"license.xml /\t{SAID}" in table
        output = ["--output", str(tmp_path / "deposit"), "--without-warcs"]
        assert main(["package", *words, *output]) == 2, "the texts are reserved"
        assert main(["package", *words, *output, "--without-text"]) == 0


@pytest.mark.parametrize("place", ["link", "header", "inline"])
def test_the_licence_of_a_page_is_found_wherever_it_stands(tmp_path: Path, place: str):
    html = ("Content-Type", "text/html; charset=utf-8")
    link = ("Link", f'<BASE/l.xml>; rel="license"; {TYPE}')
    head = {
        "link": f'<link rel="license" {TYPE} href="/l.xml">',
        "inline": f"<script {TYPE}>{PAID}</script>",
    }
    with small_portal(tmp_path, {"/list": listing("/news/a"), "/l.xml": PAID}) as site:
        headers = (html, (link[0], link[1].replace("BASE", site.base)))
        page = article("Text.", head.get(place, ""))
        site.pages["/news/a"] = Answer(page, headers=headers if place == "header" else (html,))
        site.executor = "serial"
        assert site.crawl(RULES).ok
        own = place == "inline"
        named = f"script {site.base}/news/a" if own else f"{place}:rsl {site.base}/l.xml"
        assert f"rsl:license {named} /: {SAID}" in rights(site)["/news/a"]
        assert site.asked.count("/l.xml") == (place != "inline")


def test_the_licence_of_a_page_that_a_rule_could_not_read_is_asked_for_with_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The page is built by a better rule later, without a request: then the licence is known."""
    monkeypatch.setenv("CURATOR_PAGE_SECONDS", "0.4")
    page = article(f"Text {'a' * 40}!", f'<link rel="license" {TYPE} href="/l.xml">')
    pages = {"/list": listing("/news/a"), "/news/a": page, "/l.xml": PAID}
    with small_portal(tmp_path, pages) as site:
        endless = RULES.replace("article: {", "article: {next_page: {regex: '(a+)+;'}, ")
        assert not site.crawl(endless).ok
        with view_corpus(site.corpus, "small") as corpus:
            assert [row.reason for row in corpus.frontier.articles("failed")] == ["rule-timeout"]
        assert site.asked.count("/l.xml") == 1
        monkeypatch.delenv("CURATOR_PAGE_SECONDS")
        site.clock.time += timedelta(days=3)
        site.asked.clear()
        assert site.crawl(RULES).ok
        assert not {"/news/a", "/l.xml"} & {*site.asked}
        assert f"rsl:license link:rsl {site.base}/l.xml /: {SAID}" in rights(site)["/news/a"]


@pytest.mark.parametrize(
    ("licence", "is_free"),
    [
        (SAID, False),
        ("permits usage: all", True),
        ("permits usage: search", False),
        ("permits usage: ai-train ai-input; payment: attribution", True),
        ("permits usage: ai-train; payment: purchase 5 EUR", False),
        ("prohibits usage: ai-all", False),
        ("prohibits user: commercial", True),
    ],
)
def test_what_a_licence_permits(licence: str, is_free: bool):
    assert is_free_to_mine(licence) == is_free


def test_hostile_files_say_nothing():
    for content in (b"", b"<rsl", b"<!DOCTYPE a [<!ENTITY b 'c'>]><rsl>&b;</rsl>", b"\x00\xff"):
        assert read_rsl(content) == ()
    contents = read_rsl(PAID.encode())
    assert match_rsl(contents, "https://a.example/free/x")[0].value == "permits usage: all"
    assert match_rsl(contents, "https://a.example/x")[0].value == SAID


@pytest.mark.parametrize("status", [401, 402])
@pytest.mark.parametrize(
    ("challenge", "is_licence"),
    [
        ('License error="invalid_request", error_description="a licence is needed"', True),
        ('Bearer realm="a", License', True),
        ('Basic realm="License"', False),
    ],
)
def test_an_answer_that_asks_for_a_licence_is_said(
    tmp_path: Path, status: int, challenge: str, is_licence: bool
):
    with small_portal(tmp_path, {"/list": listing("/news/a"), "/l.xml": PAID}) as site:
        link = ("Link", f'<{site.base}/l.xml>; rel="license"; {TYPE}')
        headers = (("WWW-Authenticate", challenge), link)
        site.pages["/news/a"] = Answer("no licence", status, headers=headers)
        site.executor = "serial"
        log = Log()
        runtime = Runtime(clock=site.clock, executor="serial", progress=log)
        assert not crawl(site.write(RULES), site.corpus, None, runtime).ok
        with view_corpus(site.corpus, "small") as corpus:
            (row,) = corpus.frontier.articles("failed")
        assert row.reason == f"status-{status}"
        assert ("asks for a licence (RSL)" in str(row.evidence)) == is_licence
        assert any("asks for payment" in line for line in log.lines)
        assert "/l.xml" in site.asked
