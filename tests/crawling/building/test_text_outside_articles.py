"""A text on a page of several articles that is in none of them is said, unless other pages have
it, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_portal import SmallPortal, listing, small_portal

FILE = """\
archive: {{url: BASE/list, pagination: {{mode: none}}, links: h2}}
article:
  split: {{css: div.post, id: "@id"}}
  body: {{drop: [{drop}]}}
  metadata: {{title: h3}}
"""
ESSAY = "An essay that stands beside the posts of one day, and was read by all who were in town."
ABOUT = "This diary is written by somebody who lives in the old town, and has a boat of her own."


def page(day: int, beside: str = "") -> str:
    posts = "".join(
        f"<div class=post id=p{n}><h3>Post {day} {n}</h3><p>On day {day} the post {n} was written"
        f" by hand, and it has words of its own for all who read it.</p></div>"
        for n in range(2)
    )
    # the numbers of a counter are others on each page
    count = f"This page was opened by {day * 7} people from the town or from elsewhere, and {day}"
    count += " of them have written a letter to us."
    about = f"<div class=about><p>{ABOUT}</p><p>{count}</p></div>"
    return f"<html lang=en><body>{beside}{posts}{about}</body></html>"


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    pages = {f"/d{day}": page(day) for day in range(1, 6)}
    pages["/d3"] = page(3, f"<div class=essay><p>{ESSAY}</p><p>{ESSAY[3:]}</p></div>")
    with small_portal(tmp_path, {"/list": listing(*pages), **pages}) as portal:
        portal.executor = "serial"
        yield portal


def list_doubts(portal: SmallPortal, drop: str = "nav") -> list[str]:
    summary = portal.crawl(FILE.format(drop=drop))
    assert {each.kind for each in summary.doubts} <= {"text-outside"}
    return [f"{each.first.removeprefix(portal.base)} {each.message}" for each in summary.doubts]


def test_a_text_that_one_page_has_beside_its_articles_is_said(portal: SmallPortal) -> None:
    (line,) = list_doubts(portal)
    assert line.startswith("/d3 2 paragraphs")
    assert "'An essay that stands beside the posts" in line
    assert list_doubts(portal) == [line], "it stays until a build that mends it"
    assert list_doubts(portal, "div.essay") == [], "what is dropped is meant"


def test_what_an_earlier_page_has_is_known_when_later_ones_come(portal: SmallPortal) -> None:
    list_doubts(portal)
    portal.pages["/d6"] = page(6)
    portal.pages["/d7"] = page(7, f"<p>{ESSAY.replace('essay', 'article')}</p>")
    portal.pages["/list"] = listing(*(f"/d{day}" for day in range(1, 8)))
    portal.clock.sleep(86400)
    summary = portal.crawl(FILE.format(drop="nav"))
    assert summary.problems == {"text-outside": 2}
    portal.pages["/d8"] = page(8, f"<p>{ESSAY.replace('essay', 'article')}</p>")
    portal.pages["/list"] = listing(*(f"/d{day}" for day in range(1, 9)))
    portal.clock.sleep(86400)
    summary = portal.crawl(FILE.format(drop="nav"))
    assert summary.problems == {"text-outside": 1}, "two pages have it: it is of the template"
