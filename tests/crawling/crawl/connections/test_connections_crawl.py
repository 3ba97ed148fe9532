"""Crawls with several connections: as many requests at once as are allowed, and the corpus of a
crawl with one."""

from __future__ import annotations

import re
import threading
from itertools import pairwise
from pathlib import Path

import pytest
from slow_portal import SlowPortal, odd_pages, plain_pages, slow_portal
from small_portal import Answer
from warcio.archiveiterator import ArchiveIterator

from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.fetch.pace import RequestPace
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus

_DIFFERS = re.compile(r"urn:uuid:[0-9a-f-]{36}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
"""What differs between two crawls of the same pages: ids of records, and times."""
ROUNDING = 1e-6


def crawl_with(
    portal: SlowPortal,
    connections: int,
    name: str = "",
    runtime: Runtime | None = None,
    **more: int,
) -> Summary:
    file = portal.write(connections, **more)
    return crawl(load_portal(file), portal.folder / (name or str(connections)), None, runtime)


def states(folder: Path) -> dict[str, tuple[str, str | None]]:
    with view_corpus(folder, "slow") as corpus:
        rows = corpus.frontier.articles()
        return {row.canonical: (row.requested, row.reason or row.state) for row in rows}


def tei(folder: Path) -> dict[str, str]:
    return {
        path.name: _DIFFERS.sub("*", path.read_text(encoding="utf-8"))
        for path in folder.rglob("tei/**/*.xml")
    }


def answers(folder: Path, kind: str) -> list[tuple[str, str | None]]:
    """Return address and payload digest of the stored answers of the articles or the archive."""
    found = []
    for path in sorted(folder.glob(f"warc/*-{kind}-*.warc.gz")):
        with path.open("rb") as stream:
            found += [
                (
                    record.rec_headers.get_header("WARC-Target-URI"),
                    record.rec_headers.get_header("WARC-Payload-Digest"),
                )
                for record in ArchiveIterator(stream)
                if record.rec_type == "response"
            ]
    return found


@pytest.mark.parametrize("connections", [2, 4])
def test_as_many_requests_wait_at_once_as_there_are_connections(tmp_path: Path, connections: int):
    with slow_portal(tmp_path, plain_pages(16)) as portal:
        assert crawl_with(portal, connections).tei == 16
        assert portal.most == connections
        assert max(portal.counts().values()) == 1


def test_one_connection_waits_for_each_answer(tmp_path: Path):
    with slow_portal(tmp_path, plain_pages(4)) as portal:
        assert crawl_with(portal, 1).tei == 4
        assert portal.most == 1


@pytest.mark.long
def test_the_corpus_is_that_of_one_connection_answer_by_answer(tmp_path: Path):
    with slow_portal(tmp_path, odd_pages()) as portal:
        crawl_with(portal, 1)
        expected = portal.counts()
        for connections in (2, 4, 8):
            crawl_with(portal, connections)
            # every address as often as by one connection
            assert portal.counts() == expected
            assert portal.most > 1
            assert states(tmp_path / str(connections)) == states(tmp_path / "1")
            assert tei(tmp_path / str(connections)) == tei(tmp_path / "1")
            for kind in ("archive", "articles"):
                ours = answers(tmp_path / str(connections), kind)
                assert sorted(ours) == sorted(answers(tmp_path / "1", kind))
    found = {
        canonical.rpartition("/")[2]: reason
        for canonical, (_, reason) in states(tmp_path / "1").items()
    }
    assert found["2"] == "robots"
    assert found["6"] == "gone"
    assert found["7"] == "status-500"
    assert "0" not in found
    assert len(tei(tmp_path / "1")) >= 7


def test_plain_articles_are_stored_in_the_order_of_one_connection(tmp_path: Path):
    with slow_portal(tmp_path, plain_pages(16), seconds=0.02) as portal:
        crawl_with(portal, 1)
        crawl_with(portal, 4)
    assert len(answers(tmp_path / "1", "articles")) == 16
    assert answers(tmp_path / "4", "articles") == answers(tmp_path / "1", "articles")


def test_requests_are_sent_the_delay_apart_over_all_connections(tmp_path: Path):
    sent: list[float] = []

    class NotingPace(RequestPace):
        def wait_to_send(self, host: str, clock: Clock) -> None:
            super().wait_to_send(host, clock)
            sent.append(self._pace_of(host).sent or 0.0)

    with slow_portal(tmp_path, plain_pages(8), seconds=0.5) as portal:
        crawl_with(portal, 4, runtime=Runtime(pace=NotingPace()), delay=0.1)
        assert 1 < portal.most <= 4
    assert len(sent) == 12
    assert min(later - earlier for earlier, later in pairwise(sorted(sent))) >= 0.1 - ROUNDING


def test_a_limit_is_not_exceeded(tmp_path: Path):
    with slow_portal(tmp_path, plain_pages(16)) as portal:
        file = portal.write(4)
        crawl(load_portal(file), tmp_path / "c", CrawlOptions(limit=6))
        asked = [path for path in portal.counts() if path.startswith("/a/")]
        assert len(asked) == 6
        assert portal.most > 1
        assert crawl(load_portal(file), tmp_path / "c").tei == 16
        assert not portal.counts().keys() & set(asked)


def test_a_portal_that_refuses_gets_no_further_requests_and_all_answers_are_stored(tmp_path: Path):
    pages = plain_pages(40)
    pages |= {f"/a/{number}": Answer("no", 403) for number in range(5, 40)}
    with slow_portal(tmp_path, pages, seconds=0.05) as portal:
        summary = crawl_with(portal, 4)
        asked = [path for path in portal.counts() if path.startswith("/a/")]
    assert summary.stopped is not None
    assert "refused 3 requests in a row" in summary.stopped
    assert summary.tei == 5
    # those that were under way when the third refusal was read
    assert 8 <= len(asked) <= 8 + 3
    stored = [url.removeprefix(portal.base) for url, _ in answers(tmp_path / "4", "articles")]
    assert sorted(stored) == sorted(asked)
    refused = [reason for _, reason in states(tmp_path / "4").values() if reason == "status-403"]
    assert len(refused) == len(asked) - 5


def test_a_pause_that_the_portal_asks_for_counts_for_all_connections(tmp_path: Path):
    slept: list[float] = []
    lock = threading.Lock()
    waiting = Answer("wait", 503, (("Retry-After", "2"),))

    class NotingPace(RequestPace):
        def hold(self, host: str, seconds: float, clock: Clock) -> None:
            super().hold(host, seconds, clock)
            portal.pages["/a/3"] = plain_pages(16)["/a/3"]
            with lock:
                slept.append(seconds)
                held.append(clock.monotonic() + seconds)

        def wait(self, host: str, clock: Clock) -> None:
            super().wait(host, clock)
            with lock:
                turns.append(clock.monotonic())

    held: list[float] = []
    turns: list[float] = []
    with slow_portal(tmp_path, plain_pages(16) | {"/a/3": waiting}, seconds=0.01) as portal:
        summary = crawl_with(portal, 4, runtime=Runtime(pace=NotingPace()), retries=1)
    assert summary.tei == 16
    assert slept == [2.0]
    # one request had its turn before the pause was known to all
    assert not [turn for turn in turns if held[0] - 1.9 < turn < held[0] - ROUNDING]
