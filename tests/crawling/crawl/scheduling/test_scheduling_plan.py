"""Which portals are due, from the end of their last crawl."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from small_portal import article, listing, small_portal

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.crawl.crawl_threads import PortalCrawl
from webarticlecurator.crawling.crawl.schedule_plan import SchedulePlan, find_last_crawl_end
from webarticlecurator.crawling.crawl.start_times import start_offset
from webarticlecurator.storage.store.corpus import open_corpus

pytest.importorskip("croniter")
NOON = datetime(2024, 5, 2, 12, tzinfo=timezone.utc)
DAY = timedelta(days=1)
NEVER = None


def job(name: str, schedule: str = "0 13 * * *") -> PortalCrawl:
    return PortalCrawl(Portal(name, f"https://{name}.example/", schedule=schedule), Path(name))


def one_o_clock(name: str, days: int = 0) -> datetime:
    """The start of a crawl at 13:00 so many days after NOON."""
    return NOON + timedelta(hours=1, days=days) + start_offset(name)


def planned(end: datetime | None, schedule: str = "0 13 * * *") -> datetime | None:
    plan = SchedulePlan(lambda _job: end)
    return plan.add(Path("echo.yaml"), job("echo", schedule), NOON).start


def test_a_portal_is_crawled_at_the_first_time_after_the_end_of_its_last_crawl():
    assert planned(NOON - timedelta(hours=1)) == one_o_clock("echo")
    assert planned(one_o_clock("echo", -1) + timedelta(minutes=10)) == one_o_clock("echo")


def test_what_was_missed_is_made_up_for_once():
    plan = SchedulePlan(lambda _job: NOON - 9 * DAY)
    crawl = plan.add(Path("echo.yaml"), job("echo"), NOON)
    assert crawl.start == one_o_clock("echo", -9)
    assert plan.due(NOON) == [crawl]
    assert plan.set_next(crawl, NOON) == one_o_clock("echo")
    assert plan.due(NOON) == []
    assert plan.note_end("echo", NOON + timedelta(minutes=5)) == one_o_clock("echo")


def test_a_portal_that_was_never_crawled_is_due_at_once():
    assert planned(NEVER) == NOON


def test_the_time_left_is_that_of_the_first_crawl_of_all():
    plan = SchedulePlan(lambda _job: NOON)
    plan.add(Path("one.yaml"), job("one", "0 15 * * *"), NOON)
    plan.add(Path("two.yaml"), job("two"), NOON)
    assert plan.time_left(NOON) == one_o_clock("two") - NOON


def test_a_portal_without_a_schedule_is_never_due():
    plan = SchedulePlan(lambda _job: NEVER)
    assert plan.add(Path("echo.yaml"), job("echo", ""), NOON).start is None
    assert plan.due(NOON + 1000 * DAY) == []
    assert plan.time_left(NOON) is None
    assert plan.note_end("echo", NOON) is None


def test_after_a_crawl_of_this_process_the_corpus_is_not_asked():
    plan = SchedulePlan(lambda _job: NEVER)
    plan.add(Path("echo.yaml"), job("echo"), NOON)
    plan.note_end("echo", NOON)
    # the crawl may have ended with an error, which its corpus does not know of
    assert plan.add(Path("echo.yaml"), job("echo"), NOON).start == one_o_clock("echo")


def test_crawls_are_due_in_the_order_of_their_starts_until_they_are_removed():
    ends = {"one": NOON - DAY, "two": NOON - 3 * DAY, "six": NOON - timedelta(hours=1)}
    plan = SchedulePlan(lambda each: ends[each.portal.id])
    for name in ends:
        plan.add(Path(f"{name}.yaml"), job(name), NOON)
    assert [each.job.portal.id for each in plan.due(NOON)] == ["two", "one"]
    plan.remove(Path("two.yaml"))
    assert [each.job.portal.id for each in plan.due(NOON)] == ["one"]
    assert len(plan) == 2
    assert plan.note_end("two", NOON) is None


LIST = "archive: {url: BASE/list, links: h2}\nfetch: {delay: 0}\n"


def test_the_end_of_the_last_crawl_is_read_from_the_corpus(tmp_path: Path):
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": article("x")}) as portal:
        crawl = PortalCrawl(portal.write(LIST), portal.corpus)
        assert find_last_crawl_end(crawl) is None
        portal.crawl(LIST)
        end = find_last_crawl_end(crawl)
        portal.clock.sleep(3600)
        portal.build(LIST)
        assert find_last_crawl_end(crawl) == end
        assert end is not None
        assert timedelta(0) <= end - NOON < timedelta(hours=1)
        with open_corpus(portal.corpus, "small") as corpus:
            corpus.run_log.begin_run("crawl", NOON + DAY)
            corpus.commit()
        assert find_last_crawl_end(crawl) is None, "an interrupted crawl is made up for"
        (portal.corpus / "corpus.sqlite").write_bytes(b"no database" * 1000)
        assert find_last_crawl_end(crawl) is None
