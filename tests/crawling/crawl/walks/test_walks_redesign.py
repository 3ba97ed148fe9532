"""A redesign: rules that find nothing where they found articles are a problem in that very crawl."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from long_parameters import in_turn
from small_portal import SmallPortal, article, listing, small_portal
from walk_site import messages, problems

from webarticlecurator.crawling.workers.run_options import CrawlOptions

OLD, NEW = ([f"/{name}/{n:02}" for n in range(count)] for name, count in (("old", 20), ("new", 12)))
TEXT = "The text of an article is long enough to be one. " * 5
FETCH = "fetch: {delay: 0, retries: 0}\n"
BODY = "article: {body: {root: article}, metadata: {title: h1, authors: p.by}}\n"
NUMBERED = (
    FETCH + BODY + 'archive: {url: "BASE/list?p={page}", links: h2, pagination: {mode: numbered}}\n'
)
LINKED = (
    FETCH + BODY + 'archive: {url: "BASE/list?p=1", links: h2, '
    "pagination: {mode: next-link, next: a.next}}\n"
)
DAILY = FETCH + 'archive: {url: "BASE{date:/%Y/%m/%d}", links: h2, dates: {from: 2024-05-01}}\n'
NO_BUILD = CrawlOptions(warc_only=True)


def page(path: str, headline: str = "h1") -> str:
    around = f"<{headline}>What is said in {path}</{headline}><p class=by>Ann</p>"
    return article(TEXT + path, around=around)


def lists(paths: list[str], list_of: Callable[..., str]) -> dict[str, str]:
    """Return a list of eight articles a page, with links to the next page."""
    number = -(-len(paths) // 8)
    more = [f'<a class="next" href="/list?p={n + 2}">on</a>' for n in range(number - 1)] + [""]
    return {
        f"/list?p={n + 1}": list_of(*paths[8 * n : 8 * n + 8]).replace(
            "</body>", more[n] + "</body>"
        )
        for n in range(number)
    }


def redesigned(*paths: str) -> str:
    return listing(*paths).replace("h2>", "h3>")


def with_box(*paths: str) -> str:
    """A list in a new design beside a box of most read in the old one."""
    return redesigned(*paths).replace("<body>", "<body>" + listing(*OLD[:2])[12:-14])


def portal_of(portal: SmallPortal, paths: list[str], list_of: Callable[..., str]) -> None:
    portal.executor = "serial"
    portal.pages |= {path: page(path) for path in paths} | lists(paths, list_of)


@pytest.mark.parametrize(("rules", "design"), in_turn([NUMBERED, LINKED], [redesigned, with_box]))
def test_a_list_whose_links_are_found_no_more_is_a_problem_at_once(
    rules: str, design: Callable[..., str], tmp_path: Path
):
    with small_portal(tmp_path, {}) as portal:
        portal_of(portal, OLD, listing)
        assert portal.crawl(rules, NO_BUILD).ok
        portal_of(portal, NEW + OLD, design)
        for _ in range(2):
            portal.asked.clear()
            assert not portal.crawl(rules, NO_BUILD).ok
            assert "no-links" in problems(portal) and "curator repair" in messages(portal)
            assert len(portal.asked) <= 5
        mended = rules.replace("links: h2", "links: h3")
        assert portal.crawl(mended, NO_BUILD).ok, messages(portal)
        assert set(portal.articles()) >= {*OLD, *NEW} and problems(portal) == []


def test_a_list_that_was_empty_for_an_hour_is_well_again(tmp_path: Path):
    with small_portal(tmp_path, {}) as portal:
        portal_of(portal, OLD, listing)
        assert portal.crawl(NUMBERED, NO_BUILD).ok
        portal.pages["/list?p=1"] = listing()
        assert not portal.crawl(NUMBERED, NO_BUILD).ok
        portal_of(portal, NEW + OLD, listing)
        assert portal.crawl(NUMBERED, NO_BUILD).ok and len(portal.articles()) == 32


def test_days_whose_links_are_found_no_more_are_a_problem_at_once(tmp_path: Path):
    """The last days are asked for again, and one that listed articles lists none."""
    days = [f"/2024/05/{day:02}" for day in range(1, 13)]
    with small_portal(tmp_path, {day: listing(f"{day}/a", f"{day}/b") for day in days}) as portal:
        portal.executor = "serial"
        portal.pages |= {f"{day}/{name}": page(day + name) for day in days for name in "ab"}
        portal.clock.time = datetime(2024, 5, 6, 20, tzinfo=timezone.utc)
        assert portal.crawl(DAILY, NO_BUILD).ok
        portal.pages |= {day: redesigned(f"{day}/a", f"{day}/b") for day in days}
        portal.clock.time += timedelta(days=1)
        assert not portal.crawl(DAILY, NO_BUILD).ok
        assert "no-links" in problems(portal) and "curator repair" in messages(portal)
        assert portal.crawl(DAILY.replace("h2", "h3"), NO_BUILD).ok, messages(portal)
        assert len(portal.articles()) == 12


def test_months_that_had_a_page_without_links_for_a_while_are_asked_for_once_more(tmp_path: Path):
    """The front page came in their place, and no rules read them in it. An article of the end of
    May was published meanwhile."""
    rules = DAILY.replace("/%d", "").replace("2024-05-01}", "2024-04-01, step: month}")
    months = [f"/2024/{month:02}" for month in range(4, 9)]
    own = {month: listing(f"{month}/0", f"{month}/1") for month in months}
    articles = [f"{month}/{number}" for month in months for number in range(3)]
    asked = []
    with small_portal(tmp_path, own | {path: page(path) for path in articles}) as portal:
        portal.executor = "serial"
        portal.clock.time = datetime(2024, 5, 6, 20, tzinfo=timezone.utc)
        assert portal.crawl(rules, NO_BUILD).ok
        own["/2024/05"] = listing("/2024/05/2", "/2024/05/1", "/2024/05/0")
        for number in range(8):
            is_lost = number < 5
            portal.pages |= dict.fromkeys(months, redesigned("/front")) if is_lost else own
            portal.clock.time += timedelta(days=10)
            portal.asked.clear()
            said = portal.crawl(rules, NO_BUILD)
            assert ("no-links" in said.problems, said.ok) == (is_lost, not is_lost)
            asked.append([path for path in portal.asked if path in months])
        assert "/2024/05/2" in portal.articles()
    assert asked[-3:] == [["/2024/07", "/2024/06"], months[3::-1], ["/2024/07"]]


def test_a_field_that_fails_on_all_new_articles_is_a_problem_at_once(tmp_path: Path):
    with small_portal(tmp_path, {}) as portal:
        portal_of(portal, OLD[:8], listing)
        assert portal.crawl(NUMBERED).ok
        portal_of(portal, NEW[:3] + OLD[:8], listing)
        portal.pages |= {path: page(path, "h2 class=headline") for path in NEW[:3]}
        assert not portal.crawl(NUMBERED).ok
        assert problems(portal) == ["layout-drift"] and "have no title" in messages(portal)
