"""The fixed order of the steps of a rule, and each step."""

from __future__ import annotations

from datetime import date

import pytest

from webarticlecurator.base.portal.rule import Condition, Filter, Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import (
    condition_holds,
    select_elements,
    select_first,
    select_links,
    select_values,
)
from webarticlecurator.pages.rules.rule_values import SelectedValue

URL = "https://echo.example/news/list.html?p=1"


def page(text: str, **more: object) -> Page:
    return Page(URL, text, **more)  # type: ignore[arg-type]


def texts(rule: Rule | list[Rule], text: str, **more: object) -> list[str]:
    rules = rule if isinstance(rule, list) else [rule]
    return [f.value for f in select_values(rules, page(text, **more))]


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("/a", "https://echo.example/a"),
        ("a", "https://echo.example/news/a"),
        ("../a", "https://echo.example/a"),
        ("?p=2", "https://echo.example/news/list.html?p=2"),
        ("//other.example/a", "https://other.example/a"),
        ("HTTP://other.example/a", "http://other.example/a"),
        (" \n/a\t\n/b ", "https://echo.example/a/b"),
        ("/a#part", "https://echo.example/a"),
        ("/%zz?ő=é x", "https://echo.example/%zz?ő=é x"),
        ("#top", None),
        ("", None),
        ("  ", None),
        ("mailto:a@b.c", None),
        ("javascript:void(0)", None),
        ("tel:+361", None),
        ("data:text/html,x", None),
        ("ftp://echo.example/", None),
        ("http://[bad", None),
        ("http:///a", None),
    ],
)
def test_addresses_are_resolved_and_other_values_are_left_out(
    href: str, address: str | None
) -> None:
    assert select_links([Rule("css", "a")], page(f'<a href="{href}">x</a>')) == (
        (address,) if address else ()
    )


def test_base_href_is_honoured() -> None:
    assert select_links([Rule("css", "a")], page('<base href="/b/"><a href="c">x</a>')) == (
        "https://echo.example/b/c",
    )


@pytest.mark.parametrize(
    ("text", "css", "expected"),
    [
        ('<a class="i" href="/self"><a href="/x">', ".i", "/self"),
        (
            '<div class="i"><a name="n"></a><p><a href="/first">1</a></p><a href="/second">2</a></div>',
            ".i",
            "/first",
        ),
        ('<a href="/around"><b><i class="i">x</i></b></a>', ".i", "/around"),
        ('<div class="i">no link</div>', ".i", None),
        ('<head><link rel="next" href="/next"></head>', "link[rel=next]", "/next"),
        ('<map><area class="i" href="/area"></map>', ".i", "/area"),
    ],
)
def test_the_link_of_an_element(text: str, css: str, expected: str | None) -> None:
    found = select_first([Rule("css", css)], page(text), link=True)
    assert found == (f"https://echo.example{expected}" if expected else None)


def test_links_of_strings_attributes_and_templates() -> None:
    text = '<li data-url="x?a=1&amp;b=2" data-id="7">n</li>'
    assert select_links([Rule("css", "li", attr="data-url")], page(text)) == (
        "https://echo.example/news/x?a=1&b=2",
    )
    assert select_links(
        [Rule("xpath", "//li/@data-id", template="/story/{}.html")], page(text)
    ) == ("https://echo.example/story/7.html",)
    assert select_links(
        [Rule("css", "li", attr="data-id", template="story?id={}")], page(text)
    ) == ("https://echo.example/news/story?id=7",)
    assert select_links([Rule("css", "li", attr="missing")], page(text)) == ()


def test_links_is_the_union_and_keeps_the_order_of_rules_and_page() -> None:
    text = "<a class=a href=/2>2</a><a class=b href=/1>1</a><a class=a href=/3>3</a><a class=b href=/2#x>2</a>"
    found = select_links([Rule("css", ".b"), Rule("css", ".a")], page(text))
    assert found == ("https://echo.example/1", "https://echo.example/2", "https://echo.example/3")


def test_replace_sees_absolute_addresses_in_order() -> None:
    rule = Rule(
        "css",
        "a",
        replace=(("^https:", "http:"), ("^http://echo", "http://www.echo"), (r"/(\d)$", r"/n\1")),
    )
    assert select_links([rule], page("<a href=/1>")) == ("http://www.echo.example/n1",)


def test_values_replaced_by_nothing_are_left_out() -> None:
    assert texts(Rule("css", "b", replace=(("^Echo$", ""),)), "<b>Echo</b><b>Else</b>") == ["Else"]


def test_include_and_exclude_come_after_replace() -> None:
    rule = Rule(
        "css", "a", replace=(("/x/", "/y/"),), include=Filter(("/y/",)), exclude=Filter(("2$",))
    )
    assert select_links([rule], page("<a href=/x/1>1</a><a href=/x/2>2</a><a href=/z/3>3</a>")) == (
        "https://echo.example/y/1",
    )


