"""The ``Date`` of answers is the second clock: a computer whose clock is wrong closes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.storage.store.view import view_corpus

RULES = (
    "fetch: {delay: 0, retries: 0, breaker: 100}\n"
    'archive: {url: "BASE{date:/%Y/%m/%d}", links: h2, dates: {from: 2024-04-01}}\n'
)
HTML = ("Content-Type", "text/html; charset=utf-8")


@dataclass
class DatedPaper:
    """Two articles a day, published at 8 and at 20 o'clock by the clock of the paper, which every
    answer has as its ``Date``; ``age``: that of answers from a cache."""

    now: datetime
    dates: Callable[[int, datetime], datetime | None] = lambda _number, now: now
    age: int | None = None
    number: int = 0

    def get(self, path: str, _default: object = None) -> Answer:
        self.number += 1
        said = self.dates(self.number, self.now)
        headers = (HTML,) if said is None else (HTML, ("Date", format_datetime(said, usegmt=True)))
        if self.age is not None:
            headers = (*headers, ("Age", str(self.age)))
        if path.count("/") == 4:
            return Answer(article(f"Words of {path}."), headers=headers)
        try:
            day = datetime.strptime(path, "/%Y/%m/%d").replace(tzinfo=timezone.utc)
        except ValueError:
            return Answer("nothing", 404, headers)
        hours = [hour for hour in (8, 20) if day + timedelta(hours=hour) <= self.now]
        if not hours:
            return Answer("nothing", 404, headers)
        return Answer(listing(*(f"{path}/{hour}" for hour in hours)), headers=headers)


def crawl(
    portal: SmallPortal, paper: DatedPaper, now: datetime, ahead: timedelta, *, full: bool = False
) -> list[str]:
    """Crawl at a time; return the kinds of the problems."""
    portal.executor = "serial"
    portal.pages = paper  # type: ignore[assignment]
    portal.asked.clear()
    paper.now, portal.clock.time = now, now + ahead
    summary = portal.crawl(RULES, CrawlOptions(warc_only=True, full=full))
    assert summary.ok is (not summary.problems)
    return [*summary.problems]


NOON = datetime(2024, 4, 6, 12, tzinfo=timezone.utc)
DAY = timedelta(days=1)


def test_a_crawl_with_the_clock_ahead_closes_no_day(tmp_path: Path):
    with small_portal(tmp_path, {}) as portal:
        paper = DatedPaper(NOON)
        assert "wrong-clock" in crawl(portal, paper, NOON, 12 * DAY)
        assert len(portal.articles()) == 11
        assert crawl(portal, paper, NOON + 3 * DAY, timedelta()) == []
        assert crawl(portal, paper, NOON + 16 * DAY, timedelta()) == []
        assert len(portal.articles()) == 2 * 21


def test_a_clock_before_the_first_day_of_the_lists_is_no_end(tmp_path: Path):
    """No list is due by that clock, so nothing else would be asked for."""
    with small_portal(tmp_path, {}) as portal:
        paper = DatedPaper(NOON)
        assert crawl(portal, paper, NOON, -400 * DAY) == ["wrong-clock"]
        assert crawl(portal, paper, NOON + DAY, -399 * DAY) == ["wrong-clock"]
        assert crawl(portal, paper, NOON + DAY, timedelta()) == []
        assert len(portal.articles()) == 12


def test_it_is_the_same_when_the_index_is_made_again(tmp_path: Path):
    with small_portal(tmp_path, {}) as portal:
        paper = DatedPaper(NOON)
        crawl(portal, paper, NOON, 12 * DAY)
        before = walks(portal)
        rebuild_corpus(portal.write(RULES), portal.corpus, portal.runtime)
        assert walks(portal) == before
        assert crawl(portal, paper, NOON + 16 * DAY, timedelta()) == []
        assert len(portal.articles()) == 2 * 21


def test_it_is_the_same_after_many_more_lists_when_the_index_is_made_again(tmp_path: Path):
    """A new index has the lists of all crawls before their articles."""
    with small_portal(tmp_path, {}) as portal:
        paper = DatedPaper(NOON)
        crawl(portal, paper, NOON, 40 * DAY)
        for days in (10, 13, 16, 19):
            crawl(portal, paper, NOON + days * DAY, timedelta(), full=True)
        rebuild_corpus(portal.write(RULES), portal.corpus, portal.runtime)
        assert crawl(portal, paper, NOON + 30 * DAY, timedelta()) == []
        assert len(portal.articles()) == 2 * 35


def walks(portal: SmallPortal) -> list[object]:
    with view_corpus(portal.corpus, "small") as corpus:
        found = [
            (walk.key, walk.state, corpus.walks.due_of(walk.key)) for walk in corpus.walks.all()
        ]
        return [*found, *((each.kind, each.message) for each in corpus.run_log.problems())]


def test_a_clock_that_is_behind_is_said(tmp_path: Path):
    with small_portal(tmp_path, {}) as portal:
        paper = DatedPaper(NOON)
        assert crawl(portal, paper, NOON, -2 * DAY) == ["wrong-clock"]
        assert crawl(portal, paper, NOON + DAY, timedelta()) == []
        assert len(portal.articles()) == 12


@pytest.mark.parametrize(
    "dates",
    [
        lambda _number, _now: None,
        lambda number, now: now - 5 * DAY if number == 4 else now,
        lambda number, now: now - number * timedelta(hours=3),
        lambda _number, now: now + timedelta(minutes=50),
    ],
    ids=["none", "one", "all different", "less than an hour"],
)
def test_answers_that_prove_nothing(dates: Callable[..., datetime | None], tmp_path: Path):
    with small_portal(tmp_path, {}) as portal:
        assert crawl(portal, DatedPaper(NOON, dates), NOON, timedelta()) == []


def test_answers_of_a_cache_prove_nothing(tmp_path: Path):
    with small_portal(tmp_path, {}) as portal:
        paper = DatedPaper(NOON, lambda _number, now: now - 2 * DAY, age=2 * 24 * 3600)
        assert crawl(portal, paper, NOON, timedelta()) == []
