"""One page tried alone: from a WARC or from bytes, with its column, and what is said when it cannot
be."""

from __future__ import annotations

from pathlib import Path

import pytest
from warc_pages import read_warc_page

from webarticlecurator.base.errors import UsageError, WarcUnreadable
from webarticlecurator.base.folders import data_folder
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.pages.rules.trace import Trace
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.page_links import find_article_next_page, list_links

PORTAL = """portal: echo
home: https://echo.example/
archive:
  links: h2
  pagination: {mode: numbered, last: 3}
  columns:
    news: {url: "https://echo.example/news?page={page}"}
    sport: {url: "https://echo.example/sport?page={page}", links: h3}
article: {next_page: a.next}
"""
LIST = b"<h2><a href=/1>one</a></h2><h3><a href=/2>two</a></h3>"


@pytest.fixture
def echo(tmp_path: Path) -> Path:
    path = tmp_path / "echo.yaml"
    path.write_text(PORTAL, encoding="utf-8", newline="\n")
    return path


def test_the_column_is_found_by_the_address_or_said(echo: Path) -> None:
    portal = load_portal(echo)
    news = list_links(portal, StoredPage("https://echo.example/news?page=2", LIST))
    assert (news.column, news.articles, news.next_page) == (
        "news",
        ("https://echo.example/1",),
        "https://echo.example/news?page=3",
    )
    said = list_links(portal, StoredPage("https://echo.example/elsewhere", LIST), "sport")
    assert (said.column, said.articles) == ("sport", ("https://echo.example/2",))
    unknown = list_links(portal, StoredPage("https://echo.example/elsewhere", LIST))
    assert (unknown.column, unknown.articles, unknown.next_page) == (
        None,
        ("https://echo.example/1",),
        None,
    )


def test_the_last_page_has_no_next_and_an_unknown_column_is_named(echo: Path) -> None:
    portal = load_portal(echo)
    assert (
        list_links(portal, StoredPage("https://echo.example/news?page=3", LIST)).next_page is None
    )
    with pytest.raises(UsageError, match="sprt"):
        list_links(portal, StoredPage("https://echo.example/news?page=3", LIST), "sprt")


def test_a_trace_shows_the_rules_of_the_column(echo: Path) -> None:
    trace = Trace()
    list_links(
        load_portal(echo), StoredPage("https://echo.example/sport?page=1", LIST), trace=trace
    )
    assert trace.rules[0].rule.expression == "h3"
    assert trace.rules[0].result == ("https://echo.example/2",)


@pytest.mark.parametrize(
    ("href", "expected"),
    [("?page=2", "https://echo.example/a?page=2"), ("/a#end", None), ("", None)],
)
def test_a_page_that_names_itself_has_no_next(echo: Path, href: str, expected: str | None) -> None:
    stored = StoredPage("https://echo.example/a", f"<a class=next href='{href}'>next</a>".encode())
    assert find_article_next_page(load_portal(echo), stored) == expected


def test_a_page_that_is_not_in_the_warc_is_named_with_the_nearest(shared: Path) -> None:
    warc = shared / "cases" / "wac" / "maszol.warc.gz"
    with pytest.raises(UsageError) as told:
        read_warc_page(warc, "https://maszol.ro/belfold/oldal/341")
    assert "https://maszol.ro/belfold/oldal/34" in str(told.value)


def test_what_is_no_warc_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.warc"
    path.write_bytes(b"<html>")
    with pytest.raises(WarcUnreadable, match=r"x\.warc"):
        read_warc_page(path, "https://echo.example/")
    with pytest.raises(UsageError, match=r"none\.warc"):
        read_warc_page(tmp_path / "none.warc", "https://echo.example/")


def test_the_shipped_portal_files_say_who_publishes_in_which_language_and_zone() -> None:
    for path in sorted(
        path for path in data_folder("site_configs").glob("*.yaml") if "." not in path.stem
    ):
        portal = load_portal(path)
        assert portal.id == path.stem
        assert portal.title
        assert portal.language != "und"
        assert portal.timezone != "UTC"
        assert portal.columns
        assert "hook" not in path.read_text(encoding="utf-8")
