"""No page makes a rule raise: rules yield something or nothing, and the same each time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.base.portal.rule import Condition, Filter, Pager, Rule, TextTest
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.pages.rules.results import select_elements, select_links, select_values
from webarticlecurator.pages.rules.trace import Trace

RULES = [
    Rule(
        "css", "a:has(> b):not(.x), li", text=TextTest(regex="."), within=Rule("css", "div, body")
    ),
    # a node set and a number cannot be joined: known only when it runs
    Rule("xpath", "//a/@href | //a | count(//a)"),
    Rule("json", "*[].a"),
    Rule("regex", "<(.)", html=Rule("css", "*")),
    Rule("meta", "a", split=","),
    Rule("jsonld", "a.name", template="/{}"),
    Rule("microdata", "a.name", exclude=Filter(("a",), unless_all=True)),
    Rule("pager", pager=Pager("b", "a", "div")),
    Rule(
        first_of=(Rule("css", "b"), Rule("css", "a")),
        attr="href",
        unless=Condition(has=(Rule("meta", "a"),)),
    ),
]
PIECES = [
    "<a href='", "'>", "<a>", "</a>", "<b>", "</div>", "<div itemscope itemref=a>", "<p id=a itemprop=a itemscope itemref=a>",
    "12",
    "<script type=application/ld+json>", "</script>", '{"a":', "[", "]", "}", '"name"', ",", "<meta name=a content='",
    "http://[", "#",
    "<base href=", ">", "\0", "\x80\xff", "<!--", "&#xD800;", "&amp;", '{"@id":"x","a":{"@id":"x"}}', '"@graph":', "<li>",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=25), st.sampled_from(RULES))
def test_rules_never_raise(pieces: list[str], rule: Rule) -> None:
    content = "".join(pieces).encode("latin-1")
    page = read_page("https://echo.example/a", content)
    found = select_links([rule], page)
    assert all(u.startswith(("http://", "https://")) and "#" not in u for u in found)
    assert len(set(found)) == len(found)
    assert select_links([rule], read_page("https://echo.example/a", content), Trace()) == found
    assert all(f.value == " ".join(f.value.split()) != "" for f in select_values([rule], page))
    select_elements([rule], page, any_of=True)


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.kind or "first_of")
def test_an_empty_page_yields_nothing(rule: Rule) -> None:
    page = read_page("https://echo.example/a", b"")
    assert select_links([rule], page) == ()
    assert select_values([rule], page) == ()
    assert select_elements([rule], page) == ()
