"""Why JSON-LD and microdata are read by our own code: what extruct loses, on the same tree.

Each test names one loss. Where extruct no longer has it, the test fails, and that part of
``pages/rules/jsonld.py`` or ``pages/rules/structured.py`` may go.
"""

from __future__ import annotations

import sys
import time

import pytest
from extruct.jsonld import JsonLdExtractor
from extruct.w3cmicrodata import MicrodataExtractor

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.broken_json import mend_json
from webarticlecurator.pages.rules.results import select_values

URL = "https://echo.example/a"
ITEM = '<article itemscope itemtype="https://schema.org/NewsArticle">{}</article>'
SCRIPT = '<script type="{}">{}</script>'
JSONLD = "application/ld+json"


def ours(selector: str, path: str, html: str) -> list[str]:
    return [found.value for found in select_values([Rule(selector, path)], Page(URL, html))]


def extruct_properties(html: str) -> dict[str, list[str]]:
    page = Page(URL, html)
    items = MicrodataExtractor(strict=True).extract_items(page.root, page.base)
    properties: dict[str, list[str]] = items[0]["properties"]
    return properties


@pytest.mark.parametrize(
    ("name", "element", "text", "answer_of_extruct"),
    [
        ("headline", '<h1 itemprop="headline">Mi<b>cro</b></h1>', "Micro", "Mi cro"),
        ("datePublished", '<time itemprop="datePublished">2019-03-15</time>', "2019-03-15", ""),
        ("commentCount", '<data itemprop="commentCount">5</data>', "5", ""),
    ],
    ids=["a word in two elements", "a time without datetime", "data without value"],
)
def test_extruct_changes_text_of_microdata(
    name: str, element: str, text: str, answer_of_extruct: str
) -> None:
    html = ITEM.format(element)
    assert ours("microdata", name, html) == [text]
    assert extruct_properties(html)[name] == [answer_of_extruct]


def test_one_bad_address_costs_extruct_all_items() -> None:
    html = ITEM.format('<a itemprop="url" href="http://[bad">x</a><h1 itemprop="headline">H</h1>')
    assert ours("microdata", "headline", html) == ["H"]
    with pytest.raises(ValueError, match="Invalid IPv6 URL"):
        extruct_properties(html)


def test_extruct_gives_an_item_that_two_others_share_to_one_of_them() -> None:
    shared = '<p id="p" itemprop="author" itemscope><b itemprop="name">A</b></p>'
    html = '<div itemscope itemref="p"></div>' + ITEM.format("").replace(">", ' itemref="p">', 1)
    assert ours("microdata", "author.name", html + shared) == ["A"]
    page = Page(URL, html + shared)
    items = MicrodataExtractor(strict=True).extract_items(page.root, page.base)
    assert [item.get("properties", {}).get("author") for item in items if "type" in item] == [
        [None]
    ]


@pytest.mark.parametrize(
    "broken", ['{"a" }', '{"@type": "Thing"} {"@type": "Thing"}'], ids=["broken", "two values"]
)
def test_one_broken_script_costs_extruct_all_scripts(broken: str) -> None:
    good = SCRIPT.format(JSONLD, '{"@type": "Article", "headline": "H"}')
    html = good + SCRIPT.format(JSONLD, broken)
    assert ours("jsonld", "headline", html) == ["H"]
    with pytest.raises(ValueError, match="line 1"):
        JsonLdExtractor().extract_items(Page(URL, html).root)


def test_extruct_does_not_see_a_script_whose_type_names_a_charset() -> None:
    html = SCRIPT.format(f"{JSONLD}; charset=utf-8", '{"@type": "Article", "headline": "H"}')
    assert ours("jsonld", "headline", html) == ["H"]
    assert JsonLdExtractor().extract_items(Page(URL, html).root) == []


def test_the_import_of_extruct_brings_rdflib_and_mf2py_into_the_process() -> None:
    assert {"rdflib", "mf2py"} <= set(sys.modules)  # imported above; 0.4 s in each process


@pytest.mark.parametrize("unit", ['\\u00e9"a"a[e', '1"a"', '"a"":://"a"true', '"\n"a#', ",a'e: "])
def test_broken_json_is_read_in_time_that_grows_with_its_length(unit: str) -> None:
    """json-repair takes 16 times as long for four times as much of each of these."""
    started = time.process_time()
    for beginning in ("[", "{", '{"a": "'):
        try:
            mend_json(beginning + unit * 20_000)
        except (ValueError, RecursionError):
            continue
    assert time.process_time() - started < 5


def test_items_that_refer_to_each_other_are_read_once_each() -> None:
    ids = [f"i{number}" for number in range(14)]
    refs = " ".join(ids)
    html = (
        f'<div itemscope itemtype="https://schema.org/Article" itemref="{refs}"></div>'
        + "".join(
            f'<p id="{one}" itemscope itemprop="author" itemref="{refs}"><b itemprop="name">{one}</b></p>'
            for one in ids
        )
    )
    assert "i0" in ours("microdata", "author.name", html)
