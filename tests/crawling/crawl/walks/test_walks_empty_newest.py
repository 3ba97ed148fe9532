"""An archive by dates whose newest dates list nothing: the crawl looks at the middle of it first."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.crawling.crawl.empty_newest import halve
from webarticlecurator.crawling.workers.run_options import CrawlOptions

FIRST, TODAY = date(2024, 2, 1), date(2024, 5, 2)
RULES = (
    "fetch: {delay: 0, retries: 0, breaker: 100}\n"
    'archive: {url: "BASE{date:/%Y/%m/%d}", links: h2, dates: {from: 2024-02-01}}\n'
)
NOTHING = "<html><body><p>Nothing here.</p></body></html>"
PLANNED = (TODAY - FIRST).days


def day(number: int) -> str:
    return f"{FIRST + timedelta(number):/%Y/%m/%d}"


def crawled(portal: SmallPortal, days: int, empty: str | Answer) -> tuple[list[str], str]:
    """Crawl an archive that has articles on its first days; return the dates that were asked for,
    and what was said at the end."""
    portal.executor = "serial"
    for number in range(PLANNED):
        has_article = number < days
        portal.pages[day(number)] = listing(f"{day(number)}/a") if has_article else empty
        portal.pages[f"{day(number)}/a"] = article(f"Words of {day(number)}.")
    summary = portal.crawl(RULES, CrawlOptions(warc_only=True))
    assert len(portal.articles()) == days
    asked = [path for path in portal.asked if path.count("/") == 3]
    return asked, "\n".join(map(str, summary.remarks))


@pytest.mark.parametrize("empty", [NOTHING, Answer("nothing", 404)], ids=["empty", "404"])
def test_an_archive_that_has_ended_is_found_from_its_middle(empty: str | Answer, tmp_path: Path):
    with small_portal(tmp_path, {}) as portal:
        asked, said = crawled(portal, 20, empty)
    assert asked[:10] == [day(PLANNED - 1 - number) for number in range(10)]
    with_articles = [number for number, path in enumerate(asked) if path <= day(19)]
    assert with_articles[0] < 18 and with_articles[19] < 45
    assert "If the archive has ended, set `until` in `dates`" in said
    assert set(asked) == {day(number) for number in range(PLANNED)}
    # a date that is well is looked at again while others are missing, as before
    assert len(asked) <= PLANNED + 5


def test_an_archive_that_goes_on_is_walked_in_its_order(tmp_path: Path):
    with small_portal(tmp_path, {}) as portal:
        asked, said = crawled(portal, PLANNED - 9, NOTHING)
    assert asked == [day(PLANNED - 1 - number) for number in range(PLANNED)] and said == ""


def test_an_archive_without_any_article_says_so_and_asks_for_no_date_twice(tmp_path: Path):
    with small_portal(tmp_path, {}) as portal:
        asked, said = crawled(portal, 0, NOTHING)
    assert "may be wrong" in said
    assert len(asked) == len(set(asked)) == PLANNED


def test_halving():
    assert [*halve(8, 99)] == [4, 2, 6, 1, 3, 5, 7, 0]
    assert [*halve(100, 3)] == [50, 25, 75]
    assert [*halve(1, 5)] == [0] and [*halve(0, 5)] == []
