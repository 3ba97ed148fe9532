"""A portal gives an article another address, to which the earlier one redirects: it is one article."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection

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


def crawl_next_day(portal: SmallPortal, *, is_ok: bool = True) -> list[str]:
    """Crawl two days later; return the articles that were asked for."""
    portal.clock.time += 2 * DAY
    portal.asked.clear()
    assert portal.crawl(RULES).ok is is_ok
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


@pytest.mark.parametrize("status", [500, 404])
def test_an_earlier_address_that_fails_is_asked_for_by_the_next_crawl(status, tmp_path: Path):
    pages = {"/list": listing("/1", *OTHERS), "/1": article(WORDS), **OTHERS}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        crawl_next_day(portal)
        portal.pages |= {"/list": listing("/2", *OTHERS), "/2": article(WORDS)}
        portal.pages["/1"] = Answer("busy", status)
        assert {*crawl_next_day(portal)} == {"/1", "/2"}
        portal.pages["/1"] = Answer("moved", 301, (("Location", "/2"),))
        for _ in range(3):
            crawl_next_day(portal)
        assert portal.articles() == {"/2": "tei", "/3": "tei", "/4": "tei"}


@pytest.mark.parametrize(
    ("new", "asked", "said"),
    [
        ((), [["/2", "/1"], ["/1"], ["/1"], [], ["/1"], [], [], ["/1"], [], []], 7),
        (("/5", "/6"), [["/2", "/1"], ["/5", "/1"], ["/6"], []], 1),
    ],
)
def test_an_earlier_address_that_is_gone_is_asked_for_twice_while_others_are_well(
    new: tuple[str, ...], asked: list[list[str]], said: int, tmp_path: Path
):
    """Where nothing else is asked for, it may be the portal that is out of order. That it is gone is
    said from the crawl ``said``, until it is left out or there again."""
    pages = {"/list": listing("/1", *OTHERS), "/1": article(f"{WORDS} {WORDS}"), **OTHERS}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        crawl_next_day(portal)
        portal.pages |= {"/list": listing("/2", *OTHERS), "/2": article(f"{WORDS} {WORDS}")}
        portal.pages["/1"] = Answer("gone", 404)
        found = [crawl_next_day(portal)]
        for path in (*new, *("/2",) * (len(asked) - 1 - len(new))):
            if path != "/2":
                portal.pages[path] = article(f"Something else, {path}, of the town.")
                portal.pages["/list"] = listing(path, "/2", *OTHERS)
            found.append(crawl_next_day(portal, is_ok=len(found) < said))
        assert found == asked
        (doubt,) = portal.crawl(RULES).doubts
        assert doubt.kind == "article-twins" and f"{portal.base}/2 has its text" in doubt.message
        exclude = portal.folder / "portal.exclude.tsv"
        exclude.write_text(f"id\treason\n{portal.base}/1\tmoved\n")
        assert portal.crawl(RULES).ok
        exclude.unlink()
        assert not portal.crawl(RULES).ok
        portal.pages["/1"] = portal.pages["/2"]
        refresh = RefreshSelection((f"{portal.base}/1",))
        assert portal.crawl(RULES, CrawlOptions(refresh=refresh)).ok
        assert portal.crawl(RULES).ok


def test_an_article_whose_new_address_was_not_found_when_it_redirected_there_is_one(tmp_path: Path):
    pages = {"/list": listing("/1", *OTHERS), "/1": article(WORDS), **OTHERS}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        portal.crawl(RULES)
        portal.pages |= {"/list": listing("/2", *OTHERS), "/2": article(WORDS)}
        portal.pages["/1"] = Answer("busy", 500)
        portal.crawl(RULES)
        portal.pages["/1"] = Answer("moved", 301, (("Location", "/2"),))
        for answer in (Answer("gone", 404), *[portal.pages["/2"]] * 3):
            portal.pages["/2"] = answer
            portal.clock.time += 2 * DAY
            portal.crawl(RULES)
        assert portal.articles() == {"/2": "tei", "/3": "tei", "/4": "tei"}


@pytest.mark.parametrize("redirects", [1, 2])
def test_an_article_that_moved_is_one_although_its_earlier_address_was_not_found_later(
    redirects: int, tmp_path: Path
):
    """Not found with the status 200: that is no page of its own either."""
    moved, lost = Answer("moved", 301, (("Location", "/2"),)), "<h1>Page not found</h1>"
    pages = {"/list": listing("/1", *OTHERS), "/1": article(WORDS), **OTHERS}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        portal.crawl(RULES)
        portal.pages |= {"/list": listing("/2", *OTHERS), "/2": article(WORDS)}
        for answer in (*[moved] * redirects, lost, *[moved] * 3):
            portal.pages["/1"] = answer
            portal.clock.time += 2 * DAY
            refresh = RefreshSelection((f"{portal.base}/1",)) if answer is lost else None
            portal.crawl(RULES, CrawlOptions(refresh=refresh))
        assert portal.articles() == {"/2": "tei", "/3": "tei", "/4": "tei"}
        assert sum(WORDS in text for text in portal.tei().values()) == 1


@pytest.mark.parametrize("is_edited", [False, True])
def test_an_article_that_moved_is_one_although_other_pages_came_before_its_build(
    is_edited: bool, tmp_path: Path
):
    """Words beside the text are others each time, so that its TEI alone tells; its build is killed,
    and the crawl after it brings another article. Of an edited text, title and day tell."""

    def page(text: str, beside: str) -> str:
        head = "<h1>The bridge is closed</h1><time>2024-03-05</time>"
        return article(text).replace("<article>", f"{head}<p>{beside} comments</p><article>")

    rules = RULES.replace(
        "root: article}", "root: article}, metadata: {title: h1, published: time}"
    )
    long = WORDS + " " + WORDS.replace("bridge", "tunnel")
    edited = long + " It was opened in June." if is_edited else long
    with small_portal(tmp_path, {"/list": listing("/1", *OTHERS), **OTHERS}) as portal:
        portal.executor = "serial"
        portal.pages["/1"] = page(long, "one")
        portal.crawl(rules)
        portal.pages |= {"/list": listing("/2", *OTHERS), "/2": page(edited, "two")}
        portal.pages["/1"] = Answer("moved", 301, (("Location", "/2"),))
        for number in range(5, 9):
            portal.clock.time += 2 * DAY
            portal.crawl(rules, CrawlOptions(warc_only=number == 5))
            portal.pages |= {f"/{number}": article(f"Text {number} of other things." * 9)}
            portal.pages["/list"] = listing("/2", *OTHERS, *(f"/{n}" for n in range(5, number + 1)))
        assert sum("tunnel" in text for text in portal.tei().values()) == 1
        assert "/1" not in portal.articles() and portal.articles()["/2"] == "tei"


@pytest.mark.parametrize("day", ["2024-03-05", "2024-03-06"])
def test_a_note_that_moved_and_has_another_title_is_one_article(day: str, tmp_path: Path):
    """A few words may be those of several notes, but seldom on one day."""

    def page(title: str, day: str) -> str:
        head = f"<h1>{title}</h1><time>{day}</time>"
        return article("Mayor opens the bridge.").replace("<article>", f"{head}<article>")

    rules = RULES.replace(
        "root: article}", "root: article}, metadata: {title: h1, published: time}"
    )
    pages = {"/list": listing("/1", *OTHERS), "/1": page("The bridge", "2024-03-05"), **OTHERS}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        portal.crawl(rules)
        portal.pages |= {"/list": listing("/2", *OTHERS), "/2": page("The bridge, updated", day)}
        portal.pages["/1"] = Answer("moved", 301, (("Location", "/2"),))
        for number in (5, 6, 7):
            portal.clock.time += 2 * DAY
            portal.crawl(rules)
            portal.pages |= {f"/{number}": article(f"Text {number} of other things." * 9)}
            portal.pages["/list"] = listing("/2", *OTHERS, f"/{number}")
        assert ("/1" in portal.articles()) == (day == "2024-03-06")


@pytest.mark.parametrize("is_first", [False, True])
def test_an_earlier_address_that_is_answered_with_another_page_is_asked_for_again(
    is_first: bool, tmp_path: Path
):
    """A cache sends the page of another article for it, whose title lists do not have at any of its
    two addresses; perhaps before its own page was ever stored."""
    names = {"/1": "The bridge is closed", "/3": "The market is open", "/4": "The harbour is full"}

    def page(path: str) -> str:
        head = f'<link rel="canonical" href="{path}">'
        return article(f"{OTHERS.get(path, WORDS)}</p><h1>{names[path]}</h1><p>", head)

    def listed(*paths: str) -> str:
        rows = (f'<h2><a href="{path}">{names[path]}</a></h2>' for path in paths)
        return f"<html><body>{''.join(rows)}</body></html>"

    rules = RULES.replace("root: article}", "root: article}, metadata: {title: h1}")
    with small_portal(tmp_path, {path: page(path) for path in names}) as portal:
        portal.executor = "serial"
        portal.pages |= {"/list": listed(*names), **({"/1": page("/3")} if is_first else {})}
        portal.crawl(rules)
        names["/2"] = names["/1"]
        portal.pages |= {"/list": listed("/2", *OTHERS), "/2": page("/2"), "/1": page("/3")}
        for answer in (portal.pages["/1"], *[Answer("moved", 301, (("Location", "/2"),))] * 3):
            portal.pages["/1"] = answer
            portal.clock.time += 2 * DAY
            portal.crawl(rules)
        assert portal.articles() == {"/2": "tei", "/3": "tei", "/4": "tei"}


def test_a_new_address_that_is_listed_after_one_redirect_is_looked_at_once_more(tmp_path: Path):
    """As a rebuild has it, which knows all lists before: one redirect may be a mistake."""
    pages = {"/list": listing("/1", *OTHERS), "/1": article(WORDS), **OTHERS}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        crawl_next_day(portal)
        portal.pages |= {"/1": Answer("moved", 301, (("Location", "/2"),)), "/2": article(WORDS)}
        portal.clock.time += 2 * DAY
        portal.crawl(RULES, CrawlOptions(refresh=RefreshSelection((f"{portal.base}/1",))))
        portal.pages["/list"] = listing("/2", *OTHERS)
        crawl_next_day(portal)
        found = portal.articles()
        rebuild_corpus(portal.write(RULES), portal.corpus, portal.runtime)
        portal.build(RULES)
        assert portal.articles() == found == dict.fromkeys(("/1", "/2", "/3", "/4"), "tei")
        assert "/1" in crawl_next_day(portal)
        assert portal.articles() == {"/2": "tei", "/3": "tei", "/4": "tei"}
