"""Endless archives: calendars, session ids, and next links to other sites. Each walk ends, with a
reported reason."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from checkout import CHECKOUT
from long_parameters import one_in
from small_portal import article, listing
from walk_site import GONE, ListSite, ended, linked, messages, names, numbered, problems, running

from webarticlecurator.base.portal.portal import DEFAULT_MAX_PAGES

LIMIT = 12


class SessionIds:
    """The addresses of archive pages and of the three articles have a new session id each time."""

    def __init__(self) -> None:
        self.ids = count(1)
        self.pages = 0

    def get(self, path: str, _default: object = None) -> object:
        if path == "/robots.txt":
            return GONE
        if not path.startswith("/list"):
            return article("Words.")
        self.pages += 1
        sid = next(self.ids)
        page = listing(*(f"/a/{n}?sid={sid}" for n in range(3)))
        return page.replace("</body>", f'<a class="next" href="/list?sid={sid}">next</a></body>')


class Calendar:
    """Every month links the month before it, without end; ``shows`` are the articles of a month."""

    def __init__(self, shows: object) -> None:
        self.shows, self.pages = shows, 0

    def get(self, path: str, _default: object = None) -> object:
        if path == "/robots.txt":
            return GONE
        if not path.startswith("/list"):
            return article("Words.")
        self.pages += 1
        number = int(path.partition("month=")[2] or 0)
        page = listing(*self.shows(number))  # type: ignore[operator]
        return page.replace(
            "</body>", f'<a class="next" href="/list?month={number + 1}">earlier</a></body>'
        )


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a default limit that a test can reach."""
    monkeypatch.setattr("webarticlecurator.crawling.archive.walk.DEFAULT_MAX_PAGES", LIMIT)


def test_session_ids_reach_the_default_limit_which_is_a_problem(limit: None, tmp_path: Path):
    site = SessionIds()
    with running(tmp_path, site) as portal:
        assert not portal.crawl(linked()).ok
        assert (
            site.pages == LIMIT
            and ended(portal) == ("page-limit", False)
            and problems(portal) == ["page-limit"]
        )
        assert f"expected at most {LIMIT} pages" in messages(
            portal
        ) and "stop: {max_pages: …}" in messages(portal)
        for _ in range(4):
            assert not portal.crawl(linked()).ok, "it stays a problem"
        assert site.pages == LIMIT + 4, "and costs a request a crawl"


def test_the_next_crawl_continues_a_longer_archive_at_the_limit(limit: None, tmp_path: Path):
    site = ListSite([f"n{n}" for n in range(3 * LIMIT + 9)], links=True)
    with running(tmp_path, site) as portal:
        portal.crawl(linked())
        assert len(names(portal)) == 3 * LIMIT
        portal.asked.clear()
        assert portal.crawl(linked(", stop: {max_pages: 100}")).ok
        assert [path for path in portal.asked if "list" in path] == [
            f"/list?page={LIMIT + n}" for n in range(4)
        ]
        assert len(names(portal)) == 3 * LIMIT + 9 and ended(portal) == ("no-next", True)
        assert portal.crawl(linked(", stop: {max_pages: 100}")).ok and ended(portal) == (
            "known",
            True,
        )


def test_a_limit_in_the_portal_file_is_a_regular_end(limit: None, tmp_path: Path):
    site = SessionIds()
    with running(tmp_path, site) as portal:
        assert portal.crawl(linked(", stop: {max_pages: 5}")).ok
        assert site.pages == 5 and ended(portal) == ("max-pages", True)


@pytest.mark.parametrize("pagination", one_in(2, [", last: 20", ', pages: ["1-20"]']))
def test_a_named_last_page_needs_no_limit(pagination: str, limit: None, tmp_path: Path):
    site = ListSite([f"n{n}" for n in range(60)])
    with running(tmp_path, site) as portal:
        assert portal.crawl(numbered(pagination)).ok and len(names(portal)) == 60


@pytest.mark.parametrize("mode", ["numbered", "infinite-scroll", "expanding"])
def test_numbers_have_the_limit_too(mode: str, limit: None, tmp_path: Path):
    site = ListSite([f"n{n}" for n in range(60)])
    with running(tmp_path, site) as portal:
        assert not portal.crawl(numbered().replace("numbered", mode)).ok
        assert ended(portal) == ("page-limit", False)


def test_a_calendar_of_empty_months_ends_after_three_and_is_a_problem(tmp_path: Path):
    site = Calendar(lambda number: [f"/a/{number}"] if number < 3 else [])
    with running(tmp_path, site) as portal:
        assert not portal.crawl(linked()).ok
        assert (
            site.pages == 6
            and set(problems(portal)) == {"empty-archive-page"}
            and ended(portal) == ("nothing-new", False)
        )
        assert len(portal.articles()) == 3


def test_a_walk_of_pages_that_repeat_under_new_addresses_ends_after_two(tmp_path: Path):
    site = Calendar(lambda _: ["/a/1", "/a/2"])
    with running(tmp_path, site) as portal:
        assert portal.crawl(linked()).ok
        assert site.pages == 3 and ended(portal) == ("nothing-new", True)


def test_a_calendar_with_a_link_in_every_month_reaches_the_limit(limit: None, tmp_path: Path):
    site = Calendar(lambda number: [f"/a/{number}"])
    with running(tmp_path, site) as portal:
        assert not portal.crawl(linked()).ok
        assert site.pages == LIMIT and problems(portal) == ["page-limit"]


def test_a_next_link_that_leaves_the_portal_is_a_problem(tmp_path: Path):
    site = ListSite(
        ["a", "b"],
        around=lambda _: '<a class="next" href="http://elsewhere.example/list?page=2">next</a>',
    )
    with running(tmp_path, site) as portal:
        assert not portal.crawl(linked()).ok
        assert problems(portal) == ["next-off-portal"] and ended(portal)[0] == "off-portal"
        assert (
            "http://elsewhere.example/list?page=2" in messages(portal) and len(names(portal)) == 2
        )


def test_the_default_limit_is_the_documented_one():
    reference = CHECKOUT / "docs" / "config.md"
    assert f"{DEFAULT_MAX_PAGES} pages" in reference.read_text(encoding="utf-8")
