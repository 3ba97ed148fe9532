"""A portal gives an article another address, to which the earlier one redirects: it is one article."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from small_portal import Answer, SmallPortal, article, listing, small_portal

DAY = timedelta(days=1)
RULES = """timezone: UTC
fetch: {delay: 0, sitemaps: none}
archive: {url: BASE/list, links: h2}
article: {body: {root: article}}
"""
WORDS = "The bridge over the river stays closed until spring, said the mayor of the town on Monday."
OTHERS = {
    f"/{n}": article(f"Another text, the one with number {n}, about the market.") for n in "34"
}


def crawl_next_day(portal: SmallPortal) -> list[str]:
    """Crawl two days later; return the articles that were asked for."""
    portal.clock.time += 2 * DAY
    portal.asked.clear()
    assert portal.crawl(RULES).ok
    return [path for path in portal.asked if path[1:].isdigit()]


def test_an_article_that_has_moved_is_one_article(tmp_path: Path):
    pages = {"/list": listing("/1", *OTHERS), "/1": article(WORDS), **OTHERS}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        assert crawl_next_day(portal) == ["/1", *OTHERS]
        portal.pages |= {"/list": listing("/2", *OTHERS), "/2": article(WORDS)}
        portal.pages["/1"] = Answer("moved", 301, (("Location", "/2"),))
        assert crawl_next_day(portal) == ["/2", "/1"]
        crawl_next_day(portal)
        assert portal.articles() == {"/2": "tei", "/3": "tei", "/4": "tei"}
        assert sum(WORDS in text for text in portal.tei().values()) == 1
        assert crawl_next_day(portal) == []


def test_two_articles_with_the_text_of_an_agency_stay_two(tmp_path: Path):
    pages = {"/list": listing("/1", *OTHERS), "/1": article(WORDS), **OTHERS}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        crawl_next_day(portal)
        portal.pages |= {"/list": listing("/2", "/1", *OTHERS), "/2": article(WORDS)}
        assert crawl_next_day(portal) == ["/2", "/1"]
        assert crawl_next_day(portal) == []
        assert portal.articles() == dict.fromkeys(("/1", "/2", "/3", "/4"), "tei")


def test_an_earlier_address_that_fails_is_asked_for_by_the_next_crawl(tmp_path: Path):
    pages = {"/list": listing("/1", *OTHERS), "/1": article(WORDS), **OTHERS}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        crawl_next_day(portal)
        portal.pages |= {"/list": listing("/2", *OTHERS), "/2": article(WORDS)}
        portal.pages["/1"] = Answer("busy", 500)
        assert {*crawl_next_day(portal)} == {"/1", "/2"}
        portal.pages["/1"] = Answer("moved", 301, (("Location", "/2"),))
        for _ in range(3):
            crawl_next_day(portal)
        assert portal.articles() == {"/2": "tei", "/3": "tei", "/4": "tei"}
