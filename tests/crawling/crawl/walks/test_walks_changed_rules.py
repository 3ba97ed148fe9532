"""Archive rules that are mended after a crawl: what the former ones have read ends no new walk."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from small_portal import Pages, article, small_portal

MONTHS = [f"2023/{month:02}" for month in range(1, 7)]
BY_DATES = """fetch: {delay: 0}
archive:
  url: BASE/archive/{date:%Y/%m}/
  dates: {from: 2023-05-01, until: 2023-06-30, step: month}
  pagination: {mode: next-link, next: a.after}
  links: h2
"""
BY_LINKS = """fetch: {delay: 0}
archive:
  url: BASE/archive/2023/06/
  pagination: {mode: next-link, next: a.before}
  links: h2
"""
FROM_JANUARY = BY_DATES.replace("2023-05-01", "2023-01-01").replace("a.after", "a.before")


def make_pages() -> Pages:
    pages = {}
    for n, month in enumerate(MONTHS):
        links = [f'<h2><a href="/{month}/one">One of {month}</a></h2>']
        links += [f'<a class="before" href="/archive/{MONTHS[n - 1]}/">Before</a>'] if n else []
        links += [f'<a class="after" href="/archive/{m}/">After</a>' for m in MONTHS[n + 1 : n + 2]]
        pages[f"/archive/{month}/"] = f"<html><body>{''.join(links)}</body></html>"
        pages[f"/{month}/one"] = article(f"The text of {month}.")
    return pages


def test_a_list_by_dates_is_read_by_its_links_afterwards(tmp_path: Path):
    with small_portal(tmp_path, make_pages()) as portal:
        portal.crawl(BY_DATES)
        assert len(portal.articles()) == 2
        portal.clock.time += timedelta(days=3)
        portal.crawl(BY_LINKS)
        assert sorted(portal.articles()) == [f"/{month}/one" for month in MONTHS]


def test_the_other_way_round_and_with_other_dates(tmp_path: Path):
    with small_portal(tmp_path, make_pages()) as portal:
        portal.crawl(BY_LINKS.replace("a.before", "a.after"))
        assert len(portal.articles()) == 1
        portal.clock.time += timedelta(days=3)
        portal.crawl(BY_DATES)
        assert len(portal.articles()) == 2
        portal.clock.time += timedelta(days=3)
        portal.crawl(FROM_JANUARY)
        assert len(portal.articles()) == 6
