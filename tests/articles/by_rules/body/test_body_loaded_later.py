"""Text that scripts load: what stands at the end of a text, and what only looks like it."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.base.model.article import PageExtract
from webarticlecurator.base.portal.article_rules import ArticleRules, BodyRules, PartRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags

TEXT = "The council met at the harbour and spoke about the old bridge for hours."
URL = "https://echo.example/2024/old-bridge-17"
LISTS = "".join(f'<li><a href="/other-{n}">Another article of this week {n}</a></li>' for n in "12")


def css(expression: str) -> tuple[Rule, ...]:
    return (Rule("css", expression),)


def make_page(end: str, head: str = "<script src=/a.js></script>") -> Page:
    body = f"<article><h1>Old bridge</h1><p>{TEXT}</p><p>{TEXT}</p>{end}</article>"
    return Page(URL, f"<html><head>{head}</head><body>{body}</body></html>")


def find_forms(page: Page, *drops: str) -> list[str]:
    rules = BodyRules(root=css("article"), drop=tuple(Rule("css", each) for each in drops))
    body = read_body(page, rules, base_tags())
    assert isinstance(body, BodyResult)
    return [each.message for each in body.problems if each.kind == "loaded-later"]


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ('<div data-src="/rest/old-bridge-17"></div>', "/rest/old-bridge-17"),
        ('<div data-url="/rest?id=17"><span class=x></span></div>', "/rest?id=17"),
        ('<section hx-get="/rest/17.html"></section>', "/rest/17.html"),
        ('<turbo-frame src="/parts/17"></turbo-frame>', "/parts/17"),
        ('<div><div data-src="/rest/17">Loading …</div></div>', "/rest/17"),
        ('<div><div data-src="/rest/17"></div></div>', "/rest/17"),
        ('<div class="page-spinner"></div>', "being loaded"),
        ('<div aria-busy="true"></div>', "being loaded"),
        (f"<p>{TEXT[:-1]} <a>(more)</a></p>", "(more)"),
        (f"<p>{TEXT[:-1]} (<a class=x>tovább</a>)</p>", "tovább"),
        (f'<p>{TEXT[:-1]} … <span onclick="f()">mehr</span></p>', "mehr"),
        (f'<p>{TEXT[:-1]} <a href="#">続き</a></p>', "続き"),
        (f'<p>{TEXT[:-1]} <i style="cursor: pointer">plus</i></p>', "plus"),
        (f"<p>{TEXT[:-1]} <button>more</button></p>", "more"),
        (f'<p>{TEXT[:-1]}... <a href="#">more</a></p>', "more"),
    ],
)
def test_what_ends_a_text_and_may_load_the_rest_is_a_doubt(end: str, words: str) -> None:
    found = find_forms(make_page(end))
    assert [words in each for each in found] == [True]
    assert find_forms(make_page(end, head="")) == []  # without scripts, nothing is loaded


@pytest.mark.parametrize(
    "end",
    [
        # pictures, players, shares, advertisements, counters, lists
        '<img data-src="/pictures/17">',
        '<div data-src="/pictures/17"><img></div>',
        '<div class=fb-like data-href="https://echo.example/2024/old-bridge-17"></div>',
        '<div class=fb data-href="https://echo.example/2024/old-bridge-17?from=fb"></div>',
        '<div class=fb data-href="https://echo.example/old/old-bridge-17"></div>',
        '<div data-slot="/8578/echo/news"></div>',
        '<div data-slot="/8578/old-bridge-17"></div><p data-slot="/8578/old-bridge-17"></p>',
        f'<ul>{LISTS}</ul><div data-src="/related/17"></div>',
        f'<div data-src="/ads/17"></div><p>{TEXT}</p>',
        '<div class="page-spinner"></div><p>Written by the paper itself.</p>',
        '<div class="loading-bar-box"></div>',
        '<div data-src="https://other.example/rest/17"></div>',
        '<div data-film="/films/17.mp4"></div>',
        "<div role=progressbar></div>",
        # links, controls of what the page has, of nothing
        f'<p>{TEXT[:-1]} <a href="/more">more</a></p>',
        f'<p>{TEXT[:-1]} <a href="#notes">notes</a></p>',
        f'<p>{TEXT[:-1]} <a name=end>end</a></p>',
        f'<p>{TEXT[:-1]} <button aria-controls=rest>more</button></p>',
        f"<p>{TEXT} <button>Take a tour</button></p>",
        f'<p>{TEXT} <a href="#">Top</a></p>',
        f"<p>{TEXT[:-1]}: <button>Copy the address</button></p>",
        f"<p>{TEXT[:-1]} of the <span tabindex=0>alderman</span>.</p>",
        f'<p>{TEXT[:-1]} <a href="#">↩</a></p>',
        f'<p>{TEXT[:-1]} <a href="javascript:void(0)">[1]</a></p>',
        "<p><button>Share</button></p>",
        f"<div><p>{TEXT}</p><button>Support the paper</button></div>",
        f"<p>{TEXT[:-1]} <a>one</a> <a>two</a></p>",
    ],
)  # fmt: skip
def test_what_loads_no_text_is_none(end: str) -> None:
    assert find_forms(make_page(end)) == []


def test_what_is_dropped_ends_no_text() -> None:
    page = make_page('<div class=related data-src="/related/17"></div>')
    assert len(find_forms(page)) == 1
    assert find_forms(page, ".related") == []


@pytest.mark.parametrize(("selector", "count"), [("div.rest", 0), ("div.other", 1)])
def test_a_rule_for_the_part_ends_the_doubt_where_it_finds_the_address(
    selector: str, count: int
) -> None:
    page = make_page(f'<div class=rest data-src="/rest/17"></div><p hidden>{TEXT}</p>')
    part = PartRules((Rule("css", selector, attr="data-src"),), "text")
    rules = ArticleRules(body=BodyRules(root=css("article")), parts=(part,))
    found = read_article_page(Portal("echo", "https://echo.example/", article=rules), page)
    assert isinstance(found, PageExtract)
    assert [each.kind for each in found.problems].count("loaded-later") == count
