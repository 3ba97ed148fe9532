"""A page in place of another one of its list, and servers with different states of it, prove
nothing: what a page repeats, declares, links next or shows again is compared with those before."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from long_parameters import in_pairs
from small_portal import Answer, SmallPortal, listing
from walk_site import (
    TEXTS,
    ListSite,
    linked,
    lists_asked,
    messages,
    names,
    proof,
    running,
)

ALL = [f"n{each:02}" for each in range(29)]
HOME = listing("/a/n00", "/a/n05", "/a/x1")


class StrangeSite(ListSite):
    """A list of ten pages; page ``at`` shows another one ``instead``. ``pager``: the pages link
    the page before them, or the numbers of all; ``canonical``: they declare their addresses."""

    at, instead, pager, canonical = 0, 0, "", False

    def page(self, number: int) -> str:
        shown = self.instead if number == self.at else number
        page = super().page(shown) if shown else HOME
        declared = f"/list?page={shown}" if shown > 1 else "/list" if shown else "/"
        head = f'<link rel="canonical" href="{declared}">' if self.canonical else ""
        others = {"numbers": range(1, 11), "previous": (shown - 1,)}.get(self.pager, ())
        links = (f'<a href="/list?page={each}">{each}</a>' for each in others if each and shown)
        return page.replace("<body>", head + "<body>").replace(
            "</body>", f"{' '.join(links)}</body>"
        )


def site_of(mode: str, **values: object) -> StrangeSite:
    site = StrangeSite(list(ALL), links=mode == "next-link")
    vars(site).update(values)
    return site


def wait(portal: SmallPortal) -> None:
    portal.clock.time += timedelta(days=1, hours=1)


CASES = in_pairs(
    ((2, 0), (3, 0), (6, 0), (3, 5), (6, 8), (2, 1)),
    (("", False), ("", True), ("numbers", False), ("previous", False)),
    TEXTS,
)


@pytest.mark.parametrize(("place", "shown", "mode"), CASES)
def test_another_page_in_place_of_one_is_a_doubt_and_read_later(
    place: tuple[int, int], shown: tuple[str, bool], mode: str, tmp_path: Path
) -> None:
    """The home page, or another page of the list, for a day; none has a title."""
    (at, instead), (pager, canonical) = place, shown
    site = site_of(mode, at=at, instead=instead, pager=pager, canonical=canonical)
    with running(tmp_path, site) as portal:
        is_well = portal.crawl(TEXTS[mode]).ok
        assert not is_well or "not proved" in proof(portal), proof(portal)
        site.at = 0
        for _ in range(2):
            wait(portal)
            portal.crawl(TEXTS[mode])
        assert {*ALL} <= names(portal), sorted({*ALL} - names(portal))


@pytest.mark.parametrize(
    ("canonical", "pager", "mode"),
    in_pairs([False, True], ["", "numbers", "previous"], TEXTS),
)
def test_ordinary_lists_are_proved_at_once(
    mode: str, pager: str, canonical: bool, tmp_path: Path
) -> None:
    site = site_of(mode, pager=pager, canonical=canonical)
    with running(tmp_path, site) as portal:
        assert portal.crawl(TEXTS[mode]).ok and names(portal) == {*ALL}
        asked = lists_asked(portal)
        assert len(asked) <= 12 and len({*asked}) == len(asked)  # the last page is not full
        if mode == "next-link":
            assert "not proved" not in proof(portal)


@pytest.mark.parametrize("number", [1, 2])
def test_articles_on_each_page_and_new_ones_during_the_walk_are_no_doubt(
    number: int, tmp_path: Path
) -> None:
    class Pinned(ListSite):
        """The first articles are on each page, and one is published after each third page."""

        def page(self, page: int) -> str:
            self.articles.insert(number, f"new{page}") if page % 3 == 0 else None
            pinned = listing(*(f"/a/{each}" for each in self.articles[:number]))
            return super().page(page).replace("<body>", f"<body>{pinned.partition('<body>')[2]}", 1)

    site = Pinned(list(ALL), links=True)
    with running(tmp_path, site) as portal:
        assert portal.crawl(linked()).ok, messages(portal)
        assert "not proved" not in proof(portal)


def test_another_page_at_the_end_of_a_list_is_told_though_it_was_requested_twice(
    tmp_path: Path,
) -> None:
    """Each page has the first article; the home page, in place of the last, has less of a title."""

    class Pinned(ListSite):
        last = 0

        def page(self, page: int) -> str:
            is_home = page == self.last
            found = listing("/a/x1", "/a/x2") if is_home else super().page(page)
            pinned = listing("/a/m000").partition("<body>")[2].partition("</body>")[0]
            title = "<title>Town Paper</title>" if is_home else "<title>News – Town Paper</title>"
            return found.replace("<body>", f"{title}<body>{pinned}", 1)

    articles = [f"m{each:03}" for each in range(95)]
    site = Pinned(articles, links=True)
    site.last = 32
    with running(tmp_path, site) as portal:
        assert not portal.crawl(linked()).ok
        assert lists_asked(portal).count("32") == 2
        assert "its title is not that of its other pages" in messages(portal)
        assert "not proved" in proof(portal)
        site.last = 0
        wait(portal)
        assert portal.crawl(linked()).ok
        assert {*articles} <= names(portal)


class TwoServers:
    """Servers that answer requests for the list in turns, each with its own state of it."""

    def __init__(self, *states: list[str]) -> None:
        self.sites, self.number = [ListSite(each, links=True) for each in states], 0

    def get(self, path: str, _default: object = None) -> str | Answer:
        self.number += path.startswith("/list")
        return self.sites[self.number % len(self.sites)].get(path)


MANY = [f"n{each:03}" for each in range(120)]
STATES = {
    "lagging": (MANY[:90], MANY),
    "leading": (MANY, MANY[:90]),
    "odd": (MANY[::2], MANY[1::2]),
    "halves": (MANY[:60], MANY[60:]),
}


@pytest.mark.parametrize("states", STATES)
def test_servers_with_different_states_of_a_list_are_told(states: str, tmp_path: Path) -> None:
    with running(tmp_path, TwoServers(*STATES[states])) as portal:
        assert not portal.crawl(linked()).ok and "not proved" in proof(portal)
        portal.pages = ListSite(MANY, links=True)  # type: ignore[assignment]
        wait(portal)
        assert portal.crawl(linked()).ok, messages(portal)
        assert names(portal) == {*MANY} and "not proved" not in proof(portal)


def test_the_last_page_of_a_list_is_asked_for_twice_where_it_is_full_and_only_once(
    tmp_path: Path,
) -> None:
    """The words of a count beside the list still count its pages."""
    site = ListSite([*ALL, "n29"], links=True, around=lambda page: f"<p>Page {page} of 10</p>")
    with running(tmp_path, site) as portal:
        assert portal.crawl(linked()).ok, messages(portal)
        assert lists_asked(portal) == [*map(str, range(1, 11)), "10"]
        assert "not proved" not in proof(portal)
        wait(portal)
        assert portal.crawl(linked()).ok and lists_asked(portal) == ["1", "2", "10"]
