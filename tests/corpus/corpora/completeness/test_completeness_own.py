"""The portal's own sitemaps beside its corpus: said after a whole walk, and by ``report completeness
--own``."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, small_portal

from webarticlecurator.cli.main import main
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.storage.store.view import view_corpus

XML = (("Content-Type", "application/xml"),)
RULES = """archive: {url: BASE/list, links: .list a}
article: {body: {root: article}}
"""
LISTED = [f"/news/the-story-{n}" for n in range(4)]
ASIDES = ["/news/an-aside-1", "/news/an-aside-2"]


def sitemap(root: str, entry: str, base: str, paths: list[str]) -> Answer:
    found = "".join(f"<{entry}><loc>{base}{path}</loc></{entry}>" for path in paths)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return Answer(f'<{root} xmlns="{space}">{found}</{root}>', headers=XML)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SmallPortal]:
    """Four listed articles, three of which are in the sitemap of posts, with two that no list
    names; and a sitemap of other pages."""
    links = "".join(f'<a href="{path}">{path}</a>' for path in LISTED)
    pages = {"/list": f'<html><body><div class="list">{links}</div></body></html>'}
    pages |= {path: article(f"The words of {path}.") for path in (*LISTED, *ASIDES)}
    with small_portal(tmp_path, pages) as running:  # type: ignore[arg-type]
        base = running.base
        files = ["/page-sitemap.xml", "/post-sitemap.xml"]
        running.pages |= {
            "/robots.txt": Answer(f"User-agent: *\nSitemap: {base}/sitemap.xml\n"),
            "/sitemap.xml": sitemap("sitemapindex", "sitemap", base, files),
            "/page-sitemap.xml": sitemap("urlset", "url", base, ["/news/about-us"]),
            "/post-sitemap.xml": sitemap("urlset", "url", base, [*LISTED[1:], *ASIDES]),
        }
        yield running


def messages(site: SmallPortal) -> list[str]:
    with view_corpus(site.corpus, "small") as corpus:
        return [each.message for each in corpus.run_log.problems(["not-listed"])]


def was_asked(site: SmallPortal) -> bool:
    return any(path.endswith(".xml") for path in site.asked)


def test_a_whole_walk_says_what_no_list_names(site: SmallPortal):
    summary: Summary = site.crawl(RULES)
    assert summary.problems
    [message] = messages(site)
    assert "the lists name 3 of 5 articles" in message
    assert all(f"{site.base}{path}" in message for path in ASIDES)
    assert "about-us" not in message and f"sitemap: {site.base}/post-sitemap.xml" in message


def test_one_word_says_that_the_lists_are_whole(site: SmallPortal):
    site.crawl(RULES)
    assert not site.crawl(f"{RULES}fetch: {{sitemaps: none}}\n").problems
    site.asked.clear()
    site.crawl(f"{RULES}fetch: {{sitemaps: none}}\n", CrawlOptions(full=True))
    assert not was_asked(site)


def test_the_column_that_the_message_names_takes_them(site: SmallPortal):
    site.crawl(RULES)
    columns = "columns: {list: {url: BASE/list}, rest: {sitemap: BASE/post-sitemap.xml}}"
    summary = site.crawl(
        f"archive: {{{columns}, links: .list a}}\narticle: {{body: {{root: article}}}}"
    )
    assert not summary.problems and not messages(site)
    assert {*site.articles()} == {*LISTED, *ASIDES}


def test_what_is_whole_is_compared_once_and_a_part_never(site: SmallPortal):
    site.pages["/post-sitemap.xml"] = sitemap("urlset", "url", site.base, LISTED)
    site.crawl(RULES, CrawlOptions(limit=2))
    assert not was_asked(site)
    assert not site.crawl(RULES).problems and was_asked(site)
    site.asked.clear()
    site.crawl(RULES)
    assert not was_asked(site)


def test_the_report_names_what_is_missing_on_either_side(
    site: SmallPortal, capsys: pytest.CaptureFixture[str]
):
    site.crawl(RULES)
    table = site.folder / "own.tsv"
    words = ["report", "completeness", str(site.folder / "portal.yaml"), "--own", "--quiet"]
    corpus = ["--corpus", str(site.corpus)]
    assert main([*words, *corpus, "--output", str(table), "--json"]) == 1
    with table.open(encoding="utf-8", newline="") as stream:
        rows = [*csv.DictReader(stream, delimiter="\t")]
    found = {row["url"].removeprefix(site.base): row["reason"] for row in rows}
    assert found == {
        ASIDES[0]: "never-listed",
        ASIDES[1]: "never-listed",
        LISTED[0]: "not-in-sitemap",
    }
    numbers = json.loads(capsys.readouterr().out)
    assert (numbers["known"], numbers["missing"], numbers["not_in_sitemap"]) == (3, 2, 1)
    assert numbers["files"] == [f"{site.base}/post-sitemap.xml"] and numbers["complete"]


def test_the_report_counts_the_files_of_other_sections(
    site: SmallPortal, capsys: pytest.CaptureFixture[str]
):
    """A file of each section, and one of the authors, whose addresses have the same form."""
    base = site.base
    files = ["/post-sitemap.xml", "/sport-map.xml", "/people-map.xml"]
    sport = [f"/sport/the-match-of-{n}" for n in range(6)]
    people = [f"/people/jane-doe-{n}" if n < 2 else f"/people/jane{n}" for n in range(6)]
    site.pages |= {
        "/sitemap.xml": sitemap("sitemapindex", "sitemap", base, files),
        "/sport-map.xml": sitemap("urlset", "url", base, sport),
        "/people-map.xml": sitemap("urlset", "url", base, people),
    }
    site.crawl(RULES)
    words = ["report", "completeness", str(site.folder / "portal.yaml"), "--own", "--quiet"]
    assert main([*words, "--corpus", str(site.corpus), "--json"]) == 1
    out = capsys.readouterr().out
    numbers = json.loads(out[out.index("{") :])
    assert numbers["files"] == [f"{base}{file}" for file in files[:2]]
    assert (numbers["known"], numbers["addresses"]) == (3, 5 + len(sport))


def dated(number: int) -> str:
    day = f"<meta property='article:published_time' content='{2001 + number % 2}-{number // 2 % 12 + 1:02}-06'>"
    return article(f"The words of {number}.", day)


def test_two_lists_say_how_many_articles_there_are(
    site: SmallPortal, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    """Of 80 articles each list has others; the corpus says so wherever it is described."""
    paths = [f"/news/{2001 + number % 2}/the-story-{number}" for number in range(80)]
    listed, mapped = [p for n, p in enumerate(paths) if n % 4], paths[: len(paths) // 2]
    links = "".join(f'<a href="{path}">{path}</a>' for path in listed)
    site.pages |= {path: dated(number) for number, path in enumerate(paths)}
    site.pages["/list"] = f'<html><body><div class="list">{links}</div></body></html>'
    site.pages["/post-sitemap.xml"] = sitemap("urlset", "url", site.base, mapped)
    site.crawl(RULES)
    words = [str(site.folder / "portal.yaml"), "--corpus", str(site.corpus)]
    assert main(["report", "completeness", *words, "--own", "--quiet", "--json"]) == 1
    out = capsys.readouterr().out
    totals = json.loads(out[out.index("{") :])["totals"]
    years = {each["period"]: each for each in totals["periods"]}
    assert totals["doubt"] == "" and [*years] == ["2001", "2002", ""]
    assert years["2001"]["counts"] == {"both": 10, "first": 10, "second": 10}
    assert years["2002"]["counts"] == {"both": 20, "first": 20, "second": 0}
    assert years[""]["low"] <= 80 <= years[""]["high"]
    assert main(["report", "completeness", *words, "--own", "--quiet"]) == 1
    told = capsys.readouterr().err
    assert "2001: about 39 articles" in told and "two lists alone cannot show it" in told
    assert main(["export", *words, "--format", "tei", "--output", str(tmp_path / "all.xml")]) == 0
    text = (tmp_path / "all.xml").read_text("utf-8")
    assert "(that of the corpus, and the sitemaps) have 60 and 40 articles, 30 of them both" in text


def test_a_list_that_is_made_from_the_other_gives_no_number(
    site: SmallPortal, capsys: pytest.CaptureFixture[str]
):
    site.pages["/post-sitemap.xml"] = sitemap("urlset", "url", site.base, [*LISTED, *ASIDES])
    site.crawl(RULES)
    words = ["report", "completeness", str(site.folder / "portal.yaml"), "--own", "--quiet"]
    assert main([*words, "--corpus", str(site.corpus)]) == 1
    assert "one list has nearly all of the other one" in capsys.readouterr().err
    assert main([*words, "--corpus", str(site.corpus), "--json"]) == 1
    out = capsys.readouterr().out
    assert json.loads(out[out.index("{") :])["totals"]["periods"] == []


@pytest.mark.parametrize("more", [[], ["--own", "--feed"]])
def test_the_report_compares_with_one_thing(
    site: SmallPortal, more: list[str], capsys: pytest.CaptureFixture[str]
):
    site.write(RULES)
    words = ["report", "completeness", str(site.folder / "portal.yaml"), *more]
    assert main(words) == 2
    assert "expected --own, --feed or --cdx ADDRESS" in capsys.readouterr().err
