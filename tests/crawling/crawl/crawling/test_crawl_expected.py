"""The number of archive pages that a crawl announces; it takes no time, however many windows the
portal file has."""

from __future__ import annotations

import time
from datetime import date
from pathlib import Path

import pytest
from crawl_demo import demo_portal
from small_portal import article, listing, small_portal

from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.crawl.crawl_plan import CrawlPlan
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.corpus import open_corpus

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
        began = time.process_time()
        days = date.max.toordinal() - date(2024, 1, 1).toordinal() + 1
        assert [(due.pages, due.is_open) for due in agenda.due_spans(corpus)] == [(days, False)] * 2
        assert next(agenda.due(corpus)).key.window == "9999-12-31"
        assert time.process_time() - began < 1


@pytest.mark.parametrize(
    "options", [CrawlOptions(), CrawlOptions(full=True), CrawlOptions(column="kultura")]
)
def test_after_a_crawl_closed_windows_do_not_count(options, copied):
    folder, portal = copied(), demo_portal()
    agenda = CrawlPlan(portal, options, date(2026, 5, 2))
    with open_corpus(folder, "demo") as corpus:
        due = list(agenda.due(corpus))
        assert sum(each.pages for each in agenda.due_spans(corpus)) == len(due)
        assert bool(due) == (options.column is None)


class Steps(NullProgress):
    """Notes what is expected after each step of the crawl, and the part that it belongs to."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, int, int | None, str]] = []
        self._expected: tuple[int, int | None] = (0, None)
        self._part = self._stage = ""

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        self._stage = stage

    def expect(self, low: int, high: int | None) -> None:
        self._expected = low, high

    def enter(self, part: str) -> None:
        self._part = part

    def step(self, what: str) -> None:
        if self._stage == "crawl":
            self.seen.append((len(self.seen) + 1, *self._expected, self._part))


def test_the_numbers_of_a_real_crawl_end_where_the_crawl_ends(tmp_path: Path) -> None:
    archive = (
        'archive: {url: "BASE/{date:%Y-%m}?p={page}", links: h2,'
        " dates: {from: 2024-01-01, until: 2024-04-30, step: month},"
        " pagination: {mode: numbered, last: 2}}\nfetch: {delay: 0}\n"
    )
    with small_portal(tmp_path, {}) as portal:
        for month in "1234":
            for page in "12":
                paths = [f"/{month}-{page}-{n}" for n in "ab"]
                portal.pages[f"/2024-0{month}?p={page}"] = listing(*paths)
                portal.pages |= {path: article(f"text of {path}") for path in paths}
        steps = Steps()
        crawl(
            portal.write(archive), portal.corpus, None, Runtime(clock=portal.clock, progress=steps)
        )
    assert steps.seen[0] == (1, 7, None, "all 2024-04")
    assert steps.seen[18] == (19, 24, 24, "all 2024-01")  # after three windows of six requests
    assert steps.seen[-1] == (24, 24, 24, "all 2024-01")
