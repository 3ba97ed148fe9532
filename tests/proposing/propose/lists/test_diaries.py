"""A diary: the headings of its entries link their days, a line of links leads to the months. The
days are the articles, the months their lists."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from small_portal import article, small_portal

from webarticlecurator.pages.page.page import read_page
from webarticlecurator.proposing.list_pages.list_proposals import propose_link_rules
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

DAYS = [date(2022, 6, 20) - timedelta(days=4 * n) for n in range(40)]
MONTHS = sorted({day.replace(day=1) for day in DAYS})
MENU = "".join(f'<a href="/?date={month:%Y%m}">{month:%m}</a> ' for month in MONTHS)


def entry(day: date, text: str) -> str:
    return (
        f'<div class=day><h2><a href="/?date={day:%Y%m%d}">{day}</a> On {day:%A}</h2>{text}</div>'
    )


def page_of(days: list[date], text: str) -> str:
    entries = "".join(entry(day, text.format(day)) for day in days)
    return f"<html><body><div class=calendar>{MENU}</div>{entries}</body></html>"


TEXT = f"<p>{'On {0} the boat was seen again near the coast by the crew. ' * 4}</p>"


@pytest.mark.parametrize(("text", "are_articles"), [(TEXT, True), ("", False)])
def test_days_that_headings_link_above_their_texts_are_articles(
    text: str, are_articles: bool, tmp_path: Path
):
    pages = {"/": page_of(DAYS[:5], text)}
    for month in MONTHS:
        own = [day for day in DAYS if day.replace(day=1) == month]
        pages[f"/?date={month:%Y%m}"] = page_of(own, text)
    for day in DAYS:
        body = f"<h1>On {day}</h1>{TEXT.format(day) * 3}"
        pages[f"/?date={day:%Y%m%d}"] = article(body) if not text else page_of([day], text * 3)
    with small_portal(tmp_path, pages) as portal:
        found = propose_portal([f"{portal.base}/"], runtime=portal.runtime)
        listed = {url for links in found.links[:1] for url in links.links}
        days = {f"{portal.base}/?date={day:%Y%m%d}" for day in DAYS}
        assert (found.index is not None and bool(listed) and listed <= days) is are_articles


def test_a_manual_and_the_days_before_are_not_the_list_of_a_diary():
    beside = '<a href="/?date=20220531-5" rel=next>before</a><a href=/doc/how-to-write.html>how</a>'
    page = read_page(
        "http://quay.example/",
        page_of(DAYS[:5], TEXT).replace("<body>", f"<body>{beside}").encode(),
    )
    found = propose_link_rules([page])
    assert found[0].links == tuple(f"http://quay.example/?date={day:%Y%m%d}" for day in DAYS[:5])
