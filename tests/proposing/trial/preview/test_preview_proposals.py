"""Proposals, each from a small page or address."""

from __future__ import annotations

from datetime import date

import pytest

from webarticlecurator.base.proposal.proposal import DatedAddress, NumberedProposal
from webarticlecurator.crawling.archive.site_facts import (
    find_feeds,
    find_language,
    find_site_name,
    find_sitemaps,
)
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.archive_addresses import find_dated_address
from webarticlecurator.proposing.list_pages.list_proposals import propose_link_rules
from webarticlecurator.proposing.list_pages.next_links import propose_next_link
from webarticlecurator.proposing.list_pages.next_pages import propose_numbered
from webarticlecurator.proposing.propose.page_proposal import propose_from_page

HERE = "https://echo.example/news/"


def page(body: str, url: str = HERE) -> Page:
    return Page(url, f"<html><head></head><body>{body}</body></html>")


@pytest.mark.parametrize(
    ("url", "template", "day", "step"),
    [
        (
            "https://e.example/2019/07/06/",
            "https://e.example/{date:%Y/%m/%d}/",
            date(2019, 7, 6),
            "day",
        ),
        (
            "https://e.example/2019/7/6",
            "https://e.example/{date:%Y/%-m/%-d}",
            date(2019, 7, 6),
            "day",
        ),
        (
            "https://e.example/20190706.html",
            "https://e.example/{date:%Y%m%d}.html",
            date(2019, 7, 6),
            "day",
        ),
        (
            "https://e.example/a/2019-07",
            "https://e.example/a/{date:%Y-%m}",
            date(2019, 7, 1),
            "month",
        ),
        ("https://e.example/?y=2019", "https://e.example/?y={date:%Y}", date(2019, 1, 1), "year"),
        (
            "https://e.example/?a=2020-02-01&b=2020-02-29&c=1",
            "https://e.example/?a={date:%Y-%m-%d}&b={last:%Y-%m-%d}&c=1",
            date(2020, 2, 1),
            "month",
        ),
        (
            "https://e.example/?a=2020-02-01&b=2020-02-02",
            "https://e.example/?a={date:%Y-%m-%d}&b={after:%Y-%m-%d}",
            date(2020, 2, 1),
            "day",
        ),
        (
            "https://e.example/?a=2020-02-01&b=2020-02-01",
            "https://e.example/?a={date:%Y-%m-%d}&b={date:%Y-%m-%d}",
            date(2020, 2, 1),
            "day",
        ),
        (
            "https://e.example/2019/07/page/39/",
            "https://e.example/{date:%Y/%m}/",
            date(2019, 7, 1),
            "month",
        ),
        (
            "https://e.example/2019/07/06?page=3&b=1",
            "https://e.example/{date:%Y/%m/%d}?b=1",
            date(2019, 7, 6),
            "day",
        ),
        (
            "https://e.example/2019/07/page/{page}/",
            "https://e.example/{date:%Y/%m}/page/{page}/",
            date(2019, 7, 1),
            "month",
        ),
    ],
)
def test_dates_in_addresses(url: str, template: str, day: date, step: str):
    assert find_dated_address(url) == DatedAddress(template, day, step)


@pytest.mark.parametrize(
    "url",
    [
        "https://e.example/2019/07/06/a-headline",
        "https://e.example/2019/07/06/a-headline/39/",
        "https://e.example/2019/07/06/a-headline/page/2/",
        "https://e.example/news/",
        "https://e.example/20191306",
        "https://e.example/id/1201907061",
        "https://e2019.example/",
        "https://e.example/?a=2020-02-01&b=2020-02-17",
    ],
)
def test_addresses_without_a_window(url: str):
    assert find_dated_address(url) is None


def items(
    count: int,
    form: str = '<div class="item"><h2 class="t"><a href="/{n}-one-two-three">One two three {n}</a></h2><p>Text.</p></div>',
) -> str:
    return "".join(form.format(n=n) for n in range(count))


def test_the_list_comes_before_menus_and_side_columns():
    menu = (
        "<nav>"
        + items(9, '<a href="/section-{n}-of-the-news">The section number {n}</a>')
        + "</nav>"
    )
    side = (
        '<div class="sidebar">'
        + items(3, '<h2 class="t"><a href="/most-read-of-{n}">Most read number {n}</a></h2>')
        + "</div>"
    )
    best, *others = propose_link_rules(
        [page(f'{menu}<main><div class="list">{items(6)}</div></main>{side}')]
    )
    assert best.links == tuple(f"https://echo.example/{n}-one-two-three" for n in range(6))
    assert len({frozenset(rule.links) for rule in (best, *others)}) == 1 + len(others) <= 5


def test_links_under_many_texts_and_to_other_sites_are_not_articles():
    form = '<p class="x"><a href="/{n}">A headline of five words</a> <a href="/by">Written by somebody {n}</a></p>'
    away = items(
        5,
        '<p class="y"><a href="https://ads.example/{n}-one-two-three">Buy one, get two {n}</a></p>',
    )
    best, *_ = propose_link_rules([page(items(5, form) + away)])
    assert best.links == tuple(f"https://echo.example/{n}" for n in range(5))


