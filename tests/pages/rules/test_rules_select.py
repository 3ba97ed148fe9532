"""Each selector on a page written for the test."""

from __future__ import annotations

import pytest
from cssselect import SelectorError
from lxml import html

from webarticlecurator.base.portal.rule import Pager, Rule, TextTest
from webarticlecurator.pages.page.css import split_top
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import (
    select_elements,
    select_first,
    select_links,
    select_values,
)
from webarticlecurator.pages.rules.selectors import (
    compile_css,
    compile_xpath,
    describe_selector_fault,
)

PAGE = """
<html><head>
<meta name="Author" content="A. Writer"><meta property="og:title" content=" A
 title "><meta property="article:tag" content="one"><meta property="ARTICLE:TAG" content="two"><meta name="empty" content="">
<meta http-equiv="Content-Language" content="hu">
</head><body>
<div class="list"><h2 id="1">First <span class="ad">ad</span></h2><h2 id="2"><a class="b c" href="/2">Second</a></h2></div>
<div class="list"><h2 id="3"><em><a class="b" href="/3">Third</a></em></h2><h2 id="4">Fourth</h2></div>
<p id="5" class="x,y" data-n="7">5</p>
</body></html>
"""


def page(text: str = PAGE, url: str = "https://echo.example/news/2019/03/15/?a=1") -> Page:
    return Page(url, text)


def ids(css: str, within: Rule | None = None) -> list[str]:
    return [e.get("id", e.tag) for e in select_elements([Rule("css", css, within=within)], page())]


def found(rule: Rule, text: str = PAGE) -> list[str]:
    return [f.value for f in select_values([rule], page(text))]


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("h2:has(a)", ["2", "3"]),
        ("h2:has(> a)", ["2"]),
        ("h2:has(> a.b.c)", ["2"]),
        ("h2:has(em a)", ["3"]),
        ("h2:has(:scope > a)", ["2"]),
        ("h2:has(span, em)", ["1", "3"]),
        ("h2:not(:has(a))", ["1", "4"]),
        ("h2:not(:has(a, span))", ["4"]),
        ("h2:not(div h2)", []),
        ("h2:not(:has(a)):not(:has(span))", ["4"]),
        ("h2:not(#\\31 , #\\32 )", ["3", "4"]),
        ("h2:has(+ h2)", ["1", "3"]),
        ("h2:has(~ h2 > em)", []),
        ("div > h2:has(+ h2:not(:has(a)))", ["3"]),
        ('h2:has(a[href*="//echo"], a[href$="/3"])', ["3"]),
        ("h2:has(em > a.b:not(.c))", ["3"]),
        ("h2:has(  > em  >  a  )", ["3"]),
        ("p:not([class*=':has(x)'])", ["5"]),
        ("p[class='x,y']:not([data-n=':not(a)'])", ["5"]),
        ("h2:is(.list > h2 ~ h2, h2:has(em))", ["2", "3", "4"]),
        ("h2:NOT(:HAS(a))", ["1", "4"]),
        (":where(div, p):not(.list + *)", ["div"]),
        ("h2:not(html *)", []),
        ("h2:not(h2 + h2)", ["1", "3"]),
        ("h2 ~ h2", ["2", "4"]),
        ("h2:not(.list > h2:has(span))", ["2", "3", "4"]),
        ("p[class='x,y'], h2:nth-child(2)", ["2", "4", "5"]),
        ("H2#\\34 ", ["4"]),
        ("body", ["body"]),
        ("html", ["html"]),
        ("article", []),
    ],
)
def test_css(css: str, expected: list[str]) -> None:
    assert ids(css) == expected


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("h2", ["3", "4"]),
        ("> h2", ["3", "4"]),
        ("> a", []),
        (":scope > h2:has(a)", ["3"]),
        ("em a, h2", ["3", "a", "4"]),
        ("div", []),
    ],
)
def test_css_within_the_last_list(css: str, expected: list[str]) -> None:
    assert ids(css, within=Rule("css", "div.list", pick="last")) == expected


def test_within_takes_all_by_default_and_repeats_nothing() -> None:
    assert ids("h2", within=Rule("css", "div.list")) == ["1", "2", "3", "4"]
    assert ids("a", within=Rule("css", "div.list, h2")) == ["a", "a"]
    assert ids("h2", within=Rule("css", "nav")) == []


WRONG_CSS = (
    *(
        "a[",
        "p::text",
        "",
        "a:foo",
        ":first-of-type",
        "h2:not(",
        "a,,b",
        "a:has()",
        "a:not(b,)",
        "a:not(> b)",
        "a:is(b >)",
    ),
    *(
        "a:has(> > b)",
        "a:not(b > > c)",
        "a:has(:foo)",
        "a:-c-(0)",
        "a:-c-()",
        "a:-c-(x):not(b)",
        "a:has(b",
    ),
)


@pytest.mark.parametrize("css", WRONG_CSS)
def test_wrong_css_is_reported_by_the_check(css: str) -> None:
    assert describe_selector_fault("css", css)
    with pytest.raises(SelectorError):
        compile_css(css)


@pytest.mark.parametrize(
    ("css", "message"),
    [("p:has(a[b) i", ":has(a[b)"), ("p:has(a) i:foo", ":foo"), ("p:has(a) > ", "at 10")],
)
def test_the_message_names_the_wrong_part_and_its_position(css: str, message: str) -> None:
    assert message in str(describe_selector_fault("css", css))


def test_commas_inside_quotes_brackets_and_parentheses_do_not_split() -> None:
    assert split_top("a[href=','], b:is(x, y), c\\,d", ",") == [
        "a[href=',']",
        "b:is(x, y)",
        "c\\,d",
    ]


