"""What is pointed at on real archive pages leads to rules with the known answers; how the rules of a
file are marked on a page; how rules are ranked by other stored pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from checkout import SHARED
from long_parameters import one_in
from warc_pages import read_warc_page

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.link_anchors import find_all_anchors
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.list_pages.rule_trials import (
    compare_numbers,
    find_next_by_rules,
    list_links_by_rules,
    propose_link_rules_at,
    propose_next_rules_at,
    rank_link_rules,
    rank_next_rules,
    read_pointed_link,
)
from webarticlecurator.proposing.trial.marked_links import NO_ELEMENT, mark_links

CASES = SHARED / "cases" / "wac"
NEXT_PORTALS = (
    "bbeacon epiteszforum feol kremmania_forum kronikaonline magyarnarancs maszol p24 p444 termvil"
    " think_transindex"
).split()
LINK_PORTALS = (
    "bbeacon feol hvg kronikaonline maszol p24_rangado p24_roboraptor termvil think_transindex valasz"
).split()


def read_cases(shared: Path, portal: str, kind: str) -> list[dict[str, Any]]:
    cases = json.loads((shared / "cases/wac/cases.json").read_text(encoding="utf-8"))
    return [case for case in cases if (case["portal"], case["kind"]) == (portal, kind)]


def read_stored(cases: Sequence[dict[str, Any]]) -> list[StoredPage]:
    urls = dict.fromkeys(case["url"] for case in cases)
    return [read_warc_page(CASES / cases[0]["warc"], url) for url in urls]


def shipped(portal: str) -> Portal:
    return load_portal(data_folder("site_configs") / f"{portal}.yaml")


def find_elements(portal: Portal, stored: StoredPage, urls: Sequence[str]) -> list[int]:
    """The numbers of the last links with a text to these addresses, in the order of the page."""
    page = stored.page(portal)
    wanted = {*map(normalize_address, urls)}
    last = {each.address: each for each in find_all_anchors(page) if each.address in wanted}
    return [page.elements.all.index(each.element) for each in last.values()]


@pytest.mark.parametrize("name", one_in(2, LINK_PORTALS))
def test_two_headlines_lead_to_the_known_links(name: str, shared: Path):
    portal, cases = shipped(name), read_cases(shared, name, "article_urls")
    pages = read_stored([*cases, *read_cases(shared, name, "next_page_url")])
    headlines = find_elements(portal, pages[0], cases[0]["expected"])
    rules = propose_link_rules_at(portal, pages[0], [headlines[0], headlines[-1]])
    found = [(page.url, list_links_by_rules(portal, page, rules)) for page in pages]
    best = rank_link_rules(rules, found)[0]
    listed = {url: {*each[rules.index(best.rule)]} for url, each in found}
    for case in cases:
        assert listed[case["url"]] == {*map(normalize_address, case["expected"])}


@pytest.mark.parametrize("name", NEXT_PORTALS)
def test_a_next_link_leads_to_the_known_next_pages(name: str, shared: Path):
    portal, cases = shipped(name), read_cases(shared, name, "next_page_url")
    pages = read_stored(cases)
    known = {case["url"]: case["expected"] for case in cases}
    first = next(
        page for page in pages if known[page.url] and find_elements(portal, page, [known[page.url]])
    )
    (element,) = find_elements(portal, first, [known[first.url]])
    rules = propose_next_rules_at(portal, first, element)
    found = [(page.url, find_next_by_rules(portal, page, rules)) for page in pages]
    best = rank_next_rules(rules, found, (first.url, normalize_address(known[first.url])))[0]
    expected = {url: normalize_address(each) if each else "" for url, each in known.items()}
    assert dict(best.targets) == expected


FILE = """portal: echo
home: https://echo.example/
archive:
  url: https://echo.example/news/{page}
  pagination: {mode: next-link, next: "link[rel=next]"}
  links: {css: "li, p.lead", exclude: /ads/, text: {regex: "[a-z]"}}
