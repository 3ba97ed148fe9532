"""A title that readers do not see, and a site among the authors: remarks, never in the TEI."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator

import pytest
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.articles.by_rules.metadata_remarks import (
    HEADLINE,
    SITE_NAME,
    remark_metadata,
)
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.main import main
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.proposing.trial.live_check import check_live

RULES = "title: Boats Weekly\nfetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\n"


def page(headline: str, title: str, author: str) -> str:
    data = {
        "@type": "NewsArticle",
        "headline": title,
        "datePublished": "2024-05-01",
        "author": {"@type": "Person", "name": author},
    }
    script = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    return article(
        "The rudder was mended before the ship left, and nobody knew the price. " * 3,
        script,
    ).replace("<article>", f"<h1>{headline}</h1><article>")


PAGES = {
    "/list": listing("/odd", "/plain"),
    "/odd": page("A rudder is mended", "Ten facts on ships that will surprise you", "Boats-Weekly"),
    "/plain": page("The harbour", "The harbour - Boats", "Ann Bell"),
}
TITLE = (
    "title: 'Ten facts on ships that will surprise you' from jsonld:headline differs from the"
    " visible headline (h1): 'A rudder is mended'; a rule such as  title: h1  takes what readers see"
)
AUTHOR = "authors: 'Boats-Weekly' from jsonld:author.name is the name of the site, not a person;"


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    with small_portal(tmp_path_factory.mktemp("boats"), PAGES) as running:
        running.crawl(RULES)
        yield running


def test_explain_remarks_on_the_odd_page_alone(portal: SmallPortal, capsys):
    config, corpus = str(portal.folder / "portal.yaml"), str(portal.corpus)
    command = ["extract", config, "--corpus", corpus, "--explain", "--url"]
    assert main([*command, f"{portal.base}/odd"]) == 0
    remarks = [x for x in capsys.readouterr().err.splitlines() if x.startswith("remark: ")]
    assert remarks[0] == f"remark: {TITLE}" and remarks[1].startswith(f"remark: {AUTHOR}")
    assert main([*command, f"{portal.base}/plain"]) == 0
    assert "remark: " not in capsys.readouterr().err


def test_report_metadata_has_rows_for_both(portal: SmallPortal, capsys):
    config, corpus = str(portal.folder / "portal.yaml"), str(portal.corpus)
    assert main(["report", "metadata", config, "--corpus", corpus, "--quiet"]) == 0
    rows = list(csv.reader(capsys.readouterr().out.splitlines(), delimiter="\t"))
    found = {(row[0], row[2]): row for row in rows}
    title, author = found["title", HEADLINE], found["authors", SITE_NAME]
    assert title[1] == "jsonld:headline" and title[5:] == [
        "Ten facts on ships that will surprise you",
        "A rudder is mended",
        f"{portal.base}/odd",
    ]
    assert author[1] == "jsonld:author.name" and author[3:5] == ["1", "1"]
    assert author[5:7] == ["Boats-Weekly", "Boats Weekly"]


def test_check_live_remarks_and_nothing_looks_wrong(portal: SmallPortal):
    answer = check_live(portal.write(RULES))
    assert answer.ok
    remarks = {one.url.removeprefix(portal.base): one.remarks for one in answer.articles}
    assert remarks["/plain"] == () and remarks["/odd"][0] == TITLE


def test_the_tei_has_no_remark(portal: SmallPortal):
    assert not [text for text in portal.tei().values() if "visible headline" in text]


@pytest.mark.parametrize(
    ("html", "titles", "authors", "found"),
    [
        ("<h1>One</h1>", [("jsonld:headline", "One – Echo")], [], 0),
        ("<h1>The one</h1>", [("meta:og:title", "the  ONE")], [], 0),
        ("<h1>Echo</h1><h2>One</h2>", [("jsonld:headline", "One")], [], 0),  # the logo
        ("<p>no headline</p>", [("jsonld:headline", "One")], [], 0),
        ("<h1>Other</h1>", [("css:h2", "One")], [], 0),  # what readers see
        ("<h1>Other</h1>", [("meta:og:title", "One")], [], 1),
        ("<h1>x</h1>", [], [("css:.by", "www.echo.example"), ("css:.by", "Ann Echo")], 0),
        ("<h1>x</h1>", [], [("css:.by", "ECHO"), ("css:.by", "Ann Bell")], 1),
        ('<meta property="og:site_name" content="The Echo">', [], [("meta:author", "The Echo")], 1),
    ],
)
def test_what_is_remarked_on(html: str, titles, authors, found: int):
    known = Portal("echo", "https://www.echo.example/", title="Echo")
    page = read_page("https://www.echo.example/1", html.encode())
    assert len(remark_metadata(known, page, titles, authors)) == found
