"""Rules for what somebody points at on an archive page, and templates for its address."""

from __future__ import annotations

from datetime import date

import pytest

from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.portal_file.written.written_rules import to_rule_yaml
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue
from webarticlecurator.proposing.list_pages.paging import (
    ListAddress,
    find_common_beginning,
    propose_list_addresses,
)
from webarticlecurator.proposing.list_pages.pointed_links import (
    find_address_form,
    find_pointed_link,
    propose_links_for,
)
from webarticlecurator.proposing.list_pages.pointed_next import propose_next_for

BASE = "https://echo.example"
CARD = """<article class="card {kind}"><a class="picture" href="/{n}-{slug}"><img src="{n}.png"></a>
<h2><a href="/{n}-{slug}">Headline {n} in four words</a></h2><p>In short: {n}.</p>
<a class="more" href="/{n}-{slug}">read on</a> <a class="author" href="/by/{author}">Ann {author}</a></article>"""
KINDS = ("lead", "wide", "small", "small", "small")
CARDS = "".join(
    CARD.format(n=number, kind=kind, slug="about-the-park", author=number % 2)
    for number, kind in enumerate(KINDS, 1)
)
ASIDE = """<aside class="most-read"><h2><a href="/900-a-much-read-article">One that is much read</a></h2>
<h2><a href="/901-another-much-read">Another that is read</a></h2></aside>"""


def make_page(body: str, url: str = f"{BASE}/news/page/3") -> Page:
    return read_page(url, f"<html><body>{body}</body></html>".encode())


LIST = make_page(f'<nav><a href="/">Home</a></nav><main>{CARDS}</main>{ASIDE}')


def point(page: Page, *paths: str) -> list[YamlValue]:
    """The rules for the links whose elements the CSS paths select, as they are written."""
    links = []
    for path in paths:
        link = find_pointed_link(page, page.root.cssselect(path)[0])
        assert link is not None
        links.append(link)
    return [each.css for each in propose_links_for(page, links)]


def next_rules(page: Page, path: str) -> list[YamlValue]:
    link = find_pointed_link(page, page.root.cssselect(path)[0])
    assert link is not None
    return [to_rule_yaml(rule) for rule in propose_next_for(page, link)]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("article.lead h2 a", "/1-about-the-park"),
        ("article.lead h2", "/1-about-the-park"),
        ("article.lead img", "/1-about-the-park"),
        ("article.lead", None),
        ("article.lead p", None),
        ("main", None),
        ("nav", "/"),
    ],
)
def test_the_link_that_is_meant(path: str, expected: str | None):
    found = find_pointed_link(LIST, LIST.root.cssselect(path)[0])
    assert (found and found.address) == (expected and BASE + expected)


def test_two_headlines_stand_for_the_whole_list_and_nothing_beside_it():
    css = point(LIST, "article.lead h2 a", "article.wide h2 a")[0]
    assert css in ("article h2", "main h2", "article")
    page = make_page(CARDS.replace("lead", "x") + ASIDE)
    assert point(page, "article.x h2", "article.wide h2")[0] in ("article h2", "article")


def test_a_selector_by_a_class_of_only_some_is_no_proposal():
    found = point(LIST, "article.lead h2 a", "article.wide h2 a")
    assert not [css for css in found if "lead" in str(css) or "small" in str(css)]


def test_authors_are_proposed_where_authors_are_pointed_at():
    assert point(LIST, "article.lead .author", "article.wide .author")[0] == "a.author"


def test_a_page_without_names_gets_a_path_of_tags():
    rows = "".join(
        f'<tr><td><b><a href="/n{n}">Headline {n} of some words</a></b></td></tr>' for n in range(4)
    )
    page = make_page(f'<table>{rows}</table><p><a href="/about-us-and-others">About us</a></p>')
    assert point(page, "a[href='/n0']", "a[href='/n2']")[0] == "body > table > tr"


