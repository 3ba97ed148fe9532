"""``status`` says which witnesses prove the lists, what each has counted, and what would refute it."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.crawling.workers.run_options import CrawlOptions

RULES = """\
fetch: {delay: 0, retries: 0}
archive: {url: "BASE/list", links: h2, pagination: {mode: next-link, next: a.next}}
article: {body: {root: article}, metadata: {published: {css: time, attr: datetime}}}
"""
MONTHS = ("2024-04", "2024-03", "2024-02")


def site(count: int, size: int = 2, says: str = "") -> dict[str, str]:
    """Articles of three months, a pager, and links to the months."""
    pages = {}
    last = -(-count // size)
    months = "".join(f'<li><a href="/{each.replace("-", "/")}/">{each}</a></li>' for each in MONTHS)
    for number in range(1, last + 1):
        shown = [f"/a/{n}" for n in range(count)[(number - 1) * size : number * size]]
        links = "".join(f'<a href="/list?page={n}">{n}</a> ' for n in range(1, last + 1))
        more = f'<a class="next" href="/list?page={number + 1}">→</a>' if number < last else ""
        page = listing(*shown).replace(
            "</body>", f"<p>{links}{more}</p><ul>{months}</ul>{says}</body>"
        )
        pages["/list" if number == 1 else f"/list?page={number}"] = page
    for n in range(count):
        day = f"{MONTHS[n * len(MONTHS) // count]}-1{n % 10}"
        pages[f"/a/{n}"] = article(f"Words of article {n}.", around="").replace(
            "<p>", f'<time datetime="{day}">{day}</time><p>'
        )
    return pages


def add_sitemap(portal: SmallPortal, count: int) -> None:
    urls = "".join(f"<url><loc>{portal.base}/a/{n}</loc></url>" for n in range(count))
    portal.pages["/robots.txt"] = f"Sitemap: {portal.base}/sitemap.xml"
    portal.pages["/sitemap.xml"] = (
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
    )


def lists_of(portal: SmallPortal) -> tuple[str, dict[str, tuple[int, int]]]:
    summary = read_status(portal.write(RULES), portal.corpus)
    (line,) = (str(line) for line in summary.lines() if line.startswith("lists: "))
    (found,) = summary.as_json()["lists"]
    assert found["columns"] == [{"column": "all", "lists": 1}] and found["proof"] in line
    assert all(each["says"] and each["refuted_by"] for each in found["witnesses"])
    return line, {each["name"]: (each["counted"], each["of"]) for each in found["witnesses"]}


def test_status_names_the_witnesses_that_agree(tmp_path: Path) -> None:
    with small_portal(tmp_path, site(14)) as portal:
        portal.executor = "serial"
        add_sitemap(portal, 14)
        assert portal.crawl(RULES).ok
        line, witnesses = lists_of(portal)
        assert line.endswith(
            "14 listed; the pager's 7 pages, 3 months and the sitemap's 14 agree"
        ), line
        assert witnesses == {"pager": (7, 7), "months": (3, 3), "sitemap": (14, 14)}


def test_a_later_crawl_counts_on(tmp_path: Path) -> None:
    with small_portal(tmp_path, site(14)) as portal:
        portal.executor = "serial"
        assert portal.crawl(RULES).ok
        before = portal.pages["/list"]
        portal.pages["/list"] = before.replace("<h2>", '<h2><a href="/a/new">New</a></h2><h2>', 1)
        portal.pages["/a/new"] = portal.pages["/a/0"].replace("article 0", "the new article")
        assert portal.crawl(RULES).ok
        line, _ = lists_of(portal)
        assert "15 listed; the pager's 7 pages and 3 months agree" in line, line


@pytest.mark.parametrize("count", [14, 20])
def test_what_pages_count_is_a_witness_for_or_against_them(count: int, tmp_path: Path) -> None:
    with small_portal(tmp_path, site(14, says=f"<p>1–2 of {count}</p>")) as portal:
        portal.executor = "serial"
        summary = portal.crawl(RULES)
        line, witnesses = lists_of(portal)
        assert summary.ok is (count == 14) and witnesses["counts"] == (14, count)
        assert ("the 14 that its pages count" in line) is (count == 14), line


def test_a_sitemap_that_has_more_is_no_agreeing_witness(tmp_path: Path) -> None:
    pages = site(14)
    with small_portal(tmp_path, {**pages, "/a/90": pages["/a/0"]}) as portal:
        portal.executor = "serial"
        add_sitemap(portal, 14)
        portal.pages["/sitemap.xml"] = str(portal.pages["/sitemap.xml"]).replace(
            "</urlset>", f"<url><loc>{portal.base}/a/90</loc></url></urlset>"
        )
        assert not portal.crawl(RULES).ok
        line, witnesses = lists_of(portal)
        assert "sitemap" not in line and witnesses["sitemap"] == (14, 15)


def test_articles_that_pages_are_split_into_are_no_list_and_the_sitemap_is_compared(
    tmp_path: Path,
) -> None:
    posts = "".join(f'<div class="post" id="p{n}"><p>Post {n}.</p></div>' for n in (1, 2))
    rules = """\
