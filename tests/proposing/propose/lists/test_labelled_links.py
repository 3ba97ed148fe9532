"""Links to pages to print beside the items of a list."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import article, small_portal

from webarticlecurator.crawling.archive.link_anchors import find_anchors
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.proposing.list_pages.address_numbers import compare_numbers
from webarticlecurator.proposing.list_pages.list_proposals import (
    find_second_addresses,
    propose_link_rules,
    read_list_links,
)
from webarticlecurator.proposing.list_pages.next_links import find_target, propose_next_link
from webarticlecurator.proposing.list_pages.next_pages import propose_numbered
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

SITE = "https://echo.example"
STORIES = {f"{SITE}/news/the-story-number-{n}-of-the-mill" for n in range(6)}


def table(*cells: str) -> Page:
    rows = "".join(f"<tr><td>{cell}</td></tr>" for cell in cells)
    return read_page(f"{SITE}/all", f"<table>{rows}</table>".encode(), "text/html")


def test_a_link_to_print_is_no_further_article():
    """Its text is the same for all, and the text of titles is not."""
    cells = (
        f"<a href='{url}'>{url[-25:]} was sold</a><a href='/print/{72000 + n}'>Print this story</a>"
        for n, url in enumerate(sorted(STORIES))
    )
    assert {*propose_link_rules([table(*cells)])[0].links} == STORIES


def test_links_to_places_in_an_article_are_no_other_names_of_it():
    """An address that has many texts is none of an article: it is that of a writer, say."""
    names = "mill harbour market bridge station library".split()

    def list_stories(mark: str) -> Page:
        places = range(4)
        return table(
            *(
                f"<a href='/{n}'>The {name} was sold to us</a>"
                + "".join(
                    f"<a href='/{n}{mark}'>Part {place} of the {name}</a>" for place in places
                )
                for n, name in enumerate(names)
            )
        )

    (found,) = propose_link_rules([list_stories("#p{place}")])
    assert {*found.links} == {f"{SITE}/{n}" for n in range(6)}
    assert propose_link_rules([list_stories("")]) == ()


def test_links_that_all_have_one_text_are_the_list():
    cells = (f"<a href='{url}'>Read it all here</a>" for url in STORIES)
    assert {*propose_link_rules([table(*cells)])[0].links} == STORIES


def test_of_two_addresses_with_one_title_the_first_is_the_article():
    cells = (
        f"<a href='{url}'>{url[-25:]} was sold</a> <a href='/print/{n + 48000}'>"
        f"{url[-25:]} was sold</a>"
        for n, url in enumerate(sorted(STORIES))
    )
    assert {*propose_link_rules([table(*cells)])[0].links} == STORIES


def test_a_picture_beside_a_title_leads_to_no_further_article():
    """Whether it stands behind the title or before it."""
    rows = [
        (f"<a href='{url}'>{url[-25:]} was sold</a>", f"<a href='/print/{n + 480000}'><img></a>")
        for n, url in enumerate(sorted(STORIES))
    ]
    for cells in ([a + b for a, b in rows], [b + a for a, b in rows]):
        assert {*propose_link_rules([table(*cells)])[0].links} == STORIES


def test_a_picture_beside_a_label_leads_to_no_further_article():
    cells = (
        f"<h2>{url[-25:]} was sold</h2><a href='{url}'>Read on</a>"
        f"<a href='/print/{n + 480000}'><img></a>"
        for n, url in enumerate(sorted(STORIES))
    )
    assert {*propose_link_rules([table(*cells)])[0].links} == STORIES


def test_a_title_that_the_text_of_a_card_begins_with_is_the_same():
    cells = (
        f"<a href='{url}'>{url[-25:]} was sold. It stood by the river.</a>"
        f" <a href='/print/{n + 480000}'>{url[-25:]} was sold</a>"
        for n, url in enumerate(sorted(STORIES))
    )
    assert {*propose_link_rules([table(*cells)])[0].links} == STORIES


def test_of_three_addresses_the_one_with_the_title_is_the_article():
    """The second one reads on without the parameter that counts readers, the third one prints."""
    cells = (
        f"<a class='title' href='{url}?from=list'>{url[-25:]} was sold</a>"
        f"<p><a href='{url}'>Read on here now</a></p><a href='/print/{n + 480000}'><img></a>"
        for n, url in enumerate(sorted(STORIES))
    )
    expected = {f"{url}?from=list" for url in STORIES}
    assert {*propose_link_rules([table(*cells)])[0].links} == expected


def test_articles_of_a_weekly_column_have_one_title():
    """It stands between articles, but not between any two of them."""
    weekly = {f"{SITE}/news/the-weather-of-week-{n}-of-it" for n in range(4)}
    titles = dict.fromkeys(weekly, "The weather of the week") | {
        url: f"{url[-25:]} was sold" for url in STORIES
    }
    order = sorted(STORIES)
    for place, url in zip((1, 4, 6, 9), sorted(weekly), strict=True):
        order.insert(place, url)
    cells = (f"<a href='{url}'>{titles[url]}</a>" for url in order)
    assert {*propose_link_rules([table(*cells)])[0].links} == {*order}


def test_the_page_to_print_of_the_first_article_does_not_stand_apart(tmp_path: Path):
    """No other article links it, as nothing links what stands above a list."""
    names = [f"story-number-{n}-of-the-mill" for n in range(8)]
    items = "".join(
        f"<div class='item'><h2><a href='/news/{name}'>{name.replace('-', ' ')}</a></h2>"
        f"<p>Today. <a href='/print/{name}'>Print</a></p></div>"
        for name in names
    )
    words = {name: f"{name} was told at length by the river. " * 20 for name in names}
    pages = {"/list": f"<html><body><div class='list'>{items}</div></body></html>"}
    pages |= {f"/news/{name}": article(text) for name, text in words.items()}
    pages |= {f"/print/{name}": article(text) for name, text in words.items()}
    with small_portal(tmp_path, pages) as portal:
        found = propose_portal([f"{portal.base}/list"], runtime=portal.runtime)
        listed = [url.removeprefix(portal.base) for url in found.links[0].links]
    assert listed == [f"/news/{name}" for name in names]


def test_a_letter_in_percent_encoding_is_no_number_of_a_page():
    """*%C3%A4* is an ä, and beside it stands the number of comments."""
    cells = (
        f"<a href='/news/m%C3%A4rz-{name}-am-fluss'>{name} am Fluss</a>"
        f" <a href='/news/m%C3%A4rz-{name}-am-fluss#comments'>{n}</a>"
        for n, name in enumerate(("mühle", "wein", "jahrmarkt", "brücke"), 1)
    )
    assert propose_numbered(table(*cells)) is None
    assert not compare_numbers(f"{SITE}/m%C3%A4rz", f"{SITE}/m%C3%A5rz")


def test_the_page_before_page_1_is_the_first_one_where_pages_are_numbered_from_0():
    """*0 1 2*: the page itself, or a link to it; where *1* leads to page 0, there is none."""

    def find_first(own: int, texts: str) -> int:
        links = (f"<a href='/all?p={n}'>{text}</a>" for n, text in enumerate(texts) if n != own)
        page = read_page(f"{SITE}/all?p={own}", "".join(links).encode(), "text/html")
        numbered = propose_numbered(page)
        assert numbered is not None
        return numbered.first

    assert [find_first(own, "0123") for own in (0, 2)] == [0, 0]
    assert [find_first(own, "1234") for own in (0, 2)] == [0, 0]


def test_links_to_print_are_known_by_lists_of_one_article_together():
    """Each week has a page of its own, and the popular articles stand on all of them."""
    stories = sorted(STORIES)
    box = "".join(f"<li><a href='{url}'>The story of the mill: {url[-25:]}</a>" for url in stories)
    weeks = [
        read_page(
            f"{SITE}/week/{n}",
            f"<div><div><h2><a href='{url}'>{url[-25:]} was sold</a></h2>"
            f"<a href='/print/{n + 48000}'><img></a></div></div><ol>{box}</ol>".encode(),
            "text/html",
        )
        for n, url in enumerate(stories)
    ]
    assert propose_link_rules(weeks)[0].links == (stories[0],)


def test_a_label_of_several_lists_of_one_article_is_no_title():
    """Each day has one, so that none shows the label twice."""
    days = [
        read_page(
            f"{SITE}/day/{n}",
            f"<div><h3><a href='{url}'>{url[-25:]} was sold</a></h3>"
            f"<p><a class=tools href='/print/{n + 48000}'>Print this story</a></p></div>".encode(),
            "text/html",
        )
        for n, url in enumerate(sorted(STORIES))
    ]
    known = read_list_links(days)
    assert not [url for each in known for url in each.weights if "/print/" in url]


def test_a_banner_that_leads_to_the_front_page_is_no_article():
    """Nor is it one above a list that stands on one of two pages alone."""
    stories = sorted(STORIES)
    banner = "<div class='item'><a href='/?from=banner'>Read all the news of the mill</a></div>"
    pages = [
        read_page(
            f"{SITE}/all/{n}",
            "".join(
                f"<div class='item'><h2><a href='{url}'>{url[-25:]} was sold</a></h2></div>"
                for url in urls
            ).encode()
            + banner.encode() * (n == 1),
            "text/html",
        )
        for n, urls in enumerate((stories[:2], stories[2:]), start=1)
    ]
    assert {*propose_link_rules(pages)[0].links} == {*stories[:2]}


@pytest.mark.parametrize("is_titled", [False, True])
def test_pages_that_show_an_article_again_are_no_articles_of_the_list(
    is_titled: bool, tmp_path: Path
):
    """Labels alone link both, and the address with a number looks more like an article's; or that
    to print has the title, as articles have."""
    pages, rows = {}, []
    for n, name in enumerate(("mill", "mill", "river", "wine")):  # two are parts of a series
        title = f"What became of the {name}, part {n}"
        text = f"Word{n} of the mill by the river. " * 20
        own = f"<title>{title}</title><h1>{title}</h1><p>{text}</p>"
        pages[f"/m{n}.html"] = f"<nav><a href='/all'>All</a> <a href='/us'>Us</a></nav>{own}"
        pages[f"/print/{48000 + n}"] = own
        link = f"class='paper' href='/print/{48000 + n}'"
        second = f"<a {link}>{title}</a>" if is_titled else f"<a {link[14:]}>To print</a>"
        labels = f"<a href='/m{n}.html'>Read on</a> {second}"
        rows.append(f"<div class='item'><h2>{title}</h2>{labels}</div>")
    with small_portal(tmp_path, {**pages, "/all": "".join(rows)}) as portal:
        found = propose_portal([f"{portal.base}/all"], runtime=portal.runtime)
        listed = [url.removeprefix(portal.base) for url in found.links[0].links]
    assert listed == [f"/m{n}.html" for n in range(4)]


def test_a_link_back_is_not_the_next_one_whatever_it_says():
    """From the oldest story on: what is older is on the page before."""

    def read(path: str, links: str) -> Page:
        items = "".join(
            f'<h2><a href="{path}s{n}">Story {n} of the mill</a></h2>' for n in range(3)
        )
        return read_page(f"{SITE}{path}", f"<main><p>{links}</p>{items}</main>".encode())

    first = read("/", '<a href="/?page=2">Later stories</a>')
    second = read("/?page=2", '<a href="/">Older entries</a> <a href="/?page=3">Later stories</a>')
    following = {f"{SITE}/": f"{SITE}/?page=2"}
    found = propose_next_link([first, second], following=following)
    assert found is not None and found.url == f"{SITE}/?page=2"
    rule = found.rules[0]
    assert [find_target(rule, page) for page in (first, second)] == [
        f"{SITE}/?page=2",
        f"{SITE}/?page=3",
    ]


@pytest.mark.parametrize("most_read", ["", "/story-of-old"])
@pytest.mark.parametrize("last", ["", "/story-0", "/story-of-old"])
def test_one_page_is_all_where_its_articles_link_each_other_and_none_besides(
    last: str, most_read: str, tmp_path: Path
):
    """Where the last article leads to an older one, the list is cut. Those of others do not count,
    nor does a page beside which no article stands, as in a menu."""
    box = '<p><a href="/imprint">Imprint</a> <a href="/legal">Legal</a></p>'
    if most_read:
        both = f'<a href="{most_read}"><img src=/i.png alt=Bild></a><a href="{most_read}">Most</a>'
        box += f'<ol><li>{both}<li><a href="/story-5">Next</a></ol>'
    paths = [f"/story-{n}" for n in range(9, -1, -1)]
    items = "".join(f'<h2><a href="{path}">What was seen at {path}</a></h2>' for path in paths)
    pages = {"/all": f"<html><body><main>{items}</main></body></html>"}
    for n, path in enumerate(paths):
        older = paths[n + 1] if n + 1 < len(paths) else last
        before = f'<p><a href="{older}">Before</a></p>' if older else ""
        before += '<a href="https://else.example/story-77">Elsewhere</a>' * (n == 4)
        pages[path] = article(f"What was seen at {path} by all. " * 30 + before + box)
    with small_portal(tmp_path, pages) as portal:
        found = propose_portal([f"{portal.base}/all"], runtime=portal.runtime)
    assert found.is_agreed == ("/story-of-old" not in (last, most_read))


@pytest.mark.parametrize("texts", [("Vigo dabe", "Dami"), ("Oldest first", "Newest first")])
def test_a_second_page_with_any_number_may_be_another_order_of_the_list(texts, tmp_path: Path):
    """So nothing says that the list is whole: a crawl says that no link to a next page is known."""
    paths = [f"/story-{n}" for n in range(20)]
    pages = {path: article(f"What was seen at {path} by all. " * 30) for path in paths}
    for url, listed, other, text in (
        ("/all", paths[:7], "/all?before=3419", texts[0]),
        ("/all?before=3419", paths[:-8:-1], "/all", texts[1]),
    ):
        items = "".join(f'<h2><a href="{path}">What was seen at {path}</a></h2>' for path in listed)
        links = f'<p class="s"><a href="{other}">{text}</a></p>'
        pages[url] = f"<html><body><main>{links}{items}</main></body></html>"
    with small_portal(tmp_path, pages) as portal:
        found = propose_portal([f"{portal.base}/all"], runtime=portal.runtime)
    assert found.next is None and not found.is_agreed


def test_the_number_of_comments_beside_each_article_is_no_title():
    """Neither the address below which the comments are, nor that to print, is an article's own."""
    items = "".join(
        f'<h2><a href="/story-{n}-of-the-mill?from=list">What was seen at mill {n}</a></h2>'
        f'<div class="reply"><a href="/story-{n}-of-the-mill#comments">{7 * n}</a></div>'
        f'<a class="actions" href="/print/{5200 + n}">To print</a>'
        for n in range(1, 9)
    )
    page = read_page(f"{SITE}/", f"<main><div class='list'>{items}</div></main>".encode())
    anchors = find_anchors(page)
    addresses = frozenset(each.address for each in anchors)
    assert {*find_second_addresses(anchors, addresses)} == {
        url for url in addresses if not url.endswith("?from=list")
    }
