"""The elements that a row of the inventory counts, and the key of a row."""

from __future__ import annotations

from itertools import product

import pytest

from webarticlecurator.base.portal.article_rules import ArticleRules, BodyRules, TagRow
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.css_compound import compile_compound
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.proposing.tags.inventory_table import Line
from webarticlecurator.proposing.tags.tag_evidence import find_tagged_elements, tally_page

PAGE = b"""<body><div class="hint">outside</div><main>
<div class="hint big">one</div><p class="hint">two</p><div class="ad"><div class="hint big">three
</div></div><div class="promo"><div class="hint big">four</div></div>
<h2 id="some-vote" class="wide">five</h2><h2 id="another" class="wide">six</h2></main></body>"""
RULES = BodyRules(
    root=(Rule(kind="css", expression="main"),),
    drop=(Rule(kind="css", expression=".ad"),),
    tags=(TagRow("div.promo", "drop"),),
)
PORTAL = Portal("small", "https://small.example/", article=ArticleRules(RULES))


@pytest.mark.parametrize(
    ("signature", "texts"),
    [
        ("div.big.hint", ["one", "four"]),
        ("p.hint", ["two"]),
        ("h2#another.wide", ["six"]),
        ("h2.wide", ["five", "six"]),
        ("div.hint", []),
    ],
)
def test_elements_of_a_row_are_those_that_are_counted(signature: str, texts: list[str]):
    page = read_page("https://small.example/1", PAGE, "text/html")
    found = find_tagged_elements(PORTAL, page, signature)
    assert [element.text for element in found] == texts
    tally = tally_page(PORTAL, page)
    assert tally is not None
    if signature in tally.counted:
        assert tally.counted[signature].frequency == len(texts)


def test_a_page_without_a_text_root_has_none():
    page = read_page("https://small.example/1", b"<p class=hint>one</p>", "text/html")
    assert find_tagged_elements(PORTAL, page, "p.hint") == []


def test_the_key_of_a_plain_signature_is_its_canonical_form():
    names = ("a", "b-c", "B", "a_1", "-d", "0", "é", "a")
    for first, second in product(names, names):
        for text in (f"div.{first}.{second}", f"h2.{first}", f"x1.{first}"):
            try:
                expected = compile_compound(text).exact
            except ValueError:
                expected = text
            assert Line({"signature": text}).key == (expected, "")
