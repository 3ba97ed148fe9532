"""A scheduler with a clock of its own and real crawls of portals on loopback."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from portal_group import PortalGroup, portal_group
from processes import PATIENCE

from webarticlecurator.crawling.crawl.crawl_threads import CrawlOutcome
from webarticlecurator.crawling.crawl.portal_files import FileChange, PortalFiles
from webarticlecurator.crawling.crawl.scheduler import ScheduledRun, Scheduler
from webarticlecurator.crawling.crawl.start_times import start_offset
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal

pytest.importorskip("croniter")
NOON = datetime(2024, 5, 2, 12, tzinfo=timezone.utc)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


class Ended(Exception):
    """The test has seen enough."""


class SchedulerClock:
    """A clock that only the scheduler's own sleep moves. ``on_sleep`` is called with the time after
    each. A step of a second, while crawls run, takes ten milliseconds of real time."""

    def __init__(self, start: datetime = NOON) -> None:
        self.time = start
        self.on_sleep: Callable[[datetime], None] = lambda _now: None
        self._owner = threading.current_thread()

    def now(self) -> datetime:
        return self.time

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        if seconds <= 1:
            time.sleep(0.01)
        if threading.current_thread() is self._owner:
            self.time += timedelta(seconds=seconds)
            self.on_sleep(self.time)


class Log:
    """Notes what the scheduler does: ``("start", portal, time)`` and so on."""

    def __init__(self, clock: SchedulerClock) -> None:
        self._clock = clock
        self.events: list[tuple[str, str, datetime | None]] = []
        self.runs: list[ScheduledRun] = []

    def show_file(self, change: FileChange, next_start: datetime | None) -> None:
        kind = "wrong" if change.error else "planned" if change.portal else "removed"
        self.events.append((kind, change.file.stem, next_start))

    def begin_run(self, portal: str) -> None:
        self.events.append(("start", portal, self._clock.now()))

    def end_run(self, run: ScheduledRun) -> None:
        self.runs.append(run)
        self.events.append(("end", run.outcome.portal, run.next_start))

    def leave_out(self, portal: str, next_start: datetime) -> None:
        self.events.append(("left out", portal, next_start))

    def progress_of(self, _portal: str) -> NullProgress:
        return NullProgress()

    def end_crawl(self, _outcome: CrawlOutcome) -> None:
        pass

    def of(self, *kinds: str) -> list[tuple[str, str, datetime | None]]:
        return [event for event in self.events if event[0] in kinds]


class Watched:
    """The portals of a group, and a scheduler for their files."""

    def __init__(self, group: PortalGroup, start: datetime = NOON) -> None:
        self.group, self.clock = group, SchedulerClock(start)
        self.log = Log(self.clock)
        self.scheduler = Scheduler(
            PortalFiles(lambda: sorted(group.folder.glob("*.yaml")), load_portal),
            group.folder / "corpora",
            CrawlOptions(proxy=group.proxy),
            Runtime(clock=self.clock),
            self.log,
        )

    def run_until(self, end: datetime) -> None:
        """Run the scheduler until a time of its clock at which no crawl runs."""

        def stop(now: datetime) -> None:
            running = len(self.log.of("start")) - len(self.log.of("end"))
            assert now < end + 24 * HOUR, "a crawl does not end"
            if now >= end and not running:
                raise Ended

        self._run(stop)

    def run_with(self, look: Callable[[datetime], bool]) -> None:
        """Run the scheduler until ``look`` returns True for the time."""

        def stop(now: datetime) -> None:
            if look(now):
                raise Ended

        self._run(stop)

    def _run(self, on_sleep: Callable[[datetime], None]) -> None:
        self.clock.on_sleep = on_sleep
        with pytest.raises(Ended):
            self.scheduler.run()

    def write(self, host: str, schedule: str, more: str = "") -> Path:
        line = f'schedule: "{schedule}"\n' if schedule else ""
        return self.group.write(host, more=line + more)


@pytest.fixture
def watched(tmp_path: Path):
    with portal_group(tmp_path, "one.example", "two.example") as group:
        yield Watched(group)


def at(portal: str, hours: float) -> datetime:
    """The start of a crawl so many hours after noon."""
    return NOON + hours * HOUR + start_offset(portal)


def seconds_late(event: tuple[str, str, datetime | None], start: datetime) -> float:
    assert event[2] is not None
    return (event[2] - start).total_seconds()


@pytest.mark.long
def test_each_portal_is_crawled_by_its_own_schedule(watched: Watched):
    watched.write("one.example", "0 14 * * *")
    watched.write("two.example", "30 * * * *")
    watched.run_until(NOON + 3.9 * HOUR)
    started = {
        name: [event for event in watched.log.of("start") if event[1] == name]
        for name in ("one", "two")
    }
    # at once, since they were never crawled, then by their schedules
    expected = {"one": [NOON, at("one", 2)], "two": [NOON, *(at("two", n + 0.5) for n in range(4))]}
    for name, starts in expected.items():
        assert len(started[name]) == len(starts)
        for event, start in zip(started[name], starts, strict=True):
            assert 0 <= seconds_late(event, start) <= 1
    assert [run.outcome.summary.tei for run in watched.log.runs if run.outcome.summary] == [3] * 7
    assert watched.group.requested["one.example"]
    ends = [event for event in watched.log.of("end") if event[1] == "one"]
    assert [event[2] for event in ends] == [at("one", 2), at("one", 26)]


def test_a_crawl_that_still_runs_at_its_next_time_is_not_started_twice(watched: Watched):
    released = threading.Event()

    def hang(path: str) -> tuple[int, str]:
        if path == "/a/2":
            released.wait(PATIENCE)
        return watched.group.respond_as_usual("one.example", path)

    watched.group.answer["one.example"] = hang
    watched.write("one.example", "* * * * *")

    def look(now: datetime) -> bool:
        if now > NOON + 125 * SECOND:
            released.set()
        return bool(watched.log.runs)

    watched.run_with(look)
    assert watched.log.of("start") == [("start", "one", NOON)]
    minutes = start_offset("one") % MINUTE
    left_out = [start for _, _, start in watched.log.of("left out")]
    assert left_out[:2] == [NOON + minutes + n * MINUTE for n in (1, 2)]
    (end,) = watched.log.runs
    assert end.outcome.summary is not None
    assert end.outcome.summary.tei == 3
    assert end.started == NOON
    assert end.next_start is not None
    assert timedelta(0) < end.next_start - end.ended <= MINUTE


@pytest.mark.long
def test_what_was_missed_while_the_program_was_off_is_made_up_for_once(watched: Watched):
    watched.write("one.example", "0 14 * * *")
    watched.run_until(NOON + 1 * HOUR)
    assert len(watched.log.of("start")) == 1
    # two starts were missed
    later = Watched(watched.group, NOON + 40 * HOUR)
    later.run_until(NOON + 48 * HOUR)
    assert later.log.of("start") == [("start", "one", NOON + 40 * HOUR)]
    # nothing was missed
    again = Watched(watched.group, NOON + 48 * HOUR)
    again.run_until(NOON + 49 * HOUR)
    assert again.log.events == [("planned", "one", at("one", 50))]


@pytest.mark.long
def test_files_are_followed_without_a_restart(watched: Watched):
    one = watched.write("one.example", "0 14 * * *")
    watched.run_until(NOON + 1 * HOUR)
    bad = watched.write("two.example", "0 44 * * *")
    watched.run_until(NOON + 1.5 * HOUR)
    assert watched.log.events[-1] == ("wrong", "two", None)

    watched.write("two.example", "0 15 * * *")
    watched.write("one.example", "45 13 * * *")
    watched.run_until(NOON + 2.9 * HOUR)
    assert [(kind, name) for kind, name, _ in watched.log.events] == [
        ("planned", "one"),
        ("start", "one"),
        ("end", "one"),
        ("wrong", "two"),
        ("planned", "one"),
        ("planned", "two"),
        ("start", "two"),
        ("end", "two"),
        ("start", "one"),
        ("end", "one"),
    ]
    assert 0 <= seconds_late(watched.log.events[-2], at("one", 1.75)) <= 1
    one.unlink()
    bad.unlink()
    watched.run_until(NOON + 50 * HOUR)
    assert [event[:2] for event in watched.log.events[10:]] == [
        ("removed", "one"),
        ("removed", "two"),
    ]


@pytest.mark.long
def test_a_file_is_read_again_before_each_crawl(watched: Watched):
    watched.write("one.example", "0 13,14 * * *", "captures: latest\n")
    table = "signature\toperation\nh2.hint\tdrop\n"
    (watched.group.folder / "one.tags.tsv").write_text(table, encoding="utf-8")
    path = watched.group.folder / "one.yaml"
    text = path.read_text("utf-8").replace("root: article}", "root: article, tags: one.tags.tsv}")
    path.write_text(text, encoding="utf-8")
    watched.run_until(NOON + 0.5 * HOUR)
    (watched.group.folder / "one.tags.tsv").write_text("no table", encoding="utf-8")
    watched.run_until(NOON + 1.5 * HOUR)
    assert watched.log.events[-1] == ("wrong", "one", None)
    (watched.group.folder / "one.tags.tsv").write_text(table, encoding="utf-8")
    watched.run_until(NOON + 2.5 * HOUR)
    # the start that was missed, and the next one
    assert [kind for kind, _, _ in watched.log.events[-5:]] == [
        "planned",
        "start",
        "end",
        "start",
        "end",
    ]


def test_a_file_that_is_removed_while_its_portal_is_crawled_is_not_crawled_again(
    watched: Watched,
):
    removed = threading.Event()

    def hang(path: str) -> tuple[int, str]:
        if path == "/a/2":
            removed.wait(PATIENCE)
        return watched.group.respond_as_usual("one.example", path)

    watched.group.answer["one.example"] = hang
    file = watched.write("one.example", "0 * * * *")

    def look(_now: datetime) -> bool:
        if watched.group.requested["one.example"] and file.exists():
            file.unlink()
        if watched.log.of("removed"):
            removed.set()
        return bool(watched.log.runs)

    watched.run_with(look)
    (run,) = watched.log.runs
    assert run.next_start is None
    assert run.outcome.summary is not None
    assert run.outcome.summary.tei == 3


def test_once_crawls_what_is_due_and_ends(watched: Watched):
    watched.write("one.example", "0 14 * * *")
    watched.write("two.example", "")
    assert [run.outcome.portal for run in watched.scheduler.run_once()] == ["one"]
    again = Watched(watched.group, NOON + HOUR)
    assert again.scheduler.run_once() == []
    later = Watched(watched.group, NOON + 3 * HOUR)
    assert [run.outcome.portal for run in later.scheduler.run_once()] == ["one"]
    assert not watched.group.requested["two.example"]
