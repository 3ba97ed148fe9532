"""A page of another list, or the home page, in place of a page of a list: it proves nothing."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from long_parameters import in_pairs
from small_portal import Answer, article, listing
from walk_site import messages, names, running

PAGES = 5
TITLES = {"a": "Sport - The Paper", "b": "Culture - The Paper", "home": "The Paper"}
COLUMNS = {
    "numbered": '{url: "BASE/COL?page={page}", links: h2, pagination: {mode: numbered}}',
    "next-link": '{url: "BASE/COL", links: h2, pagination: {mode: next-link, next: a.next}}',
}


class TwoLists:
    """Two lists of five pages at ``/a`` and ``/b``; at page ``at`` of the first one the portal
    answers with ``instead``: a list and the number of its page, or the home page."""

    def __init__(self, at: int = 0, instead: tuple[str, int] = ("a", 0)) -> None:
        self.at, self.instead = at, instead

    def get(self, path: str, _default: object = None) -> str | Answer:
        name, _, number = path.removeprefix("/").partition("?page=")
        if path == "/robots.txt" or (number and not 1 <= int(number) <= PAGES):
            return Answer("nothing", 404)
        if name not in ("a", "b"):
            return article(f"Words of {path}.")
        asked = name, int(number or 1)
        return self.page(*(self.instead if asked == ("a", self.at) else asked))

    def page(self, name: str, number: int) -> str:
        shown = [f"/x/{name}{number}-{n}" for n in range(3)]
        shown = ["/x/a1-0", "/x/b1-0"] if name == "home" else shown
        more = f'<a class="next" href="/{name}?page={number + 1}">next</a>'
        page = listing(*shown).replace("<body>", f"<title>{TITLES[name]}</title><body>")
        return page.replace("</body>", f"{more if 0 < number < PAGES else ''}</body>")


def rules(mode: str) -> str:
    columns = "".join(f"    {name}: {COLUMNS[mode].replace('COL', name)}\n" for name in "ab")
    return f"fetch: {{delay: 0, retries: 0}}\narchive:\n  columns:\n{columns}"


@pytest.mark.parametrize(
    ("instead", "at", "mode"), in_pairs([("b", 3), ("b", 5), ("home", 0)], [3, 5], COLUMNS), ids=str
)
def test_another_page_is_a_doubt_and_loses_nothing(
    mode: str, at: int, instead: tuple[str, int], tmp_path: Path
) -> None:
    with running(tmp_path, TwoLists(at, instead)) as portal:
        assert not portal.crawl(rules(mode)).ok and "looks wrong" in messages(portal)
        assert len(names_of(portal)) < 30
        portal.pages = TwoLists()
        portal.clock.time += timedelta(days=1, hours=1)
        assert portal.crawl(rules(mode)).ok, messages(portal)
        assert len(names_of(portal)) == 30


def names_of(portal) -> set[str]:
    return {path for path in names(portal) if "-" in path}


@pytest.mark.parametrize("mode", COLUMNS)
def test_whole_lists_are_asked_nothing_more(mode: str, tmp_path: Path) -> None:
    with running(tmp_path, TwoLists()) as portal:
        assert portal.crawl(rules(mode)).ok, messages(portal)
        lists = [path for path in portal.asked if path.startswith(("/a", "/b"))]
        assert len(lists) == (14 if mode == "numbered" else 10)


def test_a_page_that_always_has_another_title_is_believed(tmp_path: Path) -> None:
    with running(tmp_path, TwoLists(3, ("home", 0))) as portal:
        assert not portal.crawl(rules("numbered")).ok
        portal.clock.time += timedelta(days=1, hours=1)
        assert portal.crawl(rules("numbered")).ok, messages(portal)
        portal.clock.time += timedelta(days=1, hours=1)
        assert portal.crawl(rules("numbered")).ok, messages(portal)