fetch: {delay: 0, retries: 0}
archive: {url: "BASE/list", links: h2, pagination: none}
article: {split: {css: div.post, id: "@id"}, body: {root: p}}
"""
    pages = {"/list": listing("/t/1"), "/t/1": f"<html><body>{posts}</body></html>"}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        add_sitemap(portal, 1)
        assert portal.crawl(rules).tei == 2
        summary = read_status(portal.write(rules), portal.corpus)
        lines = [str(line) for line in summary.lines() if str(line).startswith("lists: ")]
        assert lines == ["lists: all: proved by its only page, which links no other one"]
        portal.asked.clear()
        portal.crawl(rules, CrawlOptions(full=True))
        assert "/sitemap.xml" in portal.asked


@pytest.mark.parametrize("hidden", [0, 2])
def test_sitemaps_tell_whether_an_empty_page_behind_a_full_one_is_the_end(
    hidden: int, tmp_path: Path
) -> None:
    """All pages are full, the last one links one that lists nothing; or a page in the middle does
    so, and the sitemap has what it hides."""
    pages = site(14)
    back = '<p><a href="/list?page=6">6</a></p></body>'
    pages["/list?page=7"] = pages["/list?page=7"].replace(
        "</body>", '<a class="next" href="/list?page=8">→</a></body>'
    )
    pages["/list?page=8"] = listing().replace("</body>", back)
    if hidden:
        pages["/list?page=7"] = pages["/list?page=8"]
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        add_sitemap(portal, 14)
        summary = portal.crawl(RULES)
        kinds = {each.kind for each in summary.doubts}
        line, _ = lists_of(portal)
    assert kinds == ({"list-not-whole", "not-listed"} if hidden else set())
    assert hidden or "proved by the sitemap (14 of 14)" in line


@pytest.mark.parametrize("is_cached", [False, True])
def test_a_list_that_names_nothing_new_is_compared_with_the_sitemap_again(
    is_cached: bool, tmp_path: Path
) -> None:
    """A cache sends an old list, which the sitemap proved then; or nothing new was published, and
    the sitemap is late."""
    with small_portal(tmp_path, site(14)) as portal:
        portal.executor = "serial"
        add_sitemap(portal, 14)
        assert portal.crawl(RULES).ok
        add_sitemap(portal, 15 if is_cached else 13)
        portal.pages["/a/14"] = str(portal.pages["/a/0"]).replace("article 0", "the new article")
        portal.asked.clear()
        portal.crawl(RULES)  # on the same day
        assert "/sitemap.xml" not in portal.asked
        portal.clock.time += timedelta(days=1)
        summary = portal.crawl(RULES)
    assert [each.kind for each in summary.doubts] == ["not-listed"] * is_cached


DATED = """\
archive:
  links: h2
  columns: {news: {url: 'BASE/{date:%Y/%m}', dates: {from: 2024-04-20, step: month}}}
