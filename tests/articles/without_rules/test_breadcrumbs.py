"""A section that the address and a breadcrumb show, on pages without markup for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

PORTAL = """
portal: courier
home: {home}
language: en
timezone: UTC
archive: {{url: "https://courier.example/news"}}
{rules}
"""
TEXT = "<p>The harvest has come in after a long and wet summer.</p>" * 9
HOME = "https://courier.example/"
TRAIL = "<div><a href=/>Home</a> › <a href=/country/>Country life</a></div>"


def read(folder: Path, body: str, path: str, home: str = HOME, rules: str = "") -> Metadata:
    file = folder / "courier.yaml"
    content = PORTAL.format(home=home, rules=rules)
    file.write_text(content, encoding="utf-8", newline="\n")
    portal = load_portal(file)
    page = Page(f"https://courier.example/{path}", f"{body}<h1>Harvest</h1>{TEXT}")
    return read_metadata(page, portal, portal.article)[0]


@pytest.mark.parametrize(
    ("body", "path", "home"),
    [
        (TRAIL, "country/harvest", HOME),
        (TRAIL, "country/2021/03/04/harvest.html", HOME),
        (f"<nav><a href=/country>C</a> <a href=/sport>S</a></nav>{TRAIL}", "country/x", HOME),
        # each link in an element of its own, the page itself and a part below the section, too
        (
            "<ol><li><a href=https://courier.example>Home</a></li>"
            "<li><a href=https://courier.example/country>Country life</a></li>"
            "<li><a href=/country/farms/>Farms</a></li>"
            "<li><a href=/country/farms/harvest>Harvest</a></li></ol>",
            "country/farms/harvest",
            HOME,
        ),
        (
            "<p><a href=/en/>Home</a> / <a href=/en/country/>Country life</a></p>",
            "en/country/harvest",
            f"{HOME}en/",
        ),
    ],
)
def test_the_section_of_address_and_breadcrumb(
    body: str, path: str, home: str, tmp_path: Path
) -> None:
    (section,) = read(tmp_path, body, path, home).all("section")
    assert (section.value, section.source) == ("Country life", "page:breadcrumb")


@pytest.mark.parametrize(
    ("body", "path"),
    [
        # a menu has other sections
        ("<nav><a href=/>Home</a> <a href=/country>C</a> <a href=/sport>S</a></nav>", "country/x"),
        # the address does not agree
        (TRAIL, "2021/03/04/harvest"),
        (TRAIL, "country"),
        # nothing leads home
        ("<div><a href=/country/>Country life</a></div>", "country/harvest"),
        # a year is no section
        ("<div><a href=/>Home</a> <a href=/2021/>2021</a></div>", "2021/harvest"),
        # another site
        ("<div><a href=/>Home</a> <a href=//other.example/country/>C</a></div>", "country/x"),
    ],
)
def test_what_is_no_breadcrumb(body: str, path: str, tmp_path: Path) -> None:
    assert read(tmp_path, body, path).all("section") == ()


def test_markup_and_rules_go_before_the_breadcrumb(tmp_path: Path) -> None:
    declared = "<meta property=article:section content=Farms>"
    assert read(tmp_path, declared + TRAIL, "country/harvest").first("section") == "Farms"
    rules = "article: {metadata: {section: .none}}"
    assert read(tmp_path, TRAIL, "country/harvest", rules=rules).first("section") is None