@pytest.mark.parametrize(
    ("ads", "news", "expected"),
    [(2, 1, ["/news/0"]), (2, 0, ["/ad/0", "/ad/1"]), (0, 1, ["/news/0"])],
)
def test_unless_all_looks_at_the_whole_list(ads: int, news: int, expected: list[str]) -> None:
    text = "".join(f"<a href=/ad/{n}>x</a>" for n in range(ads)) + "".join(
        f"<a href=/news/{n}>x</a>" for n in range(news)
    )
    rule = Rule("css", "a", exclude=Filter(("/ad/",), unless_all=True))
    assert select_links([rule], page(text)) == tuple("https://echo.example" + e for e in expected)


@pytest.mark.parametrize(
    ("pick", "expected"),
    [
        (None, ["a", "b", "c"]),
        ("all", ["a", "b", "c"]),
        ("first", ["a"]),
        ("last", ["c"]),
        ("2", ["b"]),
        ("-2", ["b"]),
        ("4", []),
        ("-4", []),
    ],
)
def test_pick_comes_last_after_repeats_were_dropped(pick: str | None, expected: list[str]) -> None:
    assert (
        texts(Rule("css", "b", pick=pick), "<b>a</b><b>a</b><b>b</b><b>c</b><b>a</b>") == expected
    )


def test_map_keeps_unknown_values_unless_only_is_set() -> None:
    table = (("news", "Hírek"), ("sport", "Sport"))
    assert texts(Rule("css", "b", map=table), "<b>news</b><b>other</b>") == ["Hírek", "other"]
    assert texts(Rule("css", "b", map=table, only=True), "<b>news</b><b>other</b>") == ["Hírek"]


def test_a_long_lookup_comes_before_resolving() -> None:
    table = tuple((f"/old/{n}", f"/new/{n}") for n in range(20_000))
    rule = Rule("css", "a", map=table)
    assert select_links([rule], page("<a href=/old/19999>x</a><a href=/other>y</a>")) == (
        "https://echo.example/new/19999",
        "https://echo.example/other",
    )


@pytest.mark.parametrize(
    ("number", "add", "sums"),
    [("7", 1, ["8"]), ("099", 1, ["100"]), ("09", -1, ["08"]), ("Page 7", 1, []), ("", 1, [])],
)
def test_a_number_is_added_before_the_template(number: str, add: int, sums: list[str]) -> None:
    rule = Rule("css", "b", attr="data-page", add=add, template="?p={}")
    found = select_values([rule], page(f"<b data-page='{number}'>x</b>"))
    assert [value.value for value in found] == [f"?p={each}" for each in sums]


def test_the_next_page_from_the_number_in_the_address() -> None:
    rule = Rule("url", "[?]p=([0-9]+)", add=1, template="?p={}")
    assert select_links([rule], page("<p>x</p>")) == ("https://echo.example/news/list.html?p=2",)


def test_map_before_template_before_replace() -> None:
    rule = Rule("css", "b", map=(("a", "b"),), template="<{}>", replace=(("<b>", "done"),))
    assert texts(rule, "<b>a</b>") == ["done"]


@pytest.mark.parametrize(
    ("split", "expected"),
    [("[,;]", ["a", "b", "c|d"]), ("|", ["a, b ;c", "d"]), (r"\s*,\s*", ["a", "b ;c|d"])],
)
def test_split_yields_separate_values(split: str, expected: list[str]) -> None:
    assert texts(Rule("css", "b", split=split), "<b>a, b ;c|d</b>") == expected


def test_split_keeps_the_original_and_runs_before_map_and_filters() -> None:
    rule = Rule("css", "b", split=",", map=(("x", "y"),), exclude=Filter(("^z$",)))
    assert select_values([rule], page("<b>x, z, w</b>")) == (
        SelectedValue("y", "css:b", "x, z, w"),
        SelectedValue("w", "css:b", "x, z, w"),
    )


def test_html_parses_the_value_and_resolves_against_the_page() -> None:
    text = '{"html": "<div><a href=a>1</a><base href=/elsewhere/></div>"}'
    assert select_links([Rule("json", "html", html=Rule("css", "a"))], page(text)) == (
        "https://echo.example/news/a",
    )


def test_html_inside_a_script_of_a_page() -> None:
    text = "<base href=/b/><script type=text/template><ul><li><a href=1>x</a></ul></script>"
    assert select_links([Rule("css", "script", html=Rule("css", "li"))], page(text)) == (
        "https://echo.example/b/1",
    )


def test_first_of_list_takes_the_first_rule_that_yields() -> None:
    rules = [Rule("css", "h1", exclude=Filter(("x",))), Rule("css", "h2"), Rule("css", "h3")]
    assert select_values(rules, page("<h1>x</h1><h2>y</h2><h3>z</h3>")) == (
        SelectedValue("y", "css:h2", "y"),
    )