def test_a_page_without_a_list():
    assert propose_link_rules([page('<p>Nothing. <a href="/one-two-three">One</a></p>')]) == ()


@pytest.mark.parametrize(
    ("body", "css", "text"),
    [
        ('<a rel="nofollow next" href="?p=2">2</a>', "a[rel~=next]", ""),
        ('<a class="btn next" href="?p=2">on</a>', "a.next", ""),
        ('<ul><li class="pager-next"><a href="?p=2">on</a></li></ul>', "li.pager-next a", ""),
        ('<a class="blog-pager-older-link" href="?p=2">Older</a>', "a.blog-pager-older-link", ""),
        (
            '<p class="nav-next"><a href="?p=0">Newer</a></p><p class="nav-previous"><a href="?p=2">Older</a></p>',
            "p.nav-previous a",  # WordPress: what is next was written later
            "",
        ),
        (
            '<p class="pages"><a href="?p=1">« Newer</a> <a href="?p=2">Older »</a></p>',
            "p.pages a",
            "»",
        ),
    ],
)
def test_the_link_to_the_next_page(body: str, css: str, text: str):
    found = propose_next_link([page(body, HERE + "?p=1")])
    assert found is not None
    rule = found.rules[0]
    contains = (rule.text.contains or "") if rule.text is not None else ""
    assert (rule.expression, contains, found.url) == (css, text, HERE + "?p=2")


@pytest.mark.parametrize(
    "body",
    ["", '<a class="next" href="#">on</a>', '<a rel="next" href="https://other.example/">on</a>'],
)
def test_no_next_page(body: str):
    assert propose_next_link([page(body)]) is None


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (
            '<b>1</b> <a href="?p=2">2</a> <a href="?p=3">3</a>',
            NumberedProposal(HERE + "?p={page}", 1, 1),
        ),
        (
            '<a href="?from=0">1</a> <a href="?from=20">2</a> <a href="?from=80">5</a>',
            NumberedProposal(HERE + "?from={page}", 0, 20),
        ),
        (
            '<a href="/news/page/7/">7</a>',
            NumberedProposal("https://echo.example/news/page/{page}/", 1, 1),
        ),
        (
            '<a href="/2019/07/1">1</a><a href="/2019/07/2">2</a>',
            NumberedProposal("https://echo.example/2019/07/{page}", 1, 1),
        ),
        (
            '<td><a href="/days/2024-04-16">16</a></td><td><a href="/days/2024-04-30">30</a></td>',
            None,
        ),
        ('<a href="?p=2">two</a> <a href="?p=3">three</a>', None),
        ('<a href="/a-55">1</a> <a href="/b-17">2</a>', None),
    ],
)
def test_page_numbers(body: str, found: NumberedProposal | None):
    assert propose_numbered(page(body)) == found


def test_name_language_feeds_and_sitemaps():
    head = (
        '<html lang="pt_BR"><head><meta property="og:site_name" content=" O  Eco "><title>Home</title>'
        '<link rel="alternate" type="application/rss+xml" href="/feed"><link rel="alternate" hreflang="en" href="/en"></head>'
    )
    read = Page(HERE, head)
    assert (find_site_name(read), find_language(read)) == ("O Eco", "pt-BR")
    assert find_feeds(read) == ("https://echo.example/feed",)
    assert (find_site_name(page("")), find_language(page(""))) == ("", "")
    text = "User-agent: *\nSITEMAP: /one.xml # first\n Sitemap:https://cdn.example/two.xml\n#Sitemap: no\n"
    assert find_sitemaps("https://echo.example/robots.txt", text) == (
        "https://echo.example/one.xml",
        "https://cdn.example/two.xml",
    )


def test_a_list_whose_rest_are_mere_links_is_proposed_whole():
    """Page numbers that count articles (0, 6, 12) show that the headings are not all of them."""
    headings = "".join(f'<h2><a href="/news/{n}-the-story-of-the-day">T</a></h2>' for n in range(4))
    links = "".join(
        f'<li class="more-link"><a href="/news/{n}-the-story-of-the-day">The story of day {n}</a></li>'
        for n in range(4, 6)
    )
    pager = '<a href="?start=6">2</a> <a href="?start=12">3</a>'
    found = propose_from_page(page(f"<main>{headings}<ol>{links}</ol></main>{pager}"))
    assert (len(found.links[0].links), found.links[0].css) == (6, "h2, li.more-link")
    pager = '<a href="?page=2">2</a> <a href="?page=3">3</a>'
    found = propose_from_page(page(f"<main>{headings}<ol>{links}</ol></main>{pager}"))
    assert len(found.links[0].links) == 4