"""
HTML = """<html><head><link rel="next" href="/news/2"></head><body><nav><a href="/">Home</a></nav>
<p class="lead"><a href="/a">One and two and three</a></p>
<ul><li><a href="/b">Two</a></li><li><a href="/ads/c">Three</a></li><li>4</li><li>no link</li></ul>
<div><a href="/b">the second once more</a><a href="/four-five-six">Four five six seven</a></div>
<a href="/news/2">older</a></body></html>"""


def stored_page(html: str, url: str = "https://echo.example/news/1") -> StoredPage:
    return StoredPage(url, html.encode(), "text/html; charset=utf-8")


def test_links_are_marked_where_they_are_and_with_the_reason_why_they_are_not_listed(
    tmp_path: Path,
):
    file = tmp_path / "echo.yaml"
    file.write_text(FILE, encoding="utf-8")
    portal, stored = load_portal(file), stored_page(HTML)
    elements = stored.page(portal).elements.all
    marked = mark_links(portal, stored)
    assert [
        (each.url.rpartition("/")[2], elements[each.element].tag) for each in marked.listed
    ] == [
        ("a", "p"),
        ("b", "li"),
    ]
    reasons = {
        " ".join("".join(elements[each.element].itertext()).split()): each.reason
        for each in marked.left_out
    }
    assert reasons == {
        "Three": "the rule's exclude leaves it out",
        "4": "text is not regex: [a-z]",
        "no link": "no link",
        "the second once more": "already listed as number 2",
        "Four five six seven": "no rule selects it",
    }
    assert elements[marked.next_element].text == "older"
    assert marked.answer.next_page == "https://echo.example/news/2"


def test_json_has_links_but_no_elements(tmp_path: Path):
    file = tmp_path / "echo.yaml"
    text = FILE.replace(
        '{css: "li, p.lead", exclude: /ads/, text: {regex: "[a-z]"}}', "{json: '[]'}"
    )
    file.write_text(text, encoding="utf-8")
    marked = mark_links(load_portal(file), stored_page('["/a", "/b"]'))
    assert [each.element for each in marked.listed] == [NO_ELEMENT, NO_ELEMENT]


def test_an_element_without_a_link_is_not_pointed_at(tmp_path: Path):
    file = tmp_path / "echo.yaml"
    file.write_text(FILE, encoding="utf-8")
    portal, stored = load_portal(file), stored_page(HTML)
    with pytest.raises(UsageError, match="not a single link there"):
        read_pointed_link(portal, stored, 0)
    with pytest.raises(UsageError):
        read_pointed_link(portal, stored, 10_000)


def rule(css: str) -> Rule:
    return Rule(kind="css", expression=css)


def test_a_rule_whose_links_are_on_every_page_comes_last():
    pages = [
        ("p1", (("same", "too"), ("a", "b"))),
        ("p2", (("same", "too"), ("c", "d"))),
    ]
    assert [each.rule.expression for each in rank_link_rules([rule("x"), rule("y")], pages)] == [
        "y",
        "x",
    ]


@pytest.mark.parametrize(
    ("added", "best"),
    [
        (("lead-story-of-today", "lead-story-of-monday"), "fuller"),
        (("lead-story-of-today", "lead-story-of-today"), "some"),
        (("lead-story-of-today", ""), "some"),
        (("tag", "author"), "some"),
    ],
)
def test_a_rule_that_lists_further_articles_on_several_pages_comes_first(
    added: tuple[str, str], best: str
):
    pages = [
        (f"p{number}", ((*own, *([more] if more else [])), own))
        for number, (own, more) in enumerate(zip((("a", "b"), ("c", "d")), added, strict=True))
    ]
    pages = [(url, (some, fuller)) for url, (fuller, some) in pages]
    found = rank_link_rules([rule("some"), rule("fuller")], pages)
    assert found[0].rule.expression == best


def test_a_rule_that_leads_back_from_later_pages_is_wrong_though_it_led_on_from_the_first():
    pages = [
        ("https://e.hu/news/", (("https://e.hu/news/page/2",), ("https://e.hu/news/page/2",))),
        (
            "https://e.hu/news/page/4",
            (("https://e.hu/news/page/3",), ("https://e.hu/news/page/5",)),
        ),
    ]
    pointed = ("https://e.hu/news/", "https://e.hu/news/page/2")
    ranked = rank_next_rules([rule("any"), rule("right")], pages, pointed)
    assert [each.rule.expression for each in ranked] == ["right", "any"]


def test_a_rule_that_leads_back_comes_after_one_that_finds_nothing_on_the_last_page():
    def page(number: int, *targets: int) -> tuple[str, tuple[tuple[str, ...], ...]]:
        found = tuple((f"https://e.hu/p{n}",) if n else () for n in targets)
        return f"https://e.hu/p{number}", found

    pages = [page(1, 2, 2, 2), page(2, 3, 3, 0), page(9, 8, 0, 0)]
    ranked = rank_next_rules(
        [rule("any"), rule("right"), rule("seldom")], pages, ("https://e.hu/p1", "https://e.hu/p2")
    )
    assert [each.rule.expression for each in ranked] == ["right", "seldom", "any"]
    assert ranked[2].wrong == ("https://e.hu/p9",)
    assert ranked[0].fits == 2


def test_a_rule_that_leads_back_to_the_first_page_is_wrong_whatever_its_address():
    pages = [
        ("https://e.hu/", (("https://e.hu/list/2",), ("https://e.hu/list/2",))),
        ("https://e.hu/list/2", (("https://e.hu/",), ("https://e.hu/list/3",))),
    ]
    ranked = rank_next_rules(
        [rule("any"), rule("right")], pages, ("https://e.hu/", "https://e.hu/list/2")
    )
    assert [each.rule.expression for each in ranked] == ["right", "any"]
    assert ranked[1].wrong == ("https://e.hu/list/2",)


@pytest.mark.parametrize(
    ("url", "target", "expected"),
    [
        ("https://e.hu/p/2", "https://e.hu/p/10", 1),
        ("https://e.hu/p/2", "https://e.hu/p/1", -1),
        ("https://e.hu/p/2", "https://e.hu/p/2", 0),
        ("https://e.hu/p/2", "https://e.hu/q/3", 0),
        ("https://e.hu/2020/2", "https://e.hu/2021/1", 0),
    ],
)
def test_pages_are_compared_by_their_only_other_number(url: str, target: str, expected: int):
    assert compare_numbers(url, target) == expected
