"""The feeds that crawls stored beside the other lists of the portal file: ``report completeness
--feed``."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.cli.main import main

RULES = """archive: {columns: {news: {url: BASE/list, links: h2}, new: {feed: BASE/feed.xml}}}
article: {body: {root: article}}
"""
XML = (("Content-Type", "application/rss+xml"),)
NUMBER = 48


def feed(base: str, paths: list[str]) -> Answer:
    items = "".join(f"<item><link>{base}{path}</link></item>" for path in paths)
    return Answer(f'<rss version="2.0"><channel>{items}</channel></rss>', headers=XML)


def crawl_feeds(
    site: SmallPortal, is_listed: Callable[[int], bool], is_fed: Callable[[int], bool]
) -> None:
    """Crawl on two days, between which articles were published, some of them in each list."""
    old = [f"/old/{n}" for n in range(20)]
    paths = [f"/news/{n}" for n in range(NUMBER)]
    for n, path in enumerate([*paths, *old]):
        day = f"2024-05-{3 + n % 4:02}" if path in paths else "2024-04-01"
        head = f'<meta property="article:published_time" content="{day}T10:00:00Z">'
        site.pages[path] = article(f"The words of {path}.", head)
    site.pages |= {"/list": listing(*old), "/feed.xml": feed(site.base, old[:3])}
    site.crawl(RULES)
    site.clock.time += timedelta(days=6)
    listed = [path for n, path in enumerate(paths) if is_listed(n)]
    site.pages["/list"] = listing(*listed, *old)
    site.pages["/feed.xml"] = feed(site.base, [path for n, path in enumerate(paths) if is_fed(n)])
    site.crawl(RULES)


@pytest.fixture
def site(tmp_path: Path):
    with small_portal(tmp_path, {}) as running:
        yield running


def report(site: SmallPortal, *more: str) -> int:
    words = [str(site.folder / "portal.yaml"), "--corpus", str(site.corpus), "--feed", "--quiet"]
    return main(["report", "completeness", *words, *more])


def test_the_stored_feeds_are_the_second_list(site: SmallPortal, capsys, tmp_path: Path):
    """Of the 48 articles of these days, four are in no list; older ones do not count."""
    crawl_feeds(site, lambda n: n % 4 != 0, lambda n: n % 3 != 0)
    assert report(site, "--json", "--output", str(tmp_path / "only.tsv")) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["feeds"], answer["from"], answer["to"]) == (2, "2024-05-02", "2024-05-08")
    (year, total) = answer["totals"]["periods"]
    assert year["period"] == "2024"
    assert year["counts"] == {"both": 24, "first": 12, "second": 8}
    assert 44 <= total["low"] <= NUMBER <= total["high"]
    rows = (tmp_path / "only.tsv").read_text("utf-8").splitlines()[1:]
    found = {row.partition("\t")[0].removeprefix(f"{site.base}/news/") for row in rows}
    assert {*map(int, found)} == {n for n in range(NUMBER) if n % 4 == 0 and n % 3}
    sentence = json.loads((site.corpus / "reports" / "listed.json").read_text("utf-8"))["sentence"]
    assert "(its other lists, and its feeds, as stored from 2024-05-02 to 2024-05-08)" in sentence
    assert "have 36 and 32 articles, 24 of them both" in sentence


def test_a_feed_that_is_made_from_the_list_gives_no_number(site: SmallPortal, capsys):
    crawl_feeds(site, lambda _: True, lambda n: n % 3 != 0)
    assert report(site) == 0
    assert "one list has nearly all of the other one" in capsys.readouterr().err


def test_without_a_stored_feed_the_cure_is_named(site: SmallPortal, capsys):
    site.pages |= {"/list": listing("/a"), "/a": article("Words.")}
    site.crawl("archive: {url: BASE/list, links: h2}\narticle: {body: {root: article}}\n")
    assert report(site) == 2
    assert "a column with `feed: ADDRESS`" in capsys.readouterr().err