@pytest.mark.parametrize(
    ("classes", "css"),
    [
        ("px-5 story-link", "a.story-link"),
        ("is-style-wide has-media story-link", "a.story-link"),
        ("first story-link", "a.story-link"),
        ("text-lg px-5", 'a[href*="/news/"]'),  # no name is left
        ("left-column", "a.left-column"),
    ],
)
def test_no_rule_relies_on_classes_of_a_css_framework(classes: str, css: str):
    items = "".join(
        f'<div class="col-md-7 mb-3"><span><a class="{classes}" href="/news/{n}-the-story-of-the-day">T{n}</a></span></div>'
        for n in range(5)
    )
    found = propose_from_page(page(f'<div class="px-3">{items}</div>'))
    assert [link.css for link in found.links][:1] == [css]


@pytest.mark.parametrize(
    ("folder", "css"),
    [
        ("/blog/", 'a[href*="/blog/"]'),
        ("/blog/posts/2020/05/", 'a[href*="/blog/posts/"]'),  # the next page is of April
        ("/2020/05/", "body > div"),
        ("/", "body > div"),
    ],
)
def test_links_without_any_name_have_the_folder_of_their_addresses(folder: str, css: str):
    items = "".join(
        f'<div><a href="{folder}{n}-the-story-of-the-day/">T{n}</a></div>' for n in range(5)
    )
    found = propose_from_page(page(f'{items}<a href="/about/">About</a>')).links
    assert [(link.css, len(link.links)) for link in found] == [(css, 5)]


@pytest.mark.parametrize(
    ("dates", "count"),
    [
        (("2020-05-01", "2020-05-02T10:00", "2020-05-03"), 3),
        (("2020-05-01", "", "2020-05-03"), None),
        (("2020-05-01", "2020-05-01", "2020-05-01"), None),  # the day of the list
        (("yesterday", "today", "now"), None),
    ],
)
def test_dates_beside_the_links_of_a_list(dates: tuple[str, ...], count: int | None):
    items = "".join(
        f'<li><h2><a href="/news/{n}-the-story-of-the-day">T</a></h2><time{f" datetime={day!r}" if day else ""}>x</time></li>'
        for n, day in enumerate(dates)
    )
    found = propose_from_page(page(f"<main><ul>{items}</ul></main>")).listed_date
    expected = f"beside {count} of {len(dates)} links"
    assert (found.evidence if found else None) == (expected if count else None)


@pytest.mark.parametrize(
    ("dates", "rule"),
    [
        (("1 May 2020", "2 May 2020", "13 May 2020"), {"css": "span.when"}),
        (
            ("Written on 1 May 2020 by Anna", "Written on 2 May 2020", "Written on 3 May 2020"),
            {
                "css": "span.when",
                "replace": [[r"^.*?(\d{1,2}\s+[^\s\d,.:·•|/()،–—-]+\s+\d{4}).*$", r"\1"]],
            },
        ),
        (("1 May 2020", "1 May 2020", "1 May 2020"), None),  # the day of the list
        (("1 May 2020", "soon", "3 May 2020"), None),
        (("Room 2020", "Room 2021", "Room 2022"), None),
    ],
)
def test_dates_as_text_beside_the_links_of_a_list(
    dates: tuple[str, ...], rule: dict[str, object] | None
):
    items = "".join(
        f'<li><h2><a href="/news/{n}-the-story-of-the-day">T</a></h2><span class="when">{day}</span></li>'
        for n, day in enumerate(dates)
    )
    html = f'<html lang="en"><body><main><ul>{items}</ul></main></body></html>'
    found = propose_from_page(page(html)).listed_date
    assert (found.rule if found else None) == rule


@pytest.mark.parametrize(
    ("link", "css"),
    [
        ('<a href="/news/?p=2"><i class="icon-angle-right"></i></a>', "a:has(i.icon-angle-right)"),
        ('<a href="/2-a-story-of-today"><i class="icon-angle-right"></i> Read on</a>', None),
        ('<a href="/news/?p=9"><i class="icon-angle-double-right"></i></a>', None),
    ],
)
def test_an_icon_alone_may_be_the_next_link(link: str, css: str | None):
    found = propose_from_page(page(link)).next
    assert (found and found.rules[0].expression) == css


@pytest.mark.parametrize(
    ("body", "following", "template"),
    [
        (
            '<a class="cal-next" href="/2004/08/31.html">→</a> <a href="/2004/08/01.html">1</a> <a href="/2004/08/02.html">2</a>',
            None,
            None,
        ),
        ('<a class="next" href="?p=2">on</a>', HERE[:-5] + "2004/08/30.html?p=2", None),
        (
            '<a href="?p=2">2</a> <a href="?p=3">3</a>',
            None,
            HERE[:-5] + "{date:%Y/%m/%d}.html?p={page}",
        ),
    ],
)
def test_a_calendar_is_not_a_pager(body: str, following: str | None, template: str | None):
    found = propose_from_page(page(body, HERE[:-5] + "2004/08/30.html"))
    assert found.dated is not None and found.dated.step == "day"
    assert (found.next and found.next.url) == following
    assert (found.numbered and found.numbered.template) == template
