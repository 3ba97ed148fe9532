"""What accepted proposals write into a portal file, and where."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

pytest.importorskip("nicegui")

from webarticlecurator.config import check
from webarticlecurator.errors import UsageError
from webarticlecurator.model.rule import Pager, Rule, TextTest
from webarticlecurator.propose.paging import ListAddress
from webarticlecurator.studio.views.archive_lists import set_address, set_links, set_next

BASE = "https://echo.example"
FILE = f"""# kept
portal: echo
home: {BASE}/
archive:
  url: {BASE}/all?page={{page}}   # kept, too
  pagination: {{mode: infinite-scroll}}
  links: h2
"""
COLUMNS = f"""portal: echo
home: {BASE}/
archive:
  pagination: {{mode: infinite-scroll}}
  links: h2
  columns:
    news: {{url: "{BASE}/news/{{page}}", links: h3}}
    sport: {{url: "{BASE}/sport/{{page}}"}}
"""
HEADLINES = Rule(kind="css", expression="h2.title a")


def problems(text: str) -> list[str]:
    return [str(each) for each in check(Path("echo.yaml"), content=text.encode())]


def test_rules_are_written_with_the_rest_of_the_file_kept():
    older = Rule(kind="css", expression=".pager a", text=TextTest(equals="older"))
    text = set_next(set_links(FILE, HEADLINES, "all"), older, "all")
    assert problems(text) == []
    assert text == FILE.replace("links: h2", "links: h2.title a").replace(
        "{mode: infinite-scroll}",
        "{mode: next-link, next: {css: .pager a, text: {equals: older}}}",
    )


def test_a_pager_is_written():
    pager = Rule(pager=Pager(scope=".pager", current="b", links="a"))
    text = set_next(FILE, pager, None)
    assert "next: {pager: {scope: .pager, current: b, links: a}}" in text
    assert problems(text) == []


def test_a_column_with_a_rule_of_its_own_gets_the_rule():
    assert "news: {url:" in set_links(COLUMNS, HEADLINES, "news")
    assert "  links: h2\n" in set_links(COLUMNS, HEADLINES, "news")
    assert "links: h2.title a}" in set_links(COLUMNS, HEADLINES, "news")
    assert "  links: h2.title a\n" in set_links(COLUMNS, HEADLINES, "sport")


def test_an_address_comes_with_what_belongs_to_it():
    pages = ListAddress(f"{BASE}/news/{{page}}", 3, first_page=0)
    days = ListAddress(f"{BASE}/{{date:%Y/%m/%d}}", 2, date(2013, 4, 1), "day")
    single = ListAddress(f"{BASE}/list", 1)
    text = set_address(FILE, days)
    assert "dates: {from: 2013-04-01, step: day}" in text
    assert "pagination: {mode: none}" in text
    assert problems(text) == []
    text = set_address(text, pages)
    assert "dates" not in text
    assert "pagination: {mode: infinite-scroll, first: 0}" in text
    assert problems(text) == []
    text = set_address(text, single)
    assert "pagination: {mode: none}" in text
    assert problems(text) == []


def test_columns_are_written_as_a_list():
    address = ListAddress(f"{BASE}/{{column}}/{{page}}", 3, columns=("news", "sport"))
    text = set_address(FILE, address)
    assert "columns: [news, sport]" in text
    assert problems(text) == []


def test_a_pagination_that_fits_stays():
    linked = set_next(FILE, HEADLINES, None)
    text = set_address(linked, ListAddress(f"{BASE}/news/{{page}}", 3, first_page=1))
    assert "mode: next-link" in text
    assert problems(text) == []


def test_columns_keep_their_addresses():
    with pytest.raises(UsageError, match="columns"):
        set_address(COLUMNS, ListAddress(f"{BASE}/list", 1))
