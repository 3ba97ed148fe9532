"""Archives whose addresses have days of another calendar: crawls by the portal file, and by what
``new`` writes, also a day later."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from long_parameters import in_turn
from small_portal import Answer, SmallPortal, article, small_portal

from webarticlecurator.base.text.calendars import to_calendar
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

TODAY = date(2024, 5, 2)
WITHOUT_TEI = CrawlOptions(warc_only=True)
FORMS = {
    "persian": ("/archive/{:04}/{:02}/{:02}", "/archive/{{date:%Y/%m/%d}}"),
    "buddhist": ("/archive/{}/{}/{}", "/archive/{{date:%Y/%-m/%-d}}"),
    "persian query": (
        "/archive?yr={}&mn={}&dy={}",
        "/archive?yr={{date:%Y}}&mn={{date:%-m}}&dy={{date:%-d}}",
    ),
    "roc": ("/list?d={}-{:02}-{:02}", "/list?d={{date:%Y-%m-%d}}"),
    "roc path": ("/archive/{}/{}/{}", "/archive/{{date:%Y/%-m/%-d}}"),
    "roc query": (
        "/archive?yr={}&mn={}&dy={}",
        "/archive?yr={{date:%Y}}&mn={{date:%-m}}&dy={{date:%-d}}",
    ),
    "persian at once": ("/archive/{:04}{:02}{:02}", "/archive/{{date:%Y%m%d}}"),
    "persian value": ("/list?on={:04}{:02}{:02}&s=1", "/list?on={{date:%Y%m%d}}&s=1"),
    "buddhist at once": ("/date/{:04}{:02}{:02}", "/date/{{date:%Y%m%d}}"),
    "buddhist file": ("/archive/{:04}{:02}{:02}.html", "/archive/{{date:%Y%m%d}}.html"),
    "roc at once": ("/archive/{:03}{:02}{:02}/", "/archive/{{date:%Y%m%d}}/"),
    "roc value": ("/list?date={:03}{:02}{:02}", "/list?date={{date:%Y%m%d}}"),
    "buddhist query": (
        "/list?y={}&m={:02}&d={:02}",
        "/list?y={{date:%Y}}&m={{date:%m}}&d={{date:%d}}",
    ),
}
RULES = (
    "language: und\nfetch: {{delay: 0}}\narchive:\n  url: BASE{}\n  links: li\n"
    "  dates: {{from: {}, until: today, calendar: {}}}\n"
)
WORDS = "The mill by the river was sold in spring, and nobody in the village knew the buyer."


def add_day(
    pages: dict[str, str | Answer], day: date, calendar: str, articles: int = 3
) -> set[str]:
    """Add the page of a day with some articles; return their addresses."""
    paths = [f"/story-{day.toordinal()}-{n}-of-the-mill/" for n in range(articles)]
    links = "".join(f'<li><a href="{each}">{WORDS[:40]} {each}</a></li>' for each in paths)
    before = FORMS[calendar][0].format(*to_calendar(day - timedelta(1), calendar.split()[0]))
    address = FORMS[calendar][0].format(*to_calendar(day, calendar.split()[0]))
    pages[address] = f'<html><body><ul>{links}</ul><a href="{before}">←</a></body></html>'
    pages |= {each: article(f"{WORDS} {each} " * 3) for each in paths}
    return {*paths}


def list_found(portal: SmallPortal) -> set[str]:
    return {path for path, state in portal.articles().items() if state == "stored"}


@pytest.mark.parametrize("calendar", FORMS)
def test_days_of_a_calendar_are_walked(calendar: str, tmp_path: Path) -> None:
    pages: dict[str, str | Answer] = {}
    written: set[str] = set()
    # over the new year of the Persian calendar, in a leap year of ours
    days = [date(2024, 2, 28) + timedelta(n) for n in range(26)]
    for day in days:
        written |= add_day(pages, day, calendar, articles=1)
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        portal.crawl(
            RULES.format(FORMS[calendar][1].format(), days[0], calendar.split()[0]), WITHOUT_TEI
        )
        assert list_found(portal) == written


@pytest.mark.parametrize("calendar", FORMS)
def test_new_proposes_the_calendar_and_later_days_are_read(calendar: str, tmp_path: Path) -> None:
    pages: dict[str, str | Answer] = {}
    written: set[str] = set()
    for n in range(14):
        written |= add_day(pages, TODAY - timedelta(n), calendar)
    start = FORMS[calendar][0].format(*to_calendar(TODAY, calendar.split()[0]))
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        found = propose_portal([f"{portal.base}{start}"], runtime=portal.runtime)
        text = proposed_yaml(found)
        assert f"calendar: {calendar.split()[0]}" in text
        text = re.sub(r"(?m)^(portal|home):.*\n", "", text.replace(portal.base, "BASE"))
        portal.crawl(text, WITHOUT_TEI)
        assert list_found(portal) >= written
        written |= add_day(portal.pages, TODAY + timedelta(1), calendar)
        portal.clock.sleep(86400)
        portal.crawl(text, WITHOUT_TEI)
        assert list_found(portal) == written


@pytest.mark.parametrize(
    ("form", "first"),
    in_turn(["/{}", "/news/{}.html", "/story/{}/?from=list"], [14050901, 25691101, 1150901]),
)
def test_numbers_of_articles_are_no_days(first: int, form: str, tmp_path: Path) -> None:
    paths = [form.format(first + n) for n in range(24)]
    pages: dict[str, str | Answer] = {each: article(f"{WORDS} {each} " * 3) for each in paths}
    links = "".join(f'<li><a href="{each}">{WORDS[:40]} {each}</a></li>' for each in paths)
    pages["/latest"] = f"<html><body><ul>{links}</ul></body></html>"
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        found = propose_portal([f"{portal.base}/latest"], runtime=portal.runtime)
        text = proposed_yaml(found)
        assert "calendar:" not in text
        text = re.sub(r"(?m)^(portal|home):.*\n", "", text.replace(portal.base, "BASE"))
        portal.crawl(text, WITHOUT_TEI)
        assert list_found(portal) == {*paths}


@pytest.mark.parametrize(
    ("form", "number"),
    in_turn(
        ["/list?id={}", "/product/{}", "/{}", "/{}/", "/news/{}.html"],
        [14020315, 25601231, 1130405],
    ),
)
def test_numbers_of_lists_are_no_days(number: int, form: str, tmp_path: Path) -> None:
    pages: dict[str, str | Answer] = {}
    for n in range(number - 4, number + 1):
        paths = [f"/story-{n}-{each}-of-the-mill/" for each in range(3)]
        links = "".join(f'<li><a href="{each}">{WORDS[:40]} {each}</a></li>' for each in paths)
        before = f'<a href="{form.format(n - 1)}">←</a>'
        pages[form.format(n)] = f"<html><body><ul>{links}</ul>{before}</body></html>"
        pages |= {each: article(f"{WORDS} {each} " * 3) for each in paths}
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        start = f"{portal.base}{form.format(number)}"
        text = proposed_yaml(propose_portal([start], runtime=portal.runtime))
        assert "calendar:" not in text and "{date" not in text
