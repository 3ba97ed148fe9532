"""Lists whose pages repeat articles in a box or pinned to the top: a page that stands in place of
another one, or lacks some of its articles, is found among them, and the ordinary list is proved."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from long_parameters import in_pairs, in_turn
from small_portal import Answer, listing
from walk_site import (
    NOTHING,
    TEXTS,
    ListSite,
    linked,
    lists_asked,
    names,
    numbered,
    proof,
    running,
)

SIZE, PAGES = 6, 8
ALL = [f"n{n:02}" for n in range(SIZE * PAGES - 3)]


@dataclass
class BoxSite(ListSite):
    """``box``: how many of the newest articles each page repeats, before its own (``on_top``) or
    behind them; ``instead``: the page whose articles one has in place of its own; ``lacks``: how
    many of its last ones another page lacks; ``title``: how pages are called."""

    box: int = 0
    on_top: bool = True
    instead: tuple[int, int] = (0, 0)
    lacks: tuple[int, int] = (0, 0)
    title: str = ""

    def page(self, number: int) -> str | Answer:
        shown = self.instead[1] if number == self.instead[0] else number
        own = self.articles[(shown - 1) * SIZE : shown * SIZE]
        is_last = number * SIZE >= len(self.articles)
        if number == self.lacks[0]:
            own = own[: SIZE - self.lacks[1]]
        repeated = self.articles[: self.box]
        both = [*repeated, *own] if self.on_top else [*own, *repeated]
        if not own:
            return NOTHING
        page = listing(*(f"/a/{name}" for name in dict.fromkeys(both)))
        page = page.replace("<body>", f"<title>{self.title.format(shown)}</title><body>", 1)
        more = f'<a class="next" href="/list?page={number + 1}">next</a>'
        around = self.around(shown)
        return page.replace("</body>", f"{more * (self.links and not is_last)}{around}</body>")


def crawl_days(site: BoxSite, mode: str, folder: Path) -> tuple[str, set[str], list[int]]:
    """Return what the first crawl proves, what is left after two, and how many lists each asked."""
    site.size, site.links = SIZE, mode == "next-link"
    with running(folder, site) as portal:
        assert portal.crawl(TEXTS[mode]).ok
        proved, asked = proof(portal), [len(lists_asked(portal))]
        site.instead = site.lacks = (0, 0)
        portal.clock.time += timedelta(days=1, hours=1)
        assert portal.crawl(TEXTS[mode]).ok
        asked.append(len(lists_asked(portal)))
        return proved, {*site.articles} - names(portal), asked


@pytest.mark.parametrize(
    ("box", "mode"), in_turn([(0, True), (2, True), (4, False), (6, True)], TEXTS), ids=str
)
def test_a_list_with_a_box_is_proved_without_further_requests(
    mode: str, box: tuple[int, bool], tmp_path: Path
) -> None:
    size, on_top = box
    site = BoxSite([*ALL], box=size, on_top=on_top)
    proved, left, asked = crawl_days(site, mode, tmp_path)
    again = PAGES + (1 if mode == "next-link" else 2)
    assert proved.startswith("proved") and not left and asked[0] <= again and asked[1] <= 3, asked


@pytest.mark.parametrize(
    ("instead", "box", "mode"), in_pairs([1, 3, 6], [(2, True), (4, False)], TEXTS), ids=str
)
def test_another_page_beside_a_box_is_a_doubt(
    mode: str, box: tuple[int, bool], instead: int, tmp_path: Path
) -> None:
    size, on_top = box
    site = BoxSite([*ALL], box=size, on_top=on_top, instead=(5, instead))
    proved, left, _ = crawl_days(site, mode, tmp_path)
    assert "seen once" in proved and not left


@pytest.mark.parametrize(
    ("lacks", "box", "mode"),
    in_pairs([(2, 2), (4, 1), (PAGES - 1, 3)], [0, 2], TEXTS),
    ids=str,
)
def test_one_short_page_among_full_ones_is_a_doubt(
    mode: str, box: int, lacks: tuple[int, int], tmp_path: Path
) -> None:
    site = BoxSite([*ALL], box=box, lacks=lacks)
    proved, left, _ = crawl_days(site, mode, tmp_path)
    assert "seen once" in proved and not left


@pytest.mark.parametrize("mode", TEXTS)
def test_a_page_that_stays_short_is_proved_at_the_second_look(mode: str, tmp_path: Path) -> None:
    site = BoxSite([*ALL], links=mode == "next-link", size=SIZE)
    site.special = {4: site.page(4).replace('<h2><a href="/a/n20"', "<p><a")}
    with running(tmp_path, site) as portal:
        for look in range(3):
            assert portal.crawl(TEXTS[mode]).ok
            assert ("seen once" in proof(portal)) is (look == 0)
            portal.clock.time += timedelta(days=1, hours=1)


def test_the_last_page_in_place_of_the_one_before_it_has_another_number(tmp_path: Path) -> None:
    site = BoxSite([*ALL], instead=(PAGES - 1, PAGES), title="News, page {}")
    site.special = {PAGES - 1: site.page(PAGES - 1).replace('class="next"', "")}
    site.links = True
    with running(tmp_path, site) as portal:
        assert portal.crawl(linked()).ok and "not proved" in proof(portal)
        site.special, site.instead = {}, (0, 0)
        portal.clock.time += timedelta(days=1, hours=1)
        assert portal.crawl(linked()).ok and names(portal) == {*ALL}


@pytest.mark.parametrize("at", [2, 5])
def test_a_page_of_another_list_lacks_the_pager_of_its_neighbours(at: int, tmp_path: Path) -> None:
    """Page two has a link to the first page alone, which is no sign."""
    site = BoxSite([*ALL], size=SIZE)
    numbers = range(1, PAGES + 1) if at == 2 else ()
    site.around = lambda number: "".join(
        f'<a href="/list?page={each}">{each}</a>' for each in numbers or (number - 1,)
    )
    site.special = {at: listing(*(f"/a/c{number}" for number in range(SIZE)))}
    with running(tmp_path, site) as portal:
        assert portal.crawl(numbered()).ok and "seen once" in proof(portal)
        site.special.clear()
        portal.clock.time += timedelta(days=1, hours=1)
        assert portal.crawl(numbered()).ok and {*ALL} <= names(portal)
