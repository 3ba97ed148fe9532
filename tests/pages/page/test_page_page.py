"""A page: it is parsed once, its base, its JSON, pieces of HTML inside it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.pages.page.tree import parse_tree


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("", ""),
        ("   ", ""),
        ("<!-- a -->", ""),
        ("<?pi?>", ""),
        ("plain", "plain"),
        ("<p>a<p>b", "ab"),
        ("a\0b", "a\ufffdb"),
        ("a\ud800b", "a\ufffdb"),
        ('<?xml version="1.0" encoding="iso-8859-2"?>\n<html><body>ő</body></html>', "ő"),
        ('<meta charset="windows-1250"><p>ő', "ő"),
        ("<td>cell", "cell"),
    ],
)
def test_parse_takes_anything(text: str, content: str) -> None:
    root = parse_tree(text).root
    assert root.tag == "html"
    assert root.text_content().strip() == content


@given(
    st.text(alphabet=st.characters(), max_size=60).map(lambda s: "<p>" + s)
    | st.text(alphabet="<>!-/?[] =\"'ab\0", max_size=60)
)
def test_parse_never_raises(text: str) -> None:
    assert parse_tree(text).root.tag == "html"


@pytest.mark.parametrize("opened", ["<div>", "<font color=red>a&amp;b &#337; <b>x</b>", "<br/><i>"])
def test_parse_is_not_stopped_by_depth(opened: str) -> None:
    shallow = parse_tree(opened).root.text_content()
    root = parse_tree(
        "<p>"
        + opened * 5000
        + "<h2 class=t><a href=/deep>deep</a></h2></div><script>if (a<b) {}</script>end"
    ).root
    assert root.text_content() == shallow * 5000 + "deep" + "if (a<b) {}" + "end"
    assert [a.get("href") for a in root.iterfind(".//h2[@class='t']/a")] == ["/deep"]


def test_parse_is_not_stopped_by_size() -> None:
    assert len(parse_tree("<p>" + "x" * 11_000_000).root.text_content()) == 11_000_000


def test_the_page_is_parsed_once() -> None:
    page = read_page("https://echo.example/", b"<p>x")
    assert page.root is page.root


@pytest.mark.parametrize(
    ("head", "base"),
    [
        ("", "https://echo.example/a/b"),
        ('<base href="/root/">', "https://echo.example/root/"),
        (
            '<base target="_top"><base href=" https://other.example/x "><base href="/y">',
            "https://other.example/x",
        ),
        ('<base href="http://[bad">', "https://echo.example/a/b"),
    ],
)
def test_base(head: str, base: str) -> None:
    assert Page("https://echo.example/a/b", f"<head>{head}</head>").base == base


@pytest.mark.parametrize(
    ("value", "linked"),
    [
        ('</list?page=2>; rel="next"', ["https://echo.example/list?page=2"]),
        (
            '<../b>; title="next"; rel="last", <?p=3>; rel="Next up"',
            ["https://echo.example/a/b?p=3"],
        ),
        ("<https://other.example/>;rel=next", ["https://other.example/"]),
        ('</next>; rel="prev first"; title=next', []),
        ("</a>; rel=next-archive", []),
    ],
)
@pytest.mark.parametrize("text", ["<base href=/root/><p>x", '[{"a": 1}]'])
def test_the_next_page_that_a_header_names_is_linked_at_the_end(
    value: str, linked: list[str], text: str
) -> None:
    page = Page("https://echo.example/a/b", text, headers=(("link", value),))
    found = page.elements.with_tag("link")
    assert [each.get("href") for each in found] == linked
    assert [*page.root.iter()][-len(found) or None :] == [*found] or not found
    assert page.root.text_content().strip() == Page("", text).root.text_content().strip()


def test_json_is_parsed_on_demand() -> None:
    page = read_page(
        "https://echo.example/list.json", b'\xef\xbb\xbf{"a": "x\ty"}', "application/json"
    )
    assert (page.json, page.json_fault) == ({"a": "x\ty"}, "")


@pytest.mark.parametrize("text", ["", "<html>", "[" * 100_000])
def test_a_body_that_is_not_json_is_a_fault_not_an_error(text: str) -> None:
    page = Page("https://echo.example/", text)
    assert page.json is None
    assert page.json_fault.startswith("the answer is not JSON")


def test_html_inside_a_page_keeps_address_and_base() -> None:
    page = Page(
        "https://echo.example/a", '<base href="/b/">', column="news", listed=(("title", "T"),)
    )
    inner = page.inner("<a href=c>x</a>")
    assert (inner.url, inner.base, inner.column, inner.listed) == (
        page.url,
        "https://echo.example/b/",
        "news",
        (("title", "T"),),
    )
    assert inner.root.text_content() == "x"


def test_of_elements_with_one_id_the_first_counts() -> None:
    page = Page("https://echo.example/", "<p id=a>one<p id=b>other<p id=a>two")
    assert {name: each.text for name, each in page.elements.by_id.items()} == {
        "a": "one",
        "b": "other",
    }


def test_derived_is_computed_once() -> None:
    page = Page("https://echo.example/", "")
    made: list[int] = []
    for _ in range(2):
        assert page.derived("k", lambda _: made.append(1) or "v") == "v"  # type: ignore[func-returns-value]
    assert made == [1]
