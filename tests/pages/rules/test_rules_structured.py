"""JSON-LD and microdata: the node of the article, paths in it, and JSON as on real pages."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import pytest

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.jsonld import (
    MAX_CHARACTERS,
    MAX_NODES,
    parse_json_leniently,
    read_jsonld,
)
from webarticlecurator.pages.rules.microdata import MAX_VISITS, find_microdata_fault
from webarticlecurator.pages.rules.results import select_values
from webarticlecurator.pages.rules.trace import Trace

URL = "https://echo.example/a"


def page(*scripts: Any, more: str = "") -> Page:
    texts = [s if isinstance(s, str) else json.dumps(s) for s in scripts]
    return Page(
        URL, "".join(f'<script type="application/ld+json">{t}</script>' for t in texts) + more
    )


def ld(path: str, *scripts: Any) -> list[str]:
    return [f.value for f in select_values([Rule("jsonld", path)], page(*scripts))]


ARTICLE = {
    "@type": "NewsArticle",
    "headline": "H",
    "author": [{"@type": "Person", "name": "A"}, {"name": ["B", "C"]}],
}


def test_paths_open_lists_and_end_in_names() -> None:
    assert ld("headline", ARTICLE) == ["H"]
    assert ld("author.name", ARTICLE) == ["A", "B", "C"]
    assert ld("author", ARTICLE) == ["A", "B", "C"]
    assert ld("author[1].name", ARTICLE) == ["B", "C"]
    assert ld("author.name.x", ARTICLE) == []
    assert ld("nothing", ARTICLE) == []


def test_a_bare_string_where_a_person_is_expected_is_the_name() -> None:
    assert ld("author.name", {"@type": "Article", "author": ["A", {"name": "B"}]}) == ["A", "B"]


@pytest.mark.parametrize(
    "wrapped",
    [
        [[{"@type": "WebSite", "headline": "no"}, ARTICLE]],
        [
            {
                "@context": "https://schema.org",
                "@graph": [{"@type": "WebPage", "headline": "no"}, ARTICLE],
            }
        ],
        [{"@type": "BreadcrumbList"}, ARTICLE],
        [{"@type": "WebPage", "headline": "no", "mainEntity": ARTICLE}],
        [{**ARTICLE, "@type": ["Thing", "schema:BlogPosting"]}],
        [{**ARTICLE, "@type": "https://schema.org/LiveBlogPosting"}],
    ],
)
def test_the_article_node_is_found_wherever_it_is(wrapped: list[Any]) -> None:
    assert ld("headline", *wrapped) == ["H"]


def test_of_several_articles_the_one_about_this_page_comes_first() -> None:
    other = {"@type": "NewsArticle", "headline": "Other", "url": "https://echo.example/b"}
    this = {
        "@type": "NewsArticle",
        "headline": "This",
        "mainEntityOfPage": {"@id": "http://www.echo.example/a/"},
    }
    assert ld("headline", other, this) == ["This"]


def test_without_an_article_the_publisher_is_not_used() -> None:
    site = {"@type": "NewsMediaOrganization", "name": "Echo", "description": "The site"}
    assert ld("description", site, {"@type": "WebPage", "description": "The page"}) == ["The page"]
    assert ld("name", site) == []


def test_references_are_followed_and_do_not_loop() -> None:
    graph = {
        "@graph": [
            {"@type": "Article", "author": {"@id": "#p"}},
            {"@id": "#p", "@type": "Person", "name": "P", "x": {"@id": "#p"}},
        ]
    }
    assert ld("author.name", graph) == ["P"]
    assert ld("author.x.x.name", graph) == ["P"]
    assert ld("author", {"@type": "Article", "author": {"@id": "#missing"}}) == []


def test_a_name_may_be_relative_in_one_place_and_absolute_in_another() -> None:
    article = {"@type": "Article", "author": {"@id": "/people/7#person"}}
    person = {"@id": "https://echo.example/people/7#person", "@type": "Person", "name": "P"}
    assert ld("author.name", article, person) == ["P"]
    turned = {"@type": "Article", "author": {"@id": person["@id"]}}
    assert ld("author.name", turned, {**person, "@id": "/people/7#person"}) == ["P"]
    broken = {"@type": "Article", "author": {"@id": "http://[bad"}}
    assert ld("author.name", broken, person) == []


def test_relative_names_rest_on_the_base_of_the_page() -> None:
    article = {"@type": "Article", "author": {"@id": "#p"}}
    person = {"@id": "//cdn.example/people#p", "@type": "Person", "name": "P"}
    for base, names in (("//cdn.example/people", ["P"]), ("//cdn.example/", [])):
        own = page(article, person, more=f"<base href='{base}'>")
        assert [v.value for v in select_values((Rule("jsonld", "author.name"),), own)] == names


@pytest.mark.parametrize(
    ("context", "names"),
    [
        ({"@base": "https://cdn.example/people/"}, ["P"]),
        (["https://schema.org", {"@base": "//cdn.example/people/"}], ["P"]),
        ({"@base": "https://cdn.example/"}, []),
        ({"@base": None}, []),
        ({"@base": "http://[bad"}, []),
    ],
)
def test_relative_names_rest_on_the_base_of_their_context(context: Any, names: list[str]) -> None:
    article = {"@context": context, "@graph": [{"@type": "Article", "author": {"@id": "7#p"}}]}
    person = {"@id": "https://cdn.example/people/7#p", "@type": "Person", "name": "P"}
    assert ld("author.name", article, person) == names


def test_the_base_of_a_context_is_that_of_its_node_alone() -> None:
    context = {"@base": "https://cdn.example/people/"}
    article = {"@type": "Article", "author": {"@id": "/people/7"}, "editor": {"@id": "7"}}
    people = [
        {"@context": context, "@id": "7", "@type": "Person", "name": "Of the context"},
        {"@id": "/people/7", "@type": "Person", "name": "Of the page"},
    ]
    assert ld("author.name", [article, *people]) == ["Of the page"]
    assert ld("editor.name", [{**article, "@context": context}, *people]) == ["Of the context"]


def test_a_role_stands_for_who_has_it() -> None:
    person = {"@type": "Person", "name": "Anna Nagy"}
    role = {"@type": "OrganizationRole", "name": "reporter", "author": person}
    assert ld("author.name", {"@type": "Article", "author": role}) == ["Anna Nagy"]
    several = {"@type": "Article", "author": [role, {"@type": "Person", "name": "B"}]}
    assert ld("author.name", several) == ["Anna Nagy", "B"]
    assert ld("author[1].name", several) == ["B"]
    shared = {"@type": "Role", "author": [person, {"@type": "Person", "name": "B"}]}
    assert ld("author.name", {"@type": "Article", "author": [shared]}) == ["Anna Nagy", "B"]
    # A type that ends so, without the property: what it says of itself.
    alone = {"@type": "Article", "author": {"@type": "Role", "name": "the editors"}}
    assert ld("author.name", alone) == ["the editors"]


def test_a_type_may_begin_the_path() -> None:
    crumbs = {
        "@type": "BreadcrumbList",
        "itemListElement": [{"item": {"name": "Home"}}, {"item": {"name": "News"}}],
    }
    assert ld("BreadcrumbList.itemListElement.item.name", crumbs, ARTICLE) == ["Home", "News"]


def test_values_become_text() -> None:
    node = {
        "@type": "Article",
        "a": 3,
        "b": False,
        "c": None,
        "d": "  Tom &amp;amp; Zs&ouml;fi ",
        "e": {"@value": "v"},
        "f": "",
    }
    assert [ld(k, node) for k in "abcdef"] == [["3"], ["false"], [], ["Tom & Zsöfi"], ["v"], []]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "x\ny"}',
        '<!-- {"a": "x\\ny"} -->',
        '//<![CDATA[\n{"a": "x\\ny"}\n//]]>',
        '/* <![CDATA[ */{"a": "x\\ny"}/* ]]> */',
        '{"a": "x\\ny",}',
        '{"a": "x\\ny"};',
        "{&quot;a&quot;: &quot;x\\ny&quot;}",
    ],
)
def test_json_variants_of_real_pages(text: str) -> None:
    assert parse_json_leniently(text) == [{"a": "x\ny"}]


def test_several_values_in_a_row_and_commas_in_strings() -> None:
    assert parse_json_leniently('{"a": ",]"} {"b": [1, 2,]}') == [{"a": ",]"}, {"b": [1, 2]}]


@pytest.mark.parametrize("text", ['{"a": }', "not json", "{", "[" * 100_000])
def test_unreadable_scripts_yield_nothing_and_are_counted(text: str) -> None:
    trace = Trace()
    given = page(text, ARTICLE)
    assert [f.value for f in select_values([Rule("jsonld", "headline")], given, trace)] == ["H"]
    assert trace.faults == {"jsonld": 1}


def test_scripts_of_other_types_are_ignored() -> None:
    given = Page(
        URL,
        '<script>{"@type": "Article", "headline": "x"}</script><script type="Application/LD+JSON; charset=utf-8">'
        '{"@type": "Article", "headline": "y"}</script>',
    )
    assert [f.value for f in select_values([Rule("jsonld", "headline")], given)] == ["y"]


MICRODATA = """<div itemscope itemtype="http://schema.org/WebPage"><h1 itemprop="headline">Page</h1></div>
<article itemscope itemtype="https://schema.org/NewsArticle"><h1 itemprop="headline">Mi<b>cro</b></h1>
<span itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">A &amp; B</b></span>
<span itemprop="author">C</span><time itemprop="datePublished" datetime="2019-03-15">today</time>
<a itemprop="url" href="x">x</a></article>"""


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("headline", ["Micro"]),
        ("author.name", ["A & B", "C"]),
        ("datePublished", ["2019-03-15"]),
        ("url", ["https://echo.example/x"]),
        ("editor", []),
    ],
)
def test_microdata(path: str, expected: list[str]) -> None:
    assert [
        f.value for f in select_values([Rule("microdata", path)], Page(URL, MICRODATA))
    ] == expected


def test_one_bad_address_does_not_cost_the_item() -> None:
    given = Page(URL, MICRODATA.replace('href="x"', 'href="http://[bad"'))
    assert [f.value for f in select_values([Rule("microdata", "headline")], given)] == ["Micro"]
    assert [f.value for f in select_values([Rule("microdata", "url")], given)] == ["http://[bad"]


def test_itemref_is_followed_and_does_not_loop() -> None:
    text = """<div itemscope itemtype="http://schema.org/Article" itemref="n none m"><b itemprop="headline">H</b></div>
    <p id="n"><i itemprop="author" itemscope itemref="n m"><b itemprop="name">A</b></i></p><p id="m" itemprop="section">S</p>"""
    given = Page(URL, text)
    assert [f.value for f in select_values([Rule("microdata", "author.name")], given)] == ["A"]
    assert [f.value for f in select_values([Rule("microdata", "section")], given)] == ["S"]


def test_microdata_leaves_the_tree_alone() -> None:
    given = Page(URL, MICRODATA)
    before = given.root.text_content()
    select_values([Rule("microdata", "headline")], given)
    assert given.root.text_content() == before


def test_endless_json_ld_is_read_up_to_a_limit_and_the_rest_is_counted() -> None:
    many = ",".join(
        f'{{"@type": "Person", "name": "n{number}"}}' for number in range(MAX_NODES + 10)
    )
    trace = Trace()
    first = '{"@type": "NewsArticle", "headline": "H"}'
    given = page(first, f"[{many}]", '{"@type": "NewsArticle", "headline": "late"}')
    assert [f.value for f in select_values([Rule("jsonld", "headline")], given, trace)] == ["H"]
    assert trace.faults == {"jsonld": 1}
    assert len(read_jsonld(given)[0]) == MAX_NODES
    long = page(first, '{"@type": "NewsArticle", "name": "' + "x" * MAX_CHARACTERS + '"}')
    assert read_jsonld(long) == (({"@type": "NewsArticle", "headline": "H"},), 1)


def chain(items: int, name: str = "author") -> str:
    """Return a page whose items are each inside the one before, by ``itemref``."""
    rest = (f"<p itemprop={name} itemscope id=i{n} itemref=i{n + 1}></p>" for n in range(1, items))
    last = f"<p itemprop={name} itemscope id=i{items}><b itemprop=name>A</b></p>"
    return f'<p itemscope itemtype="http://schema.org/Article" itemref=i1></p>{"".join(rest)}{last}'


@pytest.mark.parametrize("name", ["author", "mainEntity"])
def test_items_may_be_nested_in_thousands_of_others(name: str) -> None:
    steps = 5_000
    given = Page(URL, chain(steps, name))
    path = ".".join([name] * steps)
    assert [f.value for f in select_values([Rule("microdata", path)], given)] == ["A"]
    assert find_microdata_fault(given) == ""


def test_elements_that_many_items_refer_to_are_read_up_to_a_limit_with_a_remark() -> None:
    keywords = "".join(f"<i itemprop=keywords>k{n}</i>" for n in range(3_000))
    items = "<p itemscope itemtype=http://schema.org/Article itemref=r></p>" * 3_000
    given = Page(URL, f"<div id=r>{keywords}</div>{items}")
    begin = time.process_time()
    found = [f.value for f in select_values([Rule("microdata", "keywords")], given)]
    assert time.process_time() - begin < 10
    assert found == [f"k{n}" for n in range(3_000)]
    assert f"more than {MAX_VISITS} elements" in find_microdata_fault(given)


def test_references_to_a_long_list_again_and_again_are_followed_up_to_a_limit() -> None:
    many = 10_000
    article = {"@type": "NewsArticle", "author": [{"@id": "b"}] * many}
    person = {"@id": "b", "@type": "Person", "name": [f"n{n}" for n in range(many)]}
    begin = time.process_time()
    assert ld("author.name", {"@graph": [article, person]}) == person["name"]
    assert time.process_time() - begin < 10


def test_lists_in_lists_are_opened_at_any_depth() -> None:
    value: Any = "H"
    for _ in range(400):
        value = [value]
    node = {"@type": "NewsArticle", "headline": value}
    given = page(node)
    limit = sys.getrecursionlimit()
    read_jsonld(given)
    sys.setrecursionlimit(count_frames() + 200)
    try:
        assert [f.value for f in select_values([Rule("jsonld", "headline")], given)] == ["H"]
    finally:
        sys.setrecursionlimit(limit)


def count_frames() -> int:
    frame, count = sys._getframe(), 0
    while frame.f_back is not None:
        frame, count = frame.f_back, count + 1
    return count
