"""Each of several portals is asked at its own pace, and a host at the longest of its portals'."""

from __future__ import annotations

import threading
import time
from itertools import pairwise
from pathlib import Path

from portal_group import START, ThreadsClock, portal_group
from small_portal import FixedClock

from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.crawl.crawl_portals import crawl_portals
from webarticlecurator.crawling.crawl.crawl_threads import CrawlOutcome, PortalCrawl
from webarticlecurator.crawling.fetch.pace import RequestPace
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal

ROUNDING = 1e-6
DELAYS = {"one.example": 1.0, "two.example": 2.5, "six.example": 6.0}


class EndsThreads:
    """A display that tells the clock which crawls have ended."""

    def __init__(self, clock: ThreadsClock) -> None:
        self._clock = clock
        self.order: list[str] = []

    def begin(self) -> None:
        pass

    def close(self) -> None:
        pass

    def progress_of(self, _portal: str) -> NullProgress:
        return NullProgress()

    def end_crawl(self, outcome: CrawlOutcome) -> None:
        self.order.append(outcome.portal)
        self._clock.end_thread()


def gaps(times: list[float]) -> list[float]:
    return [later - earlier for earlier, later in pairwise(times)]


def test_no_request_is_sooner_than_allowed_and_no_portal_waits_for_another(tmp_path: Path):
    clock = ThreadsClock(len(DELAYS))
    with portal_group(tmp_path, *DELAYS) as group:
        group.monotonic = clock.monotonic
        crawls = [
            PortalCrawl(load_portal(group.write(host, delay)), tmp_path / "c" / host)
            for host, delay in DELAYS.items()
        ]
        display = EndsThreads(clock)
        options = CrawlOptions(proxy=group.proxy)
        outcomes = crawl_portals(crawls, options, Runtime(clock=clock), display)
        requested = dict(group.requested)
    assert [outcome.summary.tei for outcome in outcomes if outcome.summary] == [3, 3, 3]
    for host, delay in DELAYS.items():
        assert len(requested[host]) == 6, "robots.txt, tdmrep.json, the list, and three articles"
        # as soon as allowed: no portal waits for another one
        assert gaps(requested[host]) == [delay] * 5
    assert display.order == ["one", "two", "six"]
    assert clock.monotonic() == 5 * max(DELAYS.values())


def test_portals_of_one_host_keep_the_longest_of_their_delays_between_them(tmp_path: Path):
    sent: list[float] = []

    class NotingPace(RequestPace):
        def note_sent(self, host: str, clock: Clock) -> None:
            super().note_sent(host, clock)
            assert host == "one.example"
            sent.append(self._pace_of(host).last or 0.0)

    with portal_group(tmp_path, "one.example") as group:
        files = [
            group.write("one.example", delay, portal)
            for delay, portal in ((0.05, "left"), (0.2, "right"))
        ]
        crawls = [PortalCrawl(load_portal(file), tmp_path / "c" / file.stem) for file in files]
        display = EndsThreads(ThreadsClock(3))
        options = CrawlOptions(proxy=group.proxy)
        outcomes = crawl_portals(crawls, options, Runtime(pace=NotingPace()), display)
    assert [outcome.summary.tei for outcome in outcomes if outcome.summary] == [3, 3]
    assert len(sent) == 12
    assert min(gaps(sent)) >= 0.2 - ROUNDING


def test_a_pause_that_a_host_asks_for_counts_for_everybody_who_waits_for_it():
    pace, clock = RequestPace(), FixedClock()
    began = clock.monotonic()
    pace.slow_down("a.example", 1.0)
    pace.wait("a.example", clock)
    pace.hold("a.example", 30.0, clock)
    pace.wait("b.example", clock)
    assert clock.monotonic() == began
    pace.wait("a.example", clock)
    assert clock.monotonic() - began == 30.0
    pace.wait("a.example", clock)
    assert clock.monotonic() - began == 31.0


def test_threads_that_ask_at_the_same_time_are_let_through_one_by_one():
    pace, times = RequestPace(), []

    class Clock(FixedClock):
        shown = 0.0

        def monotonic(self) -> float:
            self.shown = time.monotonic()
            return self.shown

        def sleep(self, seconds: float) -> None:
            time.sleep(seconds)

    def ask() -> None:
        clock = Clock()
        for _ in range(3):
            pace.wait("a.example", clock)
            times.append(clock.shown)  # what the pace has noted

    pace.slow_down("a.example", 0.05)
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(times) == 12
    assert min(gaps(sorted(times))) >= 0.05 - ROUNDING


def test_the_clock_of_these_tests_stands_while_a_thread_works():
    clock = ThreadsClock(2)
    sleeper = threading.Thread(target=clock.sleep, args=(5.0,))
    sleeper.start()
    sleeper.join(0.05)
    assert sleeper.is_alive()
    assert clock.now() == START
    clock.sleep(2.0)
    assert clock.monotonic() == 2.0
    clock.end_thread()
    sleeper.join(5)
    assert clock.monotonic() == 5.0