fetch: {delay: 0}
article: {body: {root: article}, metadata: {title: h1}}
"""


def test_one_new_article_does_not_prove_the_other_lists_of_a_crawl(tmp_path: Path) -> None:
    """A cache sends an old list of the month before, when the one of this month is new."""
    with small_portal(tmp_path, site(3)) as portal:
        portal.executor = "serial"
        portal.clock.time = datetime(2024, 4, 25, 12, tzinfo=timezone.utc)
        portal.pages["/2024/04"] = listing("/a/0")
        add_sitemap(portal, 1)
        assert portal.crawl(DATED).ok
        portal.clock.time += timedelta(days=18)
        portal.pages["/2024/05"] = listing("/a/2")
        add_sitemap(portal, 3)
        assert [each.kind for each in portal.crawl(DATED).doubts] == ["not-listed"]


def test_a_month_is_closed_by_the_second_crawl_after_it(tmp_path: Path) -> None:
    """At the first one a cache sends its page of then, and no sitemap says more."""
    with small_portal(tmp_path, site(3)) as portal:
        portal.executor = "serial"
        portal.clock.time = datetime(2024, 4, 25, 12, tzinfo=timezone.utc)
        portal.pages["/2024/04"] = listing("/a/0")
        portal.pages["/2024/05"] = listing("/a/2")
        assert portal.crawl(DATED).ok
        portal.clock.time += timedelta(days=18)
        assert portal.crawl(DATED).ok
        portal.pages["/2024/04"] = listing("/a/1", "/a/0")
        for days in (1, 9):
            portal.asked.clear()
            portal.clock.time += timedelta(days=days)
            assert portal.crawl(DATED).ok
            assert ("/2024/04" in portal.asked) == (days == 1)
        assert "/a/1" in portal.articles()


@pytest.mark.parametrize(("status", "days"), [(503, 0), (404, 30)])
def test_a_sitemap_that_did_not_answer_is_compared_as_a_whole_once_it_does(
    status: int, days: int, tmp_path: Path
) -> None:
    """What it says to be old was never compared."""
    with small_portal(tmp_path, site(14)) as portal:
        add_sitemap(portal, 15)
        sitemap = portal.pages["/sitemap.xml"]
        portal.pages["/sitemap.xml"] = Answer("busy", status)
        for _ in range(2):
            assert portal.crawl(RULES).ok
            portal.clock.time += timedelta(days=days)
        portal.pages["/sitemap.xml"] = str(sitemap).replace(
            "</loc>", "</loc><lastmod>2024-04-02</lastmod>"
        )
        for _ in range(2):
            assert [each.kind for each in portal.crawl(RULES).doubts] == ["not-listed"]
            portal.clock.time += timedelta(days=days)


@pytest.mark.parametrize("day", ["2024-03-01", "2024-05-01T07:00:00Z"])
def test_an_old_article_at_a_new_address_is_not_missing_in_lists_that_are_closed(
    day: str, tmp_path: Path
) -> None:
    """The article has moved, which a list that is not read again does not show."""
    with small_portal(tmp_path, site(14)) as portal:
        portal.executor = "serial"
        add_sitemap(portal, 14)
        assert portal.crawl(RULES).ok
        portal.pages["/sitemap.xml"] = str(portal.pages["/sitemap.xml"]).replace(
            "/a/9</loc>", f"/a/99</loc><lastmod>{day}</lastmod>"
        )
        portal.clock.time += timedelta(days=1)
        for _ in range(2):
            portal.clock.time += timedelta(days=9)
            kinds = [each.kind for each in portal.crawl(RULES).doubts]
            assert kinds == ["not-listed"] * (day > "2024-04")


def test_many_sitemaps_are_compared_again_after_as_many_days(tmp_path: Path) -> None:
    with small_portal(tmp_path, site(14)) as portal:
        portal.executor = "serial"
        add_sitemap(portal, 14)
        portal.pages["/more.xml"] = portal.pages["/sitemap.xml"]
        portal.pages["/robots.txt"] = (
            f"Sitemap: {portal.base}/sitemap.xml\nSitemap: {portal.base}/more.xml"
        )
        portal.crawl(RULES)
        asked = []
        for _ in range(4):
            portal.asked.clear()
            portal.clock.time += timedelta(days=1)
            portal.crawl(RULES)
            asked.append("/sitemap.xml" in portal.asked)
    assert asked == [False, True, False, True]
