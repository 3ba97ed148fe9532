"""A crawl that is killed at any moment and run again ends like an undisturbed one."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from crawl_child import SMALL
from crawl_demo import Holdings, assert_warcio_check_passes, holdings, run_crawl
from demo_corpus import COLUMN
from killed_runs import ENDED
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.storage.index.store_options import EVENTS, StoreOptions
from webarticlecurator.storage.store.verify import verify_corpus

CHILD = Path(__file__).with_name("crawl_child.py")
KILLS = 3
STEPS = (
    *(
        ("index-create", 1),
        ("index-write", 1),
        ("index-commit", 1),
        ("lock", 1),
        ("index-open", 1),
        ("reconcile", 1),
    ),
    *(
        ("warc-open", 1),
        ("warcinfo", 1),
        ("warc-append", 1),
        ("warc-fsync", 1),
        ("index-write", 2),
        ("index-commit", 2),
    ),
    *(
        ("index-write", 3),
        ("index-commit", 3),
        ("warc-append", 2),
        ("warc-fsync", 3),
        ("index-write", 5),
        ("index-write", 30),
    ),
    *(
        ("roll", 1),
        ("warc-open", 2),
        ("warc-append", 40),
        ("tail-cut", 1),
        ("roll", 1),
        ("index-write", 300),
    ),
    *(
        ("index-commit", 10),
        ("warc-fsync", 10),
        ("warcinfo", 1),
        ("lock", 1),
        ("index-write", 1500),
        ("reconcile", 1),
    ),
    *(
        ("warc-append", 40),
        ("index-commit", 6),
        ("index-write", 700),
        ("index-write", 200),
        ("index-commit", 4),
    ),
)
"""Store step, and after which of its occurrences, counted from the start of the run, the run ends.
"""
EARLY = 22
"""Of these steps, those that run without ``--long``."""


def assert_as_undisturbed(folder: Path, undisturbed: Holdings) -> None:
    found = holdings(folder)
    assert found.articles == undisturbed.articles
    assert found.payloads == undisturbed.payloads
    assert (found.walks, found.problems) == (undisturbed.walks, undisturbed.problems)
    assert found.tei == undisturbed.tei
    assert not list(folder.rglob("*.new"))
    assert {path.name for path in folder.glob("corpus*")} == {"corpus.sqlite", "corpus.lock"}
    assert_warcio_check_passes(folder)
    assert verify_corpus(folder, "demo").findings == ()


def child(*arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, str(CHILD), *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
@pytest.mark.long
def test_killed_at_random_moments(crawled, tmp_path: Path):
    """One crawl is killed again and again: a moment after some of its steps."""
    moments = random.Random(2020)
    folder, kills, logs = tmp_path / "corpus", 0, 0
    with DemoServer() as server:
        while kills < KILLS:
            steps, moment = moments.randint(1, 45), moments.random() * 0.02
            with child("crawl", folder, server.proxy) as running:
                assert running.stdout is not None
                for _ in range(steps):
                    assert running.stdout.readline(), "the crawl came to its end too early"
                time.sleep(moment)
                running.send_signal(signal.SIGKILL)
            assert running.returncode == -signal.SIGKILL
            kills += 1
            logs += (folder / "corpus.sqlite-wal").exists()
        assert logs, "no kill has met a crawl with a write-ahead log"
        summary = run_crawl(server, folder)
        assert summary.ok
        requested = [s.address for s in server.log]
    assert_as_undisturbed(folder, holdings(crawled.folder))
    again = len(requested) - len(crawled.log)
    assert again <= 5 * (KILLS + 1), (
        "robots.txt, tdmrep.json, the archive page before, an answer under way, a page of the growing column"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
def test_a_killed_build_leaves_no_process_behind(copied):
    """All processes write to one pipe, which ends with the last of them."""
    with child("build", copied(), 3) as running:
        assert running.stdout is not None and running.stdout.readline()
        running.send_signal(signal.SIGKILL)
        running.communicate(timeout=20)


@pytest.mark.skipif(sys.platform == "win32", reason="no fork on Windows")
@pytest.mark.parametrize(
    ("steps", "fixture", "column"),
    [
        pytest.param(STEPS[:EARLY], "crawled_column", COLUMN, id="early"),
        pytest.param(STEPS, "crawled", "", id="all", marks=pytest.mark.long),
    ],
)
def test_interrupted_after_every_kind_of_store_step(
    steps: tuple[tuple[str, int], ...],
    fixture: str,
    column: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
):
    """The process of one crawl ends after a step of each kind, again and again, early in its run
    of one column, and early and late in its run of the whole portal."""
    undisturbed = holdings(request.getfixturevalue(fixture).folder)
    assert {event for event, _ in steps} == {*EVENTS} - {"warc-replaced"}  # no step of a crawl
    folder = tmp_path / "corpus"
    with DemoServer() as server:
        with child("steps", folder, server.proxy, column) as running:
            assert running.stdin is not None and running.stdout is not None
            for event, number in steps:
                if event == "tail-cut":
                    tear(folder)
                print(event, number, file=running.stdin, flush=True)
                assert running.stdout.readline() == f"{ENDED}\n", (event, number)
        store = StoreOptions(max_bytes=SMALL)
        assert run_crawl(server, folder, store=store, column=column or None).ok
    assert_as_undisturbed(folder, undisturbed)


def tear(folder: Path) -> None:
    """Append the first part of a record to a WARC file, as a kill while writing leaves it."""
    last = sorted((folder / "warc").glob("*-articles-*"))[-1]
    content = last.read_bytes()
    with last.open("ab") as stream:
        stream.write(content[:100])
