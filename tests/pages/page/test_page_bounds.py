"""Limits of a page: a verdict before parsing, and time that does not grow with the square of the
page."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from long_parameters import one_in

from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.base.model.article import PageExtract, Rejected
from webarticlecurator.base.model.verdict import PROBLEM_REASONS
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.main import main
from webarticlecurator.pages.page import tree as tree_module
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.pages.page.page_size_limits import (
    MAX_ATTRIBUTES,
    MAX_CHARACTERS,
    MAX_ELEMENTS,
    find_excess,
    trim_attributes,
)

URL = "https://echo.example/1"
PARAGRAPH = "<p>This is a sentence of some words, which is long enough, and it says something about cats.</p>"
PORTAL = """\
portal: echo
home: https://echo.example/
archive: {url: "https://echo.example/a?page={page}", pagination: {mode: numbered}, links: h2 a}
"""


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Portal:
    from webarticlecurator.portal_file.config.load import load_portal

    path = tmp_path_factory.mktemp("bounds") / "echo.yaml"
    path.write_text(PORTAL, encoding="utf-8")
    return load_portal(path)


TOO_LARGE = [
    "<b>a</b>" * (MAX_ELEMENTS + 1),
    "a" * (MAX_CHARACTERS + 1),
    '["' + "a" * MAX_CHARACTERS + '"]',
]


@pytest.mark.parametrize("text", TOO_LARGE, ids=["elements", "characters", "json"])
def test_a_page_that_is_too_large_has_a_verdict_and_is_never_parsed(
    text: str, portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[int] = []
    original = tree_module._parse_source
    monkeypatch.setattr(
        tree_module,
        "_parse_source",
        lambda source: (parsed.append(len(source)), original(source))[1],
    )
    page = read_page(URL, text.encode())
    found = read_article_page(portal, page)
    assert isinstance(found, Rejected)
    assert found.reason == "too-large"
    assert "at most" in found.evidence
    assert "exclude.tsv" in found.evidence
    assert page.json is None
    assert all(size < 100 for size in parsed)


def test_the_largest_page_within_the_bounds_is_read() -> None:
    assert find_excess("<b>a</b>" * MAX_ELEMENTS) == ""
    assert find_excess("a" * MAX_CHARACTERS) == ""
    assert "too-large" in PROBLEM_REASONS


def test_extract_reports_a_page_that_is_too_large_and_exits_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, stored = tmp_path / "echo.yaml", tmp_path / "page.html"
    config.write_text(PORTAL, encoding="utf-8")
    stored.write_text(TOO_LARGE[0], encoding="utf-8")
    arguments = ["extract", str(config), "--url", URL, "--html", str(stored), "--format", "json"]
    assert main(arguments) == 1
    assert json.loads(capsys.readouterr().out)["verdict"] == "too-large"


@pytest.mark.parametrize(
    "value", ['"v > {}"', '"v < {}"', "'><' b{}", "<{}", "<!{} c{}", '"<p>{}"']
)
def test_attributes_beyond_the_bound_are_left_out_and_the_text_stays(value: str) -> None:
    many = "".join(f" a{n}={value}".replace("{}", str(n)) for n in range(3000))
    root = read_page(URL, f"<p class=x{many}>Some <b>words</b></p>".encode()).root
    (found,) = root.iter("p")
    assert found.get("class") == "x"
    assert len(found.attrib) == MAX_ATTRIBUTES
    assert "".join(map(str, found.itertext())) == "Some words"


@pytest.mark.parametrize(
    "text",
    [
        "<p a=1>b</p>",
        f"<script>{'a b ' * 9000}</script>",
        f"<p title='{'x ' * 9000}' b=c>d",
        "a " * 9000,
    ],
)
def test_other_markup_is_verbatim(text: str) -> None:
    assert trim_attributes(text.encode()) == text.encode()


@pytest.mark.parametrize("opening", ["<div>", "<x-{}>", "<font>a <b>", "<ul><li>"])
def test_text_below_any_depth_is_kept(opening: str, portal: Portal) -> None:
    text = "".join(opening.format(n) for n in range(5000)) + PARAGRAPH
    found = read_article_page(portal, read_page(URL, text.encode()))
    assert isinstance(found, PageExtract)
    assert found.account.kept >= 17


@pytest.mark.parametrize(
    "odd", ["<![CDA-->", "<![if x]>", "<![CDATA[x]]>", "<![", "<!x", "<?x", "</ x>"]
)
def test_declarations_of_nonsense_in_a_deep_page_do_no_harm(odd: str) -> None:
    found = read_page(URL, ("<p>before" + "<div>" * 5000 + f"deep {odd}<p>after").encode()).root
    assert "before" in "".join(map(str, found.itertext()))


PAGES: dict[str, Callable[[int], str]] = {
    "headings": lambda n: "<h2>Heading of a part</h2>" * n,
    "headings of links": lambda n: (
        "<h2><a href=/x>Heading of a part</a></h2><p><a href=/>more</a></p>" * n
    ),
    "first headings": lambda n: "<h1>word word</h1>" * n + PARAGRAPH,
    "attributes": lambda n: f"<p {' '.join(f'a{i}=v{i}' for i in range(4 * n))}>" + PARAGRAPH,
    "elements with attributes": lambda n: "".join(f"<p a{i}=v id=i{i}>word {i}" for i in range(n)),
    "images without scripts": lambda n: "<noscript><img src=/a.jpg></noscript>" * n + PARAGRAPH,
    "spans of cells": lambda n: (
        "<table>" + "<tr><td rowspan=9999 colspan=999>one</td></tr>" * n + "</table>"
    ),
    "quotation marks in code": lambda n: "<script>" + '\\"' * 10 * n + "</script>" + PARAGRAPH,
    "properties": lambda n: "<div itemscope>" + "<b itemprop=name>a</b>" * n + "</div>" + PARAGRAPH,
    "items": lambda n: "<b itemscope itemtype=x id=i>a</b>" * 2 * n + PARAGRAPH,
    "items of all items": lambda n: (
        "<b itemprop=a id=i>a</b>" * n + "<b itemscope itemref=i>a</b>" * n + PARAGRAPH
    ),
    "items in items": lambda n: (
        "".join(f"<b itemscope itemprop=a itemref=i{i + 1} id=i{i}>a</b>" for i in range(n))
        + "<b itemscope itemref=i0>a</b>"
        + PARAGRAPH
    ),
    "deep": lambda n: "<div>" * n + PARAGRAPH,
    "deep, of all names": lambda n: "".join(f"<x-{i}>" for i in range(n)) + PARAGRAPH,
    "unclosed formatting": lambda n: (
        "".join(f"<p><b id=b{i}>word " for i in range(n)) + "<h2><p>a</p></h2>"
    ),
    "noscript in noscript": lambda n: "<h2><p>a</p></h2>" + "<noscript>" * n + PARAGRAPH,
    "signs": lambda n: PARAGRAPH + "<" * n + "&" * n + "<!" * n + "</" * n,
    "marks of a sentence": lambda n: PARAGRAPH + f"<p>word {'.' * 10 * n}word",
    "list items": lambda n: "<ul>" + "<li>a link<span><li>b" * n,
    "structured data": lambda n: (
        "<script type='application/ld+json'>" + '{"a":[' * n + "</script>" + PARAGRAPH
    ),
}


def cost(portal: Portal, text: str) -> float:
    content = text.encode()
    begin = time.process_time()
    read_article_page(portal, read_page(URL, content))
    return time.process_time() - begin


@pytest.mark.parametrize("kind", one_in(4, PAGES))
def test_four_times_the_page_takes_far_less_than_sixteen_times_the_time(
    kind: str, portal: Portal
) -> None:
    cost(portal, PAGES[kind](10))  # what is made once for the process
    small, large = cost(portal, PAGES[kind](1500)), cost(portal, PAGES[kind](6000))
    if large >= 10 * small + 0.3:  # whatever else the process had to do then
        large = min(large, cost(portal, PAGES[kind](6000)))
    assert large < 10 * small + 0.3


def test_many_units_below_many_elements_are_read(portal: Portal) -> None:
    found = read_article_page(portal, read_page(URL, ("<div>" * 1900 + PARAGRAPH * 6000).encode()))
    assert isinstance(found, PageExtract)
    # the last paragraphs of 6,000 that are all the same are judged to be beside the text
    assert found.account.kept >= 5800 * 17