def test_links_of_another_form_are_left_out_where_no_selector_tells_them():
    links = "".join(
        f'<li><a href="/?{"tag" if n % 2 else "article"}={n}">Words number {n} in it</a></li>'
        for n in range(8)
    )
    page = make_page(f"<ul class=list>{links}</ul>")
    chosen = [find_pointed_link(page, each) for each in page.root.cssselect("a")[:5:4]]
    proposals = propose_links_for(page, [each for each in chosen if each is not None])
    limited = [each for each in proposals if each.include]
    assert limited[0].include == r"/\?article="
    assert [url.partition("?")[2] for url in limited[0].links] == [
        "article=0",
        "article=2",
        "article=4",
        "article=6",
    ]


def test_one_of_two_lists_with_the_same_names_is_the_first_or_the_last():
    lists = "".join(
        "<section class=videos><ul>"
        + "".join(
            f'<li><span class="text"><a href="/film/{n}-a-film-of-ours">F {n}</a></span></li>'
            for n in numbers
        )
        + "</ul></section>"
        for numbers in (range(10, 16), range(20, 23))
    )
    page = make_page(lists)
    for path, pick, count in (("/20-", "last", 3), ("/11-", "first", 6)):
        (start,) = page.root.cssselect(f'a[href*="{path}"]')
        other = start.getparent().getparent().getnext().cssselect("a")[0]
        links = [find_pointed_link(page, each) for each in (start, other)]
        found = propose_links_for(page, [each for each in links if each is not None])
        assert len(found[0].links) == 9
        (contained,) = (each for each in found if each.container)
        assert (contained.container, contained.pick) == ("section.videos", pick)
        assert len(contained.links) == count
        assert to_rule_yaml(contained.rule()) == {
            "within": {"css": "section.videos", "pick": pick},
            "css": "span.text",
        }


def test_an_article_that_is_linked_beside_its_list_stands_for_the_list_all_the_same():
    slider = "".join(
        f'<div class="slide"><h2 class="title"><a href="/{n}-about-the-park">T {n}</a></h2></div>'
        for n in (1, 800, 801)
    )
    items = "".join(
        f'<article><div><h2 class="title"><a href="/{n}-about-the-park">T {n}</a></h2></div></article>'
        for n in range(1, 9)
    )
    page = make_page(f"<header>{slider}</header>{items}")
    assert point(page, ".slide a", "article:last-child a")[0] in ("article", "article h2.title")


@pytest.mark.parametrize(
    ("addresses", "form"),
    [
        (["/2021/04/01/a-b", "/2020/12/31/a-c"], r"/\d+/\d+/\d+/"),
        (["/news/a-b-c", "/news/d-e-f"], "/news/"),
        (["/?id=28127&x", "/?id=3&y"], r"/\?id=\d+\&"),
        (["/a-b-c", "/d-e-f"], ""),
    ],
)
def test_the_form_that_addresses_share(addresses: list[str], form: str):
    assert find_address_form([BASE + address for address in addresses]) == form


PAGER = """<div class="pager"><a href="/news/page/2">« newer</a> <a href="/news/page/2">2</a>
<span class="current">3</span> <a href="/news/page/4">4</a> {next}</div>"""


def test_a_next_link_by_what_it_says_of_itself():
    page = make_page(PAGER.format(next='<a rel="next" href="/news/page/4">older »</a>'))
    rules = next_rules(page, "a[rel=next]")
    assert rules[0] == "a[rel~=next]"
    assert {"css": "div.pager a", "text": {"equals": "older »"}} in rules
    assert "div.pager a" not in rules


def test_a_next_link_by_the_icon_in_it():
    page = make_page(PAGER.format(next='<a href="/news/page/4"><i class="icon-right"></i></a>'))
    assert next_rules(page, "i")[0] == "a:has(i.icon-right)"


def test_a_next_link_by_words_before_a_number():
    page = make_page(PAGER.format(next='<a href="/news/page/4">older (4 of 9)</a>'))
    rules = next_rules(page, "a:last-child")
    assert {"css": "div.pager a", "text": {"starts": "older ("}} in rules


def test_a_page_number_is_the_one_after_the_current():
    page = make_page(PAGER.format(next=""))
    assert next_rules(page, "a:last-child")[0] == {
        "pager": {"scope": "div.pager", "current": "span.current", "links": "a"}
    }


