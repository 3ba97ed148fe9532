"""Articles that every page of a list shows above its own ones."""

from __future__ import annotations

import pytest

from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.list_proposals import propose_link_rules


def slug(number: int) -> str:
    return f"/news/the-story-number-{number}-of-the-mill"


def item(number: int) -> str:
    return f'<div class="item"><h2><a href="{slug(number)}">The story {number} of the mill</a></h2></div>'


def page(number: int, above: str) -> Page:
    rows = "".join(f'<div class="row">{item(10 * number + n)}</div>' for n in range(4))
    pager = "".join(f'<a href="/news?start={n}">{n}</a>' for n in (1, 2, 3) if n != number)
    body = f"<main><div class='first'>{above}</div>{rows}<p>{pager}</p></main>"
    return Page(f"http://echo.example/news?start={number}", f"<html><body>{body}</body></html>")


@pytest.mark.parametrize(("above", "number"), [([90], 5), ([90, 91], 6)])
def test_one_or_two_articles_above_every_page_are_of_the_list(above: list[int], number: int):
    pages = [page(n, "".join(map(item, above))) for n in (1, 2, 3)]
    assert len(propose_link_rules(pages)[0].links) == number


def test_a_long_box_on_two_pages_hides_no_list_of_which_one_page_has_an_article_alone():
    links = "".join(
        f'<li class="new hot n{n % 3}"><b class="line l{n % 2}"><a class="to news" href="{slug(n)}">The '
        f"story {n} of the mill</a></b></li>"
        for n in range(40, 64)
    )
    names = " ".join(f"box-{chr(97 + n)}" for n in range(9))
    box = f'<div class="{names}"><div class="{names}"><ul class="{names}">{links}</ul></div></div>'
    pages = [
        Page(
            f"http://echo.example/archive/{name}",
            f"<html><body><main>{''.join(map(item, numbers))}</main>{box}</body></html>",
        )
        for name, numbers in (("spring", range(7)), ("autumn", range(7, 8)))
    ]
    assert propose_link_rules(pages)[0].links == tuple(
        f"http://echo.example{slug(n)}" for n in range(7)
    )
