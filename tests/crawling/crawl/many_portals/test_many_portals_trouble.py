"""A portal that hangs or refuses delays no other, and an interruption ends all crawls."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from long_parameters import one_in
from portal_group import PortalGroup, portal_group
from processes import PATIENCE, is_running, wait_until

from webarticlecurator.crawling.crawl.crawl_portals import crawl_portals
from webarticlecurator.crawling.crawl.crawl_threads import CrawlOutcome, PortalCrawl
from webarticlecurator.crawling.crawl.interruption import InterruptibleClock, Interruption
from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal


class Display:
    """Notes which crawls have ended, calls ``on_end`` with each, and ``on_request`` with the portal
    of each request."""

    def __init__(self, on_end=lambda _outcome: None, on_request=lambda _portal: None) -> None:
        self._on_end, self._on_request = on_end, on_request
        self.ended: list[str] = []
        self.is_closed = False

    def begin(self) -> None:
        pass

    def close(self) -> None:
        self.is_closed = True

    def progress_of(self, portal: str) -> NullProgress:
        display = self

        class Progress(NullProgress):
            def count(self, _counts: object) -> None:
                display._on_request(portal)

        return Progress()

    def end_crawl(self, outcome: CrawlOutcome) -> None:
        self.ended.append(outcome.portal)
        self._on_end(outcome)


def crawls_of(group: PortalGroup, folder: Path, delay: float = 0) -> list[PortalCrawl]:
    return [
        PortalCrawl(load_portal(group.write(host, delay)), folder / host.split(".")[0])
        for host in group.hosts
    ]


def test_a_portal_that_hangs_delays_no_other(tmp_path: Path):
    released = threading.Event()
    with portal_group(tmp_path, "hangs.example", "one.example", "two.example") as group:

        def hang(path: str) -> tuple[int, str]:
            released.wait(PATIENCE)
            return group.respond_as_usual("hangs.example", path)

        def release(_outcome: CrawlOutcome) -> None:
            if len(display.ended) == 2:
                released.set()

        group.answer["hangs.example"] = hang
        display = Display(on_end=release)
        outcomes = crawl_portals(
            crawls_of(group, tmp_path / "c"), CrawlOptions(proxy=group.proxy), Runtime(), display
        )
    # the hanging portal answers only after the others have ended
    assert sorted(display.ended[:2]) == ["one", "two"]
    assert display.ended[2] == "hangs"
    assert [outcome.summary.tei for outcome in outcomes if outcome.summary] == [3, 3, 3]
    assert display.is_closed


def test_a_mistake_of_the_program_in_one_crawl_ends_no_other(tmp_path: Path):
    def fail(portal: str) -> None:
        if portal == "one":
            raise ZeroDivisionError("a mistake")

    with portal_group(tmp_path, "one.example", "two.example") as group:
        outcomes = crawl_portals(
            crawls_of(group, tmp_path / "c"),
            CrawlOptions(proxy=group.proxy),
            Runtime(),
            Display(on_request=fail),
        )
    assert isinstance(outcomes[0].error, ZeroDivisionError)
    assert outcomes[1].summary is not None
    assert outcomes[1].summary.tei == 3


def test_an_interrupted_thread_ends_its_sleep_soon_and_raises_at_each_later_one():
    class Clock:
        def __init__(self) -> None:
            self.slept = 0.0

        def sleep(self, seconds: float) -> None:
            self.slept += seconds
            if self.slept >= 2:
                interruption.set()

    interruption, inner = Interruption(), Clock()
    clock = InterruptibleClock(inner, interruption)  # type: ignore[arg-type]
    clock.sleep(1.25)
    assert inner.slept == 1.25
    with pytest.raises(KeyboardInterrupt):
        clock.sleep(60.0)
    assert inner.slept == 2.25
    with pytest.raises(KeyboardInterrupt):
        clock.sleep(0.0)


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="signals and /proc as on Linux")
@pytest.mark.parametrize("sent", one_in(2, (signal.SIGINT, signal.SIGTERM)))
def test_an_interruption_ends_all_crawls_and_the_same_command_goes_on(tmp_path: Path, sent: int):
    released = threading.Event()
    with portal_group(tmp_path, "hangs.example", "one.example", "two.example") as group:

        def hang(path: str) -> tuple[int, str]:
            released.wait(PATIENCE)
            return group.respond_as_usual("hangs.example", path)

        group.answer["hangs.example"] = hang
        files = [group.write(host, 0.5) for host in group.hosts]
        command = [sys.executable, "-m", "webarticlecurator", "crawl", *map(str, files)]
        command += ["--corpus", str(tmp_path / "c"), "--proxy", group.proxy, "--quiet"]

        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        asked = group.requested
        wait_until(lambda: len(asked["one.example"]) >= 4 and bool(asked["hangs.example"]), process)
        children = (
            Path(f"/proc/{process.pid}/task/{process.pid}/children")
            .read_text(encoding="utf-8")
            .split()
        )
        process.send_signal(sent)
        errors = process.communicate(timeout=PATIENCE)[1]
        assert process.returncode == 130
        assert errors.splitlines() == [
            "curator crawl: interrupted. Everything stored is safe; run the same command again to"
            " continue."
        ]
        assert len(children) >= 2
        for child in children:
            assert not is_running(int(child))

        released.set()
        again = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
        assert again.returncode == 0, again.stderr
        for each in files:
            assert read_status(load_portal(each), tmp_path / "c" / each.stem).tei == 3
        # nothing that was stored is requested again but what each crawl begins with
        assert len(group.requested["one.example"]) == 6 + 3
