"""Selectors evaluated by the element index find what XPath finds, in the same order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree, html

from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.page_elements import PageElements
from webarticlecurator.pages.rules.element_index import ElementIndex, index_elements, parse_chains
from webarticlecurator.pages.rules.selectors import compile_css

PAGE = """
<html class="no-js"><body id=top class="live  post">
<div class="a b" id=x><p class=a>1<p>2<div class="a"><p rel="next x">3</div></div>
<section><h2 class="a\tb">4</h2><a class="b" rel=next>5</a><a rel=prev href="/c/1">6</a></section>
<div class="a\u00a0c">7</div><div class="">8</div><!-- .a --><span id=x class=B>9</span>
</body></html>
"""


@pytest.mark.parametrize(
    ("css", "texts"),
    [
        (".a p", ["1", "2", "3"]),
        (".a > p", ["1", "2", "3"]),
        (".a .a p", ["3"]),
        (".b", ["123", "4", "5"]),
        ("h2.a, .b > p", ["1", "2", "4"]),
        # in the order of the page, each once
        ("a.b, .a p, .a", ["123", "1", "2", "3", "3", "4", "5"]),
        ("#x", ["123", "9"]),
        ("#x.B", ["9"]),
        ("section a[rel=next]", ["5"]),
        ("section a[href*='/c/']", ["6"]),
        ("section a:not(.b)", ["6"]),
        ("p[rel~=x]", ["3"]),
        (".c", []),  # U+00A0 parts no classes
        (".gone p:has(a)", []),
        (".a:has(> p)", ["123", "3"]),
        ("section > .b + a:not(.a), .a:has(a)", ["5", "6"]),
        ("div:has(.gone) .a, section:has(.b) .b:nth-child(2), h2", ["4", "5"]),
        ("[rel]", ["3", "5", "6"]),
        ("a[rel=next], [rel~=x]", ["3", "5"]),
        (".a [rel]", ["3"]),
        ("section > [rel=prev]", ["6"]),
    ],
)
def test_what_a_selector_finds(css: str, texts: list[str]) -> None:
    root = html.document_fromstring(PAGE)
    found = ElementIndex(PageElements(root)).find(css)
    assert ["".join(e.text_content().split()) for e in found] == texts
    assert found == compile_css(css)(root)


def test_a_page_is_indexed_once() -> None:
    page = Page("https://echo.example/", PAGE)
    assert index_elements(page) is index_elements(page)


def test_selectors_that_are_not_chains_are_left_to_xpath() -> None:
    assert [
        chain.steps for chain in parse_chains(".a ~ .b, a:has(.c), a[rel!=x], .d:nth-child(2)")
    ] == [()] * 4
    assert [chain.names for chain in parse_chains(".a ~ #b, a:has(.c) .d:not(.e)")] == [
        (".a", "#b"),
        (".d",),
    ]
    assert parse_chains("> a") == ()


def test_xpath_tests_only_elements_with_the_class_or_id() -> None:
    assert [
        chain.own for chain in parse_chains(".a ~ #b, a:has(.c), .d.e:has(.c), .a :first-child")
    ] == [
        ("#b",),
        (),
        (".d", ".e"),
        (),
    ]


TAGS = ("div", "p", "a", "span")
CLASSES = ("a", "b", "c")


@st.composite
def elements(draw: st.DrawFn, depth: int = 4) -> etree._Element:
    element = etree.Element(draw(st.sampled_from(TAGS)))
    for name, values in (
        ("class", ("a", "b", "a b", " c\n", "c b a")),
        ("id", CLASSES),
        ("rel", ("a", "a b", "a-c")),
    ):
        value = draw(st.none() | st.sampled_from(values))
        if value is not None:
            element.set(name, value)
    for child in draw(st.lists(elements(depth - 1), max_size=3)) if depth else ():
        element.append(child)
    return element


def compounds() -> st.SearchStrategy[str]:
    tests = [f".{c}" for c in CLASSES] + [f"#{c}" for c in CLASSES]
    tests += [
        "[rel]",
        "[rel=a]",
        "[rel~=b]",
        "[rel|=a]",
        "[rel^=a]",
        "[rel$=c]",
        "[rel*=b]",
        ":not(.a)",
        ":not([rel])",
    ]
    tests += [":first-child", ":has(.b)", "[rel!=a]"]
    parts = st.lists(st.sampled_from(tests), max_size=2).map("".join)
    return st.tuples(st.sampled_from(("", "*", *TAGS)), parts).map("".join).filter(bool)


def selectors() -> st.SearchStrategy[str]:
    step = st.tuples(st.sampled_from((" ", " > ", " + ", " ~ ")), compounds()).map("".join)
    one = st.tuples(compounds(), st.lists(step, max_size=2).map("".join)).map("".join)
    return st.lists(one, min_size=1, max_size=3).map(", ".join)


@given(elements(), selectors())
def test_the_same_as_xpath(root: etree._Element, css: str) -> None:
    assert ElementIndex(PageElements(root)).find(css) == compile_css(css)(root)
