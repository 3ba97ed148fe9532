"""``curator new URL`` on the demo portal: its proposal passes check, and works in a crawl."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.doubts import doubt_problems
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.rule import Rule, TextTest
from webarticlecurator.base.proposal.archive_links import SitemapSource
from webarticlecurator.base.proposal.proposal import (
    DatedAddress,
    FieldLine,
    LearnedLine,
    LearnedRules,
    LinkProposal,
    NextProposal,
    NumberedProposal,
    Proposal,
    WholeArchive,
)
from webarticlecurator.cli.exit_codes import DONE, USAGE
from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml

DEMO = "http://demo.echo.example"


def test_an_archive_page_by_date_with_next_links(demo, curator, tmp_path):
    code, _, err = curator(
        "new",
        f"{DEMO}/kultura/?tol=2015-01-01&ig=2016-01-01",
        "--proxy",
        demo.proxy,
        "--output",
        "echo.yaml",
    )
    assert code == DONE, err
    portal = load_portal(Path("echo.yaml"))
    (column,) = portal.columns
    (span,) = column.spans
    assert span.url.text == DEMO + "/kultura/?tol={date:%Y-%m-%d}&ig={after:%Y-%m-%d}"
    assert span.dates is not None and (span.dates.start.isoformat(), span.dates.step) == (
        "1990-01-01",  # no page names the first year of the column
        "year",
    )
    assert span.pagination.mode == "next-link"
    assert [rule.expression for rule in span.links] == ["main h2"]
    assert portal.language == "hu"
    assert [rule.expression for rule in portal.article.body.root] == ["div.torzs"]
    assert "12 articles read with this file:" in err
    head = next(line for line in err.splitlines() if "words kept" in line)
    assert head.split()[:4] == ["words", "kept", "title", "published"]
    # a few years, until twelve articles are known; these; a sitemap, the column, and the year 1990
    assert span.dates.until is None and len(demo.log) <= 40
    code, out, _ = curator(
        "check", "echo.yaml", "--live", "--today", "2016-01-01", "--proxy", demo.proxy
    )
    assert "2 articles would be fetched" in out
    assert f"next page: {DEMO}/kultura/?tol=2015-01-01&ig=2016-01-01&lap=2" in out


@pytest.mark.parametrize(
    ("page", "url", "links", "root"),
    [
        ("/hirek/2014/05/", "/hirek/{date:%Y/%m}/", "main h2", "div.torzs"),
        ("/velemeny/", "/velemeny/", "div.jegyzet", "div.torzs, div.komment"),
        ("/archivum.php?ev=2004", "/archivum.php?ev={date:%Y}", "a.cim", "td.cikk"),
    ],
)
def test_other_kinds_of_lists(demo, curator, page, url, links, root):
    code, _, err = curator("new", DEMO + page, "--proxy", demo.proxy, "--output", "echo.yaml")
    assert code == DONE, err
    portal = load_portal(Path("echo.yaml"))
    span = portal.columns[0].spans[0]
    assert span.url.text == DEMO + url
    assert [rule.expression for rule in span.links] == [links]
    assert [rule.expression for rule in portal.article.body.root] == [root]


def test_a_json_list_is_recognised(demo, curator):
    code, _, err = curator(
        "new", DEMO + "/api/sport/2008.json?oldal=1", "--proxy", demo.proxy, "--output", "echo.yaml"
    )
    assert code == DONE
    assert "the answer is JSON" in err
    text = Path("echo.yaml").read_text(encoding="utf-8")
    assert "oldal={page}" in text and "the answer is JSON" in text


@pytest.mark.parametrize("arguments", [("https://www.echo.example/", "--offline"), ("echo",)])
def test_the_plain_file_without_reading_a_page(curator, arguments):
    code, _, err = curator("new", *arguments)
    assert code == DONE
    assert "no page was read" in err
    assert check(Path("echo.yaml")) == ()
    root = load_portal(Path("echo.yaml")).article.body.root
    assert root == (), "the text is looked for where no root is known"


def test_no_file_if_the_proxy_does_not_answer(curator):
    code, _, err = curator("new", "http://www.echo.example/", "--proxy", "http://127.0.0.1:9")
    assert code == USAGE
    assert "the proxy does not answer; check --proxy" in err
    assert not [*Path().iterdir()]


def test_an_existing_file_is_kept_and_no_request_is_sent(demo, curator):
    Path("demo-echo.yaml").write_text("mine", encoding="utf-8")
    code, _, err = curator("new", DEMO + "/", "--proxy", demo.proxy)
    assert (code, demo.log) == (USAGE, ())
    assert "already exists" in err
    assert Path("demo-echo.yaml").read_text(encoding="utf-8") == "mine"


EVERYTHING = Proposal(
    "https://echo.example/a/{x}?q='\"",
    title='Echo: the "news" #1 \\ {x}\x07\n - y',
    language="zh-Hant-TW",
    links=(
        LinkProposal(
            'a[href*="/x"]', ("https://echo.example/1?a=\u2028b", "https://echo.example/2")
        ),
    ),
    archives=("https://echo.example/{date:%Y}/",),
    next=NextProposal(
        (Rule(kind="css", expression="a.next", text=TextTest(contains='"»')),),
        "https://echo.example/a/2",
    ),
    numbered=NumberedProposal("https://echo.example/b/{page}", 0, 20),
    feeds=("https://echo.example/feed",),
    sitemaps=("https://echo.example/sitemap.xml",),
    listed_date=FieldLine({"css": "time[datetime]", "attr": "datetime"}, "beside 9 of 10 links"),
    pager_pages=1,
    article=LearnedRules(
        roots=(LearnedLine("div.text", "on 2 of 2 pages"),),
        fields=(
            (
                "authors",
                (
                    FieldLine(
                        {"css": "dd.by", "split": r"\s+and\s+", "replace": [["^By:", ""]]},
                        "a\nb: {c}",
                    ),
                ),
            ),
            ("section", (FieldLine({"css": "a.x", "pick": "all"}, "on 2 of 2 pages: 'y'"),)),
            ("published", (FieldLine({"css": "p.day"}, "on 2 of 2 pages"),)),
        ),
    ),
    articles=("https://echo.example/1",),
    doubts=(doubt_problems(Problem("no-list", "https://echo.example/\n", "a\nb: {c}")),),
)


WHOLE = WholeArchive(
    (
        SitemapSource("https://echo.example/sitemap-{1}.xml"),
        SitemapSource("https://echo.example/s.xml", ("/page-sitemap\\d*\\.xml$",)),
    ),
    9,
    ("https://echo.example/'9",),
    4,
)
DATED = DatedAddress("https://echo.example/{date:%Y}/", date(2020, 1, 1), "year")


@pytest.mark.parametrize(
    "found",
    [
        EVERYTHING,
        Proposal("http://x.example:81/"),
        replace(EVERYTHING, whole=WHOLE),
        Proposal("https://echo.example/2020/", dated=DATED, whole=WHOLE),
    ],
    ids=["everything", "nothing", "with a sitemap", "by dates, with a sitemap"],
)
def test_whatever_is_proposed_passes_check(found: Proposal, tmp_path: Path):
    path = tmp_path / "echo.yaml"
    path.write_text(proposed_yaml(found), encoding="utf-8", newline="\n")
    assert check(path) == ()