def test_addresses_that_differ_in_one_number_are_pages():
    stored = [f"{BASE}/news/page/{n}" for n in (0, 2, 30)] + [f"{BASE}/page/7"]
    assert propose_list_addresses(f"{BASE}/news/page/2", stored) == (
        ListAddress(f"{BASE}/news/page/{{page}}", 3, first_page=0),
        ListAddress(f"{BASE}/news/page/2", 1),
    )


def test_a_single_page_may_be_one_of_many():
    found = propose_list_addresses(f"{BASE}/news?page=7", [])
    assert found[0] == ListAddress(f"{BASE}/news?page={{page}}", 1)


def test_dated_addresses_begin_with_the_first_that_is_stored():
    stored = [f"{BASE}/{day}/" for day in ("2019/03/15", "2013/04/01", "about/03/15")]
    assert propose_list_addresses(f"{BASE}/2019/03/15/", stored)[0] == ListAddress(
        f"{BASE}/{{date:%Y/%m/%d}}/", 2, date(2013, 4, 1), "day"
    )


@pytest.mark.parametrize(
    ("form", "template"),
    [
        ("/2021/{}/page/{}/", "/{date:%Y/%m}/page/{page}/"),
        ("/2021-{}?page={}", "/{date:%Y-%m}?page={page}"),
        ("/list?from=2021-{}-01&paged={}&x=y", "/list?from={date:%Y-%m-%d}&paged={page}&x=y"),
    ],
)
def test_dated_addresses_may_have_a_page_number_behind_the_date(form: str, template: str):
    stored = [BASE + form.format(*numbers) for numbers in (("08", 39), ("03", 2), ("08", 7))]
    step = "day" if "%d" in template else "month"
    assert propose_list_addresses(stored[0], stored)[0] == ListAddress(
        BASE + template, 3, date(2021, 3, 1), step, first_page=2
    )


def test_columns_may_have_dates_and_pages():
    stored = [f"{BASE}/{path}/" for path in ("sport/2021/08/page/39", "news/2015/11/page/15")]
    assert propose_list_addresses(stored[0], stored)[0] == ListAddress(
        f"{BASE}/{{column}}/{{date:%Y/%m}}/page/{{page}}/",
        2,
        date(2015, 11, 1),
        "month",
        columns=("news", "sport"),
    )


def test_words_in_one_place_are_columns():
    stored = [
        f"{BASE}/{path}" for path in ("sport/page/7/", "news/page/12/", "by/a-b/12/", "news/")
    ]
    assert propose_list_addresses(f"{BASE}/news/page/12/", stored)[0] == ListAddress(
        f"{BASE}/{{column}}/page/{{page}}/", 2, columns=("news", "sport")
    )


def test_columns_may_have_dates():
    stored = [f"{BASE}/{path}/" for path in ("sport/2013/04/01", "news/2019/03/15", "news/2019/03")]
    assert propose_list_addresses(f"{BASE}/news/2019/03/15/", stored)[0] == ListAddress(
        f"{BASE}/{{column}}/{{date:%Y/%m/%d}}/",
        2,
        date(2013, 4, 1),
        "day",
        columns=("news", "sport"),
    )


def test_braces_in_an_address_are_no_field():
    assert propose_list_addresses(f"{BASE}/{{x}}", [])[-1].template == f"{BASE}/%7Bx%7D"
    assert find_common_beginning(f"{BASE}/a/12/b/3") == f"{BASE}/a/"


def test_a_button_for_more_is_pointed_at_by_its_text():
    button = (
        '<div class="more-news" data-next="/news/page/4"><span>More of <b>them</b></span></div>'
    )
    page = make_page(f'<nav><a href="/">Home</a></nav><main>{CARDS}{button}</main>{ASIDE}')
    link = find_pointed_link(page, page.root.cssselect("div b")[0])
    assert link is not None
    assert (link.address, link.text) == (f"{BASE}/news/page/4", "More of them")
    assert next_rules(page, "div b")[0] == {"css": "div.more-news", "attr": "data-next"}
