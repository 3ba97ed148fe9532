"""An archive by dates that has ended by its file, and whose portal goes on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, small_portal

from webarticlecurator.storage.store.view import view_corpus

RULES = """\
archive:
  url: "BASE/archive/{date:%Y/%m}/"
  dates: {from: 2020-01-01, until: 2020-03-31, step: month}
  links: h2
"""
WEEK = timedelta(days=8)


def path_of(number: int) -> str:
    return f"/the-story-number-{number}-of-the-mill/"


def front_page(*numbers: int, box: tuple[int, ...] = ()) -> str:
    items = "".join(f'<li><a href="{path_of(n)}">Story {n}</a></li>' for n in numbers)
    others = "".join(f'<p><a href="{path_of(n)}">Story {n}</a></p>' for n in box)
    return f"<html><body><main><ul>{items}</ul></main><div class='box'>{others}</div></body></html>"


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    """Three months with two articles each, the newest of which is number 6."""
    pages = {
        f"/archive/2020/{month:02}/": "<html><body>"
        + "".join(
            f'<h2><a href="{path_of(n)}">Story {n}</a></h2>' for n in (2 * month, 2 * month - 1)
        )
        + "</body></html>"
        for month in (1, 2, 3)
    }
    pages |= {path_of(n): article(f"Story {n} of the mill by the river.") for n in range(1, 7)}
    with small_portal(tmp_path, pages) as running:  # type: ignore[arg-type]
        running.crawl(RULES)
        yield running


def crawl_later(portal: SmallPortal, front: str, rules: str = RULES) -> list[str]:
    """Return what a crawl a week later says of the front page."""
    portal.clock.time += WEEK
    portal.pages["/"] = front
    portal.asked.clear()
    portal.crawl(rules)
    with view_corpus(portal.corpus, "small") as corpus:
        return [str(each.message) for each in corpus.run_log.problems(["after-end"])]


def test_what_stands_before_the_known_articles_is_newer(portal: SmallPortal) -> None:
    (said,) = crawl_later(portal, front_page(8, 7, 6, 5, 4))
    assert said == (
        "it lists 2 articles that came after the end of the archive, such as"
        f" {portal.base}{path_of(8)}"
    )


def test_an_article_alone_on_the_top_may_be_pinned_until_another_one_comes(
    portal: SmallPortal,
) -> None:
    for _ in range(2):
        assert crawl_later(portal, front_page(50, 6, 5, 4)) == []
    (said,) = crawl_later(portal, front_page(50, 7, 6, 5, 4))
    assert path_of(50) in said or path_of(7) in said


def test_what_takes_the_place_of_known_articles_is_newer(portal: SmallPortal) -> None:
    assert crawl_later(portal, front_page(6, 5, 4)) == []
    for _ in range(2):  # it stays so
        (said,) = crawl_later(portal, front_page(9, 8, 7))
        assert "it lists 3 articles" in said and path_of(9) in said


def test_a_portal_that_has_ended_is_left_alone(portal: SmallPortal) -> None:
    assert crawl_later(portal, front_page(6, 5, 4, 3, box=(50, 51))) == []
    assert crawl_later(portal, front_page(6, 5, 4, 3, box=(52, 50))) == []
    assert portal.asked == ["/"]
    portal.asked.clear()
    portal.crawl(RULES)
    assert portal.asked == []


def test_a_file_that_takes_a_part_of_a_portal_is_no_mistake(portal: SmallPortal) -> None:
    """The front page never showed the articles of the corpus, or others beside them."""
    assert crawl_later(portal, front_page(40, 39, 38)) == []
    assert crawl_later(portal, front_page(43, 42, 41, box=(2, 40, 1, 39))) == []


def test_the_doubt_ends_with_the_last_day(portal: SmallPortal) -> None:
    assert crawl_later(portal, front_page(8, 7, 6, 5))
    longer = RULES.replace("until: 2020-03-31, ", "")
    assert crawl_later(portal, front_page(8, 7, 6, 5), longer) == []


def dated(*days: str) -> str:
    items = "".join(f'<li><a href="/{day}/a-story-of-the-mill/">Story</a></li>' for day in days)
    return f"<html><body><main><ul>{items}</ul></main></body></html>"


@pytest.fixture
def dated_portal(tmp_path: Path) -> Iterator[SmallPortal]:
    """Three months with an article each, whose addresses have their days."""
    days = {month: f"2020/{month:02}/11" for month in (1, 2, 3)}
    pages = {
        f"/archive/2020/{month:02}/": "<html><body>"
        f'<h2><a href="/{day}/a-story-of-the-mill/">Story</a></h2></body></html>'
        for month, day in days.items()
    }
    pages |= {
        f"/{day}/a-story-of-the-mill/": article(f"Story of {day} at the mill.")
        for day in days.values()
    }
    with small_portal(tmp_path, pages) as running:  # type: ignore[arg-type]
        running.crawl(RULES)
        yield running


def test_a_pinned_article_of_an_earlier_day_is_not_newer(dated_portal: SmallPortal) -> None:
    known = ("2020/03/11", "2020/02/11", "2020/01/11")
    assert crawl_later(dated_portal, dated("2012/03/21", *known)) == []
    (said,) = crawl_later(dated_portal, dated("2012/03/21", "2020/04/02", *known))
    assert "it lists an article that came after the end" in said and "2020/04/02" in said


def test_later_days_before_one_known_article_of_the_last_window_are_newer(
    dated_portal: SmallPortal,
) -> None:
    later = [f"2020/05/{day}" for day in range(28, 20, -1)]
    (said,) = crawl_later(dated_portal, dated(*later, "2020/03/11"))
    assert "it lists 8 articles" in said and later[0] in said


def test_an_old_article_below_those_of_a_portal_that_goes_on_is_no_mistake(
    dated_portal: SmallPortal,
) -> None:
    later = [f"2023/05/{day}" for day in range(28, 20, -1)]
    assert crawl_later(dated_portal, dated(*later, "2020/01/11")) == []
    assert crawl_later(dated_portal, dated(*later)) == []
