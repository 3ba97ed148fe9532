"""Archives by dates that pause: each summer, for a year, or for ten; ``new`` leaves out nothing that
is behind: days are searched, months and years begin before all archives unless they are named."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, small_portal

from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.crawling.archive.windows import Windows
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal
from webarticlecurator.proposing.propose.visits import MAX_REQUESTS

WORDS = "The mill by the river was sold in spring, and nobody in the village knew the buyer."
FORMS = {"day": "%Y/%m/%d", "month": "%Y/%m", "year": "%Y"}
LAST = date(2024, 4, 30)
XML = (("Content-Type", "application/xml"),)
Publishes = Callable[[date], bool]


def publishes_but_in_summer(day: date) -> bool:
    return day.month not in (7, 8)


def publishes_but_in_2019(day: date) -> bool:
    return day.year != 2019


def publishes_again_since_2018(day: date) -> bool:
    return day.year < 2008 or day.year >= 2018


def windows_of(step: str, first: date) -> Windows:
    return Windows(first, LAST, step, newest_first=False)


def archive(
    step: str, first: date, publishes: Publishes, path: str = ""
) -> dict[str, str | Answer]:
    """Pages of dates without a link to another one; those without articles do not exist. The
    addresses of articles have the form ``path``, with a date, or none."""
    pages: dict[str, str | Answer] = {}
    for n, window in enumerate(windows_of(step, first)):
        if not publishes(window.first):
            continue
        paths = [f"{window.first:{path}}/story-{4 * n + k}-of-the-mill/" for k in range(4)]
        links = "".join(
            f'<li><a href="{each}">{WORDS[:30]} {each[-20:]}</a></li>' for each in paths
        )
        pages[f"/archive/{window.first:{FORMS[step]}}/"] = (
            f"<html><body><ul>{links}</ul></body></html>"
        )
        day = f'<meta property="article:published_time" content="{window.first}T10:00:00Z">'
        pages |= {each: article(f"{WORDS} {each} {n * 17}", head=day) for each in paths}
    return pages


def propose(portal: SmallPortal, start: str, requests: int = MAX_REQUESTS) -> Proposal:
    return propose_portal([f"{portal.base}{start}"], runtime=portal.runtime, requests=requests)


def is_doubtful(found: Proposal) -> bool:
    return any(each.kind == "first-day-unknown" for each in found.doubts)


@pytest.mark.parametrize(
    ("first", "publishes"),
    [
        (date(2021, 1, 1), publishes_but_in_summer),
        (date(2016, 1, 1), publishes_but_in_2019),
    ],
)
def test_an_archive_by_days_begins_before_its_pauses(
    first: date, publishes: Publishes, tmp_path: Path
) -> None:
    pages = archive("day", first, publishes)
    with small_portal(tmp_path, pages) as portal:  # type: ignore[arg-type]
        found = propose(portal, f"/archive/{LAST:{FORMS['day']}}/")
        assert len(portal.asked) <= MAX_REQUESTS
    assert (found.first_day, is_doubtful(found)) == (first, False)
    assert found.has_beginning


@pytest.mark.parametrize("step", ["month", "year"])
def test_an_archive_that_nothing_names_begins_before_all_articles(
    step: str, tmp_path: Path
) -> None:
    """A look at each month costs a crawl fewer requests than it would cost to search for the first
    one, and no pause ends it."""
    pages = archive(step, date(2004, 1, 1), publishes_again_since_2018)
    with small_portal(tmp_path, pages) as portal:  # type: ignore[arg-type]
        found = propose(portal, f"/archive/{LAST:{FORMS[step]}}/")
        assert len(portal.asked) <= 25
    assert (found.first_day, found.has_beginning) == (date(1990, 1, 1), True)
    # nor does a pause of years after the page end it
    text = proposed_yaml(found)
    assert "from no later than the first" in text and "until" not in text


def test_where_the_earliest_month_has_articles_the_first_one_is_doubtful(tmp_path: Path) -> None:
    pages = archive("month", date(1990, 1, 1), lambda day: day.year in (1990, 2023, 2024))
    with small_portal(tmp_path, pages) as portal:  # type: ignore[arg-type]
        found = propose(portal, f"/archive/{LAST:{FORMS['month']}}/")
    assert (found.first_day, is_doubtful(found)) == (date(1990, 1, 1), True)


def test_a_beginning_that_the_requests_do_not_reach_is_doubtful(tmp_path: Path) -> None:
    pages = archive("day", date(2014, 1, 1), publishes_again_since_2018)
    with small_portal(tmp_path, pages) as portal:  # type: ignore[arg-type]
        found = propose(portal, f"/archive/{LAST:%Y/%m/%d}/", requests=40)
    assert is_doubtful(found) and not found.has_beginning
    assert "# from the earliest day that was seen on; set the portal's first" in proposed_yaml(
        found
    )


def is_in_two_blocks(day: date) -> bool:
    return day >= date(2020, 1, 1) or date(2009, 3, 1) <= day < date(2009, 6, 1)


@pytest.mark.parametrize("known_by", ["address", "year"])
def test_an_archive_begins_with_the_first_month_that_is_named(
    known_by: str, tmp_path: Path
) -> None:
    """The sitemap has addresses with a date, or a page above the months leads to those of each
    year."""
    path = "/%Y/%m" if known_by == "address" else "/news"
    pages = archive("month", date(2005, 1, 1), is_in_two_blocks, path)
    articles = [each for each in pages if "story" in each]
    with small_portal(tmp_path, pages) as portal:  # type: ignore[arg-type]
        if known_by == "address":
            urls = "".join(f"<url><loc>{portal.base}{each}</loc></url>" for each in articles)
            portal.pages["/sitemap.xml"] = Answer(f"<urlset>{urls}</urlset>", headers=XML)
        if known_by == "year":
            portal.pages["/archive/"] = "".join(
                f'<a href="/archive/{year}/">{year}</a> ' for year in (2009, *range(2020, 2025))
            )
            portal.pages["/archive/2009/"] = "".join(
                f'<a href="/archive/2009/{month:02}/">{month}</a> ' for month in range(1, 13)
            )
        found = propose(portal, "/archive/2024/04/")
    first = {"address": date(2009, 3, 1), "year": date(2009, 1, 1)}
    assert (found.first_day, is_doubtful(found)) == (first[known_by], False)
