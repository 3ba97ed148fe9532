"""Values that pages declare in other ways than most: labelled data for cards, the JSON of Parse.ly,
the beginning of a live report, a headline in two languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

PORTAL = """
portal: courier
home: https://courier.example/
language: und
timezone: UTC
archive: {url: "https://courier.example/news"}
"""


def read(folder: Path, head: str, language: str = "en") -> Metadata:
    path = folder / "courier.yaml"
    path.write_text(PORTAL, encoding="utf-8", newline="\n")
    portal = load_portal(path)
    text = "<p>The harvest has come in after a long and wet summer.</p>" * 9
    html = f"<html lang={language}><head>{head}</head><body><h1>Harvest</h1>{text}</body></html>"
    return read_metadata(Page("https://courier.example/x", html), portal, portal.article)[0]


def graph(*nodes: dict[str, Any]) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@graph": nodes})}</script>'


def card(label: str, data: str, number: int = 1) -> str:
    return (
        f"<meta name='twitter:label{number}' content='{label}'>"
        f"<meta name='twitter:data{number}' content='{data}'>"
    )


TIME = card("Est. reading time", "5 minutes", 2)
PERSON = graph({"@type": "Person", "name": "Anna Archer"})


@pytest.mark.parametrize(
    ("head", "authors"),
    [
        (card("Written by", "Anna Archer") + TIME, ["Anna Archer"]),
        (card("Verfasst von", "Anna Archer") + TIME, ["Anna Archer"]),
        (card("Napisane przez", "Anna Archer"), ["Anna Archer"]),
        (card("Написано автором", "Anna Archer"), ["Anna Archer"]),
        (card("Scríofa ag", "Anna Archer") + PERSON, ["Anna Archer"]),
        (card("Scríofa ag", "Anna Archer"), []),
        (TIME + card("Written by", "Anna Archer"), ["Anna Archer"]),
        (card("Price", "20 €") + TIME, []),
        (
            card("Written by", "Anna Archer") + "<meta name=author content='Bea Baker'>",
            ["Bea Baker"],
        ),
    ],
)
def test_the_author_of_a_card(head: str, authors: list[str], tmp_path: Path) -> None:
    found = read(tmp_path, head).all("authors")
    assert [value.value for value in found] == authors
    if authors == ["Anna Archer"]:
        assert found[0].source in ("meta:twitter:data1", "meta:twitter:data2")


def test_the_json_of_parsely(tmp_path: Path) -> None:
    page = {
        "title": "Harvest in the village",
        "authors": ["Anna Archer", "Bela Baker"],
        "pub_date": "2021-03-04T09:30:00Z",
        "section": "Country",
        "tags": ["farm", "weather"],
        "post_id": 7,
    }
    found = read(tmp_path, f"<meta name='parsely-page' content='{json.dumps(page)}'>")
    assert found.texts("authors") == ["Anna Archer", "Bela Baker"]
    assert found.first("published") == "2021-03-04T09:30:00+00:00"
    assert found.first("section") == "Country"
    assert found.texts("keywords") == ["farm", "weather"]
    one = json.dumps({"author": "Anna Archer"})
    found = read(tmp_path, f"<meta name='parsely-page' content='{one}'>")
    assert found.texts("authors") == ["Anna Archer"]


@pytest.mark.parametrize("content", ["Harvest", "[[[", "{'a': 1"])
def test_what_is_no_json_of_parsely(content: str, tmp_path: Path) -> None:
    found = read(tmp_path, f'<meta name="parsely-page" content="{content}">')
    assert found.texts("authors") == []


def test_a_live_report_is_published_when_it_begins(tmp_path: Path) -> None:
    live = {"@type": "LiveBlogPosting", "coverageStartTime": "2021-03-04T09:30:00Z"}
    later = live | {"dateCreated": "2021-03-05", "coverageEndTime": "2021-03-06"}
    for node in (live, later):
        assert read(tmp_path, graph(node)).first("published") == "2021-03-04T09:30:00+00:00"
    marked = '<meta itemprop="coverageStartTime" content="2021-03-04T09:30:00Z">'
    marked = f'<div itemscope itemtype="https://schema.org/LiveBlogPosting">{marked}</div>'
    assert read(tmp_path, marked).first("published") == "2021-03-04T09:30:00+00:00"
    declared = graph(later | {"datePublished": "2021-03-03"})
    assert read(tmp_path, declared).first("published") == "2021-03-03"


ENGLISH = {"@language": "en", "@value": "Harvest"}
HUNGARIAN = {"@language": "hu-HU", "@value": "Aratás"}


@pytest.mark.parametrize(
    ("language", "headline"), [("en-GB", "Harvest"), ("hu", "Aratás"), ("fr", "Harvest")]
)
def test_a_headline_in_the_language_of_the_page(
    language: str, headline: str, tmp_path: Path
) -> None:
    values = {"@type": "NewsArticle", "headline": [ENGLISH, HUNGARIAN]}
    nodes = [
        {"@type": "NewsArticle", "headline": "Harvest", "inLanguage": "en"},
        {"@type": "NewsArticle", "headline": "Aratás", "inLanguage": "hu"},
    ]
    for head in (graph(values), graph(*nodes)):
        assert read(tmp_path, head, language).first("title") == headline


def test_the_article_of_the_page_before_another_in_its_language(tmp_path: Path) -> None:
    own = {"@type": "NewsArticle", "url": "https://courier.example/x", "headline": "Aratás"}
    other = {"@type": "NewsArticle", "headline": "Weather", "inLanguage": "en"}
    stated = own | {"inLanguage": "hu"}
    assert read(tmp_path, graph(other, stated)).first("title") == "Aratás"
    named = {"@type": "NewsArticle", "headline": "Crop", "inLanguage": "English"}
    assert read(tmp_path, graph(named, other)).first("title") == "Crop"
