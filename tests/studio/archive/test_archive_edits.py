"""What accepted proposals write into a portal file, and where."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

pytest.importorskip("nicegui")

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Pager, Rule, TextTest
from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.proposing.list_pages.paging import ListAddress
from webarticlecurator.proposing.trial.archive_edits import (
    add_exclusion,
    is_whole,
    set_address,
    set_links,
    set_next,
    set_whole,
)

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


def read(text: str) -> Portal:
    return load_portal(Path("echo.yaml"), content=text.encode())


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
    assert "pagination" not in text
    assert problems(text) == []
    text = set_address(text, pages)
    assert "dates" not in text
    assert "pagination: {mode: infinite-scroll, first: 0}" in text
    assert problems(text) == []
    text = set_address(text, single)
    assert "pagination" not in text
    assert problems(text) == []


UNASKED = f"portal: echo\nhome: {BASE}/\narchive: {{url: '{BASE}/all', links: h2}}\n"


@pytest.mark.parametrize(
    "text", [UNASKED, set_next(UNASKED, Rule(kind="css", expression="a.next"), None)]
)
def test_a_list_is_whole_when_the_file_says_so(text: str):
    assert not is_whole(text, read(text))
    whole = set_whole(text, ["news", "sport"])
    assert "pagination: none" in whole
    assert problems(whole) == []
    assert is_whole(whole, read(whole))
    assert set_whole(whole, ["news", "sport"]) == whole


def test_a_column_that_should_lead_on_is_whole_too():
    columns = COLUMNS.replace("{page}", "").replace("{mode: infinite-scroll}", "none")
    led_on = columns.replace("{url:", "{pagination: {mode: next-link, next: a.next}, url:", 1)
    assert not is_whole(led_on, read(led_on))
    whole = set_whole(led_on, ["news", "sport"])
    assert is_whole(whole, read(whole))


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


def test_what_is_left_out_is_written_beside_what_was():
    text = add_exclusion(FILE, "/ads/", None)
    assert "links: {css: h2, exclude: /ads/}" in text
    text = add_exclusion(text, "[?&]promo=", None)
    assert problems(text) == []
    assert 'exclude: [/ads/, "[?&]promo="]' in text.replace("'", '"')
    # a headline may be pointed at that was left out
    assert "exclude" not in set_links(text, HEADLINES, None)


def test_lists_of_rules_columns_and_sitemaps_leave_out_too():
    text = add_exclusion(FILE.replace("links: h2", "links: [h2, {css: h3, pick: first}]"), "/x", "")
    assert text.count("exclude: /x") == 2
    assert "links: {css: h3, exclude: /x}" in add_exclusion(COLUMNS, "/x", "news")
    sitemap = f"portal: echo\nhome: {BASE}/\narchive:\n  sitemap: {BASE}/sitemap.xml\n"
    once = add_exclusion(sitemap, "/x", None)
    assert problems(once) == []
    assert "exclude: [/x, /y]" in add_exclusion(once, "/y", None)
    mapping = FILE.replace("links: h2", "links: {css: h2, exclude: {regex: /z, unless_all: true}}")
    text = add_exclusion(mapping, "/x", None)
    assert "regex: [/z, /x]" in text
    assert problems(text) == []
