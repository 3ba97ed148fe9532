"""``new`` believes a link to be that to the next page once it was seen where it leads: whatever its
words are, and however the pages are counted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from long_parameters import always
from small_portal import Answer, SmallPortal, article, small_portal
from test_whole_archive import items, slug, text_of

from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

PER_PAGE, LAST = 4, 5

Address = Callable[[int], str]
Pager = Callable[[int, Address], str]


def counted(number: int) -> str:
    return "/" if number == 1 else f"/list/{number}"


def by_offset(number: int) -> str:
    return "/list" if number == 1 else f"/list?start={20 * (number - 1)}"


def by_query(number: int) -> str:
    return f"/list?p={number}"


def behind_a_comma(number: int) -> str:
    return "/wum" if number == 1 else f"/wum,{number}"


def counting_down(number: int) -> str:
    """The oldest page is 1, as in some blogs: a page keeps its number."""
    return "/" if number == 1 else f"/list/{LAST + 1 - number}"


def two_arrows(newer: str, older: str, is_older_first: bool = False) -> Pager:
    """Two links of one class."""

    def write(number: int, address: Address) -> str:
        back = f'<a class="wem" href="{address(number - 1)}">{newer}</a>' if number > 1 else ""
        on = f'<a class="wem" href="{address(number + 1)}">{older}</a>' if number < LAST else ""
        links = (on, back) if is_older_first else (back, on)
        return f'<div class="wemu">{" ".join(links)}</div>'

    return write


def all_linked(number: int, address: Address) -> str:
    """All numbers, that of the page, too."""
    numbers = " ".join(f'<a href="{address(n)}">{n}</a>' for n in range(1, LAST + 1))
    return f'<div class="wemu">{numbers}</div>'


def with_gaps(number: int, address: Address) -> str:
    shown = sorted({1, number - 1, number, number + 1, LAST} & {*range(1, LAST + 1)})
    numbers = " … ".join(
        f"<b>{n}</b>" if n == number else f'<a href="{address(n)}">{n}</a>' for n in shown
    )
    return f'<div class="wemu">{numbers}</div>'


def in_a_window(number: int, address: Address) -> str:
    """The numbers beside that of the page, which is a plain ``span``."""
    shown = range(max(1, number - 1), min(LAST, number + 1) + 1)
    numbers = " ".join(
        f"<span>{n}</span>" if n == number else f'<a href="{address(n)}">{n}</a>' for n in shown
    )
    return f'<div class="wemu">{numbers}</div>'


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    pages = {slug(n): article(text_of(n)) for n in range(PER_PAGE * LAST)}
    with small_portal(tmp_path, pages) as running:  # type: ignore[arg-type]
        running.executor = "serial"
        yield running


def serve(portal: SmallPortal, address: Address, pager: Pager) -> None:
    menu = '<ul><li><a href="/sport">Sport</a></li><li><a href="/kultur">Kultur</a></li></ul>'
    for number in range(1, LAST + 1):
        first = (number - 1) * PER_PAGE
        listed = items(range(first, first + PER_PAGE))
        portal.pages[address(number)] = (
            f'<html><body>{menu}<div class="list">{listed}</div>{pager(number, address)}'
            "<p>Wemu, woma, wim</p></body></html>"
        )
    for name in ("sport", "kultur"):
        listed = items(range(0, PER_PAGE * LAST, 2 + len(name) % 2))
        portal.pages[f"/{name}"] = (
            f'<html><body>{menu}<div class="list">{listed}</div></body></html>'
        )


WORDS = two_arrows("wuda", "gomel")
ROWS = {
    "words": (WORDS, counted),
    "words, by the offset": (WORDS, by_offset),
    "words, in the query": (WORDS, by_query),
    "words, behind a comma": (WORDS, behind_a_comma),
    "words, counting down": (WORDS, counting_down),
    "words with numbers": (two_arrows("gomel 5", "wuda 7"), counted),
    "older before newer": (two_arrows("wuda", "gomel", is_older_first=True), by_offset),
    "the same words": (two_arrows("gomel", "gomel"), counted),
    "arrows": (two_arrows("←", "→"), counting_down),
    "all numbers linked": (all_linked, by_query),
    "all numbers linked, by the offset": (all_linked, by_offset),
    "gaps": (with_gaps, counted),
    "window": (in_a_window, by_offset),
}
QUICK = {*ROWS} - {
    "words, by the offset",
    "words, in the query",
    "words, counting down",
    "all numbers linked, by the offset",
}
"""Rows of every run: each pager, and each way of addresses, is in one of them."""


@pytest.mark.parametrize("row", always(QUICK, ROWS))
def test_the_whole_list_is_walked(portal: SmallPortal, row: str):
    pager, address = ROWS[row]
    serve(portal, address, pager)
    found = propose_portal([f"{portal.base}{address(1)}"], runtime=portal.runtime)
    text = re.sub(r"(?m)^(home|portal): .*$", "", proposed_yaml(found))
    portal.crawl(f"portal: small\n{text}")
    assert {*portal.articles()} == {slug(n) for n in range(PER_PAGE * LAST)}


def test_sections_with_numbers_are_no_next_pages(portal: SmallPortal):
    """Each has a menu of all, and articles of its own."""
    menu = "".join(f'<li><a href="/c/{n}">Wemu{n}</a></li>' for n in range(1, LAST + 1))
    for number in range(1, LAST + 1):
        listed = items(range((number - 1) * PER_PAGE, number * PER_PAGE))
        portal.pages[f"/c/{number}"] = (
            f"<html><body><ul>{menu}</ul><div>{listed}</div></body></html>"
        )
    found = propose_portal([f"{portal.base}/c/1"], runtime=portal.runtime)
    assert (found.next, found.numbered) == (None, None)


def test_an_article_beside_the_list_is_no_next_page(portal: SmallPortal):
    """It has a number, as the list has, and links to others."""
    box = items(range(8, 16))
    for number in (17, 18, 19):
        beside = f'<p><a href="/{number + 1}">wem →</a></p>' if number < 19 else ""
        portal.pages[f"/{number}"] = article(text_of(number)).replace(
            "</body>", f"{beside}{box}</body>"
        )
    listed = items(range(PER_PAGE * 2))
    portal.pages["/1"] = (
        f'<html><body><div class="list">{listed}</div><p><a href="/17">Wem wuda</a></p></body></html>'
    )
    found = propose_portal([f"{portal.base}/1"], runtime=portal.runtime)
    assert (found.next, found.numbered) == (None, None)


def test_the_newest_articles_are_on_the_home_page_as_well(portal: SmallPortal):
    """So the list was taken for a box that all pages have, and all links of the page for the list:
    those to its other pages, too."""
    for number in range(1, LAST + 1):
        listed = items(range((number - 1) * PER_PAGE, number * PER_PAGE))
        portal.pages[by_query(number)] = (
            f"<html><body><main>{listed}{all_linked(number, by_query)}</main></body></html>"
        )
    portal.pages["/"] = f"<html><body><main>{items(range(PER_PAGE))}</main></body></html>"
    found = propose_portal([f"{portal.base}{by_query(1)}"], runtime=portal.runtime)
    assert len(found.links[0].links) == PER_PAGE


def test_parameters_that_the_list_adds_are_no_part_of_an_address(portal: SmallPortal):
    """As those that say where a reader came from; the page is the same without them."""
    own = [slug(n) for n in range(PER_PAGE)]
    serve(portal, by_offset, WORDS)
    for number in range(1, LAST + 1):
        path = by_offset(number)
        portal.pages[path] = re.sub(
            r'href="(/news/[^"]*)"', r'href="\1?from=list&amp;n=1"', str(portal.pages[path])
        )
    for path in [slug(n) for n in range(PER_PAGE * LAST)]:
        portal.pages[f"{path}?from=list&n=1"] = portal.pages[path]
    found = propose_portal([f"{portal.base}/list"], runtime=portal.runtime)
    assert found.added_parameters == ("from", "n")
    text = re.sub(r"(?m)^(home|portal): .*$", "", proposed_yaml(found))
    portal.crawl(f"portal: small\n{text}")
    assert {*own} < {*portal.articles()} == {slug(n) for n in range(PER_PAGE * LAST)}


def test_a_parameter_without_which_another_page_is_answered_stays(portal: SmallPortal):
    serve(portal, by_offset, WORDS)
    for number in range(1, LAST + 1):
        path = by_offset(number)
        portal.pages[path] = re.sub(
            r'href="/news/([^"]*)/"', r'href="/?id=7&amp;a=\1"', str(portal.pages[path])
        )
    for path in [slug(n) for n in range(PER_PAGE * LAST)]:
        portal.pages[f"/?id=7&a={path.strip('/').removeprefix('news/')}"] = portal.pages[path]
    found = propose_portal([f"{portal.base}/list"], runtime=portal.runtime)
    assert found.added_parameters == () and found.articles


def read_list(portal: SmallPortal, path: str) -> set[str]:
    """Return the articles that a crawl with the proposed file lists."""
    found = propose_portal([f"{portal.base}{path}"], runtime=portal.runtime)
    text = re.sub(r"(?m)^(home|portal): .*$", "", proposed_yaml(found))
    portal.crawl(f"portal: small\n{text}")
    return {*portal.articles()}


def test_numbered_sections_in_the_menu_do_not_hide_the_link_to_the_next_page(portal: SmallPortal):
    """They are tried as next pages after the link that is none of many alike."""

    def address(number: int) -> str:
        return "/" if number == 1 else f"/?p={number}"

    menu = "".join(f'<li><a href="/c/{n}">Wemu{n}</a></li>' for n in range(1, 7))
    serve(portal, address, WORDS)
    for number in range(1, LAST + 1):
        page = str(portal.pages[address(number)])
        portal.pages[address(number)] = page.replace("<body>", f"<body><ul>{menu}</ul>")
    for number in range(1, 7):
        listed = items(range(number, PER_PAGE * LAST, 6))
        portal.pages[f"/c/{number}"] = f"<html><body><ul>{menu}</ul>{listed}</body></html>"
    assert read_list(portal, "/") == {slug(n) for n in range(PER_PAGE * LAST)}


@pytest.mark.parametrize("last", [1, LAST])
def test_a_list_whose_newest_articles_are_on_the_home_page_stays(portal: SmallPortal, last: int):
    """Above it two articles stand apart, in another form."""
    for number in range(1, last + 1):
        first = (number - 1) * PER_PAGE
        rows = re.sub("h2|div", "p", items(range(first, first + PER_PAGE)))
        apart = items(range(2), "h3").replace('"item"', '"wum"') if number == 1 else ""
        pager = WORDS(number, counted) if last > 1 else ""
        portal.pages[f"/list/{number}"] = (
            f"<html><body>{apart}<div>{rows}</div>{pager}</body></html>"
        )
    portal.pages["/"] = str(portal.pages["/list/1"]).replace("<h3>", "<b>")
    found = propose_portal([f"{portal.base}/list/1"], runtime=portal.runtime)
    assert {*found.links[0].links} == {f"{portal.base}{slug(n)}" for n in range(PER_PAGE)}


@pytest.mark.parametrize("calendar", ["", "beside"])
def test_a_window_of_few_articles_beside_a_longer_box(portal: SmallPortal, calendar: str):
    """The list is what other windows have other articles of; the calendar has none."""
    box = f'<div class="wum">{items(range(12, 18))}</div>'
    months = [f"/archive/2015-{month:02}" for month in range(1, 6)]
    links = "".join(f'<a href="{path}">{path[-2:]}</a> ' for path in months) if calendar else ""
    for number, path in enumerate(months):
        listed = re.sub("h2", "h4", items(range(2 * number, 2 * number + 2)))
        portal.pages[path] = f"<html><body>{box}<p>{links}</p><div>{listed}</div></body></html>"
    found = propose_portal([f"{portal.base}{months[-1]}"], runtime=portal.runtime)
    assert [*found.links[0].links] == [f"{portal.base}{slug(n)}" for n in (8, 9)]
    assert found.dated is not None and found.dated.step == "month"


def test_the_second_of_two_pages_is_found_beside_a_box_as_long_as_the_list(portal: SmallPortal):
    """The link to it has a word that is in no list, and it leads to no third page."""

    def page(numbers: range, link: str) -> str:
        rows = re.sub("h2|div", "p", items(numbers)).replace(' class="item"', "")
        box = "".join(f'<li><a href="{slug(n)}">Wem {n} wuda gomel</a></li>' for n in range(4))
        return f"<html><body><div><section>{rows}</section>{link}<ul>{box}</ul></div></body></html>"

    portal.pages["/list"] = page(range(8, 12), '<p><a href="/list?start=4">Wuda</a></p>')
    portal.pages["/list?start=4"] = page(range(4, 8), '<p><a href="/list">Gomel</a></p>')
    assert read_list(portal, "/list") == {slug(n) for n in range(4, 12)}


def test_the_second_of_two_pages_may_have_a_single_article(portal: SmallPortal):
    """The list has one more article than its first page: that is no reason to leave it out."""

    def page(numbers: range, link: str) -> str:
        return f"<html><body><div>{items(numbers)}</div>{link}</body></html>"

    portal.pages["/list"] = page(range(8), '<p><a href="/list?page=2">Wuda</a></p>')
    portal.pages["/list?page=2"] = page(range(8, 9), '<p><a href="/list">Gomel</a></p>')
    assert read_list(portal, "/list") == {slug(n) for n in range(9)}


@pytest.mark.parametrize("is_needed", [False, True])
def test_what_two_links_add_to_addresses_is_left_out_if_the_page_is_the_same(
    portal: SmallPortal, is_needed: bool
):
    """A day of two articles, whose addresses say where a reader comes from, or in which edition."""
    for number in range(2):
        added = f"{slug(number)}?from=list"
        portal.pages[added] = portal.pages[slug(number)]
        if is_needed:
            portal.pages[slug(number)] = article(text_of(20 + number))
    rows = re.sub(r'(href="[^"]+)', r"\1?from=list", items(range(2)))
    portal.pages["/list"] = f"<html><body><div>{rows}</div></body></html>"
    found = propose_portal([f"{portal.base}/list"], runtime=portal.runtime)
    assert found.added_parameters == (() if is_needed else ("from",))


def test_a_rule_that_leads_back_from_the_next_page_is_none(portal: SmallPortal):
    """Without names around the numbers no rule finds the one behind that of the page: they are
    counted."""

    def window(number: int, address: Address) -> str:
        shown = range(max(1, number - 1), min(LAST, number + 1) + 1)
        return "".join(
            f'<b class="grid">{n}</b>'
            if n == number
            else f'<a class="grid" href="{address(n)}">{n}</a>'
            for n in shown
        )

    serve(portal, by_offset, window)
    assert read_list(portal, "/list") == {slug(n) for n in range(PER_PAGE * LAST)}


@pytest.mark.parametrize("is_other_list", [False, True])
def test_one_link_to_another_list_is_not_the_second_page(portal: SmallPortal, is_other_list: bool):
    """It links itself, as a menu does, or has articles of the first."""
    menu = '<p><a href="/c/1">Wem</a> <a href="/c/2">Wum</a></p>'
    for number in (1, 2):
        rows = items(range(number * 4, number * 4 + (4 if is_other_list else 6)))
        portal.pages[f"/c/{number}"] = f"<html><body>{menu}<div>{rows}</div></body></html>"
    portal.pages["/c"] = str(portal.pages["/c/1"])
    found = propose_portal([f"{portal.base}/c"], runtime=portal.runtime)
    assert (found.next, found.numbered) == (None, None)


def test_the_newest_week_leads_to_the_week_before(tmp_path: Path):
    """Its own address has no number; the arrow of the oldest week leads to the one after it."""
    names = [f"/news/the-long-story-number-{n}-of-the-mill" for n in range(20)]
    pages = {
        name: article(f"The story {name} was told at length by the river. " * 20) for name in names
    }
    for n in range(5):
        items = "".join(
            f'<h2><a href="{name}">The story {name}</a></h2>' for name in names[4 * n : 4 * n + 4]
        )
        before = f'<a href="/week/2024/w{17 - n}">← 2024/w{17 - n}</a>' if n < 4 else ""
        after = f'<a href="/week/2024/w{19 - n}">2024/w{19 - n} →</a>' if n else ""
        text = f'<html><body><main>{items}</main><div class="weeks">{before} {after}</div></body></html>'
        pages[f"/week/2024/w{18 - n}"] = text
    pages["/"] = pages["/week/2024/w18"]
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        found = propose_portal([f"{portal.base}/"], runtime=portal.runtime)
        assert found.next is not None and found.next.url == f"{portal.base}/week/2024/w17"
        text = proposed_yaml(found).replace(portal.base, "BASE")
        rules = "\n".join(line for line in text.splitlines() if not line.startswith("portal:"))
        summary = portal.crawl(rules.replace("home: BASE/\n", ""))
        assert {*portal.articles()} == {*names}
        assert not [each for each in summary.doubts if each.kind == "walk-looped"]


def test_the_next_page_is_named_by_a_header_alone(portal: SmallPortal):
    """No link on the page leads on: RFC 8288 names it in the answer."""
    for number in range(1, LAST + 1):
        first = (number - 1) * PER_PAGE
        page = f"<html><body><main>{items(range(first, first + PER_PAGE))}</main></body></html>"
        named = f'<{counted(number + 1)}>; rel="next"' if number < LAST else "</>; rel=first"
        header = (("Content-Type", "text/html"), ("Link", f"</>; rel=first, {named}"))
        portal.pages[counted(number)] = Answer(page, headers=header)
    assert read_list(portal, "/") == {slug(n) for n in range(PER_PAGE * LAST)}
