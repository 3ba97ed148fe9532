"""Months whose pages list nothing where others do: another page in place of the first one, or an
empty one behind a full one, is asked for again before it is believed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from small_portal import Answer, article, listing
from walk_site import GONE, messages, names, problems, proof, running

from webarticlecurator.crawling.workers.run_options import CrawlOptions

TEXT = """fetch: {delay: 0, retries: 0}
archive:
  url: "BASE/list/{date:%Y/%m}"
  dates: {from: 2024-01-01, until: 2024-04-30, step: month}
  links: h2
  pagination: {mode: next-link, next: a.next}
"""
BUILDING = (
    "<html><head><title>Wir bauen um</title></head><body><p>Bald wieder da.</p></body></html>"
)
NOTICE = "<html><head><title>Notice - The Paper</title></head><body><p>Soon.</p></body></html>"
ONCE = CrawlOptions(warc_only=True)


@dataclass
class Months:
    """Two articles a page; ``numbers``: how many a month has; ``special``: path → the answer in its
    place; ``runs_on``: also the last page links a next one."""

    numbers: dict[str, int] = field(
        default_factory=lambda: {"2024/01": 4, "2024/02": 3, "2024/03": 4, "2024/04": 5}
    )
    special: dict[str, str] = field(default_factory=dict)
    runs_on: bool = False
    asked: list[str] = field(default_factory=list)

    def get(self, path: str, _default: object = None) -> str | Answer:
        parts = urlsplit(path)
        if parts.path == "/robots.txt":
            return GONE
        if not parts.path.startswith("/list/"):
            return article(f"Words of {parts.path}.")
        self.asked.append(path)
        month = parts.path.removeprefix("/list/")
        page = int(parse_qs(parts.query).get("p", ["1"])[0])
        found = [f"/a/{month.replace('/', '')}-{n}" for n in range(self.numbers[month])]
        shown = found[2 * page - 2 : 2 * page]
        follows = (self.runs_on and shown) or found[2 * page :]
        more = f'<a class="next" href="/list/{month}?p={page + 1}">next</a>' if follows else ""
        title = f"<title>Archive {month} - The Paper</title><body>"
        text = (
            listing(*shown)
            .replace("<body>", title)
            .replace("</body>", f"<p>All of it.</p>{more}</body>")
        )
        return self.special.get(path, text)


def crawl_days(portal, number: int, text: str = TEXT) -> list[bool]:
    found = []
    for _ in range(number):
        found.append(portal.crawl(text, options=ONCE).ok)
        portal.clock.time += timedelta(days=1, hours=1)
    return found


@pytest.mark.parametrize("page", [BUILDING, NOTICE], ids=["bare", "titled"])
def test_another_page_in_place_of_a_month_is_told_and_read_again(page, tmp_path: Path) -> None:
    site = Months(special={"/list/2024/02": page})
    with running(tmp_path, site) as portal:
        assert not portal.crawl(TEXT, options=ONCE).ok
        assert problems(portal) == ["list-not-whole"], messages(portal)
        assert "lacks what all other pages" in messages(portal)
        site.special.clear()
        assert portal.crawl(TEXT, options=ONCE).ok and len(names(portal)) == 16
        # what that page has is not what the lists have in common: it is known again elsewhere
        site.special["/list/2024/03"] = page
        portal.clock.time += timedelta(days=1)
        assert not portal.crawl(TEXT, options=CrawlOptions(warc_only=True, full=True)).ok
        assert "lacks what all other pages" in messages(portal)


def test_another_page_is_known_whatever_came_before(tmp_path: Path) -> None:
    """Of the months that were read again at other addresses, and had nothing new, it is not known
    what their pages share. Three notices between months that are empty in their own form are not
    what the portal has for empty months."""
    site = Months()
    with running(tmp_path, site) as portal:
        assert portal.crawl(TEXT, options=ONCE).ok
        moved = TEXT.replace('%m}"', '%m}?v=2"')
        assert crawl_days(portal, 2, moved) == [True, True]
        later = [f"2024/{number:02}" for number in range(5, 12)]
        site.numbers |= dict.fromkeys(later[::2], 3) | dict.fromkeys(later[1::2], 0)
        site.numbers["2024/12"] = 0
        site.special = {f"/list/{month}?v=2": NOTICE for month in later[1::2]}
        text = moved.replace("2024-04-30", "2024-12-31")
        assert not portal.crawl(text, options=ONCE).ok
        assert "lacks what all other pages" in messages(portal)


def test_a_page_that_a_month_without_articles_keeps_is_believed(tmp_path: Path) -> None:
    site = Months(special={"/list/2024/02": NOTICE})
    with running(tmp_path, site) as portal:
        assert crawl_days(portal, 4) == [False, True, True, True], messages(portal)
        # from then on it is what the portal has for such months
        text = TEXT.replace("2024-01-01", "2023-10-01")
        site.numbers |= {"2023/10": 3, "2023/11": 0, "2023/12": 2}
        site.special["/list/2023/11"] = NOTICE
        assert portal.crawl(text, options=ONCE).ok, messages(portal)


@pytest.mark.parametrize("own", [False, True])
def test_a_month_without_articles_is_no_doubt(own: bool, tmp_path: Path) -> None:
    months = [f"2023/{n:02}" for n in range(1, 13)]
    site = Months(dict.fromkeys(months, 3) | dict.fromkeys(months[1::3], 0))
    site.special = {f"/list/{month}": NOTICE for month in months[1::3]} if own else {}
    text = TEXT.replace("2024-01-01", "2023-01-01").replace("2024-04-30", "2023-12-31")
    with running(tmp_path, site) as portal:
        assert crawl_days(portal, 1, text) == [True], messages(portal)
        assert "its end was seen once" in proof(portal)
        assert crawl_days(portal, 2, text) == [True] * 2, messages(portal)
        assert "not proved" not in proof(portal)


def test_an_empty_page_behind_a_full_one_is_told_and_read_again(tmp_path: Path) -> None:
    site = Months(special={"/list/2024/03?p=2": "<html><body><p>None.</p></body></html>"})
    with running(tmp_path, site) as portal:
        assert not portal.crawl(TEXT, options=ONCE).ok
        assert problems(portal) == ["list-not-whole"], messages(portal)
        assert "a page that it links lists nothing" in messages(portal)
        site.special.clear()
        assert portal.crawl(TEXT, options=ONCE).ok and len(names(portal)) == 16
        assert problems(portal) == []


@pytest.mark.parametrize("runs_on", [False, True])
def test_months_whose_next_link_runs_on_are_whole(runs_on: bool, tmp_path: Path) -> None:
    site = Months(runs_on=runs_on)
    with running(tmp_path, site) as portal:
        assert crawl_days(portal, 3) == [True] * 3, messages(portal)
        assert len(names(portal)) == 16
        assert len(site.asked) <= (24 if runs_on else 12)
