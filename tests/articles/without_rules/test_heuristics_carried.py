"""Pages that show nothing and have the article as HTML in a script."""

from __future__ import annotations

import json

import pytest

from webarticlecurator.articles.facts.embedded_page import find_embedded_page
from webarticlecurator.pages.page.page import Page

TEXT = "The town library opened its doors again on Monday after the works on the roof had taken two years, twice what was planned."
HTML = f"<p>{TEXT}</p>" * 4
HIDDEN = json.dumps(HTML).replace("<", "\\u003c")


def page(body: str, head: str = "") -> Page:
    return Page("https://echo.example/a", f"<html><head>{head}</head><body>{body}</body></html>")


@pytest.mark.parametrize(
    "script",
    [
        f"push([1,{HIDDEN}])",
        f"push([1,{json.dumps('5:' + json.dumps([HTML]))}])".replace("<", "\\u003c"),
        f"a='x';b={HIDDEN};",
    ],
)
def test_the_html_in_a_script_becomes_the_page(script: str) -> None:
    found = find_embedded_page(page(f"<div id=root></div><script>{script}</script>"))
    assert found is not None
    assert [p.text for p in found.root.iter("p")] == [TEXT] * 4
    assert found.url == "https://echo.example/a"


def test_a_page_with_text_of_its_own_is_left_as_it_is() -> None:
    assert find_embedded_page(page(f"<main>{HTML}</main><script>x = {HIDDEN}</script>")) is None


def test_the_html_in_a_script_must_fit_the_description_of_the_page() -> None:
    menu = "<ul>" + "<li>One of the sections of the paper</li>" * 10 + "</ul>"
    script = f"<script>x = {HIDDEN}</script>"
    assert find_embedded_page(page(menu + script)) is None
    assert (
        find_embedded_page(page(menu + script, f'<meta name="description" content="{TEXT[:60]}">'))
        is not None
    )


def test_a_long_string_without_html_is_ignored() -> None:
    assert (
        find_embedded_page(page(f'<script>x = {json.dumps(TEXT * 9)}; y = "{"z" * 500}</script>'))
        is None
    )


def test_the_footer_is_not_the_article() -> None:
    foot = (
        "<div>"
        + "<p>The publisher of this paper answers for what is printed in it, and for nothing that is said elsewhere.</p>"
        * 9
    )
    shown = page(
        f"{foot}</div><script>x = {HIDDEN}</script>",
        f'<meta name="description" content="{TEXT[:60]}"><title>Open</title>',
    )
    found = find_embedded_page(shown)
    assert found is not None
    assert [p.text for p in found.root.iter("p")] == [TEXT] * 4


def test_what_the_page_shows_at_length_is_not_replaced_by_a_part_in_a_script() -> None:
    posts = "".join(f"<p>{number}. {TEXT}</p>" for number in range(12))
    shown = page(
        f"<noscript>{posts}</noscript><script>x = {HIDDEN}</script>",
        f'<meta name="description" content="{TEXT[:60]}">',
    )
    assert find_embedded_page(shown) is None


def test_elements_of_react_in_a_script_are_not_html() -> None:
    section = {"className": "text", "children": ["$", "div", {"__html": HTML}]}
    script = f"self.push([1,{json.dumps('2a:' + json.dumps(['$', 'section', section]))}])"
    found = find_embedded_page(page(f"<div id=root></div><script>{script}</script>"))
    assert found is not None
    assert [p.text for p in found.root.iter("p")] == [TEXT] * 4
    assert "className" not in "".join(found.root.itertext())
