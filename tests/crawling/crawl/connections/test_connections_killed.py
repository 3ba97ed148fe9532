"""Crawls with several connections that are killed or interrupted: nothing is lost or stored
twice."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest
from processes import PATIENCE, wait_until
from slow_portal import SlowPortal, plain_pages, slow_portal
from small_portal import Answer
from warcio.archiveiterator import ArchiveIterator

from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.portal_file.config.load import load_portal

ARTICLES = 30
KILLED_AFTER = (6, 13, 21)
"""Requests for articles that the portal has seen when the crawl is killed."""


def start(portal: SlowPortal, file: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "webarticlecurator", "crawl", str(file), "--quiet"]
    return subprocess.Popen(
        [*command, "--corpus", str(portal.folder / "c")], stderr=subprocess.PIPE, text=True
    )


def asked(portal: SlowPortal) -> Counter[str]:
    return Counter(path for path in list(portal.requested) if path.startswith("/a/"))


def stored(folder: Path) -> Counter[str]:
    """Return how often an answer of each article is stored."""
    found: Counter[str] = Counter()
    for path in sorted(folder.glob("warc/*-articles-*.warc.gz")):
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream):
                if record.rec_type == "response":
                    address = record.rec_headers.get_header("WARC-Target-URI")
                    found["/a/" + address.rpartition("/")[2]] += 1
    return found


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
@pytest.mark.long
def test_a_killed_crawl_loses_nothing_and_stores_nothing_twice(tmp_path: Path):
    with slow_portal(tmp_path, plain_pages(ARTICLES), seconds=0.15) as portal:
        file = portal.write(4)
        for count in KILLED_AFTER:
            process = start(portal, file)
            wait_until(lambda count=count: sum(asked(portal).values()) >= count, process)
            process.kill()
            process.communicate(timeout=PATIENCE)
        process = start(portal, file)
        errors = process.communicate(timeout=PATIENCE)[1]
        assert process.returncode == 0, errors
        counts = asked(portal)
    assert portal.most == 4
    everything = {f"/a/{number}": 1 for number in range(ARTICLES)}
    assert stored(tmp_path / "c") == everything
    assert read_status(load_portal(file), tmp_path / "c").tei == ARTICLES
    # those whose answers were not stored when the crawl was killed are asked for again
    assert counts.keys() == everything.keys()
    assert sum(counts.values()) <= ARTICLES + 4 * len(KILLED_AFTER)


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
@pytest.mark.long
def test_an_interruption_ends_the_crawl_while_all_connections_wait(tmp_path: Path):
    released = threading.Event()

    class Hanging(dict[str, Answer]):
        def get(self, path: str, default: Answer) -> Answer:  # type: ignore[override]
            if path.startswith("/a/") and path != "/a/0":
                released.wait(PATIENCE)
            return super().get(path, default)

    with slow_portal(tmp_path, Hanging(plain_pages(12)), seconds=0) as portal:
        file = portal.write(4)
        process = start(portal, file)
        wait_until(lambda: sum(asked(portal).values()) == 5, process)
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=PATIENCE)[1]
        assert process.returncode == 130
        assert errors.splitlines() == [
            "curator crawl: interrupted. Everything stored is safe; run the same command again to"
            " continue."
        ]
        released.set()
        assert stored(tmp_path / "c") == {"/a/0": 1}
        again = start(portal, file)
        errors = again.communicate(timeout=PATIENCE)[1]
        assert again.returncode == 0, errors
    assert stored(tmp_path / "c") == {f"/a/{number}": 1 for number in range(12)}
