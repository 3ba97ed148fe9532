"""The number of archive pages that a crawl announces; it takes no time, however many windows the
portal file has."""

from __future__ import annotations

import time
from datetime import date
from pathlib import Path

import pytest
from crawl_demo import demo_portal

from webarticlecurator.config import load_portal
from webarticlecurator.run.crawling.crawl_plan import CrawlPlan
from webarticlecurator.run.setup import CrawlOptions
from webarticlecurator.store import open_corpus

EVERY_DAY = """portal: demo
home: https://echo.example/
archive:
  url: "https://echo.example/{column}/{date:%Y/%m/%d}/"
  dates: {from: 0001-01-01, until: 9999-12-31}
  columns: [news, sport]
"""


def test_every_day_of_all_years_is_counted_at_once(tmp_path: Path):
    path = tmp_path / "echo.yaml"
    path.write_text(EVERY_DAY, encoding="utf-8", newline="\n")
    agenda = CrawlPlan(load_portal(path), CrawlOptions(since=date(2024, 1, 1)), date(2024, 5, 2))
    with open_corpus(tmp_path / "corpus", "demo") as corpus:
        began = time.monotonic()
        days = date.max.toordinal() - date(2024, 1, 1).toordinal() + 1
        assert agenda.expected(corpus) == (2 * days, True)
        assert next(agenda.due(corpus)).key.window == "9999-12-31"
        assert time.monotonic() - began < 1


@pytest.mark.parametrize(
    "options", [CrawlOptions(), CrawlOptions(full=True), CrawlOptions(column="kultura")]
)
def test_after_a_crawl_closed_windows_do_not_count(options, copied):
    folder, portal = copied(), demo_portal()
    agenda = CrawlPlan(portal, options, date(2026, 5, 2))
    with open_corpus(folder, "demo") as corpus:
        due = list(agenda.due(corpus))
        assert agenda.expected(corpus)[0] == len(due)
        assert bool(due) == (options.column is None)
