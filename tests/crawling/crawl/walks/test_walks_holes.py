"""Several pages in a row that list nothing, between others that do: a page farther behind is asked
for where the last one that lists something is not seen to be the last."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from walk_site import (
    FAILED,
    GONE,
    NOTHING,
    ListSite,
    lists_asked,
    messages,
    names,
    numbered,
    problems,
    proof,
    running,
)

ALL = [f"n{n:03}" for n in range(45)]
"""Fifteen pages of three."""
DAY = timedelta(days=1, hours=1)


def site_without(*empty: int, answer: object = NOTHING, articles: int = 45) -> ListSite:
    return ListSite(ALL[:articles], special=dict.fromkeys(empty, answer))  # type: ignore[arg-type]


def pager_to(last: int) -> Callable[[int], str]:
    """Return what writes a pager of all pages up to the last one."""
    links = "".join(f'<a href="/list?page={n}">{n}</a> ' for n in range(1, last + 1))
    return lambda _number: f"<p>{links}</p>"


@pytest.mark.parametrize("answer", [NOTHING, GONE], ids=["empty", "404"])
def test_what_lies_behind_two_empty_pages_is_found_at_once(answer: object, tmp_path: Path) -> None:
    with running(tmp_path, site_without(4, 5, answer=answer)) as portal:
        assert not portal.crawl(numbered()).ok
        assert names(portal) == {*ALL[:9], *ALL[15:]}, messages(portal)
        assert problems(portal) == ["empty-archive-page"] and "page=5" in messages(portal)
        assert "not proved" in proof(portal)
        portal.clock.time += DAY
        assert portal.crawl(numbered()).ok, messages(portal)
        assert "not proved" in proof(portal)


def test_pages_that_were_empty_for_a_day_are_read_on_the_next(tmp_path: Path) -> None:
    site = site_without(4, 5)
    with running(tmp_path, site) as portal:
        portal.crawl(numbered())
        site.special.clear()
        portal.clock.time += DAY
        assert portal.crawl(numbered()).ok, messages(portal)
        assert names(portal) == {*ALL}


@pytest.mark.parametrize("number", [3, 4, 5, 6])
def test_what_lies_behind_more_empty_pages_is_found_by_the_next_look(
    number: int, tmp_path: Path
) -> None:
    with running(tmp_path, site_without(*range(4, 4 + number))) as portal:
        portal.crawl(numbered())
        assert "not proved" in proof(portal)
        for _ in range(3):
            portal.clock.time += DAY
            portal.crawl(numbered())
            assert "proved by" not in proof(portal) or len(names(portal)) == 45 - 3 * number
        assert len(names(portal)) == 45 - 3 * number


def test_an_end_behind_a_full_page_is_proved_by_a_second_look(tmp_path: Path) -> None:
    with running(tmp_path, ListSite(ALL)) as portal:
        assert portal.crawl(numbered()).ok
        assert lists_asked(portal)[-3:] == ["16", "17", "19"]
        assert "its end was seen once" in proof(portal)
        portal.clock.time += DAY
        assert portal.crawl(numbered()).ok
        assert "the same at a second look" in proof(portal)
        portal.clock.time += DAY
        lists_asked(portal)
        assert portal.crawl(numbered()).ok and len(lists_asked(portal)) <= 3


def test_a_pager_or_a_short_page_proves_the_end_without_more_requests(tmp_path: Path) -> None:
    for number, site in enumerate((ListSite(ALL[:44]), ListSite(ALL, around=pager_to(15)))):
        (tmp_path / str(number)).mkdir()
        with running(tmp_path / str(number), site) as portal:
            assert portal.crawl(numbered()).ok
            assert lists_asked(portal)[-2:] == ["16", "17"]
            assert "not proved" not in proof(portal)


def test_a_page_that_links_further_ones_is_not_the_last(tmp_path: Path) -> None:
    site = site_without(4, 5)
    site.around = lambda number: f'<p><a href="/list?page={number + 1}" rel="next">more</a></p>'
    with running(tmp_path, site) as portal:
        assert not portal.crawl(numbered()).ok
        assert names(portal) == {*ALL[:9], *ALL[15:]}, messages(portal)


def test_an_error_behind_the_end_is_no_failure(tmp_path: Path) -> None:
    site = ListSite(ALL, special={18: FAILED})
    with running(tmp_path, site) as portal:
        assert portal.crawl(numbered()).ok, messages(portal)


def test_pages_behind_a_gap_are_the_same_when_they_are_read_from_warc_files(
    tmp_path: Path,
) -> None:
    with running(tmp_path, site_without(4, 5)) as portal:
        portal.crawl(numbered())
        before = names(portal), proof(portal)
        (portal.corpus / "corpus.sqlite").unlink()
        portal.crawl(numbered())
        assert (names(portal), proof(portal)) == before
