"""The output of --explain: per rule the values found, changed and left out, with reasons, and near
misses."""

from __future__ import annotations

from webarticlecurator.base.portal.rule import Condition, Filter, Place, Rule, TextTest
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_links, select_values
from webarticlecurator.pages.rules.trace import Trace

TEXT = """<h2 class="title top"><a href="/1">One</a></h2><h2 class="title"><a href="/ads/2">Two</a></h2>
<h3 class="headline"><a href="#x">Three</a></h3><h2 class="title"><a href="/1">Again</a></h2>"""


def run(rule: Rule) -> Trace:
    trace = Trace()
    select_links([rule], Page("https://echo.example/", TEXT), trace)
    return trace


def test_the_trace_shows_found_changed_and_excluded_values() -> None:
    rule = Rule(
        "css",
        "h2, h3",
        replace=(("/1$", "/one"),),
        exclude=Filter(("/ads/",)),
        place=Place("echo.yaml", 9, 3),
    )
    trace = run(rule)
    (entry,) = trace.rules
    assert entry.found == 4
    assert entry.samples[0] == "<h2.title.top> One"
    assert [(s.name, s.before[0], s.after[0]) for s in entry.steps][1:] == [
        ("replace", "https://echo.example/1", "https://echo.example/one")
    ]
    assert entry.left_out == [
        ("#x", "a place on the same page"),
        ("https://echo.example/ads/2", "exclude"),
    ]
    assert entry.result == ("https://echo.example/one",)
    assert trace.lines()[0] == "echo.yaml:9 css: h2, h3 → 4 found, 1 left"


def test_a_selector_without_a_match_shows_near_misses() -> None:
    assert run(Rule("css", "div.list h2.titel")).rules[0].notes == [
        "near: h2.title (2 times on this page)",
        "near: h2.title.top (1 times on this page)",
    ]
    assert run(Rule("css", "h1.headline")).rules[0].notes == [
        "near: h3.headline (1 times on this page)"
    ]
    assert run(Rule("css", "a.x")).rules[0].notes == [
        "near: a without a class (4 times on this page)"
    ]
    assert run(Rule("css", "table.x")).rules[0].notes == [
        "near: nothing; there is no table on this page"
    ]
    assert run(Rule("css", ".x")).rules[0].notes == [
        "near: nothing; no element here has such a class"
    ]


def test_only_the_first_of_many_elements_are_shown_and_the_rest_counted() -> None:
    trace = Trace()
    select_links(
        [Rule("css", "i")], Page("https://echo.example/", "<a href=/1><i>x</i></a>" * 7), trace
    )
    assert [line for line in trace.lines() if "selected" in line or "…" in line] == [
        "  selected <i> x"
    ] * 5 + ["  … 1 more …", "  selected <i> x (the last one)"]


def test_conditions_and_text_tests_give_a_reason() -> None:
    guarded = run(Rule("css", "h2", when=Condition(has=(Rule("css", "nav"),))))
    assert (guarded.rules[0].notes, guarded.rules[0].found) == (
        ["when: does not hold on this page"],
        None,
    )
    tested = run(Rule("css", "h2", text=TextTest(equals="One")))
    assert tested.rules[0].mismatches == [("Two", "equals: One"), ("Again", "equals: One")]
    assert "  did not match text (equals: One): Two" in tested.lines()
    assert not [line for line in tested.lines() if "left out" in line]


def test_the_answering_rule_is_marked_among_nested_ones() -> None:
    trace = Trace()
    rules = [
        Rule("css", "h1"),
        Rule(first_of=(Rule("css", "h4"), Rule("css", "h3"))),
        Rule("css", "h2"),
    ]
    assert [f.value for f in select_values(rules, Page("https://echo.example/", TEXT), trace)] == [
        "Three"
    ]
    assert [(e.depth, e.rule.expression, e.is_answer) for e in trace.rules] == [
        (0, "h1", False),
        (0, "", True),
        (1, "h4", False),
        (1, "h3", True),
    ]


def test_a_body_that_is_not_json_is_counted() -> None:
    trace = Trace()
    select_links(
        [Rule("json", "a"), Rule("json", "b")], Page("https://echo.example/", "<html>"), trace
    )
    assert trace.faults == {"not-json": 2}
    assert trace.rules[0].notes[0].startswith("the answer is not JSON")


def test_the_answer_is_the_same_with_and_without_a_trace() -> None:
    rule = Rule("css", "h2, h3", exclude=Filter(("/ads/",)))
    page = Page("https://echo.example/", TEXT)
    assert select_links([rule], page) == select_links([rule], page, Trace())


def test_an_attribute_is_shown_with_its_element_and_scripts_are_not() -> None:
    html = '<html lang="de"><head><script>var a = 1;</script></head><body><style>p {}</style><p>Text</p></body></html>'
    trace = Trace()
    assert [
        found.value
        for found in select_values(
            [Rule("css", "html", attr="lang")], Page("https://echo.example/", html), trace
        )
    ] == ["de"]
    assert trace.lines() == [
        "css: html, attr: lang → 1 found, 1 left ← the answer",
        "  selected <html> Text",
        "  yields de",
    ]
    trace = Trace()
    select_values([Rule("css", "script")], Page("https://echo.example/", html), trace)
    assert trace.lines()[1] == "  selected <script> var a = 1;"


LISTS = "".join(f'<article class="card"><a href="/{n}">{n}</a></article>' for n in range(21))
ASIDE = "".join(f'<li><a href="/s{n}">{n}</a></li>' for n in range(7))


def where(html: str, css: str = "a") -> list[str]:
    lines = Trace()
    select_links([Rule("css", css)], Page("https://echo.example/", html), lines)
    return [line.strip() for line in lines.lines() if "where:" in line or "LOOK AT" in line]


def test_links_are_counted_by_container_and_two_places_are_warned_of() -> None:
    two = f'<main id="primary">{LISTS}</main><aside id="secondary"><ul>{ASIDE}</ul></aside>'
    assert where(two) == [
        "where: 21 in #primary, 7 in #secondary",
        "LOOK AT THIS: the links lie in 2 places; if only one of them is the list, limit the rule:"
        " {within: {css: '#primary'}, …}",
    ]
    assert where(two, "#primary a") == ["where: 21 in #primary"]
    assert where(f'<div class="list"><div class="big"><a href=/x>x</a></div>{LISTS}</div>') == [
        "where: 1 in div.big, 21 in article.card"
    ]
    columns = (
        f"<div class=row><ul class=col>{ASIDE}</ul><ul class='col'><a href=/x>x</a></ul></div>"
    )
    assert where(columns) == ["where: 8 in div.row"]
    assert where("<a href=/x>x</a>") == []


def test_the_place_of_nested_and_equal_elements_is_known() -> None:
    assert where("<div><h2><a href=/1>1</a></h2><a href=/2>2</a></div>", "h2, h2 a, div > a") == [
        "where: 1 in h2, 1 in a"
    ]
