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
