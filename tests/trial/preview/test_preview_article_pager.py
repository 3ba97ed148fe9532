"""The pager of articles on several pages, each from one small page."""

from __future__ import annotations

import pytest

from webarticlecurator.model.proposal import PagerProposal
from webarticlecurator.page import Page
from webarticlecurator.propose.article_samples import propose_article_pager

HERE = "https://echo.example/2020/05/story/"


def proposed(body: str, url: str = HERE) -> PagerProposal | None:
    return propose_article_pager([Page(HERE, "<p>T</p>"), Page(url, f"<main>{body}</main>")])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            '<nav class="page-links">Pages: <b class="now">1</b> <a href="/2020/05/story/2/">2</a></nav>',
            ("nav.page-links", "b.now", "a"),
        ),
        (
            '<ul class="parts"><li class="here">1</li><li><a href="?page=2"><span>2</span></a></li></ul>',
            ("ul.parts", "li.here", "a"),
        ),
        (
            '<div class="parts"><p><strong>1</strong> | <a href="2">2</a> <a href="3">3</a></p></div>',
            ("div.parts", "strong", "a"),
        ),
        (
            '<article class="comments-open"><p class="parts"><i>1</i> <a href="2">2</a></p></article>',
            ("p.parts", "i", "a"),
        ),
    ],
    ids=["path", "query", "bare number", "an article with comments"],
)
def test_numbers_that_lead_below_the_article(body: str, expected: tuple[str, str, str]):
    found = proposed(body)
    assert found is not None
    assert (found.scope, found.current, found.links) == expected


@pytest.mark.parametrize(
    "body",
    [
        '<div class="nav-links"><span>1</span> <a href="comment-page-2/#comments">2</a></div>',
        '<section id="comments"><p class="nav"><b>1</b> <a href="?page=2">2</a></p></section>',
        '<p class="years"><b>1</b> <a href="/2020/06/another/2/">2</a></p>',
        '<p class="foreign"><b>1</b> <a href="https://else.example/2020/05/story/2/">2</a></p>',
        '<p class="here"><b>1</b> <a href="#2">2</a></p>',
        '<p class="unmarked"><a href="1/">1</a> <a href="2/">2</a></p>',
        '<p class="broken"><b>1</b> <a href="http://[bad/2">2</a></p>',
        "<p><b>1</b></p>",
    ],
    ids=lambda body: body[:24],
)
def test_other_numbers_are_no_pager_of_an_article(body: str):
    assert proposed(body) is None


def test_the_home_page_has_no_pages_of_its_own():
    body = '<p class="pager"><b>1</b> <a href="/page/2/">2</a></p>'
    assert proposed(body, "https://echo.example/") is None
