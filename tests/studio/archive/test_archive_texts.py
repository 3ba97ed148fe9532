"""What the archive view says of rules, links and windows, and which stored pages it tries them on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest

pytest.importorskip("nicegui")

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.list_pages.rule_trials import LinkTrial, NextTrial
from webarticlecurator.studio.archive.archive_proposals import (
    choose_exclusion,
    describe_link_trial,
    describe_next_trial,
)
from webarticlecurator.studio.archive.calendar_texts import (
    choose_sign,
    describe_window,
    group_windows,
)
from webarticlecurator.studio.archive.list_pages import MAX_TRIED, list_tried
from webarticlecurator.studio.archive.walk_calendar import CalendarWindow

HEADLINES = Rule(kind="css", expression="h2")
FILE = """portal: echo
home: https://e.hu/
archive:
  links: h2
  columns:
    news: {url: "https://e.hu/news/{page}", pagination: {mode: infinite-scroll}}
    sport: {url: "https://e.hu/s/{page}", pagination: {mode: infinite-scroll}}
    old: {url: "https://e.hu/old/{page}", pagination: {mode: infinite-scroll}, links: h3}
"""


class Sources:
    """The stored pages that a test needs."""

    def __init__(self, pages: Sequence[str], archive: Sequence[str] = ()) -> None:
        self._pages, self._archive = sorted(pages), sorted(archive)

    def list_addresses(self, _portal: Portal, limit: int = 100) -> list[str]:
        return self._pages[:limit]

    def list_beginning(self, _portal: Portal, beginning: str, limit: int) -> list[str]:
        return [each for each in self._pages if each.startswith(beginning)][:limit]

    def list_archive_pages(
        self, _portal: Portal, contains: str = "", limit: int = 100
    ) -> list[str]:
        return [each for each in self._archive if contains in each][:limit]


@pytest.fixture
def portal(tmp_path: Path) -> Portal:
    (tmp_path / "echo.yaml").write_text(FILE, encoding="utf-8")
    return load_portal(tmp_path / "echo.yaml")


def day(number: int, **values: object) -> CalendarWindow:
    first = date(2024, 4, number)
    return CalendarWindow(first, first, "fetched", "https://e.hu/", **values)  # type: ignore[arg-type]


def test_rules_are_tried_on_pages_of_columns_with_the_same_rules(portal: Portal):
    pages = [f"https://e.hu/{path}" for path in ("news/1", "news/2", "s/4", "old/3", "other/x")]
    tried = list_tried(Sources(pages), portal, "https://e.hu/news/2")  # type: ignore[arg-type]
    assert tried == ["https://e.hu/news/2", "https://e.hu/news/1", "https://e.hu/s/4"]


def test_of_many_pages_some_are_tried_the_first_and_the_last_among_them(portal: Portal):
    pages = [f"https://e.hu/news/{number}" for number in range(10_000, 11_000)]
    sources = Sources([], archive=pages)
    tried = list_tried(sources, portal, "https://e.hu/news/10500")  # type: ignore[arg-type]
    assert len({*tried}) == MAX_TRIED
    assert tried[0] == "https://e.hu/news/10500"
    assert {pages[0], pages[-1]} <= {*tried}


def test_a_rule_is_described_by_what_it_lists_elsewhere():
    counts = (("p1", 20), ("p2", 18), ("p3", 0))
    choice = describe_link_trial(LinkTrial(HEADLINES, counts, 2))
    assert choice.effect == "lists 20 here, 0 to 18 on 2 other stored pages; 2 on several pages"
    assert (choice.written, choice.exceptions) == ("h2", ("p3",))
    assert describe_link_trial(LinkTrial(HEADLINES, counts[:1], 0)).effect == "lists 20 here"


def test_a_next_rule_is_described_by_where_it_leads():
    trial = NextTrial(HEADLINES, (("p1", "p2"), ("p2", "p1"), ("p9", "")), ("p2",))
    choice = describe_next_trial(trial)
    assert choice.effect == (
        "finds the next page on 1 of 3 stored pages; on 1 it finds none, as on a last page;"
        " on 1 it leads back or elsewhere"
    )
    assert choice.exceptions == ("p2", "p9")


def test_windows_are_grouped():
    days = [
        CalendarWindow(first, first, "fetched", "")
        for first in (date(2023, 12, 31) + timedelta(days=n) for n in range(3))
    ]
    assert [*group_windows(days, "day")] == ["December 2023", "January 2024"]
    assert {name: len(each) for name, each in group_windows(days, "week").items()} == {
        "2023": 1,
        "2024": 2,
    }
    assert [*group_windows(days, "year")] == ["2020s"]


def test_a_window_is_described():
    week = CalendarWindow(date(2024, 4, 1), date(2024, 4, 7), "missing", "", note="a gap")
    assert describe_window(week) == "2024-04-01 to 2024-04-07: not read to the end (a gap)"
    assert describe_window(day(3, listed=5)) == "2024-04-03: fetched, 5 listed"
    assert (choose_sign(day(3)), choose_sign(day(3, listed=5)), choose_sign(week)) == (
        "–",
        "✓",
        "!",
    )


def test_what_is_chosen_at_first_leaves_out_few_links():
    links = [*(f"https://a.example/news/{n}" for n in range(9)), "https://a.example/news/deal-1"]
    regexes = ["/news/", "/news/deal-", "/news/deal-1$"]
    assert choose_exclusion(regexes, [links]) == "/news/deal-"
    assert choose_exclusion(regexes[:1], [links]) == "/news/"