def test_first_of_and_union_written_out_go_through_the_outer_steps() -> None:
    text = "<div><h1><a href=/1>1</a></h1><h2><a href=/2>2</a></h2></div><h2><a href=/3>3</a></h2>"
    either = Rule(first_of=(Rule("css", "h4"), Rule("css", "h2")), exclude=Filter(("/2",)))
    assert select_links([either], page(text)) == ("https://echo.example/3",)
    both = Rule(union=(Rule("css", "h2"), Rule("css", "h1")), within=Rule("css", "div"))
    assert select_links([both], page(text)) == ("https://echo.example/2", "https://echo.example/1")
    assert [e.tag for e in select_elements([both], page(text))] == ["h2", "h1"]


def test_an_outer_attr_looks_at_the_elements_the_inner_rules_found() -> None:
    rule = Rule(first_of=(Rule("css", "time"), Rule("css", "b")), attr="datetime")
    assert texts(rule, "<time datetime=2019>today</time>") == ["2019"]


def test_when_and_unless_guard_the_rule() -> None:
    guarded = [
        Rule("css", "h1", when=Condition(has=(Rule("css", ".old"),))),
        Rule("css", "h2", unless=Condition(has=(Rule("css", ".old"),))),
    ]
    assert texts(guarded, "<h1>1</h1><h2>2</h2><p class=old>") == ["1"]
    assert texts(guarded, "<h1>1</h1><h2>2</h2>") == ["2"]


def test_when_looks_at_the_whole_page_even_inside_within() -> None:
    rule = Rule("css", "h2", within=Rule("css", "div"), when=Condition(has=(Rule("css", "p.old"),)))
    assert texts(rule, "<div><h2>2</h2></div><p class=old>") == ["2"]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (Condition(), True),
        (Condition(columns=("news", "sport")), True),
        (Condition(columns=("opinion",)), False),
        (Condition(captured=(date(2019, 1, 1), date(2019, 3, 15))), True),
        (Condition(captured=(date(2019, 3, 16), None)), False),
        (Condition(captured=(None, date(2019, 3, 14))), False),
        (Condition(published=(None, date(848, 1, 1))), True),
        (Condition(published=(date(848, 1, 1), None)), False),
        (Condition(has=(Rule("meta", "x"),)), True),
        (Condition(has=(Rule("css", "h9"), Rule("regex", "content"))), True),
        (Condition(has=(Rule("css", "h9"),)), False),
        (Condition(has=(Rule("meta", "x"),), columns=("opinion",)), False),
    ],
)
def test_conditions(condition: Condition, expected: bool) -> None:
    given = page("<meta name=x content=y>", column="news", captured=date(2019, 3, 15))
    assert (
        condition_holds(condition, given, published=(date(847, 12, 31), date(847, 12, 31)))
        is expected
    )


def test_conditions_on_unknown_values_do_not_hold() -> None:
    assert not condition_holds(Condition(captured=(None, None)), page(""))
    assert not condition_holds(Condition(published=(date(1, 1, 1), None)), page(""))


def test_drops_are_a_union_and_may_look_at_text_attributes_and_values() -> None:
    text = "<p id=a class=ad>x</p><p id=b>Read on</p><p id=c></p><p id=d data-x=1>y</p><p id=e>stays</p>"
    rules = [
        Rule("css", ".ad"),
        Rule("css", "p", include=Filter(("^Read",))),
        Rule("css", "p", attr="data-x"),
        Rule("css", "p:not(#e)", exclude=Filter(("Read|x|y",))),
    ]
    assert [e.get("id") for e in select_elements(rules, page(text), any_of=True)] == [
        "a",
        "b",
        "d",
        "c",
    ]


def test_roots_are_first_of() -> None:
    rules = [Rule("css", "article"), Rule("css", "p"), Rule("css", "div")]
    assert [e.tag for e in select_elements(rules, page("<div><p>1</p><p>2</p></div>"))] == [
        "p",
        "p",
    ]


def test_values_are_collapsed_and_the_original_stays() -> None:
    text = "<h1 title=' a\n b '> A <i>b</i>\n c</h1>"
    assert select_values([Rule("css", "h1")], page(text)) == (
        SelectedValue("A b c", "css:h1", "A b c"),
    )
    assert select_values([Rule("css", "h1", attr="title")], page(text)) == (
        SelectedValue("a b", "css:h1", "a\n b"),
    )


def test_an_element_without_text_yields_nothing() -> None:
    assert select_values(
        [Rule("css", "h1"), Rule("css", "h2")], page("<h1> <img></h1><h2>t</h2>")
    ) == (SelectedValue("t", "css:h2", "t"),)
