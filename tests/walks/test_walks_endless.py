"""Archives that never end: calendars, session ids, and next links that lead away. Each walk has an
end that is said."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from small_portal import article, listing
from walk_site import GONE, ListSite, ended, linked, messages, names, numbered, problems, running

from webarticlecurator.model.portal import DEFAULT_MAX_PAGES

LIMIT = 12


class SessionIds:
    """Every address of an archive page and of an article carries a new session id; the three
    articles are the same."""

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
    """Every month links the one before it, on and on; ``shows`` are the articles of a month."""

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
    """A default limit that a test can reach."""
    monkeypatch.setattr("webarticlecurator.archive.walk.DEFAULT_MAX_PAGES", LIMIT)


def test_session_ids_come_to_the_default_limit_which_is_a_problem(limit: None, tmp_path: Path):
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


def test_a_longer_archive_goes_on_where_the_limit_was(limit: None, tmp_path: Path):
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


def test_a_limit_that_the_portal_file_names_is_a_plain_end(limit: None, tmp_path: Path):
    site = SessionIds()
    with running(tmp_path, site) as portal:
        assert portal.crawl(linked(", stop: {max_pages: 5}")).ok
        assert site.pages == 5 and ended(portal) == ("max-pages", True)


@pytest.mark.parametrize("pagination", [", last: 20", ', pages: ["1-20"]'])
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


def test_a_calendar_of_empty_months_ends_after_two_and_is_a_problem(tmp_path: Path):
    site = Calendar(lambda number: [f"/a/{number}"] if number < 3 else [])
    with running(tmp_path, site) as portal:
        assert not portal.crawl(linked()).ok
        assert (
            site.pages == 5
            and set(problems(portal)) == {"empty-archive-page"}
            and ended(portal) == ("nothing-new", False)
        )
        assert len(portal.articles()) == 3


def test_pages_that_show_the_same_under_new_addresses_end_after_two(tmp_path: Path):
    site = Calendar(lambda _: ["/a/1", "/a/2"])
    with running(tmp_path, site) as portal:
        assert portal.crawl(linked()).ok
        assert site.pages == 3 and ended(portal) == ("nothing-new", True)


def test_a_calendar_with_something_in_every_month_comes_to_the_limit(limit: None, tmp_path: Path):
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


def test_the_default_limit_is_what_the_reference_says():
    reference = Path(__file__).resolve().parents[2] / "docs" / "config.md"
    assert f"{DEFAULT_MAX_PAGES} pages" in reference.read_text(encoding="utf-8")
