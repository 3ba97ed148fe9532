"""RDFa, for pages without any other metadata."""

from __future__ import annotations

import pytest

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.pages.rules.results import select_values
from webarticlecurator.pages.rules.trace import Trace

PAGE = """<html prefix="og: http://ogp.me/ns#"><head><meta property="og:title" content="T"></head>
<body><article vocab="http://schema.org/" typeof="NewsArticle"><h1 property="headline">Mi<b>cro</b> data</h1>
<span property="author" typeof="Person"><span property="name">Zoé Y</span></span>
<span property="author" typeof="Person"><span property="name">Ádám X</span></span>
<time property="datePublished" content="2019-01-01T10:00:00+01:00">yesterday</time></article></body></html>"""


def found(path: str, html: str = PAGE, trace: Trace | None = None) -> list[str]:
    page = read_page("http://x.example/a", html.encode(), "text/html; charset=utf-8")
    return [f.value for f in select_values([Rule("rdfa", path)], page, trace)]


def test_paths_in_the_article_node():
    assert found("headline") == ["Micro data"]
    assert found("datePublished") == ["2019-01-01T10:00:00+01:00"]
    assert found("nothing") == []


def test_several_values_come_in_the_same_order_in_every_run():
    assert {tuple(found("author.name")) for _ in range(8)} == {("Zoé Y", "Ádám X")}


def test_a_page_without_or_with_broken_rdfa_gives_nothing():
    assert found("headline", "<p>plain") == []
    trace = Trace()
    assert found("headline", '<p vocab="::" typeof="[x]" property="a b:">x', trace) == []


def test_nodes_that_all_refer_to_each_other_are_read_up_to_a_limit():
    links = "".join(f"<a rel='s:author' href='#{n}'></a>" for n in range(15))
    nodes = "".join(
        f"<div about='#{n}' typeof='s:Article'><b property='s:headline'>h{n}</b>{links}</div>"
        for n in range(15)
    )
    trace = Trace()
    values = found("headline", f"<html prefix='s: http://schema.org/'>{nodes}</html>", trace)
    assert len(values) == 1 and values[0].startswith("h")
    assert trace.faults == {"rdfa": 1}


def test_elements_without_rdfa_are_part_of_a_value_around_them_alone():
    page = (
        "<div><p><a href='http://[bad'>x</a><p>y</div>"
        "<div vocab='http://schema.org/' typeof='NewsArticle'><p><i>out</i></p>"
        "<p property='headline'>Micro <b><i>da</i></b>ta</p><p><i>out</i></p>"
        "<div rel='author'><p><i><a href='/zoe'>Zoé</a></i></p></div></div>"
    )
    assert found("headline", page) == ["Micro data"]
    assert found("author", page) == ["http://x.example/zoe"]


@pytest.mark.parametrize(
    ("attributes", "value"),
    [
        ('datetime="2024-03-05T10:00:00+01:00"', "2024-03-05T10:00:00+01:00"),
        ('datetime="2024-03-05" content="2024-03-06"', "2024-03-06"),
        ("", "5 March"),
    ],
)
def test_the_value_of_a_time_is_its_attribute(attributes: str, value: str):
    # HTML+RDFa 1.1, section 3.1: content before datetime before the words.
    time = f"<time property='datePublished' {attributes}>5 March</time>"
    page = f"<div vocab='http://schema.org/' typeof='NewsArticle'>{time}</div>"
    assert found("datePublished", page) == [value]
