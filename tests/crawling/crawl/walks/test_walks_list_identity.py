"""Whose page an answer to a request for a list page is: a login page, a notice or another page of
the list in its place proves nothing."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from long_parameters import in_pairs, in_turn
from small_portal import SmallPortal, article, listing
from walk_site import (
    GONE,
    TEXTS,
    ListSite,
    linked,
    messages,
    names,
    numbered,
    problems,
    proof,
    running,
)

from webarticlecurator.crawling.workers.run_options import CrawlOptions

ALL = [f"n{n:02}" for n in range(23)]
LOGIN = (
    "<html><head><title>Mina sidor - The Paper</title></head><body><h1>Mina sidor</h1><form>"
    '<input name=u><input type="password" name=p></form><p>Ange dina uppgifter.</p></body></html>'
)
NOTICE = (
    "<html><head><title>The Paper</title></head><body><h1>Wir bauen um</h1><p>Unser Haus bekommt"
    " neue Fenster, wir sind bald wieder da.</p></body></html>"
)
KNOWN = listing("/a/n02", "/a/n05").replace("<body>", "<title>Members - The Paper</title><body>")


class TitledSite(ListSite):
    """A list with a title; ``canonical``: *own* or *first* is the address that a page declares."""

    canonical = ""

    def page(self, number: int) -> str:
        declared = {"own": f"/list?page={number}", "first": "/list"}.get(self.canonical)
        head = f'<link rel="canonical" href="{declared}">' if declared else ""
        title = f"<title>News, page {number} - The Paper</title>"
        return super().page(number).replace("<body>", f"{title}{head}<body>", 1)


def site_of(mode: str, canonical: str = "") -> TitledSite:
    site = TitledSite(list(ALL), links=mode == "next-link")
    site.canonical = canonical
    return site


def wait(portal: SmallPortal) -> None:
    portal.clock.time += timedelta(days=1, hours=1)


@pytest.mark.parametrize(
    ("where", "mode"), in_turn([(3,), (8,), tuple(range(3, 12))], TEXTS), ids=str
)
def test_a_login_page_in_a_list_is_a_page_that_failed(mode: str, where, tmp_path: Path) -> None:
    site = site_of(mode)
    site.special = dict.fromkeys(where, LOGIN)
    with running(tmp_path, site) as portal:
        assert not portal.crawl(TEXTS[mode]).ok
        assert "asks for a password" in messages(portal) and "not proved" in proof(portal)
        site.special.clear()
        assert portal.crawl(TEXTS[mode]).ok, messages(portal)
        assert names(portal) == {*ALL} and "not proved" not in proof(portal)


class Months:
    """Three articles in each month; ``special``: path of a month → the answer in its place."""

    def __init__(self) -> None:
        self.special: dict[str, str] = {}

    def get(self, path: str, _default: object = None) -> object:
        if path == "/robots.txt":
            return GONE
        if not path.startswith("/list/"):
            return article(f"Words of {path}.")
        month = path.replace("/", "")
        page = listing(*(f"/a/{month}-{number}" for number in range(3)))
        return self.special.get(path) or page


def test_a_login_page_in_place_of_a_month_is_a_page_that_failed(tmp_path: Path) -> None:
    dates = ", dates: {from: 2024-01-01, until: 2024-03-31, step: month}"
    text = linked(dates).replace("BASE/list", "BASE/list/{date:%Y/%m}")
    site = Months()
    site.special["/list/2024/02"] = LOGIN
    with running(tmp_path, site) as portal:
        assert not portal.crawl(text).ok and "asks for a password" in messages(portal)
        site.special.clear()
        assert portal.crawl(text).ok and len(names(portal)) == 9, messages(portal)


@pytest.mark.parametrize("where", [(8,), tuple(range(3, 12))], ids=str)
def test_a_notice_at_the_end_proves_nothing_before_it_was_seen_twice(where, tmp_path: Path) -> None:
    site = site_of("numbered")
    site.special = dict.fromkeys(where, NOTICE)
    with running(tmp_path, site) as portal:
        assert portal.crawl(numbered()).ok and "seen once" in proof(portal)
        wait(portal)
        assert portal.crawl(numbered()).ok
        assert "was the same at a second look" in proof(portal)


@pytest.mark.parametrize("mode", TEXTS)
def test_a_notice_after_what_an_interrupted_rerun_has_found_proves_nothing(
    mode: str, tmp_path: Path
) -> None:
    """The first page lists nothing that is new to the rerun that goes on, but those after it do."""
    site = site_of(mode)
    with running(tmp_path, site) as portal:
        assert portal.crawl(TEXTS[mode]).ok
        site.articles[:0] = [f"new{n}" for n in range(9)]
        wait(portal)
        portal.crawl(TEXTS[mode], options=CrawlOptions(warc_only=True, limit=2))
        site.special = {2: NOTICE}
        wait(portal)
        assert not portal.crawl(TEXTS[mode]).ok or "seen once" in proof(portal), proof(portal)
        site.special.clear()
        wait(portal)
        assert portal.crawl(TEXTS[mode]).ok and len(names(portal)) == 32, messages(portal)


@pytest.mark.parametrize(
    ("canonical", "where", "mode"),
    in_pairs(["", "own", "first"], [(8,), tuple(range(5, 12))], TEXTS),
    ids=str,
)
def test_the_first_page_in_place_of_others_proves_nothing(
    mode: str, where, canonical: str, tmp_path: Path
) -> None:
    site = site_of(mode, canonical)
    site.special = dict.fromkeys(where, site.page(1))
    with running(tmp_path, site) as portal:
        portal.crawl(TEXTS[mode])
        assert "not proved" in proof(portal) and len(names(portal)) < 23
        site.special.clear()
        wait(portal)
        assert portal.crawl(TEXTS[mode]).ok, messages(portal)
        assert names(portal) == {*ALL} and "not proved" not in proof(portal)


@pytest.mark.parametrize("canonical", ["", "own", "first"])
def test_a_portal_that_sends_the_first_page_for_any_number_is_quiet(
    canonical: str, tmp_path: Path
) -> None:
    site = site_of("numbered", canonical)
    site.special = dict.fromkeys(range(9, 30), site.page(1))
    with running(tmp_path, site) as portal:
        for _ in range(4):
            assert portal.crawl(numbered()).ok, messages(portal)
            wait(portal)
        assert "was the same at a second look" in proof(portal)


@pytest.mark.parametrize(
    ("canonical", "is_gone"), in_turn(["", "own", "first"], [False, True]), ids=str
)
def test_an_ordinary_end_is_proved_at_once(canonical: str, is_gone: bool, tmp_path: Path) -> None:
    site = site_of("numbered", canonical)
    if is_gone:
        site.special = dict.fromkeys(range(9, 30), GONE)
    with running(tmp_path, site) as portal:
        for _ in range(3):
            assert portal.crawl(numbered()).ok and "not proved" not in proof(portal)
            wait(portal)


@pytest.mark.parametrize(
    ("where", "is_login", "mode"),
    in_pairs([(1,), tuple(range(1, 12))], [False, True], TEXTS),
    ids=str,
)
def test_another_page_in_place_of_the_newest_is_told_at_each_crawl(
    mode: str, is_login: bool, where, tmp_path: Path
) -> None:
    site, instead = site_of(mode), LOGIN if is_login else KNOWN
    with running(tmp_path, site) as portal:
        assert portal.crawl(TEXTS[mode]).ok
        site.articles.insert(0, "new")
        site.special = dict.fromkeys(where, instead)
        for _ in range(3):
            wait(portal)
            assert not portal.crawl(TEXTS[mode]).ok and "new" not in names(portal)
        site.special.clear()
        wait(portal)
        assert portal.crawl(TEXTS[mode]).ok, messages(portal)
        assert "new" in names(portal) and problems(portal) == []


def test_a_list_that_gets_another_title_is_quiet_once_it_lists_something_new(
    tmp_path: Path,
) -> None:
    site = site_of("next-link")
    with running(tmp_path, site) as portal:
        assert portal.crawl(linked()).ok
        site.page = lambda number: TitledSite.page(site, number).replace("News", "All")  # type: ignore[method-assign]
        site.articles.insert(0, "new")
        for _ in range(3):
            wait(portal)
            assert portal.crawl(linked()).ok, messages(portal)
