"""The name of a site, by its articles: a list page calls itself *Home - Echo*."""

from __future__ import annotations

import pytest

from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.title_candidates import choose_site_name


def pages(title: str, more: str = "", count: int = 8) -> list[Page]:
    return [
        Page(
            f"https://echo.example/{n}",
            f"<html><head><title>{title.format(n=n)}</title>{more}</head><body><h1>Story {n}</h1>",
        )
        for n in range(count)
    ]


@pytest.mark.parametrize(
    ("listed", "title", "name"),
    [
        ("Home - Echo", "Story {n} - Echo", "Echo"),
        ("Echo | Home", "Echo | Story {n}", "Echo"),
        ("Echo :: News", "News of day {n} :: Echo", "Echo"),
        # nothing says which of the two it is
        ("Home - Echo", "Story {n}", "Home - Echo"),
        ("Home", "Story {n} - Echo", "Home"),
        ("The Well-being Echo", "Story {n} - The Well-being Echo", "The Well-being Echo"),
    ],
)
def test_the_name_is_what_titles_have_in_common(listed: str, title: str, name: str) -> None:
    assert choose_site_name(listed, pages(title)) == name


def test_the_name_that_articles_declare_is_taken() -> None:
    declared = '<meta property="og:site_name" content="The  Echo">'
    assert choose_site_name("Home", pages("Story {n}", declared)) == "The Echo"
    # each its own section
    other = pages("Story {n}", '<meta property="og:site_name" content="Desk">')
    assert choose_site_name("Home", [*pages("Story {n}", declared), *other]) == "Home"


def test_few_articles_show_no_name() -> None:
    assert choose_site_name("Home - Echo", pages("Story {n} - Echo", count=3)) == "Home - Echo"