@pytest.mark.parametrize(
    ("xpath", "expected"),
    [
        ("//h2/@id", ["1", "2", "3", "4"]),
        ("//p", ["5"]),
        ("//p/text()", ["5"]),
        ("count(//h2)", ["4"]),
        ("number(//p/@data-n) div 2", ["3.5"]),
        ("string(//em)", ["Third"]),
        ("//h2[re:test(., '^T')]", ["Third"]),
        ("number('x')", []),
        ("//p = '6'", []),
        ("//p = '5'", ["true"]),
        ("//nothing", []),
    ],
)
def test_xpath(xpath: str, expected: list[str]) -> None:
    assert found(Rule("xpath", xpath)) == expected


def test_xpath_within_stays_within() -> None:
    assert found(
        Rule("xpath", "//h2/@id | //a/@class", within=Rule("css", "div.list", pick="last"))
    ) == ["3", "b", "4"]
    assert compile_xpath("//a | //b", True).path == ".//a | .//b"


@pytest.mark.parametrize("xpath", ["//a[", "foo(1)", "//x:a", ""])
def test_wrong_xpath_is_reported_by_the_check(xpath: str) -> None:
    assert describe_selector_fault("xpath", xpath)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("author", ["A. Writer"]),
        ("OG:Title", ["A title"]),
        ("article:tag", ["one", "two"]),
        ("content-language", ["hu"]),
        ("empty", []),
        ("none", []),
    ],
)
def test_meta(name: str, expected: list[str]) -> None:
    assert found(Rule("meta", name)) == expected


def test_regex_looks_at_the_source_group_one_or_all() -> None:
    assert found(Rule("regex", r'href="(/\d)"')) == ["/2", "/3"]
    assert found(Rule("regex", r"data-n=\S+7")) == ['data-n="7']
    assert found(Rule("regex", "(x)?nothing")) == []
    assert found(Rule("regex", r'href="(/\d)"', within=Rule("css", "em"))) == ["/3"]


def test_url_looks_at_the_address() -> None:
    assert found(Rule("url", "/([0-9]{4})/([0-9]{2})/")) == ["2019"]
    assert found(Rule("url", "/sport/")) == []


def test_listed_selects_the_values_of_the_archive_page() -> None:
    given = Page(
        "https://echo.example/a", "", listed=(("date", "2019"), ("title", "T"), ("date", "2020"))
    )
    assert [f.value for f in select_values([Rule("listed", "date")], given)] == ["2019", "2020"]
    assert select_values([Rule("listed", "author")], given) == ()


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        (
            "*[].link",
            '{"d1": [{"link": "a"}, {"link": "b"}], "d2": [{"link": "c"}, {}]}',
            ["a", "b", "c"],
        ),
        ("*[].link", '{"error": "404"}', []),
        (
            "items[].id",
            '{"items": [{"id": 1}, {"id": 2.5}, {"id": null}, {"id": true}]}',
            ["1", "2.5", "true"],
        ),
        ("items", '{"items": [["x"], [["y"]]]}', ["x", "y"]),
        ("items", '{"items": [{"x": 1}]}', []),
        ("sum(items)", '{"items": ["a"]}', []),
        ("a.b", "[]", []),
        ("a", "<html>", []),
        ("a", "", []),
    ],
)
def test_json(path: str, body: str, expected: list[str]) -> None:
    assert found(Rule("json", path), body) == expected


PAGER = """<div class="pager"><a href="/p/9">9</a><b class="on">{current}</b><a href="/p/{older}">{older}.</a>
<a href="/p/11">11</a></div><a href="/decoy">2</a>"""


@pytest.mark.parametrize(("step", "expected"), [(1, "/p/11"), (-1, "/p/9"), (2, None)])
def test_pager_by_arithmetic(step: int, expected: str | None) -> None:
    rule = Rule("pager", pager=Pager(current=".on", links="a", scope=".pager", step=step))
    text = PAGER.format(current="10. oldal", older=8)
    assert select_first([rule], page(text), link=True) == (
        f"https://echo.example{expected}" if expected else None
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        '<div class="pager"></div>',
        '<div class="pager"><b class="on">now</b><a href="/1">1</a></div>',
    ],
)
def test_pager_without_numbers_yields_nothing(text: str) -> None:
    assert (
        select_first([Rule("pager", pager=Pager(".on", "a", ".pager"))], page(text), link=True)
        is None
    )


def test_text_tests_look_at_collapsed_text() -> None:
    text = "<a href=/1> Next\n page </a><a href=/2>Next<br>page 2</a><a href=/3>Previous</a>"

    def hit(**test: object) -> list[str]:
        return [u[-1] for u in select_links([Rule("css", "a", text=TextTest(**test))], page(text))]  # type: ignore[arg-type]

    assert hit(equals="Next page") == ["1"]
    assert hit(starts="Next page") == ["1", "2"]
    assert hit(contains="revi") == ["3"]
    assert hit(one_of=("Previous", "Next page")) == ["1", "3"]
    assert hit(regex="[0-9]$") == ["2"]
    assert hit(starts="Next", contains="2") == ["2"]
    assert hit(equals="next page") == []


def test_text_of_blocks_is_separated_and_comments_are_ignored() -> None:
    text = (
        "<div id=t>One<p>two</p>three<!-- no --> fo<b>ur</b><br>five<ul><li>six<li>seven</ul></div>"
    )
    assert found(Rule("css", "#t"), text) == ["One two three four five six seven"]


def test_elements_of_the_page_itself() -> None:
    given = page()
    (heading,) = select_elements([Rule("css", "#\\32 ")], given)
    assert isinstance(heading, html.HtmlElement)
    assert heading.getroottree().getroot() is given.root
