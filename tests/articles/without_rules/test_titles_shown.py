"""Titles and names have what a reader sees of their elements, with and without rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

PORTAL = """
portal: courier
home: https://courier.example/
language: en
timezone: UTC
archive: {url: "https://courier.example/news"}
"""
RULES = """
article:
  metadata:
    title: {css: h1}
    authors: {css: .who}
    published: {css: .day}
"""
TEXT = (
    "<p>The stones of the second arch have moved by almost two centimetres since the flood.</p>" * 3
)


def read(folder: Path, rules: str, heading: str, line: str = "") -> dict[str, list[str]]:
    path = folder / "courier.yaml"
    path.write_text(PORTAL + rules, encoding="utf-8", newline="\n")
    portal = load_portal(path)
    html = (
        "<html lang=en><title>The bridge is closed - Courier</title><body><article>"
        f"<h1>{heading}</h1>{line}{TEXT}</article></body></html>"
    )
    found, _ = read_metadata(Page("https://courier.example/x", html), portal, portal.article)
    return {
        name: [value.value for value in found.all(name)]
        for name in ("title", "authors", "published")
    }


@pytest.mark.parametrize("rules", ["", RULES])
@pytest.mark.parametrize(
    "heading",
    [
        "The bridge <span hidden>over the river</span> is closed",
        "The bridge is closed<span class=sr-only>, article</span>",
        "The bridge is closed <i class=material-icons>edit</i>",
        "<svg><title>Lock</title></svg>The bridge is closed",
        "<b class=visible-xs>Bridge closed</b><b class=hidden-xs>The bridge is closed</b>",
        "<small class=kicker hidden>Traffic</small> The bridge is closed",
    ],
)
def test_the_title_is_what_the_heading_shows(rules: str, heading: str, tmp_path: Path) -> None:
    assert read(tmp_path, rules, heading)["title"] == ["The bridge is closed"]


def test_a_name_is_what_its_element_shows_and_a_hidden_day_counts(tmp_path: Path) -> None:
    who = "<b class=who><i class=sr-only>Profile of</i> Anna Archer</b>"
    day = "<b class=day>Published <i hidden>2024-03-05</i></b>"
    found = read(tmp_path, RULES, "The bridge is closed", f"<p>{who} {day}</p>")
    assert (found["authors"], found["published"]) == (["Anna Archer"], ["2024-03-05"])
